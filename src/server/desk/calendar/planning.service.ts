import { ApiError, invalidField } from '../../../contract/errors.ts'
import { MOST_MOVED } from '../../../rules/limits.ts'
import { PLANNED_NOUNS, type Planned, type PlanMove, type PlanResult } from '../../../contract/planning.ts'
import { addDays, type Day } from '../../../rules/days.ts'
import { storedDay } from '../../../rules/instants.ts'
import { movedDays, pushedDays, type Obstacle } from '../../../rules/publishing-days.ts'
import { instantOfWallTime, wallTimeOfInstant } from '../../../rules/wall-time.ts'
import { quoted } from '../../../rules/quoted.ts'
import { articles } from '../../writing/articles/articles.service.ts'
import { ARTICLES } from '../../writing/articles/article-noun.ts'
import { mustLock } from '../../writing/texts/locked-text.service.ts'
import { undoStore } from '../../platform/bulk.ts'
import { inBulk } from '../../platform/requester.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { holdRecord, lockFor } from '../../platform/db/locks.ts'
import { announce, inTransaction } from '../../platform/db/transaction.ts'
import type { CallerActor } from '../../platform/caller.ts'
import { readSettings } from '../../settings/settings.service.ts'
import { changeTask } from '../tasks/tasks.service.ts'
import { changeEvent } from './events.service.ts'
import { obstacleBetween } from './planning-settings.service.ts'
import * as queries from './planning.queries.ts'

type Noun = Planned['noun']

/** A dated record: a scheduled article, a planned draft, an event, a task with a due date. */
type Item = { noun: Noun; id: string; title: string; at: string | null; isDraft: boolean; version: number }

const undos = undoStore<PlanMove[]>('planning_moves', 'moves')
const NO_FREE_DAY = 'Bis auf Weiteres ist kein Tag zum Veröffentlichen frei'
const key = ({ noun, id }: { noun: Noun; id: string }) => `${noun} ${id}`
/** True for `2026-03-09`, false for an instant. */
const isDay = (at: string) => at.length === 10

/** Plans an article for a day, or for none (RUL-64), and changes nothing else of it. 404 without the article. */
export async function plan(
  db: Db,
  { id, planned_on }: { id: string; planned_on: Day | null },
): Promise<{ id: string; planned_on: Day | null }> {
  return inTransaction(db, async (tx) => {
    await lockFor(tx, 'planning')
    await mustLock(tx, ARTICLES, id)
    await writePlan(tx, id, planned_on)
    return { id, planned_on }
  })
}

type MoveInput = { items: Planned[]; days: number | null; publishing_days: boolean; dry_run: boolean }

/**
 * Moves the named records by days, all or nothing. Errors: 404; 409 `version_conflict` for records moved in the
 * meantime; 400 for those that cannot move: published articles, recurring events, an article that would be published by
 * it.
 */
export async function move(
  db: Db,
  { items, days, publishing_days, dry_run }: MoveInput,
  actor: CallerActor,
): Promise<PlanResult> {
  return change(db, { dry_run, actor }, async (tx) => {
    const found = await seen(tx, items)
    if (days === null) return found.map((item) => ({ ...parked(item), item }))
    return datedMoves(tx, found, (of, obstacle) => movedDays(of, days, publishing_days ? obstacle : null), {
      behind: days,
      passes: publishing_days,
    })
  })
}

/**
 * Moves an article and everything planned after it to the next free publishing day (RUL-64). Errors: those of `move`.
 */
export async function push(
  db: Db,
  { item, dry_run }: { item: Planned; dry_run: boolean },
  actor: CallerActor,
): Promise<PlanResult> {
  return change(db, { dry_run, actor }, async (tx, zone) => {
    const [row] = await queries.getArticles(tx, [item.id])
    if (!row) throw new ApiError('not_found')
    const first = toItem(row)
    if (first.at !== item.at) throw elsewhere(first)
    if (!first.at) throw invalidField('item', 'Ohne Termin gibt es nichts, was folgt')
    const day = dayOf(first.at, zone)
    const at = isDay(first.at) ? (instantOfWallTime(`${day}T00:00`, zone)?.instant ?? '') : first.at
    const rows = await queries.listFrom(tx, { at, day }, MOST_MOVED + 1)
    if (rows.length > MOST_MOVED) throw invalidField('item', `Es folgen mehr als ${MOST_MOVED} Artikel`)
    const items = await locked(tx, rows.map(toItem))
    return datedMoves(tx, items, pushedDays, { behind: 1, passes: true })
  })
}

/**
 * Undoes a move of the caller exactly and as a whole. Errors: 404 for a move that is unknown, of another account, older than a day,
 * or already undone; 409 `version_conflict` where a record was moved since, or would be published by going back.
 */
export async function undo(db: Db, id: string, actor: CallerActor): Promise<PlanResult> {
  return inTransaction(db, async (tx) => {
    await lockFor(tx, 'planning')
    const moves = await undos.take(tx, id, actor)
    const items = await seen(
      tx,
      moves.map(({ noun, id: of, to }) => ({ noun, id: of, at: to })),
    )
    const back = moves.map((one) => {
      const item = items.find((known) => key(known) === key(one))
      if (!item || (one.noun === 'articles' && item.isDraft !== isDay(one.from ?? one.to ?? ''))) throw elsewhere(one)
      return { ...one, from: one.to, to: one.from, item }
    })
    await write(tx, back, actor)
    return { id: null, moves: back.map(({ item: _item, ...one }) => one) }
  })
}

type Planning = PlanMove & { item: Item }

/** Computes moves and writes them, with their undo data, in one transaction; a dry run writes nothing. */
async function change(
  db: Db,
  { dry_run, actor }: { dry_run: boolean; actor: CallerActor },
  work: (tx: Tx, zone: string) => Promise<Planning[]>,
): Promise<PlanResult> {
  return inTransaction(db, async (tx) => {
    await lockFor(tx, 'planning')
    const { effective_timezone: zone } = await readSettings(tx)
    const moves = (await work(tx, zone)).filter(({ from, to }) => from !== to)
    const said = moves.map(({ item: _item, ...one }) => one)
    refusePast(moves, actor.now)
    if (dry_run || moves.length === 0) return { id: null, moves: said }
    await inBulk(() => write(tx, moves, actor))
    return { id: await undos.remember(tx, said, actor), moves: said }
  })
}

/** The named records, checked to be where the caller saw them; articles are locked, in order. */
async function seen(tx: Tx, items: Planned[]): Promise<Item[]> {
  const wanted = new Map(items.map((item) => [key(item), item]))
  const idsOf = (noun: Noun) => [...wanted.values()].filter((item) => item.noun === noun).map(({ id }) => id)
  const ids = idsOf('articles')
  for (const id of ids.toSorted()) await mustLock(tx, ARTICLES, id)
  const articles = ids.length > 0 ? (await queries.getArticles(tx, ids)).map(toItem) : []
  const dated = async (noun: 'events' | 'tasks', table: 'calendar_events' | 'editorial_tasks') => {
    const named = idsOf(noun)
    const rows = named.length > 0 ? await queries.getDated(tx, table, named) : []
    const again = rows.find(({ recurring }) => recurring)
    if (again) throw invalidField('items', `${quoted(again.title)} wiederholt sich und wird einzeln verschoben`)
    return rows.map(({ recurring: _no, ...row }): Item => ({ noun, ...row, isDraft: false, version: 0 }))
  }
  const found = [
    ...articles,
    ...(await dated('events', 'calendar_events')),
    ...(await dated('tasks', 'editorial_tasks')),
  ]
  if (found.length < wanted.size) throw new ApiError('not_found')
  for (const item of found) if (item.at !== wanted.get(key(item))?.at) throw elsewhere(item)
  return found
}

/** The same for articles that were found, not named. */
async function locked(tx: Tx, items: Item[]): Promise<Item[]> {
  for (const { id } of items.toSorted((one, other) => (one.id < other.id ? -1 : 1))) await mustLock(tx, ARTICLES, id)
  const rows = await queries.getArticles(
    tx,
    items.map(({ id }) => id),
  )
  const now = new Map(rows.map((row) => [row.id, toItem(row)]))
  return items.map((item) => {
    const found = now.get(item.id)
    if (found?.at !== item.at) throw elsewhere(item)
    return found
  })
}

function toItem({ status, published_at, planned_on, ...row }: queries.PlannedRow): Item {
  if (status === 'published') throw invalidField('items', `${quoted(row.title)} ist schon veröffentlicht`)
  const isDraft = status === 'draft'
  return { noun: 'articles', ...row, at: isDraft ? planned_on && storedDay(planned_on) : published_at, isDraft }
}

function elsewhere({ title }: { title: string }): ApiError {
  return new ApiError('version_conflict', {
    message: `${quoted(title)} ist inzwischen woanders. Es wurde nichts verschoben.`,
  })
}

const dayOf = (at: string, zone: string): Day => (isDay(at) ? at : wallTimeOfInstant(at, zone).slice(0, 10))

function parked(item: Item): PlanMove {
  if (item.noun !== 'articles') throw invalidField('days', `${quoted(item.title)} braucht einen Termin`)
  return { noun: item.noun, id: item.id, title: item.title, from: item.at, to: null, passed: [], skipped: false }
}

/** Moves every record to the same time of its new day. */
async function datedMoves(
  tx: Tx,
  items: Item[],
  targets: (days: Day[], obstacle: Obstacle) => Map<Day, Day> | null,
  { behind, passes }: { behind: number; passes: boolean },
): Promise<Planning[]> {
  const { effective_timezone: zone } = await readSettings(tx)
  const dated = items.map((item) => {
    if (item.at === null) throw invalidField('items', `${quoted(item.title)} liegt ohne Termin`)
    return { item, at: item.at, day: dayOf(item.at, zone) }
  })
  const days = dated.map(({ day }) => day).sort()
  const reach = Math.abs(behind)
  if ((days[0] ?? '') < '1100' || (days.at(-1) ?? '') > '9900')
    throw invalidField('days', 'So weit weg lässt sich nichts verschieben')
  const obstacle = await obstacleBetween(tx, addDays(days[0] ?? '', -reach), addDays(days.at(-1) ?? '', reach))
  const moved = targets(days, obstacle)
  if (!moved) throw invalidField('days', NO_FREE_DAY)
  return dated
    .sort((one, other) => (one.at < other.at ? -1 : 1))
    .map(({ item, at, day }) => {
      const to = moved.get(day) ?? day
      const moment = isDay(at) ? null : instantOfWallTime(`${to}${wallTimeOfInstant(at, zone).slice(10)}`, zone)
      return {
        noun: item.noun,
        id: item.id,
        title: item.title,
        from: at,
        to: to === day ? at : (moment?.instant ?? to),
        passed: passes ? passedOver(addDays(day, behind), to, obstacle) : [],
        skipped: to !== day && moment?.skipped === true,
        item,
      }
    })
}

/** Maximum number of skipped days named. */
const MOST_NAMED = 6

function passedOver(meant: Day, to: Day, obstacle: Obstacle): string[] {
  const named = new Set<string>()
  const step = meant <= to ? 1 : -1
  for (let day = meant; day !== to && named.size < MOST_NAMED; day = addDays(day, step)) {
    const why = obstacle(day)
    if (why !== null) named.add(why)
  }
  return [...named]
}

/** Planning publishes nothing: no scheduled article is moved to an instant that the job would find due at once. */
function refusePast(moves: Planning[], now: Date): void {
  const due = moves.find(({ noun, to }) => noun === 'articles' && to !== null && !isDay(to) && to <= now.toISOString())
  if (due)
    throw invalidField(
      'days',
      `${quoted(due.title)} käme auf einen Zeitpunkt, der vorbei ist. Verschieben veröffentlicht nichts.`,
    )
}

/** Articles first, then events, then tasks, each by id: the order of locks. */
async function write(tx: Tx, moves: Planning[], actor: CallerActor): Promise<void> {
  refusePast(moves, actor.now)
  const order = moves.toSorted(
    (one, other) => PLANNED_NOUNS.indexOf(one.noun) - PLANNED_NOUNS.indexOf(other.noun) || (one.id < other.id ? -1 : 1),
  )
  for (const { noun, id, to, item } of order) {
    if (noun === 'articles') {
      if (item.isDraft) await writePlan(tx, id, to)
      else await articles.update(tx, { id, version: item.version, published_at: to }, actor)
      continue
    }
    const table = noun === 'events' ? 'calendar_events' : 'editorial_tasks'
    await holdRecord(tx, table, id)
    // Locked last (ADR 16), so it may have moved since it was read.
    const [there] = await queries.getDated(tx, table, [id])
    if (there?.at !== item.at || there.recurring) throw elsewhere(item)
    if (noun === 'events') await changeEvent(tx, { id, starts_at: to ?? '' }, actor)
    else await changeTask(tx, { id, due_at: to }, actor)
  }
}

async function writePlan(tx: Tx, id: string, planned_on: Day | null): Promise<void> {
  await queries.putPlan(tx, id, planned_on)
  await announce(tx, { noun: 'planning', id, verb: 'updated', hidden: true })
}
