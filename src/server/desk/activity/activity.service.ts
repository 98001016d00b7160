import type { ActivityLine, ActivityQuery, ActivityThing, ActivityUndone } from '../../../contract/activity.ts'
import type { ArticleState } from '../../../contract/articles/bulk.ts'
import { ApiError, found, isApiError } from '../../../contract/errors.ts'
import { ACTIVITY_NOUNS, followedCard, type ActivityNoun } from '../../../nouns/followed.ts'
import { TRASH_NOUNS, type TrashNoun } from '../../../nouns/registries.ts'
import {
  ACTIVITY_DAYS,
  ACTIVITY_TITLES,
  isStatusAlone,
  MOST_ACTIVITY,
  verbsOf,
  type ActivityVerb,
} from '../../../rules/activity.ts'
import { boundsOf } from '../../../rules/days.ts'
import { mayCall } from '../../../rules/permission-calls.ts'
import { personName } from '../../../rules/person-name.ts'
import { may, type Role } from '../../../rules/roles.ts'
import { quoted } from '../../../rules/quoted.ts'
import { changeEach, usableUndos } from '../../platform/bulk.ts'
import type { Caller, CallerActor } from '../../platform/caller.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Page } from '../../platform/db/keyset.ts'
import { guestOf } from '../../platform/guests.ts'
import { inTransaction, type RecordState } from '../../platform/db/transaction.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { readSettings } from '../../settings/settings.service.ts'
import { changeMany } from '../../writing/articles/bulk.service.ts'
import { PAGES } from '../../writing/pages/page-noun.ts'
import { pages } from '../../writing/pages/pages.service.ts'
import { mustLock } from '../../writing/texts/locked-text.service.ts'
import { undo as undoPlanning } from '../calendar/planning.service.ts'
import { undoMany as undoTasks } from '../tasks/bulk.service.ts'
import { restore } from '../trash/trash.service.ts'
import * as queries from './activity.queries.ts'

/** What takes a line back: the call that does it, and is asked of the role. */
type Undo = { call: 'trash.restore' | 'articles.bulk' | 'pages.update' } | { call: StoredCall; id: string }
type StoredUndo = { store: string; id: string }
type StoredCall = 'tasks.undoBulk' | 'planning.undo' | 'comments.undo'
const STORED_CALLS: Readonly<Record<string, StoredCall>> = {
  task_undos: 'tasks.undoBulk',
  planning_moves: 'planning.undo',
  comment_undos: 'comments.undo',
}

/** The undo of a decision about comments, which another wing has. 404 where it cannot be taken back, or no more. */
export type UndoComments = (
  runtime: Pick<Runtime, 'db' | 'log'>,
  id: string,
  actor: CallerActor,
) => Promise<Pick<ActivityUndone, 'items'>>

/** Most records of a line that are listed, and taken back. */
const MOST_THINGS = 500

/** Nouns of which a role may list the records; of guests articles alone. */
function nounsFor(role: Role): ActivityNoun[] {
  if (!may(role, 'texts.all')) return ['articles']
  return ACTIVITY_NOUNS.filter((noun) => {
    const followed = followedCard(noun)
    if (followed) return followed.seenBy === 'owner' ? role === 'owner' : may(role, 'texts.others')
    return mayCall(role, `${noun === 'research-files' ? 'research' : noun}.list`)
  })
}

/** A page of the activity that the caller sees, newest first. */
export async function listActivity(
  db: Db,
  { noun, group, day, person, record, ...page }: ActivityQuery,
  { caller, now }: CallerActor,
): Promise<Page<ActivityLine>> {
  const nouns = nounsFor(caller.role).filter((one) => noun === undefined || one === noun)
  const span = day === undefined ? null : boundsOf(day, (await readSettings(db)).effective_timezone)
  const verbs = group ? verbsOf(group) : null
  const guest = guestOf(caller)
  const filter = { nouns, verbs, person, record, guest, span }
  const { items: rows, next_cursor } = await queries.listLines(db, filter, page)
  const things = await queries.thingsOf(
    db,
    rows.map(({ id }) => id),
    { most: ACTIVITY_TITLES, guest },
  )
  const present = await presentOf(
    db,
    rows.flatMap((row) =>
      (things.get(row.id) ?? []).map((thing) => ({ noun: row.noun as ActivityNoun, id: thing.record_id })),
    ),
  )
  const usable = await usableUndos(
    db,
    rows.flatMap(({ undo }) => storedUndo(undo) ?? []),
    { caller, now },
  )
  const items = rows.map((row): ActivityLine => {
    const own = things.get(row.id) ?? []
    const line = { ...row, noun: row.noun as ActivityNoun, verb: row.verb as ActivityVerb }
    return {
      id: row.id,
      begun_at: row.begun_at,
      at: row.at,
      actor: row.actor_id === null ? null : { id: row.actor_id, name: personName(row) },
      automatic: row.automatic === 1,
      noun: line.noun,
      verb: line.verb,
      count: own[0]?.count ?? 0,
      things: own.map((thing) => toThing(line.noun, thing, present(line.noun, thing.record_id))),
      undo: undoState(line, own, { caller, present, usable }),
    }
  })
  return { items, next_cursor }
}

/** All records of a line. 404 for one that the caller does not see. */
export async function listThings(
  db: Db,
  id: string,
  caller: Pick<Caller, 'role' | 'userId'>,
): Promise<{ items: ActivityThing[] }> {
  const line = found(await queries.findLine(db, id, nounsFor(caller.role)))
  const noun = line.noun as ActivityNoun
  const guest = guestOf(caller)
  const things = (await queries.thingsOf(db, [id], { most: MOST_THINGS, guest })).get(id) ?? []
  if (guest !== null && things.length === 0) throw new ApiError('not_found')
  const present = await presentOf(
    db,
    things.map(({ record_id }) => ({ noun, id: record_id })),
  )
  return { items: things.map((thing) => toThing(noun, thing, present(noun, thing.record_id))) }
}

/**
 * Takes a line back. Errors: 404; 403 `role_forbidden`; 409 `version_conflict` with the reason where nothing could be taken back. What
 * each verb refuses is decided there: this is no way around a role.
 */
export async function undoActivity(
  runtime: Pick<Runtime, 'db' | 'log'>,
  id: string,
  actor: CallerActor,
  undoComments: UndoComments,
): Promise<ActivityUndone> {
  const { db } = runtime
  const line = found(await queries.findLine(db, id, nounsFor(actor.caller.role)))
  const noun = line.noun as ActivityNoun
  const undo = found(undoOf({ noun, verb: line.verb as ActivityVerb, undo: line.undo }))
  if (!mayCall(actor.caller.role, undo.call)) throw new ApiError('role_forbidden')
  const things = (await queries.thingsOf(db, [id], { most: MOST_THINGS, guest: null })).get(id) ?? []
  const { items } = await takeBack(runtime, { noun, undo, things }, { actor, undoComments })
  const refused = items.find(({ reason }) => reason !== null)
  if (refused?.reason && items.every(({ outcome }) => outcome !== 'changed'))
    throw new ApiError('version_conflict', { message: refused.reason })
  return { items: items.map(({ id: of, title, outcome, reason }) => ({ id: of, title, outcome, reason })) }
}

type Line = { noun: ActivityNoun; undo: Undo; things: readonly queries.ThingRow[] }

async function takeBack(
  runtime: Pick<Runtime, 'db' | 'log'>,
  { noun, undo, things }: Line,
  { actor, undoComments }: { actor: CallerActor; undoComments: UndoComments },
): Promise<ActivityUndone> {
  const titles = new Map(things.map(({ record_id, title }) => [record_id, title]))
  const titleOf = async (_db: Db, id: string) => titles.get(id) ?? null
  const changed = (id: string) => ({ id, title: titles.get(id) ?? null, outcome: 'changed' as const, reason: null })
  switch (undo.call) {
    case 'trash.restore':
      return {
        items: await changeEach(runtime, titles.keys(), titleOf, async (tx, id) => {
          await restore(tx, noun as TrashNoun, id, actor).catch((error: unknown) => {
            if (!isApiError(error, 'not_found')) throw error
            throw new ApiError('not_found', {
              message: `${quoted(titles.get(id) ?? '')} liegt nicht mehr im Papierkorb.`,
            })
          })
          return changed(id)
        }),
      }
    case 'articles.bulk': {
      const states = things.flatMap(stateBefore)
      return changeMany(runtime, { ids: states.map(({ id }) => id), action: { do: 'undo', states } }, actor)
    }
    case 'pages.update': {
      const states = new Map(things.flatMap(stateBefore).map((state) => [state.id, state]))
      return {
        items: await changeEach(runtime, states.keys(), titleOf, async (tx, id) => {
          const { version, status, still } = found(states.get(id) ?? null)
          const now = await mustLock(tx, PAGES, id)
          const isAlone = still && isStatusAlone({ was: status ?? null, is: still, now })
          const back = status?.status === 'published' ? 'published' : 'draft'
          await pages.update(tx, { id, version: isAlone ? now.version : version, status: back }, actor)
          return changed(id)
        }),
      }
    }
    case 'tasks.undoBulk':
      return undoTasks(runtime, undo.id, actor)
    case 'comments.undo':
      return undoComments(runtime, undo.id, actor)
    case 'planning.undo': {
      const { moves } = await undoPlanning(runtime.db, undo.id, actor)
      return { items: moves.map(({ id, title }) => ({ id, title, outcome: 'changed', reason: null })) }
    }
  }
}

/** What a text was, and the version that the line led to; nothing where the line knows neither. */
function stateBefore({ record_id: id, former, present }: queries.ThingRow): ArticleState[] {
  const after = readState(present)
  if (!after) return []
  return [{ id, version: after.version, status: statusOf(readState(former)), still: statusOf(after) }]
}

/** A text that was none yet becomes a draft. */
function statusOf(state: RecordState | null): NonNullable<ArticleState['status']> {
  const { status, published_at = null, unpublish_at = null } = state ?? { status: 'draft' }
  return { status: status as 'draft', published_at, unpublish_at }
}

const readState = (json: string | null) => (json === null ? null : (JSON.parse(json) as RecordState))
const storedUndo = (json: string | null) => (json === null ? null : (JSON.parse(json) as StoredUndo))

const STATE_VERBS: ReadonlySet<ActivityVerb> = new Set(['published', 'scheduled', 'unscheduled', 'withdrawn'])

/** What takes a line back; null where nothing does. */
function undoOf({ noun, verb, undo }: { noun: ActivityNoun; verb: ActivityVerb; undo: string | null }): Undo | null {
  const stored = storedUndo(undo)
  const call = stored && STORED_CALLS[stored.store]
  if (stored && call) return { call, id: stored.id }
  if (verb === 'removed') return isTrashable(noun) ? { call: 'trash.restore' } : null
  if (!STATE_VERBS.has(verb)) return null
  if (noun === 'articles') return { call: 'articles.bulk' }
  return noun === 'pages' ? { call: 'pages.update' } : null
}

const isTrashable = (noun: ActivityNoun): noun is TrashNoun => TRASH_NOUNS.some((one) => one === noun)

type Known = {
  caller: Caller
  present: (noun: ActivityNoun, id: string) => queries.PresentRecord | undefined
  usable: ReadonlySet<string>
}

/** Whether the caller can take a line back, by the things that are listed with it. */
function undoState(
  line: { noun: ActivityNoun; verb: ActivityVerb; undo: string | null; actor_id: string | null },
  things: readonly queries.ThingRow[],
  { caller, present, usable }: Known,
): ActivityLine['undo'] {
  const undo = undoOf(line)
  if (!undo || !mayCall(caller.role, 'activity.undo') || !mayCall(caller.role, undo.call)) return null
  // Who may change only what is their own restores what they have removed.
  if (!may(caller.role, 'texts.others') && line.actor_id !== caller.userId) return null
  if ('id' in undo) return usable.has(undo.id) ? 'ready' : null
  const isReady = things.some(({ record_id, former, present: after }) => {
    const now = present(line.noun, record_id)
    if (undo.call === 'trash.restore') return now?.deleted_at != null
    const is = readState(after)
    if (!is || now?.deleted_at !== null) return false
    return (
      now.version === is.version ||
      isStatusAlone({ was: readState(former), is, now: { ...now, status: now.status ?? '' } })
    )
  })
  return isReady ? 'ready' : 'changed'
}

function toThing(
  noun: ActivityNoun,
  { record_id: id, title: stored, times, present }: queries.ThingRow,
  now: queries.PresentRecord | undefined,
): ActivityThing {
  const title = followedCard(noun)?.gone ? (now?.title ?? '') : stored
  const state = readState(present)
  const planned_for = state?.status === 'scheduled' ? (state.published_at ?? null) : null
  return { id, title, times, now: now ? (now.deleted_at === null ? 'there' : 'trash') : 'gone', planned_for }
}

/** Looks records up, one query for each noun. */
async function presentOf(db: Db, records: readonly { noun: ActivityNoun; id: string }[]): Promise<Known['present']> {
  const known = new Map<ActivityNoun, ReadonlyMap<string, queries.PresentRecord>>()
  for (const [noun, own] of Map.groupBy(records, (one) => one.noun))
    known.set(
      noun,
      await queries.presentRecords(
        db,
        noun,
        own.map(({ id }) => id),
      ),
    )
  return (noun, id) => known.get(noun)?.get(id)
}

/** Deletes old lines, so that their number is bounded. */
export async function forgetActivity({ db, clock }: Pick<Runtime, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock().getTime() - ACTIVITY_DAYS * 86_400_000).toISOString()
  await inTransaction(db, (tx) => queries.deleteOld(tx, before, MOST_ACTIVITY))
}
