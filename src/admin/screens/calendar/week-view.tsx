import { useRef, type ReactNode } from 'react'
import { isoWeek, longDay, weekdayOf, WEEKDAYS, dayNumber, type Day } from '../../../rules/days.ts'
import { useSiteZone } from '../../data/settings.ts'
import { cx } from '../../lib/class-names.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { StateGlyph } from '../../ui/state-glyph.tsx'
import { isOfDay, kindWord, type Entry } from './entries.ts'
import { countWords, timeOf, type DaysProps } from './month-grid.tsx'
import { DAY, ENTRY } from './use-day-drag.ts'
import { useEntryRights } from './use-entry-rights.ts'
import { useDayWalk } from './use-day-walk.ts'

type WeekProps = DaysProps & { week: Day[]; onLeave: (day: Day) => void }

/** A week without an hour grid: all-day entries above the line, the rest by time (docs/look.md rule 30). */
export function WeekView(props: WeekProps) {
  const { week, days, today } = props
  const grid = useRef<HTMLDivElement>(null)
  const first = week[0] ?? today
  const isEmpty = !props.loading && week.every((day) => !days.has(day))
  const { current, onKeyDown } = useDayWalk(grid, {
    start: week.includes(today) ? today : first,
    isShown: (day) => week.includes(day),
    onLeave: props.onLeave,
  })
  return (
    <div
      ref={grid}
      aria-busy={props.loading}
      className="relative grid min-h-0 flex-1 auto-cols-[minmax(0,1fr)] grid-flow-col grid-cols-[repeat(7,minmax(0,1fr))] grid-rows-[auto_auto_minmax(18rem,1fr)] border-b border-line"
    >
      {week.map((day, column) => (
        <section key={day} aria-label={longDay(day)} className="contents">
          <DayHead {...props} day={day} column={column} reachable={day === current} onKeyDown={onKeyDown} />
          <Entries {...props} day={day} column={column} above />
          <Entries {...props} day={day} column={column} above={false} />
        </section>
      ))}
      {isEmpty && (
        <p className="pointer-events-none absolute inset-x-0 top-24 text-center text-fg-2">
          KW {isoWeek(first)} ist leer.
        </p>
      )}
    </div>
  )
}

function DayHead(
  props: WeekProps & {
    day: Day
    column: number
    reachable: boolean
    onKeyDown: (event: React.KeyboardEvent) => void
  },
) {
  const { day, column, openKey } = props
  const off = props.offOn(day)
  const isToday = day === props.today
  const count = props.days.get(day)?.length ?? 0
  return (
    <>
      {/* The whole column is a drop target. */}
      <div
        {...{ [DAY]: day }}
        style={{ gridColumn: column + 1 }}
        className={cx(
          'row-span-3 row-start-1 border-line data-over:bg-accent-soft!',
          column > 0 && 'border-l',
          (weekdayOf(day) > 4 || off) && 'bg-[color-mix(in_oklab,var(--hover)_36%,transparent)]',
        )}
      />
      <div style={{ gridColumn: column + 1 }} className="relative row-start-1 min-w-0 px-1 pt-1 pb-2">
        <button
          type="button"
          data-day={day}
          tabIndex={props.reachable ? 0 : -1}
          aria-haspopup="dialog"
          aria-expanded={openKey === day}
          aria-current={isToday ? 'date' : undefined}
          onClick={(event) => props.onOpenDay(day, event.currentTarget)}
          onKeyDown={props.onKeyDown}
          className="flex max-w-full items-baseline gap-1.5 overflow-hidden rounded-small px-1.5 leading-7 whitespace-nowrap -outline-offset-2! hover:bg-hover"
        >
          <span className="sr-only">{`${longDay(day)}, ${off ? `${off.name}, ` : ''}${countWords(count)}`}</span>
          <span aria-hidden className="text-xs text-fg-2">
            {WEEKDAYS[column]}
          </span>
          <span
            aria-hidden
            className={cx(
              'text-l font-semibold tabular-nums',
              isToday && '-mx-0.5 rounded-full bg-accent px-2 text-accent-fg',
            )}
          >
            {dayNumber(day)}
          </span>
        </button>
        {off && (
          <p title={off.name} className="truncate px-1.5 text-xs text-fg-2">
            {off.name}
          </p>
        )}
      </div>
    </>
  )
}

function Entries(props: WeekProps & { day: Day; column: number; above: boolean }) {
  const { day, column, above } = props
  const all = props.days.get(day) ?? []
  const entries = all.filter((entry) => isOfDay(entry) === above)
  const isFree = !above && all.length === 0 && props.offOn(day) !== null
  return (
    <div
      style={{ gridColumn: column + 1 }}
      className={cx(
        'relative flex min-w-0 flex-col gap-1.5 px-1 lg:px-1.5',
        above ? 'row-start-2 border-b border-line pb-2' : 'row-start-3 py-2',
      )}
    >
      {entries.map((entry) => (
        <WeekEntry key={entry.key} {...props} entry={entry} />
      ))}
      {isFree && <p className="px-2 text-xs text-fg-2">frei</p>}
    </div>
  )
}

function WeekEntry(props: WeekProps & { entry: Entry }) {
  const { entry } = props
  const zone = useSiteZone()
  const open = props.openKey === entry.key
  const { moves } = useEntryRights()
  return (
    <div {...{ [ENTRY]: moves(entry) ? entry.key : undefined }} className="group relative data-lifted:opacity-40">
      <EntryButton
        entry={entry}
        time={timeOf(entry, zone)}
        open={open}
        selected={props.selected.has(entry.key)}
        onOpen={props.onOpenEntry}
        className="px-2 py-1"
      >
        <span className="flex h-5 items-center gap-1.5 text-xs text-fg-2 tabular-nums">
          <StateGlyph state={entry.state} />
          {entry.kind === 'draft' ? 'Entwurf' : timeOf(entry, zone).replace(' Uhr', '')}
        </span>
        <span lang="de" className="line-clamp-2 text-s wrap-anywhere hyphens-auto">
          {entry.title}
        </span>
      </EntryButton>
      <SelectBox {...props} className="absolute top-0 right-0" />
    </div>
  )
}

/** The button of an entry, in every view but the month. */
export function EntryButton(props: {
  entry: Entry
  time: string
  open: boolean
  selected: boolean
  onOpen: (entry: Entry, anchor: HTMLElement) => void
  className?: string
  children: ReactNode
}) {
  const { entry, open, selected } = props
  return (
    <button
      type="button"
      data-row={entry.key}
      aria-haspopup="dialog"
      aria-expanded={open}
      onClick={(event) => props.onOpen(entry, event.currentTarget)}
      className={cx(
        'block w-full touch-manipulation rounded-control border text-left',
        selected ? 'border-accent bg-accent-soft' : 'border-line bg-surface hover:border-line-strong',
        open && 'outline-2 outline-offset-1 outline-accent',
        props.className,
      )}
    >
      <span className="sr-only">{`${entry.title}, ${kindWord(entry)}, ${props.time}`}</span>
      <span aria-hidden className="contents">
        {props.children}
      </span>
    </button>
  )
}

/** Selects an entry for a bulk action. Visible on hover or focus, and always while something is selected. */
export function SelectBox(
  props: Pick<DaysProps, 'selected' | 'onToggle'> & { entry: Entry; always?: boolean; className?: string },
) {
  const { entry, selected } = props
  if (!useEntryRights().selects(entry)) return null
  const stays = props.always === true || selected.size > 0
  return (
    <span
      className={cx(
        !stays && 'opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 has-focus-visible:opacity-100',
        props.className,
      )}
    >
      <Checkbox
        label={`${entry.title} auswählen`}
        checked={selected.has(entry.key)}
        onToggle={() => props.onToggle(entry)}
      />
    </span>
  )
}
