import { sql } from 'kysely'
import { ApiError } from '../../contract/errors.ts'
import type { Actor } from './caller.ts'
import type { Db, Tx } from './db/db.ts'
import { announce, inSavepoint, inTransaction } from './db/transaction.ts'
import { toApiError } from './http/error-body.ts'
import { newId } from './ids.ts'
import { inBulk } from './requester.ts'
import type { Runtime } from './runtime.ts'

/** What a bulk verb reports of one record. `unchanged`: it was so already. `reason`: why it failed, in German. */
export type BulkItem = {
  id: string
  title: string | null
  outcome: 'changed' | 'unchanged' | 'failed'
  reason: string | null
}

/**
 * Changes many records, each in a transaction of its own. One that fails is reported with its reason, and the others are changed.
 * `titleOf` reads the title of a failed one.
 */
export async function changeEach<Item extends BulkItem>(
  { db, log }: Pick<Runtime, 'db' | 'log'>,
  ids: Iterable<string>,
  titleOf: (db: Db, id: string) => Promise<string | null>,
  change: (tx: Tx, id: string) => Promise<Item>,
): Promise<(Item | BulkItem)[]> {
  const items: (Item | BulkItem)[] = []
  for (const id of new Set(ids)) {
    const changing = inBulk(() => inTransaction(db, (tx) => change(tx, id)))
    items.push(
      await changing.catch(async (error: unknown) => {
        const { message: reason } = toApiError(error, log)
        const title = await titleOf(db, id).catch(() => null)
        return { id, title, outcome: 'failed' as const, reason }
      }),
    )
  }
  return items
}

/** What taking back needs of one record. */
type Way<Held> = {
  /** Whether the record is as the verb left it: at the same version, or with the same fields. */
  isUnchanged: (held: Held) => boolean
  /** Makes it what it was before. */
  restore: (held: Held) => Promise<void>
}

/**
 * Takes back what a verb did to one record, unless it has been changed since: that change would be lost. `held` is the record as it
 * is now, locked until the transaction ends; null when it is gone.
 */
export async function takeBack<Held>(
  held: Held | null,
  { isUnchanged, restore }: Way<Held>,
): Promise<'restored' | 'changed' | 'gone'> {
  if (held === null) return 'gone'
  if (!isUnchanged(held)) return 'changed'
  await restore(held)
  return 'restored'
}

/** The same for a verb that reports errors: 404, 409 `version_conflict` with the message `changed`. */
export async function mustTakeBack<Held>(held: Held | null, changed: string, way: Way<Held>): Promise<void> {
  const outcome = await takeBack(held, way)
  if (outcome === 'gone') throw new ApiError('not_found')
  if (outcome === 'changed') throw new ApiError('version_conflict', { message: changed })
}

/** How a verb changes many records together. `hold` locks all of them, in the order of their ids, before the first is changed. */
type Together<Undo> = {
  hold: (tx: Tx, ids: string[]) => Promise<void>
  titleOf: (db: Db, id: string) => Promise<string | null>
  /** `undo`: what takes the change back; null where nothing has changed. */
  change: (tx: Tx, id: string) => Promise<{ item: BulkItem; undo: Undo | null }>
  /** Stores what takes the whole verb back; returns its id. A verb without it cannot be taken back. */
  remember?: (tx: Tx, undos: Undo[]) => Promise<string>
}

/**
 * Changes many records and stores how that is taken back, in one transaction: a kill or an error of the server leaves all as it was. A
 * record that refuses stays as it is and is reported with its reason.
 */
export async function changeTogether<Undo>(
  { db }: Pick<Runtime, 'db'>,
  ids: Iterable<string>,
  { hold, titleOf, change, remember }: Together<Undo>,
): Promise<{ items: BulkItem[]; undo_id: string | null }> {
  const named = [...new Set(ids)]
  return inBulk(() =>
    inTransaction(db, async (tx) => {
      await hold(tx, named.toSorted())
      const items: BulkItem[] = []
      const undos: Undo[] = []
      for (const id of named) {
        const { item, undo } = await inSavepoint(tx, () => change(tx, id)).catch(async (error: unknown) => {
          const reason = refusalOf(error)
          return { item: { id, title: await titleOf(tx, id), outcome: 'failed' as const, reason }, undo: null }
        })
        items.push(item)
        if (undo !== null) undos.push(undo)
      }
      return { items, undo_id: remember && undos.length > 0 ? await remember(tx, undos) : null }
    }),
  )
}

/**
 * Takes the stored changes of a bulk verb back, in one transaction with the mark that they are, as `changeTogether` makes them. A record
 * changed since stays and is reported, without a second chance. Errors: those of `take`.
 */
export async function undoEach<Change extends { id: string; title: string }>(
  { db }: Pick<Runtime, 'db'>,
  { take, hold, restore }: UndoWay<Change>,
): Promise<BulkItem[]> {
  return inTransaction(db, async (tx) => {
    const changes = new Map((await take(tx)).map((change) => [change.id, change]))
    const { items } = await changeTogether<never>({ db: tx }, changes.keys(), {
      hold,
      titleOf: async (_db, id) => changes.get(id)?.title ?? null,
      change: async (_tx, id) => {
        const change = changes.get(id)!
        await restore(tx, change)
        return { item: { id, title: change.title, outcome: 'changed', reason: null }, undo: null }
      },
    })
    return items
  })
}

type UndoWay<Change> = {
  take: (tx: Tx) => Promise<Change[]>
  hold: (tx: Tx, ids: string[]) => Promise<void>
  restore: (tx: Tx, change: Change) => Promise<void>
}

/** The reason why a record cannot be changed. An error that may pass is thrown. */
function refusalOf(error: unknown): string {
  if (error instanceof ApiError && error.status < 500) return error.message
  throw error
}

/** How long a bulk verb can be taken back. */
const UNDO_MS = 86_400_000

const UNDO_TABLES = ['task_undos', 'planning_moves', 'comment_undos'] as const
type UndoTable = (typeof UNDO_TABLES)[number]

const oldestUndo = (now: Date) => new Date(now.getTime() - UNDO_MS).toISOString()

/**
 * What bulk verbs changed: a row of `table` for each verb, with the changes as JSON in `column`. Only the account that used the verb
 * takes it back, within a day and once.
 */
export function undoStore<Changes>(table: UndoTable, column: 'changes' | 'moves') {
  const [rows, json] = [sql.table(table), sql.ref(column)]
  return {
    /** Remembers the changes of one verb, and forgets what the account did more than a day ago. Returns the id of the undo. */
    async remember(tx: Tx, changes: Changes, { caller: { userId }, now }: Actor): Promise<string> {
      const id = newId()
      await sql`delete from ${rows} where user_id = ${userId} and created_at < ${oldestUndo(now)}`.execute(tx)
      await sql`insert into ${rows} (id, user_id, ${json}, created_at)
        values (${id}, ${userId}, ${JSON.stringify(changes)}, ${now.toISOString()})`.execute(tx)
      await announce(tx, { noun: 'undos', id, verb: 'created', hidden: true, only: [], facts: { store: table } })
      return id
    },

    /** The changes of one verb, which counts as taken back from now on. 404 when it cannot be taken back, or no more. */
    async take(tx: Tx, id: string, { caller: { userId }, now }: Actor): Promise<Changes> {
      const taken = await sql<{ changes: string }>`
        update ${rows} set undone = 1 where id = ${id} and user_id = ${userId} and undone = 0
          and created_at >= ${oldestUndo(now)} returning ${json} as changes`.execute(tx)
      const [row] = taken.rows
      if (!row) throw new ApiError('not_found')
      return JSON.parse(row.changes) as Changes
    },
  }
}

/** Of undos named by their table and id, the ids of those that `take` would still take for this caller. */
export async function usableUndos(
  db: Db,
  undos: readonly { store: string; id: string }[],
  { caller: { userId }, now }: Actor,
): Promise<ReadonlySet<string>> {
  const usable = new Set<string>()
  for (const table of UNDO_TABLES) {
    const ids = undos.filter(({ store }) => store === table).map(({ id }) => id)
    if (ids.length === 0) continue
    const { rows } = await sql<{ id: string }>`
      select id from ${sql.table(table)} where id in (${sql.join(ids)}) and user_id = ${userId} and undone = 0
        and created_at >= ${oldestUndo(now)}`.execute(db)
    for (const { id } of rows) usable.add(id)
  }
  return usable
}
