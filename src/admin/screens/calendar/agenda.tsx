import { useState } from 'react'
import { useSiteZone } from '../../data/settings.ts'
import { cx } from '../../lib/class-names.ts'
import { StateGlyph, STATE_COLORS, STATE_LABELS } from '../../ui/state-glyph.tsx'
import type { DayOff, Entry } from './entries.ts'
import { timeOf } from './month-grid.tsx'
import { agendaDay, longDay, monthOf, WEEKDAYS, weeksOf, type Day, type Month } from '../../../rules/days.ts'

type AgendaProps = {
  month: Month
  today: Day
  days: Map<Day, Entry[]>
  offOn: (day: Day) => DayOff | null
  loading: boolean
  /** Shown between month and agenda. */
  tray: React.ReactNode
  onOpenEntry: (entry: Entry, anchor: HTMLElement) => void
}

/** The calendar under 768 px: a small month with dots, and the agenda from the chosen day on (docs/look.md rule 23). */
export function MonthAgenda({ month, today, days, offOn, loading, tray, onOpenEntry }: AgendaProps) {
  const [picked, setPicked] = useState<Day | null>(null)
  const start = monthOf(today) === month ? today : `${month}-01`
  const chosen = picked !== null && monthOf(picked) === month ? picked : start
  const coming = weeksOf(month)
    .flat()
    .filter((day) => day >= chosen && monthOf(day) === month && (day === chosen || days.has(day)))
  return (
    <>
      <div className="grid grid-cols-7">
        {WEEKDAYS.map((name) => (
          <span key={name} aria-hidden className="text-center text-[11px]/5 text-fg-3">
            {name}
          </span>
        ))}
        {weeksOf(month)
          .flat()
          .map((day) => (
            <MiniDay
              key={day}
              day={day}
              entries={days.get(day) ?? []}
              today={day === today}
              outside={monthOf(day) !== month}
              chosen={day === chosen}
              onPick={() => setPicked(day)}
            />
          ))}
      </div>
      {tray}
      {coming.map((day) => (
        <AgendaDay
          key={day}
          day={day}
          today={today}
          off={offOn(day)}
          loading={loading}
          entries={days.get(day) ?? []}
          onOpenEntry={onOpenEntry}
        />
      ))}
    </>
  )
}

function MiniDay(props: {
  day: Day
  entries: Entry[]
  today: boolean
  outside: boolean
  chosen: boolean
  onPick: () => void
}) {
  const { entries, today, outside, chosen } = props
  return (
    <button
      type="button"
      aria-label={`${longDay(props.day)}, ${entries.length === 1 ? '1 Eintrag' : `${entries.length || 'keine'} Einträge`}`}
      aria-pressed={chosen}
      aria-current={today ? 'date' : undefined}
      disabled={outside}
      onClick={props.onPick}
      className="grid h-11 content-center justify-items-center gap-0.5 rounded-control text-m tabular-nums disabled:text-fg-3"
    >
      <span
        className={cx(
          'size-7 rounded-full text-center leading-7',
          today ? 'bg-accent font-semibold text-accent-fg' : chosen && 'bg-pressed',
        )}
      >
        {Number(props.day.slice(8))}
      </span>
      <span aria-hidden className="flex h-1 gap-0.75">
        {entries.slice(0, 3).map((entry) => (
          <span key={entry.key} className={cx('size-1 rounded-full bg-current', STATE_COLORS[entry.state])} />
        ))}
      </span>
    </button>
  )
}

function AgendaDay(props: {
  day: Day
  today: Day
  off: DayOff | null
  loading: boolean
  entries: Entry[]
  onOpenEntry: (entry: Entry, anchor: HTMLElement) => void
}) {
  const zone = useSiteZone()
  return (
    <section aria-label={longDay(props.day)}>
      <h2 className="flex h-9 items-center gap-2 text-s font-semibold">
        {agendaDay(props.day)}
        {props.day === props.today && <span className="font-normal text-fg-2">Heute</span>}
        {props.off && <span className="font-normal text-fg-2">{props.off.name}</span>}
      </h2>
      {/* Days that are still loading are not shown as empty. */}
      {props.entries.length === 0 && !props.loading && <p className="mb-1.5 text-s text-fg-2">Keine Einträge</p>}
      {props.entries.map((entry) => (
        <button
          key={entry.key}
          type="button"
          aria-haspopup="dialog"
          onClick={(event) => props.onOpenEntry(entry, event.currentTarget)}
          className="mb-1.5 flex min-h-13 w-full items-center gap-3 rounded-card border border-line bg-surface px-3 py-1.5 text-left"
        >
          <StateGlyph state={entry.state} />
          <span className="min-w-0 flex-1">
            <span className="block truncate font-medium">{entry.title}</span>
            <span className="block text-xs text-fg-2 tabular-nums">
              {timeOf(entry, zone)} · {STATE_LABELS[entry.state]}
            </span>
          </span>
        </button>
      ))}
    </section>
  )
}
