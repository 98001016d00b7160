import { useQuery } from '@tanstack/react-query'
import { Undo2, X } from 'lucide-react'
import { useState } from 'react'
import type { Backup, BackupRecord } from '../../../../contract/backups.ts'
import { NOUNS } from '../../../../nouns/nouns.ts'
import type { BackupNoun } from '../../../../nouns/registries.ts'
import { useApi } from '../../../data/api-context.tsx'
import { backupRecordsQuery, useBackupChanges } from '../../../data/backups.ts'
import { useSiteZone } from '../../../data/settings.ts'
import { cx } from '../../../lib/class-names.ts'
import { formatInZone } from '../../../lib/dates.ts'
import { useNow } from '../../../lib/use-now.ts'
import { useSearchWords } from '../../../lib/use-search-words.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { NOUN_ICONS } from '../../../ui/noun-icons.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { BrokenState } from '../../../ui/screen-state.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { toastDone, toastFault, toastRefusal } from '../../../ui/toast.tsx'
import { quoted } from '../../../../rules/quoted.ts'
import { whenMade } from './backup-words.ts'

const keyOf = ({ noun, id }: { noun: BackupNoun; id: string }) => `${noun} ${id}`
const counted = (count: number) => (count === 1 ? '1 Eintrag' : `${count} Einträge`)

type Props = { backup: Backup; className?: string; onClose: () => void }

/** The content of a backup: records that differ from now, or match the search. Chosen records are restored. */
export function BackupContents({ backup, className, onClose }: Props) {
  const zone = useSiteZone()
  const now = useNow()
  const [q, setQ] = useState('')
  const words = useSearchWords(q, setQ)
  const [chosen, setChosen] = useState<ReadonlyMap<string, BackupRecord>>(new Map())
  const list = useQuery({ ...backupRecordsQuery(useApi(), backup.name, q), placeholderData: (former) => former })
  const records = list.data?.items ?? []
  const toggle = (record: BackupRecord) => {
    const next = new Map(chosen)
    if (!next.delete(keyOf(record))) next.set(keyOf(record), record)
    setChosen(next)
  }
  return (
    <Card
      className={cx('min-w-0 max-lg:order-first', className)}
      title={`In der Sicherung von ${whenMade(backup.at, now, zone)}`}
      action={
        <IconButton label="Schließen" onClick={onClose}>
          <X aria-hidden />
        </IconButton>
      }
    >
      <div className="px-4 pb-3">
        <SearchField
          label="In dieser Sicherung suchen …"
          value={words.value}
          onChange={words.change}
          busy={list.isPlaceholderData}
          found={list.isSuccess ? `${counted(records.length)} gefunden` : undefined}
          className="md:h-9"
        />
      </div>
      {list.isPending && <SkeletonRows columns="grid grid-cols-[32px_1fr_96px] gap-4 px-4" cells={3} />}
      {list.isError && !list.data && <BrokenState query={list} />}
      {list.isSuccess && records.length === 0 && (
        <p className="border-t border-line px-4 py-6 text-center text-fg-2">
          {q === ''
            ? 'Seit dieser Sicherung ist nichts geändert oder gelöscht worden.'
            : 'Dazu ist nichts in dieser Sicherung.'}
        </p>
      )}
      <ul aria-label="Einträge der Sicherung">
        {records.map((record) => (
          <RecordRow
            key={keyOf(record)}
            record={record}
            isChosen={chosen.has(keyOf(record))}
            onToggle={() => toggle(record)}
          />
        ))}
      </ul>
      <TakeBack backup={backup} chosen={[...chosen.values()]} onDone={() => setChosen(new Map())} />
    </Card>
  )
}

function TakeBack({ backup, chosen, onDone }: { backup: Backup; chosen: BackupRecord[]; onDone: () => void }) {
  const { takeBack } = useBackupChanges()
  const run = () =>
    takeBack.mutate(
      { name: backup.name, records: chosen.map(({ noun, id }) => ({ noun, id })) },
      {
        onSuccess: ({ items }) => {
          const failed = items.filter(({ outcome }) => outcome === 'failed')
          if (failed.length < items.length) toastDone(`${counted(items.length - failed.length)} zurückgeholt`)
          for (const { title, reason } of failed) toastFault(`${quoted(title)} nicht zurückgeholt: ${reason ?? ''}`)
          onDone()
        },
        onError: (error) => toastRefusal(error, 'Fehler beim Zurückholen'),
      },
    )
  return (
    <>
      <p className="border-t border-line px-4 py-3 text-s text-fg-2">
        Geänderte kommen als neue Version zurück, gelöschte an ihren alten Platz. Alles andere bleibt, wie es ist.
      </p>
      <div className="flex justify-end px-4 pb-4">
        <Button icon={<Undo2 aria-hidden />} busy={takeBack.isPending} disabled={chosen.length === 0} onClick={run}>
          {chosen.length === 0 ? 'Zurückholen' : `${counted(chosen.length)} zurückholen`}
        </Button>
      </div>
    </>
  )
}

function RecordRow({ record, isChosen, onToggle }: { record: BackupRecord; isChosen: boolean; onToggle: () => void }) {
  const zone = useSiteZone()
  const Icon = NOUN_ICONS[record.noun]
  const word = NOUNS[record.noun].words.one
  const since = record.since === null ? '' : ` ${formatInZone(record.since, 'd. MMM, HH:mm', zone)}`
  const state = {
    unchanged: 'unverändert',
    changed: `geändert${since}`,
    trashed: `im Papierkorb${since}`,
    gone: 'gelöscht',
  }[record.state]
  const title = record.title || 'Ohne Titel'
  return (
    <li className="flex min-h-11 items-center gap-2 border-t border-line pr-4 pl-2">
      <Checkbox label={`${title} (${word}, ${state})`} checked={isChosen} onToggle={onToggle} />
      <Icon aria-hidden className="icon-small flex-none text-fg-2" />
      <span className="min-w-0 flex-1 truncate font-medium" title={title}>
        {title}
      </span>
      <span className="flex-none text-s text-fg-2 tabular-nums">{state}</span>
    </li>
  )
}
