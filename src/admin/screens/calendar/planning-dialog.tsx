import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { PlanningSettings } from '../../../contract/planning.ts'
import { longDay, weekdayName } from '../../../rules/days.ts'
import { LAENDER, type Land } from '../../../rules/publishing-days.ts'
import { readTypedDate } from '../../../rules/typed-date.ts'
import { quoted } from '../../../rules/quoted.ts'
import { useApi } from '../../data/api-context.tsx'
import { planningQuery, usePlanningSettings } from '../../data/planning.ts'
import { useSiteZone } from '../../data/settings.ts'
import { useKeptForm } from '../../data/use-draft-form.ts'
import { faultSentence, fieldFaults } from '../../lib/faults.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { RestoredNote } from '../../ui/restored-note.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toastFault } from '../../ui/toast.tsx'

const NONE = 'none'
const LANDS = [
  { value: NONE, label: 'Keine Feiertage' },
  ...Object.entries(LAENDER).map(([value, label]) => ({ value, label })),
]
const WEEK = [0, 1, 2, 3, 4, 5, 6]

/** Publishing days of the team: the state whose holidays count, weekdays, pauses (RUL-64). */
export function PlanningDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Arbeitstage und Pausen"
      description="„Folgende verschieben“ meidet diese Tage. Für Ihr Team gelten sie gemeinsam."
    >
      {open && <Planning />}
    </Dialog>
  )
}

function Planning() {
  const planning = useQuery(planningQuery(useApi()))
  const { update, removePause } = usePlanningSettings()
  const failed = (error: unknown) => toastFault('Fehler beim Speichern', { description: faultSentence(error) })
  if (planning.isError) return <p className="mt-3 text-fg-2">{faultSentence(planning.error)}</p>
  if (!planning.data) return <output className="mt-3 block text-fg-2">Lädt...</output>
  const { land, weekdays, pauses } = planning.data
  const save = (values: Partial<PlanningSettings>) => update.mutate(values, { onError: failed })
  return (
    <div className="mt-3 flex flex-col gap-3">
      <Select
        label="Feiertage"
        value={land ?? NONE}
        choices={LANDS}
        onChange={(value) => save({ land: value === NONE ? null : (value as Land) })}
      />
      <fieldset>
        <legend className="mb-1 text-s/6 text-fg-2">Veröffentlicht wird am</legend>
        <div className="-ml-2 grid grid-cols-2 md:grid-cols-4">
          {WEEK.map((day) => {
            const on = weekdays.includes(day)
            return (
              <Checkbox
                key={day}
                shown
                label={weekdayName(day)}
                checked={on}
                onToggle={() => {
                  // One weekday must remain, since a blog that never publishes cannot be planned.
                  const next = on ? weekdays.filter((other) => other !== day) : [...weekdays, day]
                  if (next.length > 0) save({ weekdays: next })
                }}
              />
            )
          })}
        </div>
      </fieldset>
      <section aria-label="Pausen">
        <h3 className="text-s/6 text-fg-2">Pausen</h3>
        <ul>
          {pauses.map((pause) => (
            <li key={pause.id} className="flex min-h-9 items-center gap-2 border-b border-line">
              <span className="min-w-0 flex-1 truncate">{pause.name}</span>
              <span className="flex-none text-s text-fg-2 tabular-nums">
                {longDay(pause.from_day)} – {longDay(pause.to_day)}
              </span>
              <IconButton
                label={`Pause ${quoted(pause.name)} entfernen`}
                onClick={() => removePause.mutate(pause.id, { onError: failed })}
              >
                <Trash2 aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
        <PauseForm />
      </section>
    </div>
  )
}

const EMPTY = { name: '', from: '', to: '' }

function PauseForm() {
  const zone = useSiteZone()
  const { addPause } = usePlanningSettings()
  const kept = useKeptForm('planning-pause', undefined, EMPTY)
  const { name, from, to } = kept.values
  const [faults, setFaults] = useState<Record<string, string>>({})
  const dayIn = (typed: string) => {
    const read = typed.trim() === '' ? null : readTypedDate(typed, { now: Date.now(), zone, time: null })
    return read && 'day' in read ? read.day : null
  }
  const submit = async () => {
    const [first, last] = [dayIn(from), dayIn(to.trim() === '' ? from : to)]
    const missing = {
      ...(name.trim() === '' && { name: 'Bitte benennen Sie die Pause' }),
      ...(first === null && { from_day: 'Bitte einen Tag angeben' }),
      ...(last === null && { to_day: 'Bitte einen Tag angeben' }),
    }
    setFaults(missing)
    if (first === null || last === null || Object.keys(missing).length > 0) return
    try {
      await kept.send(() => addPause.mutateAsync({ name: name.trim(), from_day: first, to_day: last }))
    } catch (error) {
      const found = fieldFaults(error)
      setFaults(found)
      if (Object.keys(found).length === 0)
        toastFault('Fehler beim Speichern der Pause', { description: faultSentence(error) })
    }
  }
  return (
    <form
      noValidate
      className="mt-2 flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <RestoredNote {...kept} />
      <TextField
        label="Neue Pause"
        placeholder="Sommerpause"
        value={name}
        error={faults.name}
        onChange={(event) => kept.change({ name: event.target.value })}
      />
      <div className="grid gap-2 md:grid-cols-2">
        <DateField
          label="Erster Tag"
          zone={zone}
          time={null}
          typed={from}
          error={faults.from_day}
          onTyped={(typed) => kept.change({ from: typed })}
        />
        <DateField
          label="Letzter Tag"
          zone={zone}
          time={null}
          typed={to}
          error={faults.to_day}
          onTyped={(typed) => kept.change({ to: typed })}
        />
      </div>
      <Button type="submit" size={36} busy={addPause.isPending} className="self-end">
        Pause hinzufügen
      </Button>
    </form>
  )
}
