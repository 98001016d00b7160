import type { Insertable } from 'kysely'
import type { Tables } from '../../server/platform/db/db.ts'
import type { Kit } from './kit.ts'

type TaskRow = Insertable<Tables['editorial_tasks']>
type EventRow = Insertable<Tables['calendar_events']>

/** A card of the board. Cards keep the order they are built in: positions grow as text. */
export function taskRow(kit: Kit, given: Partial<TaskRow> = {}): TaskRow {
  const createdAt = given.created_at ?? kit.at(-kit.random.int(1, 40))
  const id = kit.id(createdAt)
  return {
    id,
    title: kit.random.pick(TASKS),
    priority: 'med',
    status: 'idea',
    position: nextPosition(kit),
    due_at: null,
    article_id: null,
    author_id: null,
    created_at: createdAt,
    updated_at: createdAt,
    deleted_at: null,
    ...given,
  }
}

const positions = new WeakMap<Kit, number>()

/** `d0000`, `d0001` …: fractional indices of equal length (`d` says four digits), in the order of building. */
function nextPosition(kit: Kit): string {
  const number = positions.get(kit) ?? 0
  positions.set(kit, number + 1)
  return `d${number.toString(36).padStart(4, '0')}`
}

/** An entry of the calendar, a milestone at ten o'clock (UTC) on a day within a fortnight by default. */
export function eventRow(kit: Kit, given: Partial<EventRow> = {}): EventRow {
  const createdAt = given.created_at ?? kit.at(-kit.random.int(2, 30))
  return {
    id: kit.id(createdAt),
    title: kit.random.pick(EVENTS),
    starts_at: kit.at(kit.random.int(-14, 14), '10:00'),
    type: 'milestone',
    author_id: null,
    created_at: createdAt,
    updated_at: createdAt,
    deleted_at: null,
    ...given,
  }
}

const TASKS = [
  'Bildrechte klären',
  'Zweite Lesung',
  'Tabelle nachrechnen',
  'Interview abtippen',
  'Überschrift schärfen',
  'Fußnoten prüfen',
  'Quelle um Freigabe bitten',
  'Bildunterschriften ergänzen',
  'Leserbrief beantworten',
  'Umfrage auswerten',
]

const EVENTS = [
  'Redaktionskonferenz',
  'Themenplanung nächstes Quartal',
  'Abgabe Bildstrecke',
  'Gespräch mit dem Stadtarchiv',
  'Lesung im Technikmuseum',
  'Umzug des Testservers',
  'Podcast-Aufnahme',
  'Rückblick auf den Monat',
]
