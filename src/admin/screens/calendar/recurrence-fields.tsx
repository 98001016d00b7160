import { agendaDay, weekdayName, WEEKDAYS, type Day } from '../../../rules/days.ts'
import { recurrenceWords, type Recurrence } from '../../../rules/recurrence.ts'
import { useSiteZone } from '../../data/settings.ts'
import { useNow } from '../../lib/use-now.ts'
import { DateField } from '../../ui/date-field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { chosenWeekdays, readRecurrence, weekdayOfMonth, type RecurrenceValues } from './recurrence-form.ts'

const ENDS = [
  { value: 'never', label: 'Ohne Ende' },
  { value: 'until', label: 'Bis zu einem Tag' },
  { value: 'count', label: 'Nach einer Anzahl' },
] as const

/** Recurrence of an event: the rule, the weekdays, the end. */
export function RecurrenceFields(props: {
  values: RecurrenceValues
  /** The event's first day; null if it is invalid. */
  start: Day | null
  faults: Record<string, string>
  onChange: (values: Partial<RecurrenceValues>) => void
}) {
  const { values, start, faults, onChange } = props
  const zone = useSiteZone()
  const now = useNow()
  const days = chosenWeekdays(values, start)
  const read = start === null ? null : readRecurrence(values, { start, zone, now })
  const toggle = (day: number) => {
    const next = days.includes(day)
      ? days.filter((other) => other !== day)
      : [...days, day].sort((one, other) => one - other)
    if (next.length > 0) onChange({ weekdays: next.join(',') })
  }
  return (
    <>
      <Select
        label="Wiederholung"
        value={values.repeat}
        choices={choicesOf(start)}
        onChange={(repeat) => onChange({ repeat })}
      />
      {values.repeat === 'week' && (
        <fieldset className="flex gap-1" aria-label="Wochentage">
          {WEEKDAYS.map((name, day) => (
            <button
              key={name}
              type="button"
              aria-pressed={days.includes(day)}
              onClick={() => toggle(day)}
              className="h-11 min-w-0 flex-1 rounded-control border border-line text-s text-fg-2 hover:bg-hover aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:font-medium aria-pressed:text-fg md:h-8"
            >
              <span aria-hidden>{name}</span>
              <span className="sr-only">{weekdayName(day)}</span>
            </button>
          ))}
        </fieldset>
      )}
      {values.repeat !== 'none' && (
        <div className="grid grid-cols-2 gap-3">
          <TextField
            label={values.repeat === 'week' ? 'Alle … Wochen' : 'Alle … Monate'}
            name="interval"
            inputMode="numeric"
            value={values.interval}
            error={faults.interval}
            onChange={(event) => onChange({ interval: event.target.value })}
          />
          <Select label="Ende" value={values.end} choices={ENDS} onChange={(end) => onChange({ end })} />
        </div>
      )}
      {values.repeat !== 'none' && values.end === 'until' && (
        <DateField
          label="Letzter Tag"
          name="until"
          zone={zone}
          time={null}
          typed={values.until}
          error={faults.until}
          onTyped={(until) => onChange({ until })}
        />
      )}
      {values.repeat !== 'none' && values.end === 'count' && (
        <TextField
          label="So oft"
          name="count"
          inputMode="numeric"
          value={values.count}
          error={faults.count}
          onChange={(event) => onChange({ count: event.target.value })}
        />
      )}
      {read && 'rule' in read && read.rule && <output className="text-s text-fg-2">{said(read.rule)}</output>}
    </>
  )
}

const said = (rule: Recurrence) => {
  const words = recurrenceWords(rule)
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

const NTH: Record<number, string> = { 1: 'ersten', 2: 'zweiten', 3: 'dritten', 4: 'vierten', [-1]: 'letzten' }

function choicesOf(start: Day | null): { value: RecurrenceValues['repeat']; label: string }[] {
  const month = start === null ? null : weekdayOfMonth(start)
  return [
    { value: 'none', label: 'Einmalig' },
    { value: 'week', label: 'Wöchentlich' },
    {
      value: 'month-day',
      label: start ? `Monatlich am ${agendaDay(start).slice(4).split(' ')[0]}` : 'Monatlich am Tag',
    },
    {
      value: 'month-weekday',
      label: month ? `Monatlich am ${NTH[month.nth]} ${weekdayName(month.weekday)}` : 'Monatlich am Wochentag',
    },
  ]
}
