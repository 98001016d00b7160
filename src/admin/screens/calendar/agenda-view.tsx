import { useQuery } from '@tanstack/react-query'
import { useId, useRef } from 'react'
import { addDays, agendaDay, isoWeek, longDay, monthOf, weekdayOf, WEEKDAYS, type Day } from '../../../rules/days.ts'
import { useApi } from '../../data/api-context.tsx'
import { useSiteZone } from '../../data/settings.ts'
import { categoriesQuery } from '../../data/taxonomy.ts'
import { peopleQuery } from '../../data/users.ts'
import { cx } from '../../lib/class-names.ts'
import { useRowKeys } from '../../lib/use-row-keys.ts'
import { PriorityBadge } from '../../parts/task-priority/priority-badge.tsx'
import { STATE_COLORS, StateGlyph, STATE_LABELS } from '../../ui/state-glyph.tsx'
import { SkeletonBar } from '../../ui/skeleton.tsx'
import { dayOf, type Entry } from './entries.ts'
import { timeOf, type DaysProps } from './month-grid.tsx'
import { EntryButton, SelectBox } from './week-view.tsx'

type AgendaProps = Omit<DaysProps, 'onOpenDay'> & {
  /** The days of the agenda, in order. */
  shown: Day[]
  overdue: Entry[]
  undatedCount: number
  onOpenDay?: DaysProps['onOpenDay']
}

/**
 * Planned entries day by day from a date on. Overdue tasks come first, empty weeks are one line (docs/look.md rule 30).
 */
export function AgendaView(props: AgendaProps) {
  const { shown, days, today, overdue } = props
  const zone = useSiteZone()
  const list = useRef<HTMLDivElement>(null)
  useRowKeys(list)
  return (
    <div ref={list} className="flex-1" aria-busy={props.loading}>
      {overdue.length > 0 && shown.includes(today) && (
        <Part
          head={<span className="text-scheduled">Überfällig</span>}
          note={overdue.length === 1 ? '1 Aufgabe' : `${overdue.length} Aufgaben`}
        >
          {overdue.map((entry) => (
            <AgendaRow key={entry.key} {...props} entry={entry} time={shortDay(dayOf(entry, zone) ?? '')} late />
          ))}
        </Part>
      )}
      {spansOf(shown, (day) => days.has(day) || day === today).map((span) => {
        const [first = today] = span.days
        if (!span.empty) {
          const entries = days.get(first) ?? []
          return (
            <Part key={first} day={first} head={agendaDay(first)} note={dayNote(first, props)}>
              {entries.map((entry) => (
                <AgendaRow key={entry.key} {...props} entry={entry} time={timeOf(entry, zone).replace(' Uhr', '')} />
              ))}
              {entries.length === 0 &&
                (props.loading ? (
                  <SkeletonBar className="my-4 w-3/5" />
                ) : (
                  <p className="py-2.5 text-fg-2">Keine Einträge</p>
                ))}
            </Part>
          )
        }
        // Days that are still loading are not shown as empty.
        return props.loading ? null : <EmptySpan key={first} {...props} run={span.days} />
      })}
    </div>
  )
}

const shortDay = (day: Day) => `${day.slice(8)}.${day.slice(5, 7)}.`

function dayNote(day: Day, { today, offOn }: Pick<AgendaProps, 'today' | 'offOn'>): string {
  if (day === today) return 'Heute'
  if (day === addDays(today, 1)) return 'Morgen'
  return offOn(day)?.name ?? (weekdayOf(day) === 0 ? `KW ${isoWeek(day)}` : '')
}

function Part(props: { head: React.ReactNode; note: string; day?: Day; children: React.ReactNode }) {
  const id = useId()
  return (
    <section
      aria-labelledby={props.day ? undefined : id}
      aria-label={props.day ? longDay(props.day) : undefined}
      className="grid border-b border-line py-1.5 last:border-b-0 md:grid-cols-[144px_minmax(0,1fr)]"
    >
      <div className="py-2.5 max-md:flex max-md:items-baseline max-md:gap-2 max-md:pb-1.5">
        <h2 id={id} className="font-semibold tabular-nums">
          {props.head}
        </h2>
        {props.note !== '' && <p className="text-s text-fg-2">{props.note}</p>}
      </div>
      <div className="min-w-0 divide-line max-md:flex max-md:flex-col max-md:gap-1.5 md:divide-y">{props.children}</div>
    </section>
  )
}

type Span = { empty: boolean; days: Day[] }

/** Groups days: each with entries alone, the empty ones between as ranges. */
function spansOf(shown: Day[], hasSomething: (day: Day) => boolean): Span[] {
  const spans: Span[] = []
  for (const day of shown) {
    const last = spans.at(-1)
    if (hasSomething(day)) spans.push({ empty: false, days: [day] })
    else if (last?.empty) last.days.push(day)
    else spans.push({ empty: true, days: [day] })
  }
  return spans
}

/** A range of days without entries: names holidays and pauses within it, and empty weeks. */
function EmptySpan({ run: days, offOn, undatedCount }: Pick<AgendaProps, 'offOn' | 'undatedCount'> & { run: Day[] }) {
  const weeks = days.filter((day) => weekdayOf(day) === 0 && days.includes(addDays(day, 6))).map(isoWeek)
  const off = [...new Set(days.flatMap((day) => offOn(day)?.name ?? []))]
  if (weeks.length === 0 && off.length === 0) return null
  const [first = '', last = first] = [days[0], days.at(-1)]
  return (
    <Part head={spanWords(first, last)} note={off.join(', ')}>
      <p className="py-2.5 text-fg-2">
        {weeks.length === 0 && 'Nichts geplant'}
        {weeks.length === 1 && `KW ${weeks[0]} ist leer.`}
        {weeks.length > 1 && `KW ${weeks.slice(0, -1).join(', ')} und ${weeks.at(-1)} sind leer.`}
        {weeks.length > 0 && undatedCount > 0 && (
          <span className="font-medium text-fg">
            {' '}
            Ohne Termin: {undatedCount === 1 ? '1 Artikel' : `${undatedCount} Artikel`}
          </span>
        )}
      </p>
    </Part>
  )
}

function spanWords(first: Day, last: Day): string {
  if (first === last) return agendaDay(first)
  const end = agendaDay(last).slice(4)
  const begin = monthOf(first) === monthOf(last) ? `${Number(first.slice(8))}.` : agendaDay(first).slice(4)
  return `${begin} – ${end}`
}

type RowProps = Pick<AgendaProps, 'selected' | 'onToggle' | 'openKey' | 'onOpenEntry'> & {
  entry: Entry
  time: string
  late?: boolean
}

function AgendaRow(props: RowProps) {
  const { entry, time, late = false } = props
  const people = useQuery(peopleQuery(useApi())).data?.items
  const categories = useQuery(categoriesQuery(useApi())).data?.items
  const person = people?.find(({ id }) => id === entry.person)?.name
  const category = categories?.find(({ id }) => id === entry.category)?.name
  const kind = entry.kind === 'article' || entry.kind === 'draft' ? 'Artikel' : STATE_LABELS[entry.state]
  return (
    <div className="group relative flex items-center">
      <EntryButton
        entry={entry}
        time={entry.kind === 'task' ? 'fällig' : time}
        open={props.openKey === entry.key}
        selected={props.selected.has(entry.key)}
        onOpen={props.onOpenEntry}
        className="flex min-h-13 min-w-0 items-center gap-3 px-3 py-1.5 md:my-px md:-ml-2 md:min-h-10 md:px-2 md:not-[.border-accent]:border-transparent md:not-[.border-accent]:bg-transparent md:hover:bg-hover"
      >
        <span
          className={cx('w-13 flex-none tabular-nums max-md:hidden', late ? 'font-medium text-scheduled' : 'text-fg-2')}
        >
          {time}
        </span>
        <StateGlyph state={entry.state} />
        <span className="min-w-0 flex-1">
          <span
            lang="de"
            className="block font-medium max-md:line-clamp-2 max-md:hyphens-auto max-md:wrap-anywhere md:truncate"
          >
            {entry.title}
          </span>
          <span className="block text-xs text-fg-2 tabular-nums md:hidden">
            {time} · {kind}
          </span>
        </span>
        {entry.kind === 'task' && (
          <span className="max-md:hidden">
            <PriorityBadge priority={entry.task.priority} />
          </span>
        )}
        <span className="w-36 flex-none truncate text-s text-fg-2 max-lg:hidden">
          {category ? `${kind}, ${category}` : kind}
        </span>
        <span className="w-40 flex-none truncate text-s text-fg-2 max-xl:hidden">{person}</span>
        <span className="w-8 flex-none max-md:w-11" />
      </EntryButton>
      <SelectBox {...props} className="absolute right-0" />
    </div>
  )
}

/** The week under 768 px: a strip of days with dots, and the entries of each. */
export function WeekStrip({ week, today, days }: { week: Day[]; today: Day; days: Map<Day, Entry[]> }) {
  return (
    <div aria-hidden className="grid grid-cols-7">
      {week.map((day, index) => (
        <span key={day} className="grid justify-items-center gap-0.5 pb-1 text-m tabular-nums">
          <span className="text-[11px]/5 text-fg-3">{WEEKDAYS[index]}</span>
          <span
            className={cx(
              'size-7 rounded-full text-center leading-7',
              day === today && 'bg-accent font-semibold text-accent-fg',
            )}
          >
            {Number(day.slice(8))}
          </span>
          <span className="flex h-1 gap-0.75">
            {(days.get(day) ?? []).slice(0, 3).map((entry) => (
              <span key={entry.key} className={cx('size-1 rounded-full bg-current', STATE_COLORS[entry.state])} />
            ))}
          </span>
        </span>
      ))}
    </div>
  )
}
