import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import type { Db, Tx } from './db.ts'
import { dialectOf } from './dialect.ts'

/**
 * Everything a transaction may hold until its end, in the one order in which it is taken: two transactions that follow it
 * never wait for each other (PostgreSQL ends one of two that do, `40P01`). What is left out may be left out; what was passed
 * by is not taken afterwards. A name without an id is one lock, one with an id a lock of that record's; several of one kind
 * go by their id.
 */
const LOCK_ORDER = [
  /** What waits to be read for the search over everything, while some of it is. */
  'search-orders',
  /** One provider's subject, while it is looked up or linked. */
  'identity',
  /** Who there is and who owns the installation. */
  'accounts',
  /** One account's password, factors and sessions together. */
  'account',
  'session',
  'auth-keys',
  'anon-key',
  /** One import, while one of its items is written or its state changes. */
  'import',
  /** The names of categories, and those of tags. */
  'categories',
  'tags',
  'feed-list',
  /** One entry of the inbox, while something is made of it. */
  'inbox-conversion',
  'feed-import',
  /** The creation of one entry under an id chosen outside. */
  'inbox-id',
  /** One address of the inbox while it is looked up and put there (of that page's key); all of them while a feed brings many. */
  'inbox-address',
  /** What is planned, while some of it moves together. */
  'planning',
  'task-board',
  /** Shared by everybody who writes articles; alone by whoever changes what articles refer to. */
  'article-references',
  /** The creation of one article under an id chosen outside. */
  'article-id',
  /** Which articles stand first on the landing page. */
  'article-pins',
  /** The row of one article. */
  'article',
  /** The choice of a free address. */
  'article-slugs',
  /** The creation of one page under an id chosen outside, its row, the order of all, and the choice of a free address. */
  'page-id',
  'page',
  'page-order',
  'page-slugs',
  /** One picture's bytes while a new image is made of them, and the beginning of the names images get by themselves. */
  'media-content',
  'media-name',
  /** The row of one record of the other nouns that is read before it is written. */
  'record',
  /** Which articles readers have, while one comes or goes: two at once would each take the other's list for filled. */
  'public-lists',
  /** Old addresses and where they lead: together they must lead somewhere. */
  'redirects',
] as const

type LockKind = (typeof LOCK_ORDER)[number]
export type LockName = LockKind | `${LockKind}:${string}`

type Held = { name: LockName; shared: boolean }
const heldBy = new WeakMap<Tx, Held[]>()

/**
 * Holds a named lock until the transaction ends, across instances; a shared one keeps away only those who want it for
 * themselves. On SQLite the transaction itself already excludes every other writer. Throws when the order is not kept.
 */
export async function lockFor(tx: Tx, name: LockName, { shared = false } = {}): Promise<void> {
  if (!takeInOrder(tx, { name, shared }) || dialectOf(tx) !== 'postgres') return
  const lock = sql.raw(shared ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock')
  await sql`select ${lock}(hashtextextended(${name}, 0))`.execute(tx)
}

/**
 * The query with the rows it reads locked until the transaction ends (PostgreSQL), under the name they have in the order.
 * Others may go on referring to them. Throws when the order is not kept.
 */
export function locking<D, T extends keyof D, O>(
  tx: Tx,
  name: LockName,
  select: SelectQueryBuilder<D, T, O>,
): SelectQueryBuilder<D, T, O> {
  takeInOrder(tx, { name, shared: false })
  return dialectOf(tx) === 'postgres' ? select.forNoKeyUpdate() : select
}

/**
 * Locks the row of a record that is about to be read and then written from what was read: of two changes at once the second
 * reads what the first has written (PostgreSQL; on SQLite transactions follow one another anyway).
 */
export async function holdRecord(tx: Tx, table: string, id: string): Promise<void> {
  if (!takeInOrder(tx, { name: `record:${table}:${id}`, shared: false }) || dialectOf(tx) !== 'postgres') return
  await sql`select 1 from ${sql.table(table)} where id = ${id} for no key update`.execute(tx)
}

/** The end of a raw select whose one statement also writes: its rows stay as they are until then (PostgreSQL). */
export function forShare(db: Db): RawBuilder<unknown> {
  return dialectOf(db) === 'postgres' ? sql`for share` : sql``
}

/** The end of a raw select of rows that are taken away by the same statement: those somebody else holds are left out (PostgreSQL). */
export function forUpdateOfFree(db: Db): RawBuilder<unknown> {
  return dialectOf(db) === 'postgres' ? sql`for update skip locked` : sql``
}

/** Notes a lock; false when the transaction has it already. */
function takeInOrder(tx: Tx, wanted: Held): boolean {
  const held = heldBy.get(tx) ?? []
  const same = held.find(({ name }) => name === wanted.name)
  if (same && (wanted.shared || !same.shared)) return false
  const last = held.at(-1)
  if (last && !comesBefore(last.name, wanted.name)) throw new Error(`lock ${wanted.name} asked for after ${last.name}`)
  heldBy.set(tx, [...held, wanted])
  return true
}

function comesBefore(a: LockName, b: LockName): boolean {
  const [rankA, rankB] = [rankOf(a), rankOf(b)]
  return rankA === rankB ? a < b : rankA < rankB
}

function rankOf(name: LockName): number {
  return LOCK_ORDER.indexOf(name.split(':', 1)[0] as LockKind)
}

/** Whether a transaction that writes keeps everybody else from writing (SQLite): nothing slow may be awaited in one then. */
export function keepsOthersFromWriting(db: Db): boolean {
  return dialectOf(db) === 'sqlite'
}
