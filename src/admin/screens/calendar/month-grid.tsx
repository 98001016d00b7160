import { useRef, type KeyboardEvent } from 'react'
import { useSiteZone } from '../../data/settings.ts'
import { cx } from '../../lib/class-names.ts'
import { formatInZone } from '../../lib/dates.ts'
import { SkeletonBar } from '../../ui/skeleton.tsx'
import { Badge } from './badge.tsx'
import type { DayOff, Entry } from './entries.ts'
import {
  clockChange,
  dayNumber,
  isoWeek,
  longDay,
  monthName,
  monthOf,
  weekdayOf,
  WEEKDAYS,
  weeksOf,
  type Day,
  type Month,
} from '../../../rules/days.ts'
import { DAY } from './use-day-drag.ts'
import { useDayWalk } from './use-day-walk.ts'

const MOST = 3

/** Props of every view of days. */
export type DaysProps = {
  today: Day
  days: Map<Day, Entry[]>
  offOn: (day: Day) => DayOff | null
  loading: boolean
  /** Key of the entry, or the day, whose popover is open. */
  openKey: string | null
  selected: ReadonlySet<string>
  onToggle: (entry: Entry) => void
  onOpenEntry: (entry: Entry, anchor: HTMLElement) => void
  onOpenDay: (day: Day, anchor: HTMLElement) => void
}

type GridProps = DaysProps & { month: Month; onMonth: (month: Month) => void }

/** Month view, Monday first (CAL-1): arrows move between days, Enter opens one. */
export function MonthGrid(props: GridProps) {
  const { month, today, onMonth } = props
  const grid = useRef<HTMLTableElement>(null)
  const weeks = weeksOf(month)
  const { current, onKeyDown } = useDayWalk(grid, {
    start: monthOf(today) === month ? today : `${month}-01`,
    isShown: (day) => monthOf(day) === month,
    onLeave: (day) => onMonth(monthOf(day)),
  })

  return (
    <table
      ref={grid}
      aria-label={monthName(month)}
      aria-busy={props.loading}
      className="grid min-h-0 flex-1 grid-cols-[36px_repeat(7,minmax(0,1fr))] grid-rows-[28px_repeat(6,minmax(106px,1fr))] border-b print:grid-rows-[28px_repeat(6,96px)] border-line text-left"
    >
      <thead className="contents">
        <tr className="contents">
          <th scope="col" className="text-[11px]/5 font-normal text-fg-3">
            <abbr title="Kalenderwoche" className="no-underline">
              KW
            </abbr>
          </th>
          {WEEKDAYS.map((name, index) => (
            <th
              key={name}
              scope="col"
              className={cx('px-2.25 text-xs/5 font-medium', index > 4 ? 'text-fg-3' : 'text-fg-2')}
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="contents">
        {weeks.map((week) => (
          <tr key={week[0]} className="contents">
            <th scope="row" className="border-t border-line pt-1 text-[11px]/6 font-normal text-fg-3 tabular-nums">
              {isoWeek(week[0] ?? '')}
            </th>
            {week.map((day) => (
              <DayCell key={day} day={day} reachable={day === current} onKeyDown={onKeyDown} {...props} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function DayCell(props: GridProps & { day: Day; reachable: boolean; onKeyDown: (event: KeyboardEvent) => void }) {
  const { day, month, today, openKey } = props
  const zone = useSiteZone()
  const entries = props.days.get(day) ?? []
  const shown = entries.length > MOST ? entries.slice(0, MOST - 1) : entries
  const outside = monthOf(day) !== month
  const isToday = day === today
  const off = props.offOn(day)
  const note = off?.name ?? clockChange(day, zone)
  return (
    <td
      {...{ [DAY]: day }}
      aria-current={isToday ? 'date' : undefined}
      className={cx(
        'relative min-w-0 border-t border-l border-line px-1 pt-1 data-over:bg-accent-soft!',
        (weekdayOf(day) > 4 || off) && 'bg-[color-mix(in_oklab,var(--hover)_36%,transparent)]',
      )}
    >
      <div className="mb-0.5 flex h-6 items-center justify-between gap-1 text-xs tabular-nums">
        <button
          type="button"
          data-day={day}
          tabIndex={props.reachable ? 0 : -1}
          aria-label={`${longDay(day)}, ${off ? `${off.name}, ` : ''}${countWords(entries.length)}`}
          aria-haspopup="dialog"
          aria-expanded={openKey === day}
          onClick={(event) => props.onOpenDay(day, event.currentTarget)}
          onKeyDown={props.onKeyDown}
          className={cx(
            // The month name of a first day wraps out of sight if the cell is too small.
            'flex h-6 min-w-6 flex-wrap gap-x-1 overflow-hidden rounded-full px-1 leading-6 whitespace-nowrap -outline-offset-2! hover:bg-hover',
            isToday && '-ml-0.5 justify-center bg-accent! font-semibold text-accent-fg outline-offset-1!',
            !isToday && (outside ? 'text-left text-fg-3' : 'text-left font-medium'),
          )}
        >
          {dayNumber(day)
            .split(' ')
            .map((word) => (
              <span key={word}>{word}</span>
            ))}
        </button>
        {note && (
          <span title={note} className="min-w-0 truncate pr-1 text-fg-3">
            {note}
          </span>
        )}
      </div>
      {props.loading && entries.length === 0 && weekdayOf(day) % 3 === 1 && <SkeletonBar className="mx-1 mt-2 w-3/5" />}
      {shown.map((entry) => (
        <Badge
          key={entry.key}
          entry={entry}
          open={openKey === entry.key}
          selected={props.selected.has(entry.key)}
          roomy={entries.length === 1}
          time={timeOf(entry, zone)}
          onOpen={props.onOpenEntry}
          onToggle={props.onToggle}
          className="mb-0.5 w-full"
        />
      ))}
      {entries.length > shown.length && (
        <button
          type="button"
          aria-label={`${entries.length - shown.length} weitere am ${longDay(day)}`}
          aria-haspopup="dialog"
          onClick={(event) => props.onOpenDay(day, event.currentTarget)}
          className="block h-5.5 w-full rounded-small px-1.5 text-left text-xs text-fg-2 hover:bg-hover hover:text-fg"
        >
          {entries.length - shown.length} weitere
        </button>
      )}
    </td>
  )
}

export function countWords(count: number): string {
  if (count === 0) return 'keine Einträge'
  return count === 1 ? '1 Eintrag' : `${count} Einträge`
}

/** `08:00 Uhr`, `fällig`, or `ohne Termin`. */
export function timeOf(entry: Entry, zone: string): string {
  if (entry.kind === 'task') return 'fällig'
  if (entry.kind === 'draft') return 'ohne Uhrzeit'
  return entry.at === null ? 'ohne Termin' : `${formatInZone(entry.at, 'HH:mm', zone)} Uhr`
}
