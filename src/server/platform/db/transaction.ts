import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { dialectOf, isCollision, type Db, type Tx } from './db.ts'

/**
 * Something that changed: its noun and id, and what listeners of that noun need to know (old and new slug of an article).
 * `hidden` says that readers see nothing of it (a draft, a working version), so that their pages stay cached.
 */
export type Change = {
  noun: string
  id: string
  verb: 'created' | 'updated' | 'removed'
  slugs?: string[]
  hidden?: boolean
  /** Every public page says something of it (a page in the footer). */
  everywhere?: boolean
}

type InTransaction = (tx: Tx, change: Change) => Promise<void>
type AfterCommit = (change: Change) => void

/** The channel PostgreSQL instances tell each other changes on. */
export const CHANGE_CHANNEL = 'blog_cms_changes'

/**
 * Who hears of changes to one database. Handlers inside the transaction do what another noun must do with it (design.md,
 * rule 6); handlers after the commit invalidate caches and tell live clients before the writer gets its answer.
 */
export class ChangeFeed {
  /** Marks this handle's notifications, so that it skips its own. */
  readonly instanceId = randomUUID()
  /** True while changes of other instances are not heard: whoever caches keeps nothing now, since nobody would take it back. */
  deaf = false
  readonly #inTransaction: InTransaction[] = []
  readonly #afterCommit = new Set<AfterCommit>()
  readonly #afterLoss = new Set<() => void>()

  /** Runs inside the writer's transaction; throwing rolls everything back. */
  onChange(handler: InTransaction): void {
    this.#inTransaction.push(handler)
  }

  /** Runs after the commit, for own changes and those of other instances. Returns the way to stop listening. */
  onCommitted(handler: AfterCommit): () => void {
    this.#afterCommit.add(handler)
    return () => void this.#afterCommit.delete(handler)
  }

  /** Runs when notifications of other instances may have been lost: whoever caches drops everything (R40). Returns the way to stop. */
  onLoss(handler: () => void): () => void {
    this.#afterLoss.add(handler)
    return () => void this.#afterLoss.delete(handler)
  }

  /** How many listen to what is committed or lost: whoever goes has to stop. */
  get listeners(): number {
    return this.#afterCommit.size + this.#afterLoss.size
  }

  async tellTransaction(tx: Tx, change: Change): Promise<void> {
    for (const handler of this.#inTransaction) await handler(tx, change)
  }

  tellCommitted(change: Change): void {
    for (const handler of [...this.#afterCommit]) handler(change)
  }

  tellLoss(): void {
    for (const handler of [...this.#afterLoss]) handler()
  }
}

const feeds = new WeakMap<Db, ChangeFeed>()
const open = new WeakMap<Tx, { feed: ChangeFeed; changes: Change[] }>()

/** The change feed of an opened database (one per handle). */
export function changesOf(db: Db): ChangeFeed {
  const known = feeds.get(db)
  if (known) return known
  const feed = new ChangeFeed()
  feeds.set(db, feed)
  return feed
}

/** So often work is begun anew, after pauses of up to so many milliseconds each time: whoever collided does not meet again. */
const BEGINNINGS = 5
const PAUSE_MS = 20

/**
 * Runs `work` in one transaction: all of it happens or nothing. Changes announced in it reach listeners after the commit
 * and before this returns. Inside an open transaction `work` simply joins it. Where PostgreSQL ends the transaction because
 * of another one, `work` is done anew from its beginning: it changes nothing but the database, and what else follows from
 * it comes after.
 */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (isOpen(db)) return work(db)
  for (let beginning = 1; ; beginning += 1) {
    try {
      return await once(db, work)
    } catch (error) {
      if (!isCollision(error) || beginning === BEGINNINGS) throw error
      await setTimeout(Math.random() * PAUSE_MS * beginning)
    }
  }
}

async function once<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  const feed = changesOf(db)
  const changes: Change[] = []
  const result = await db.transaction().execute(async (tx) => {
    open.set(tx, { feed, changes })
    const value = await work(tx)
    if (changes.length > 0 && dialectOf(tx) === 'postgres') {
      const payload = JSON.stringify({ from: feed.instanceId, changes })
      // pg_notify refuses payloads over 8000 bytes; an empty list tells the others to drop everything they cached.
      const safe = Buffer.byteLength(payload) < 7900 ? payload : JSON.stringify({ from: feed.instanceId, changes: [] })
      await sql`select pg_notify(${CHANGE_CHANNEL}, ${safe})`.execute(tx)
    }
    return value
  })
  for (const change of changes) feed.tellCommitted(change)
  return result
}

function isOpen(db: Db): db is Tx {
  return db.isTransaction
}

/** Announces a change inside the transaction that makes it. */
export async function announce(tx: Tx, change: Change): Promise<void> {
  const context = open.get(tx)
  if (!context) throw new Error('announce needs a transaction begun by inTransaction')
  await context.feed.tellTransaction(tx, change)
  context.changes.push(change)
}
