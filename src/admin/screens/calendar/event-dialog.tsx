import { useState } from 'react'
import type { CalendarEvent } from '../../../contract/events.ts'
import { EVENT_INCOMPLETE, EVENT_TYPES } from '../../../rules/planning.ts'
import { typedDate } from '../../../rules/typed-date.ts'
import { wallTimeOfInstant } from '../../../rules/wall-time.ts'
import { useEvents } from '../../data/events.ts'
import { useSiteZone } from '../../data/settings.ts'
import { useKeptForm } from '../../data/use-draft-form.ts'
import { useNow } from '../../lib/use-now.ts'
import { faultSentence } from '../../lib/faults.ts'
import { RecordForm, useRecordForm } from '../../parts/record-form/record-form.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { StateGlyph, STATE_LABELS } from '../../ui/state-glyph.tsx'
import { TitleField } from '../../ui/text-field.tsx'
import { toastFault } from '../../ui/toast.tsx'
import { MomentField, typedInstant } from './moment-field.tsx'
import { RecurrenceFields } from './recurrence-fields.tsx'
import { readRecurrence, recurrenceValues } from './recurrence-form.ts'

/** An event to change, or the wall time of a new one (empty if unknown). */
export type EventSubject = { event: CalendarEvent } | { wall: string }

type Props = {
  subject: EventSubject | null
  onClose: () => void
  onSaved: (event: CalendarEvent) => void
}

/** Creates and changes events (CAL-3). The input stays until the server has accepted it. */
export function EventDialog({ subject, onClose, onSaved }: Props) {
  const title = subject && 'event' in subject ? 'Ereignis bearbeiten' : 'Neues Ereignis'
  return (
    <Dialog open={subject !== null} onClose={onClose} title={title} initialFocus="field">
      {subject && <EventForm subject={subject} onClose={onClose} onSaved={onSaved} />}
    </Dialog>
  )
}

type FormProps = Omit<Props, 'subject'> & { subject: EventSubject }

function EventForm({ subject, onClose, onSaved }: FormProps) {
  const zone = useSiteZone()
  const event = 'event' in subject ? subject.event : null
  const [start] = useState(() => ({
    title: event?.title ?? '',
    typed: typedDate('event' in subject ? wallTimeOfInstant(subject.event.starts_at, zone) : subject.wall),
    type: event?.type ?? 'milestone',
    ...recurrenceValues(event?.recurrence ?? null),
  }))
  const kept = useKeptForm('event', event?.id, start)
  const { title, typed, type } = kept.values
  const { save, isSaving } = useEvents()
  const now = useNow()
  const startsAt = typedInstant(typed, zone, now)
  const first = startsAt && wallTimeOfInstant(startsAt, zone).slice(0, 10)
  const again = first ? readRecurrence(kept.values, { start: first, zone, now }) : null
  const { faults, drawn } = useRecordForm({
    kept,
    check: (): Record<string, string> => {
      if (title.trim() === '') return { title: EVENT_INCOMPLETE }
      if (!again) return { starts_at: EVENT_INCOMPLETE }
      return 'faults' in again ? again.faults : {}
    },
    save: () => {
      const recurrence = again && 'rule' in again ? again.rule : null
      return save({ id: event?.id, title: title.trim(), starts_at: startsAt ?? '', type, recurrence })
    },
    done: event ? 'Ereignis aktualisiert' : 'Ereignis erstellt',
    onSaved,
    onFailed: (error) => {
      const sentence = `Fehler beim ${event ? 'Speichern' : 'Erstellen'} des Ereignisses`
      toastFault(sentence, { description: faultSentence(error) })
    },
  })

  return (
    <RecordForm {...drawn} busy={isSaving} onClose={onClose} verb={event ? 'Speichern' : 'Ereignis anlegen'}>
      <TitleField
        value={title}
        error={faults.title}
        onChange={(changed) => kept.change({ title: changed.target.value })}
      />
      <MomentField
        label="Beginn"
        typed={typed}
        onTyped={(changed) => kept.change({ typed: changed })}
        error={faults.starts_at}
      />
      <fieldset>
        <legend className="mb-1 text-s/6 text-fg-2">Art</legend>
        <div className="grid grid-cols-2 gap-2">
          {EVENT_TYPES.map((value) => (
            <label
              key={value}
              className="flex h-11 cursor-pointer items-center gap-1.5 rounded-control border border-line px-2 text-s has-checked:border-accent has-checked:bg-accent-soft has-checked:font-medium has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent md:h-9 md:gap-2 md:px-3 md:text-m"
            >
              <input
                type="radio"
                name="type"
                value={value}
                checked={type === value}
                onChange={() => kept.change({ type: value })}
                className="peer sr-only"
              />
              <StateGlyph state={value} />
              <span className="min-w-0 flex-1 truncate">{STATE_LABELS[value]}</span>
              <span
                aria-hidden
                className="size-3.5 flex-none rounded-full border-[1.5px] border-line-control peer-checked:border-[4.5px] peer-checked:border-accent"
              />
            </label>
          ))}
        </div>
      </fieldset>
      <RecurrenceFields values={kept.values} start={first} faults={faults} onChange={kept.change} />
    </RecordForm>
  )
}
