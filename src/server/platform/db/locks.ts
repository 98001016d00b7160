import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import type { Db, Tx } from './db.ts'
import { dialectOf } from './dialect.ts'

/**
 * All locks a transaction may hold until its end, in the order in which they must be taken. Two transactions that keep
 * the order never deadlock (PostgreSQL aborts one of two that do: `40P01`). Locks may be skipped, but a skipped one is
 * not taken afterwards. A name without an id is one lock; a name with an id is a lock per record, and several of one
 * name are taken by ascending id.
 */
const LOCK_ORDER = [
  /** Records waiting to be indexed for global search, while some are indexed. */
  'search-orders',
  /** One provider's subject, while it is looked up or linked. */
  'identity',
  /** The list of accounts and the ownership of the installation. */
  'accounts',
  /** Password, factors and sessions of one account. */
  'account',
  'session',
  'auth-keys',
  'anon-key',
  /** One import, while one of its items is written or its state changes. */
  'import',
  /** Names of categories, of tags, and of authors. */
  'categories',
  'tags',
  'authors',
  'feed-list',
  /** One inbox entry, while it is converted. */
  'inbox-conversion',
  'feed-import',
  /** Creation of one inbox entry under a client-chosen id. */
  'inbox-id',
  /**
   * One address in the inbox (by its page key) while it is looked up and added; without an id all of them, while a feed
   * adds many.
   */
  'inbox-address',
  /** The schedule, while several planned records move together. */
  'planning',
  'task-board',
  /** Shared by writers of articles and pages; exclusive for changes of records that they refer to. */
  'article-references',
  /** Creation of one article under a client-chosen id. */
  'article-id',
  /** The articles pinned to the landing page. */
  'article-pins',
  /** The row of one article, and behind it (`article:<id>/head`) the head of its steps. */
  'article',
  /** Choice of a free slug for an article. */
  'article-slugs',
  /** Creation of one page under a client-chosen id, its row, the order of pages, and the choice of a free slug. */
  'page-id',
  'page',
  'page-order',
  'page-slugs',
  /** Content of one image while it is replaced, and the prefix of generated image names. */
  'media-content',
  'media-name',
  /** What one comment says (by its hash), while it is looked up and added. */
  'comment-text',
  /** The row of one record of another noun that is read before it is written. */
  'record',
  /**
   * The set of public articles, while one is added or removed: of two concurrent removals each would assume that the
   * other's list is not empty.
   */
  'public-lists',
  /** Old addresses and their targets, which are only valid together. */
  'redirects',
] as const

type LockKind = (typeof LOCK_ORDER)[number]
export type LockName = LockKind | `${LockKind}:${string}`

type Held = { name: LockName; shared: boolean }
const heldBy = new WeakMap<Tx, Held[]>()

/**
 * Holds a named lock until the transaction ends, across instances; a shared one excludes only exclusive holders. On
 * SQLite the transaction itself already excludes all other writers. Throws when the lock order is violated.
 */
export async function lockFor(tx: Tx, name: LockName, { shared = false } = {}): Promise<void> {
  if (!takeInOrder(tx, { name, shared }) || dialectOf(tx) !== 'postgres') return
  const lock = sql.raw(shared ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock')
  await sql`select ${lock}(hashtextextended(${name}, 0))`.execute(tx)
}

/**
 * Adds row locks to the query until the transaction ends (PostgreSQL), under a name of the lock order. Other
 * transactions may still reference the rows. Throws when the lock order is violated.
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
 * Locks the row of a record that is read and then written based on what was read: of two concurrent changes the second
 * reads the result of the first (PostgreSQL; SQLite serialises transactions anyway).
 */
export async function holdRecord(tx: Tx, table: string, id: string): Promise<void> {
  if (!takeInOrder(tx, { name: `record:${table}:${id}`, shared: false }) || dialectOf(tx) !== 'postgres') return
  await sql`select 1 from ${sql.table(table)} where id = ${id} for no key update`.execute(tx)
}

/**
 * Closes a row that this transaction has locked, and may delete, to rows that refer to it (PostgreSQL): what others have added is
 * committed and seen from now on, and what they add later is refused.
 */
export async function closeToReferences(tx: Tx, table: string, id: string): Promise<void> {
  if (dialectOf(tx) === 'postgres') await sql`select 1 from ${sql.table(table)} where id = ${id} for update`.execute(tx)
}

/**
 * Suffix of a raw select in a statement that also writes: the selected rows stay unchanged until it ends (PostgreSQL).
 */
export function forShare(db: Db): RawBuilder<unknown> {
  return dialectOf(db) === 'postgres' ? sql`for share` : sql``
}

/** Suffix of a select of rows that the same statement changes or deletes: rows locked by others are skipped (PostgreSQL). */
export function forUpdateOfFree(db: Db): RawBuilder<unknown> {
  return dialectOf(db) === 'postgres' ? sql`for update skip locked` : sql``
}

/** Records a lock; false when the transaction already holds it. */
function takeInOrder(tx: Tx, wanted: Held): boolean {
  const held = heldBy.get(tx) ?? []
  const same = held.find(({ name }) => name === wanted.name)
  if (same && (wanted.shared || !same.shared)) return false
  const last = held.at(-1)
  if (last && !comesBefore(last.name, wanted.name)) throw new Error(`lock ${wanted.name} asked for after ${last.name}`)
  heldBy.set(tx, [...held, wanted])
  return true
}

/** Returns a function that forgets the locks taken from now on: going back to a savepoint releases them. */
export function locksSince(tx: Tx): () => void {
  const before = heldBy.get(tx) ?? []
  return () => void heldBy.set(tx, before)
}

function comesBefore(a: LockName, b: LockName): boolean {
  const [rankA, rankB] = [rankOf(a), rankOf(b)]
  return rankA === rankB ? a < b : rankA < rankB
}

function rankOf(name: LockName): number {
  return LOCK_ORDER.indexOf(name.split(':', 1)[0] as LockKind)
}

/** True when a writing transaction excludes all other writers (SQLite): it must not await anything slow. */
export function keepsOthersFromWriting(db: Db): boolean {
  return dialectOf(db) === 'sqlite'
}
