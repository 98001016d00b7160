import { useEffect, useRef, useState } from 'react'
import { readTypedMoment, typedDate } from '../../../../../rules/typed-date.ts'
import { instantOfWallTime, wallTimeOfInstant } from '../../../../../rules/wall-time.ts'
import { useKeptForm } from '../../../../data/use-draft-form.ts'
import { Button } from '../../../../ui/button.tsx'
import { DialogFooter } from '../../../../ui/dialog.tsx'
import { DateField } from '../../../../ui/date-field.tsx'
import { RestoredNote } from '../../../../ui/restored-note.tsx'
import { useNow } from '../../../../lib/use-now.ts'

/** Default time for a day typed without one. */
const USUAL_TIME = '09:00'

/** The label above the field, the buttons, and what is shown for a time in the past, for each date of an article. */
const WORDS = {
  publish: {
    label: 'Termin',
    set: 'Termin setzen',
    clear: 'Ohne Termin',
    past: 'Dieser Zeitpunkt ist vorbei: Der Artikel erscheint sofort.',
  },
  update: {
    label: 'Live ab',
    set: 'Termin setzen',
    clear: 'Nicht mehr planen',
    past: 'Dieser Zeitpunkt ist vorbei: Die Änderungen gehen sofort live.',
  },
  'take-down': {
    label: 'Zurückziehen am',
    set: 'Zurückziehen',
    clear: 'Nicht zurückziehen',
    past: 'Dieser Zeitpunkt ist vorbei: Der Artikel wird sofort wieder zum Entwurf.',
  },
}

type Props = {
  of: keyof typeof WORDS
  zone: string
  /** Key of the persisted input (RUL-70). */
  keptAs: string
  instant: string | null
  busy: boolean
  /** It is what a dialog holds, with the buttons of one. */
  alone?: boolean
  /** Why a time cannot be chosen, or null. */
  refuse?: (instant: string) => string | null
  onClose: () => void
  /** Resolves with whether the date was saved. If not, the input is kept and restored at the next opening. */
  onSave: (instant: string | null) => Promise<boolean>
}

/** Asks for a time in the site's zone, and explains times affected by a clock change (RUL-3). */
export function DateForm({ of, zone, keptAs, instant, busy, alone = false, refuse, onClose, onSave }: Props) {
  const words = WORDS[of]
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
  const save = async (wanted: string | null) => {
    if (await onSave(wanted)) kept.saved()
    onClose()
  }
  const size = alone ? ({ size: 36 } as const) : { className: 'px-2! text-s' }
  const buttons = (
    <>
      {instant ? (
        <Button look="quiet" {...size} disabled={busy} onClick={() => void save(null)}>
          {words.clear}
        </Button>
      ) : (
        <Button look="quiet" {...size} onClick={onClose}>
          Abbrechen
        </Button>
      )}
      <Button type="submit" look={alone ? 'primary' : 'outline'} {...size} busy={busy} disabled={Boolean(refusal)}>
        {words.set}
      </Button>
    </>
  )
  return (
    <form
      noValidate
      className={alone ? 'mt-4' : 'col-span-2 mb-2 rounded-control bg-hover p-2'}
      onSubmit={(event) => {
        event.preventDefault()
        const meant = momentAt(Date.now())
        if (!meant || refuse?.(meant)) return setSent(true)
        void save(meant)
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
        onKeyDown={(event) => event.key === 'Escape' && onClose()}
      />
      {alone ? (
        <DialogFooter>{buttons}</DialogFooter>
      ) : (
        <span className="mt-2 flex flex-wrap justify-end gap-1">{buttons}</span>
      )}
    </form>
  )
}
