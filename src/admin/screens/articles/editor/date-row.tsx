import { useEffect, useId, useRef, useState } from 'react'
import type { ArticleStatus } from '../../../../contract/articles.ts'
import { instantOfWallTime, wallTimeOfInstant } from '../../../../rules/wall-time.ts'
import { useSiteZone } from '../../../data/settings.ts'
import { formatInZone } from '../../../lib/dates.ts'
import { Button } from '../../../ui/button.tsx'
import { fieldBoxClass } from '../../../ui/text-field.tsx'
import { relativeTime } from './relative-time.ts'

type Props = {
  status: ArticleStatus
  publishedAt: string | null
  busy: boolean
  open: boolean
  onOpen: (open: boolean) => void
  onSave: (publishedAt: string | null) => Promise<void>
}

/** When an article appears or has appeared, in the site's zone; a scheduled one's moment is set here (R3). */
export function DateRow({ status, publishedAt, busy, open, onOpen, onSave }: Props) {
  const zone = useSiteZone()
  const now = useNow()
  if (open) {
    const finish = (instant: string | null) => void onSave(instant).then(() => onOpen(false))
    return <DateForm zone={zone} publishedAt={publishedAt} busy={busy} onCancel={() => onOpen(false)} onSave={finish} />
  }
  const text = publishedAt ? (
    <>
      {formatInZone(publishedAt, 'EEEEEE, d. MMM yyyy, HH:mm', zone)}
      <span className="block text-xs text-fg-3">
        {zone}, {relativeTime(publishedAt, now)}
      </span>
    </>
  ) : (
    'Ohne Termin'
  )
  const look = '-mr-2 min-h-8 rounded-control px-2 py-1.5 text-left tabular-nums'
  if (status !== 'scheduled') return <span className={look}>{text}</span>
  return (
    <button type="button" className={`${look} hover:bg-hover max-md:min-h-11`} onClick={() => onOpen(true)}>
      {text}
      <span className="sr-only">, Termin ändern</span>
    </button>
  )
}

type FormProps = Pick<Props, 'publishedAt' | 'busy'> & {
  zone: string
  onCancel: () => void
  onSave: (publishedAt: string | null) => void
}

function DateForm({ zone, publishedAt, busy, onCancel, onSave }: FormProps) {
  const id = useId()
  const now = useNow()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  const [wall, setWall] = useState(() => (publishedAt ? wallTimeOfInstant(publishedAt, zone) : ''))
  const moment = instantOfWallTime(wall, zone)
  const past = moment !== null && Date.parse(moment.instant) <= now
  return (
    <form
      className="col-span-2 mb-2 rounded-control bg-hover p-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (moment) onSave(moment.instant)
      }}
    >
      <label htmlFor={id} className="mb-1 block text-s text-fg-2">
        Termin ({zone})
      </label>
      <span className={`${fieldBoxClass} h-11 px-2! md:h-8`}>
        <input
          id={id}
          type="datetime-local"
          ref={input}
          value={wall}
          onChange={(event) => setWall(event.target.value.slice(0, 16))}
          onKeyDown={(event) => event.key === 'Escape' && onCancel()}
          className="min-w-0 flex-1 bg-transparent tabular-nums outline-none"
        />
      </span>
      {moment?.skipped && (
        <output className="mt-1.5 block text-s text-fg-2">
          Diese Uhrzeit gibt es wegen der Sommerzeit nicht. Der Artikel erscheint eine Stunde später, um{' '}
          {formatInZone(moment.instant, 'HH:mm', zone)} Uhr.
        </output>
      )}
      {past && (
        <output className="mt-1.5 block text-s text-fg-2">
          Dieser Zeitpunkt ist vorbei: Der Artikel erscheint sofort.
        </output>
      )}
      <span className="mt-2 flex justify-end gap-1">
        {publishedAt ? (
          <Button look="quiet" className="px-2! text-s" disabled={busy} onClick={() => onSave(null)}>
            Ohne Termin
          </Button>
        ) : (
          <Button look="quiet" className="px-2! text-s" onClick={onCancel}>
            Später
          </Button>
        )}
        <Button type="submit" className="px-2! text-s" busy={busy} disabled={!moment}>
          Termin setzen
        </Button>
      </span>
    </form>
  )
}

/** The present moment, to half a minute. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
