import { useInfiniteQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import type { AuditEvent, AuditRecord } from '../../../contract/audit.ts'
import { useApi } from '../../data/api-context.tsx'
import { auditQuery } from '../../data/users.ts'
import { itemsOf } from '../../data/pages.ts'
import { useSiteZone } from '../../data/settings.ts'
import { formatInZone } from '../../lib/dates.ts'
import { useSearchWords } from '../../lib/use-search-words.ts'
import { EndlessEnd } from '../../ui/endless-end.tsx'
import { Button } from '../../ui/button.tsx'
import { BrokenState, ScreenState } from '../../ui/screen-state.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Select } from '../../ui/select.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { auditDetail, AUDIT_WORDS } from './audit-words.ts'

const ALL = 'alle'
const COLUMNS = '@2xl:grid @2xl:grid-cols-[168px_128px_minmax(0,1fr)_100px] @2xl:gap-3'
const CHOICES = [
  { value: ALL, label: 'Alle Ereignisse' },
  ...Object.entries(AUDIT_WORDS)
    .map(([value, label]) => ({ value, label }))
    .toSorted((one, other) => one.label.localeCompare(other.label, 'de')),
]

/** Events of accounts and sign-ins in the last 90 days, for owners: newest first, by event and by person. */
export function AuditSection() {
  const [event, setEvent] = useState<string>(ALL)
  const [q, setQ] = useState('')
  const words = useSearchWords(q, setQ)
  const list = useInfiniteQuery({
    ...auditQuery(useApi(), { event: event === ALL ? undefined : (event as AuditEvent), q }),
    placeholderData: (former) => former,
  })
  const entries = itemsOf(list.data)
  return (
    <div className="@container flex w-full max-w-[880px] flex-1 flex-col">
      <p className="mb-3 text-s text-fg-2">Einträge verschwinden nach 90 Tagen von selbst.</p>
      <div className="mb-3 flex flex-col gap-2 @md:flex-row">
        <SearchField
          label="Person suchen …"
          value={words.value}
          onChange={words.change}
          className="min-w-0 md:h-9 @md:w-64"
        />
        <Select
          label="Ereignis"
          labelHidden
          className="@md:w-80"
          value={event}
          choices={CHOICES}
          onChange={(next) => setEvent(next)}
        />
      </div>
      {list.isPending && <SkeletonRows columns="grid grid-cols-[160px_1fr_1fr_120px] gap-4" cells={4} />}
      {list.isError && entries.length === 0 && <BrokenState query={list} />}
      {list.isSuccess && entries.length === 0 && (
        <ScreenState
          icon={ShieldCheck}
          title="Keine Einträge gefunden"
          sentence="Zu dieser Auswahl ist in den letzten 90 Tagen nichts geschehen."
          action={
            <Button
              onClick={() => {
                words.change('')
                setEvent(ALL)
              }}
            >
              Alle Einträge zeigen
            </Button>
          }
        />
      )}
      {entries.length > 0 && (
        <>
          <ul aria-label="Protokoll">
            {entries.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </ul>
          <EndlessEnd list={list} failed="Weitere Einträge konnten nicht geladen werden." />
        </>
      )}
    </div>
  )
}

function Entry({ entry }: { entry: AuditRecord }) {
  const zone = useSiteZone()
  const detail = auditDetail(entry)
  return (
    <li className={`border-b border-line py-2 ${COLUMNS}`}>
      <time dateTime={entry.at} className="text-s text-fg-2 tabular-nums">
        {formatInZone(entry.at, "dd. MMM yyyy, HH:mm 'Uhr'", zone)}
      </time>
      <div className="min-w-0">
        <p className="font-medium">{AUDIT_WORDS[entry.event]}</p>
        {detail && <p className="text-s text-fg-2 wrap-anywhere">{detail}</p>}
      </div>
      <div className="min-w-0 wrap-anywhere">
        <p>{entry.email || entry.actor_email || 'Unbekannt'}</p>
        {entry.email && entry.actor_email && <p className="text-s text-fg-2">durch {entry.actor_email}</p>}
      </div>
      <p className="text-s text-fg-2 wrap-anywhere tabular-nums">{entry.ip}</p>
    </li>
  )
}
