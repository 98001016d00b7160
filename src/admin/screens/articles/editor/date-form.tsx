import { useEffect, useId, useRef, useState } from 'react'
import { instantOfWallTime, wallTimeOfInstant } from '../../../../rules/wall-time.ts'
import { formatInZone } from '../../../lib/dates.ts'
import { Button } from '../../../ui/button.tsx'
import { fieldBoxClass } from '../../../ui/text-field.tsx'
import { useNow } from './use-now.ts'

/** What the form says of the date it asks for. */
export type DateWords = {
  /** Stands above the field, before the zone: `Termin`. */
  label: string
  set: string
  clear: string
  /** Said of a moment that has passed. */
  past: string
}

type Props = {
  words: DateWords
  zone: string
  instant: string | null
  busy: boolean
  /** Why a moment cannot be chosen, or null. */
  refuse?: (instant: string) => string | null
  onCancel: () => void
  onSave: (instant: string | null) => void
}

/** Asks for a moment as clocks in the site's zone show it, and says what becomes of one that the change of clocks touches (R3). */
export function DateForm({ words, zone, instant, busy, refuse, onCancel, onSave }: Props) {
  const id = useId()
  const now = useNow()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  const [wall, setWall] = useState(() => (instant ? wallTimeOfInstant(instant, zone) : ''))
  const moment = instantOfWallTime(wall, zone)
  const refusal = moment && refuse?.(moment.instant)
  return (
    <form
      className="col-span-2 mb-2 rounded-control bg-hover p-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (moment && !refusal) onSave(moment.instant)
      }}
    >
      <label htmlFor={id} className="mb-1 block text-s text-fg-2">
        {words.label} ({zone})
      </label>
      <span className={`${fieldBoxClass} h-11 px-2! md:h-8`}>
        <input
          id={id}
          type="datetime-local"
          ref={input}
          value={wall}
          aria-describedby={`${id}-said`}
          aria-invalid={refusal ? true : undefined}
          onChange={(event) => setWall(event.target.value.slice(0, 16))}
          onKeyDown={(event) => event.key === 'Escape' && onCancel()}
          className="min-w-0 flex-1 bg-transparent tabular-nums outline-none"
        />
      </span>
      <output id={`${id}-said`} className="mt-1.5 grid gap-1 text-s text-fg-2 empty:hidden">
        {moment?.skipped && (
          <span>
            Diese Uhrzeit gibt es wegen der Sommerzeit nicht. Es gilt eine Stunde später,{' '}
            {formatInZone(moment.instant, 'HH:mm', zone)} Uhr.
          </span>
        )}
        {moment?.repeated && <span>Diese Uhrzeit gibt es wegen der Winterzeit zweimal. Es gilt die erste.</span>}
        {refusal ? (
          <span className="text-danger">{refusal}</span>
        ) : (
          moment && Date.parse(moment.instant) <= now && <span>{words.past}</span>
        )}
      </output>
      <span className="mt-2 flex flex-wrap justify-end gap-1">
        {instant ? (
          <Button look="quiet" className="px-2! text-s" disabled={busy} onClick={() => onSave(null)}>
            {words.clear}
          </Button>
        ) : (
          <Button look="quiet" className="px-2! text-s" onClick={onCancel}>
            Später
          </Button>
        )}
        <Button type="submit" className="px-2! text-s" busy={busy} disabled={!moment || Boolean(refusal)}>
          {words.set}
        </Button>
      </span>
    </form>
  )
}
