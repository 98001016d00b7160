import type { CalendarArticle, CalendarOccurrence, CalendarTask } from '../../../contract/events.ts'
import type { Planned, PlannedArticle } from '../../../contract/planning.ts'
import type { Day } from '../../../rules/days.ts'
import { instantOfWallTime, wallTimeOfInstant } from '../../../rules/wall-time.ts'
import { quoted } from '../../../rules/quoted.ts'
import type { CalendarData, Rescheduling } from '../../data/events.ts'
import { STATE_LABELS, type GlyphState } from '../../ui/state-glyph.tsx'

/**
 * One badge of the calendar. `at` is null without a time: in the tray `Ohne Termin`, and for a draft, which is on its
 * `day`. A recurring event has a badge per occurrence, distinguished by `key`.
 */
export type Entry = {
  key: string
  id: string
  title: string
  at: string | null
  state: GlyphState
  /** Whose it is for the filter: its assignee, or without one its author. */
  person: string | null
  /** The person responsible. */
  assignee: string | null
  category: string | null
} & (
  | { kind: 'event'; event: CalendarOccurrence }
  | { kind: 'article'; article: CalendarArticle }
  | { kind: 'draft'; day: Day }
  | { kind: 'task'; task: CalendarTask }
)

export function eventEntry(event: CalendarOccurrence): Entry {
  const { id, title, starts_at: at, type: state, author_id: person } = event
  const of = { person, assignee: null, category: null }
  return { kind: 'event', key: `event ${id} ${event.day ?? ''}`, id, title, at, state, ...of, event }
}

export function articleEntry(article: CalendarArticle): Entry {
  const { id, title, published_at: at, status: state } = article
  return { kind: 'article', key: `article ${id}`, id, title, at, state, ...peopleOf(article), article }
}

function draftEntry(article: PlannedArticle): Entry {
  const { id, title, planned_on: day } = article
  return { kind: 'draft', key: `draft ${id}`, id, title, at: null, state: 'draft', ...peopleOf(article), day }
}

function peopleOf({ author_id, assignee_id: assignee, category_id: category }: Omit<PlannedArticle, 'planned_on'>) {
  return { person: assignee ?? author_id, assignee, category }
}

export function taskEntry(task: CalendarTask): Entry {
  const { id, title, due_at: at, author_id, assignee_id: assignee } = task
  const of = { person: assignee ?? author_id, assignee, category: null }
  return { kind: 'task', key: `task ${id}`, id, title, at, state: 'task', ...of, task }
}

/** Filter of the calendar: types hidden by the legend, one person, one category. */
export type Filter = { hidden: readonly string[]; person: string | undefined; category: string | undefined }

export function isSeen(entry: Entry, { hidden, person, category }: Filter): boolean {
  if (hidden.includes(entry.state)) return false
  if (person !== undefined && entry.person !== person) return false
  return category === undefined || entry.category === category
}

/** Whether it belongs to a day rather than a time: tasks and drafts are above timed entries. */
export const isOfDay = ({ kind }: Entry) => kind === 'task' || kind === 'draft'

/** The day of an entry in the site's zone; null in the tray. */
export function dayOf(entry: Entry, zone: string): Day | null {
  if (entry.kind === 'draft') return entry.day
  return entry.at === null ? null : wallTimeOfInstant(entry.at, zone).slice(0, 10)
}

/** What is planned for a time or day comes before tasks, and those before what is published already. */
function order(entry: Entry): string {
  const rank = entry.kind === 'task' ? 1 : entry.kind === 'article' && entry.state === 'published' ? 2 : 0
  return `${rank} ${entry.at ?? ''}`
}

/** Badges by day of the site's zone: planned ones by time, then tasks, then published articles. */
export function entriesByDay(data: CalendarData | undefined, zone: string, filter?: Filter): Map<Day, Entry[]> {
  const entries = data
    ? [
        ...data.events.map(eventEntry),
        ...data.articles.map(articleEntry),
        ...data.planned.map(draftEntry),
        ...data.tasks.map(taskEntry),
      ]
    : []
  const days = new Map<Day, Entry[]>()
  for (const entry of entries.toSorted((one, other) => (order(one) < order(other) ? -1 : 1))) {
    const day = dayOf(entry, zone)
    if (day === null || (filter && !isSeen(entry, filter))) continue
    const known = days.get(day)
    if (known) known.push(entry)
    else days.set(day, [entry])
  }
  return days
}

const GRAPHEMES = new Intl.Segmenter('de', { granularity: 'grapheme' })

/** CAL-2: 15 characters (graphemes) and an ellipsis. */
export function shortTitle(title: string): string {
  const signs = [...GRAPHEMES.segment(title)]
  if (signs.length <= 15) return title
  return `${signs
    .slice(0, 15)
    .map(({ segment }) => segment)
    .join('')}…`
}

/** Published articles cannot be moved; everything else can. */
export function isMovable(entry: Entry): boolean {
  return entry.kind !== 'article' || entry.article.status === 'scheduled'
}

/**
 * Whether it can be moved together with others: no single occurrence of a recurring event, and nothing without a day.
 */
export function isSelectable(entry: Entry): boolean {
  return isMovable(entry) && (entry.kind !== 'event' || entry.event.day === null)
}

/** The entry as the planning API identifies it, with the date shown here. */
export function plannedOf(entry: Entry): Planned {
  if (entry.kind === 'draft') return { noun: 'articles', id: entry.id, at: entry.day }
  return {
    noun: ({ event: 'events', article: 'articles', task: 'tasks' } as const)[entry.kind],
    id: entry.id,
    at: entry.at,
  }
}

/** Whether later articles are planned that could be pushed along. */
export function hasFollowing(entry: Entry): boolean {
  return isMovable(entry) && (entry.kind === 'draft' || (entry.kind === 'article' && entry.at !== null))
}

/** Whether it has a date that can be taken away again. */
export function isParkable(entry: Entry): boolean {
  return entry.kind === 'draft' || (entry.state === 'scheduled' && entry.at !== null)
}

/** Eight o'clock of a day for an entry without a time, else the same wall time (RUL-3); null if nothing changes. */
export function onDay(entry: Entry, day: Day, zone: string): { instant: string; skipped: boolean } | null {
  const wall = entry.at === null ? `${day}T08:00` : `${day}${wallTimeOfInstant(entry.at, zone).slice(10)}`
  const moment = instantOfWallTime(wall, zone)
  return moment?.instant === entry.at ? null : moment
}

export function reschedulingOf(entry: Entry, at: string | null, version?: number): Rescheduling | null {
  if (entry.kind === 'article') return { article: entry.id, version: version ?? entry.article.version, at }
  return entry.kind !== 'event' || at === null ? null : { event: entry.id, day: entry.event.day, at }
}

/** The type of an entry in words: `Deadline`, `Artikel geplant`, `Entwurf geplant`, `Aufgabe fällig`. */
export function kindWord({ kind, state }: Pick<Entry, 'kind' | 'state'>): string {
  if (kind === 'event') return STATE_LABELS[state]
  if (kind === 'draft') return 'Entwurf geplant'
  return kind === 'task' ? 'Aufgabe fällig' : `Artikel ${STATE_LABELS[state].toLowerCase()}`
}

/** Why nothing is published on a day: a holiday, or a pause of the team. */
export type DayOff = { name: string; isPause: boolean }

export function daysOff(data: Pick<CalendarData, 'holidays' | 'pauses'> | undefined): (day: Day) => DayOff | null {
  const holidays = new Map((data?.holidays ?? []).map(({ day, name }) => [day, name]))
  return (day) => {
    const holiday = holidays.get(day)
    if (holiday !== undefined) return { name: holiday, isPause: false }
    const pause = data?.pauses.find(({ from_day, to_day }) => from_day <= day && day <= to_day)
    return pause ? { name: `Pause ${quoted(pause.name)}`, isPause: true } : null
  }
}
