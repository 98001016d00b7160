import { useEffect, useRef, useState } from 'react'
import { readTypedMoment, typedDate } from '../../../../../rules/typed-date.ts'
import { instantOfWallTime, wallTimeOfInstant } from '../../../../../rules/wall-time.ts'
import { useKeptForm } from '../../../../data/use-draft-form.ts'
import { Button } from '../../../../ui/button.tsx'
import { DateField } from '../../../../ui/date-field.tsx'
import { RestoredNote } from '../../../../ui/restored-note.tsx'
import { useNow } from '../../../../lib/use-now.ts'

/** Default time for a day typed without one. */
const USUAL_TIME = '09:00'

/** Texts of the form for its date. */
export type DateWords = {
  /** Shown above the field, before the zone: `Termin`. */
  label: string
  set: string
  clear: string
  /** Shown for a time in the past. */
  past: string
}

type Props = {
  words: DateWords
  zone: string
  /** Key of the persisted input (RUL-70). */
  keptAs: string
  instant: string | null
  busy: boolean
  /** Why a time cannot be chosen, or null. */
  refuse?: (instant: string) => string | null
  onCancel: () => void
  onSave: (instant: string | null) => void
}

/** Asks for a time in the site's zone, and explains times affected by a clock change (RUL-3). */
export function DateForm({ words, zone, keptAs, instant, busy, refuse, onCancel, onSave }: Props) {
  const now = useNow()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  const [start] = useState(() => ({ typed: instant ? typedDate(wallTimeOfInstant(instant, zone)) : '' }))
  const kept = useKeptForm('article-date', keptAs, start)
  const { typed } = kept.values
  const [sent, setSent] = useState(false)
  const momentAt = (time: number): string | null => {
    const read = readTypedMoment(typed, { now: time, zone, time: USUAL_TIME })
    return 'wall' in read ? (instantOfWallTime(read.wall, zone)?.instant ?? null) : null
  }
  const moment = momentAt(now)
  const refusal = moment && refuse?.(moment)
  return (
    <form
      noValidate
      className="col-span-2 mb-2 rounded-control bg-hover p-2"
      onSubmit={(event) => {
        event.preventDefault()
        const meant = momentAt(Date.now())
        if (!meant || refuse?.(meant)) return setSent(true)
        kept.saved()
        onSave(meant)
      }}
    >
      <RestoredNote {...kept} className="mb-2" />
      <DateField
        ref={input}
        label={`${words.label} (${zone})`}
        zone={zone}
        typed={typed}
        onTyped={(changed) => kept.change({ typed: changed })}
        time={USUAL_TIME}
        error={sent && !moment ? 'Bitte Datum und Uhrzeit angeben' : undefined}
        hint={
          refusal ? (
            <span className="text-danger">{refusal}</span>
          ) : (
            moment && Date.parse(moment) <= now && <span>{words.past}</span>
          )
        }
        onKeyDown={(event) => event.key === 'Escape' && onCancel()}
      />
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
        <Button type="submit" className="px-2! text-s" busy={busy} disabled={Boolean(refusal)}>
          {words.set}
        </Button>
      </span>
    </form>
  )
}
