import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type { ActivityVerb } from '../../../rules/activity.ts'
import { isCollision, type Db, type Tx } from './db.ts'
import { dialectOf } from './dialect.ts'
import { locksSince } from './locks.ts'

/**
 * A change: its noun and id, and details for listeners. `hidden` means that it does not affect readers (a draft, a
 * working text), so that their pages stay cached.
 */
export type Change = {
  noun: string
  id: string
  verb: 'created' | 'updated' | 'removed'
  hidden?: boolean
  /** Not reported outside: imported texts were public before, elsewhere (RUL-53). */
  quiet?: boolean
  /** Appears on every public page (a page in the footer). */
  everywhere?: boolean
  /** The account that made the change; null for the server itself. */
  by?: string | null
  /** Accounts whose live streams report it; without it all do. */
  only?: readonly string[]
  /** For subscribers inside the transaction only, as are the next four. */
  facts?: unknown
  /** A text before and after; null where there is none. */
  states?: { was: RecordState | null; is: RecordState | null }
  /** The title of a text before and after, where it changed. */
  retitled?: { was: string; is: string }
  /** The verb for the activity, where `verb` and `states` do not give it. */
  done?: ActivityVerb
  /** The title of a deleted record. */
  title?: string
  /**
   * The affected parts of the public side, as named in `readers/site/cache/tags.ts`: set inside the transaction,
   * received by every instance.
   */
  tags?: readonly string[]
  /** Content for clients that subscribed to it, on every instance, such as a cursor. At most a few hundred bytes. */
  passed?: unknown
}

/** The state of a text that the activity shows and can restore. */
export type RecordState = {
  status: string
  version: number
  slug: string | null
  published_at?: string | null
  unpublish_at?: string | null
}

/** A commit that other instances must acknowledge before its writer gets the response. */
export type Hearing = { number: number; heard: Set<string>; wake: () => void }

/** The other instances on the same database, from a writer's view. `platform/fleet` provides them on PostgreSQL. */
export type Peers = {
  /** Called before the commit. */
  begin: () => Hearing
  /**
   * Called after the commit; resolves when every live instance has acknowledged it or can no longer serve old pages.
   */
  settled: (hearing: Hearing) => Promise<void>
  end: (hearing: Hearing) => void
}

/** Whether a change affects readers, as far as the platform can decide. */
export function concernsReaders({ tags, hidden }: Change): boolean {
  return tags ? tags.length > 0 : !hidden
}

type InTransaction = (tx: Tx, change: Change) => Promise<void>
type AfterCommit = (change: Change) => void
type Settled = (changes: readonly Change[]) => Promise<void>

/** The PostgreSQL channel on which instances notify each other of changes. */
export const CHANGE_CHANNEL = 'blog_cms_changes'

/**
 * The listeners of one database. Handlers inside the transaction make the dependent changes of other nouns
 * (docs/architecture.md#data); handlers after the commit invalidate caches and notify live clients before the writer
 * gets its response.
 */
export class ChangeBus {
  /** Marks this handle's notifications, so that it skips its own. */
  readonly instanceId = randomUUID()
  /**
   * True while changes of other instances are not received: caches must store nothing, since nothing would invalidate
   * it.
   */
  deaf = false
  /**
   * Up to this value of `performance.now()` every acknowledged change has been received (`leases.ts`); a SQLite file
   * has one instance.
   */
  heardUntil = Infinity
  /** The other instances; null while there are none, or while this one caches no public pages. */
  peers: Peers | null = null
  readonly #inTransaction: InTransaction[] = []
  readonly #afterCommit = new Set<AfterCommit>()
  readonly #afterLoss = new Set<() => void>()
  readonly #settled: Settled[] = []

  /** Runs inside the writer's transaction and may add to the change; throwing rolls everything back. */
  onChange(handler: InTransaction): void {
    this.#inTransaction.push(handler)
  }

  /** Runs after the commit, for changes of this and of other instances. Returns the function to unsubscribe. */
  onCommitted(handler: AfterCommit): () => void {
    this.#afterCommit.add(handler)
    return () => void this.#afterCommit.delete(handler)
  }

  /**
   * Runs once per transaction of this instance, after all listeners were notified of the commit; the writer waits for
   * it.
   */
  onSettled(handler: Settled): void {
    this.#settled.push(handler)
  }

  /**
   * Runs when notifications of other instances may have been lost: caches drop everything (RUL-40). Returns the
   * function to unsubscribe.
   */
  onLoss(handler: () => void): () => void {
    this.#afterLoss.add(handler)
    return () => void this.#afterLoss.delete(handler)
  }

  /** Whether cached pages may be served: every acknowledged change has been received. */
  get hearsAll(): boolean {
    return !this.deaf && performance.now() < this.heardUntil
  }

  /** Number of subscribers to commits and losses; a disposed owner has to unsubscribe. */
  get listeners(): number {
    return this.#afterCommit.size + this.#afterLoss.size
  }

  async tellTransaction(tx: Tx, change: Change): Promise<void> {
    for (const handler of this.#inTransaction) await handler(tx, change)
  }

  tellCommitted(change: Change): void {
    for (const handler of [...this.#afterCommit]) handler(change)
  }

  async settle(changes: readonly Change[]): Promise<void> {
    for (const handler of this.#settled) await handler(changes)
  }

  tellLoss(): void {
    for (const handler of [...this.#afterLoss]) handler()
  }
}

const buses = new WeakMap<Db, ChangeBus>()
const open = new WeakMap<Tx, { bus: ChangeBus; changes: Change[]; quiet: boolean }>()

/** The change bus of an opened database (one per handle). */
export function changesOf(db: Db): ChangeBus {
  const known = buses.get(db)
  if (known) return known
  const bus = new ChangeBus()
  buses.set(db, bus)
  return bus
}

/**
 * Number of attempts after a collision, with random pauses up to this many milliseconds, so that the same transactions
 * do not collide again.
 */
const BEGINNINGS = 5
const PAUSE_MS = 20

/**
 * Runs `work` in one transaction, all or nothing. Changes announced in it reach listeners after the commit and before
 * this returns. Inside an open transaction `work` joins it. With `quiet`, its changes are not reported outside. Where
 * PostgreSQL aborts the transaction because of a concurrent one, `work` is run again: it may change only the database,
 * and its other effects follow afterwards.
 */
export async function inTransaction<T>(
  db: Db,
  work: (tx: Tx) => Promise<T>,
  { quiet = false }: { quiet?: boolean } = {},
): Promise<T> {
  if (isOpen(db)) return work(db)
  for (let beginning = 1; ; beginning += 1) {
    try {
      return await once(db, work, quiet)
    } catch (error) {
      if (!isCollision(error) || beginning === BEGINNINGS) throw error
      await setTimeout(Math.random() * PAUSE_MS * beginning)
    }
  }
}

async function once<T>(db: Db, work: (tx: Tx) => Promise<T>, quiet: boolean): Promise<T> {
  const bus = changesOf(db)
  const changes: Change[] = []
  const hearing = bus.peers?.begin()
  try {
    const result = await db.transaction().execute(async (tx) => {
      open.set(tx, { bus, changes, quiet })
      const value = await work(tx)
      if (changes.length > 0 && dialectOf(tx) === 'postgres') {
        const number = changes.some(concernsReaders) ? hearing?.number : undefined
        for (const message of messagesOf(bus.instanceId, changes, number))
          await sql`select pg_notify(${CHANGE_CHANNEL}, ${message})`.execute(tx)
      }
      return value
    })
    for (const change of changes) bus.tellCommitted(change)
    if (hearing && changes.some(concernsReaders)) await bus.peers?.settled(hearing)
    if (changes.length > 0) await bus.settle(changes)
    return result
  } finally {
    if (hearing) bus.peers?.end(hearing)
  }
}

/** PostgreSQL refuses notifications of 8000 bytes or more. */
const MESSAGE_BYTES = 7800
/** Maximum messages per transaction; beyond it the other instances get one message of loss. */
const MOST_MESSAGES = 64

/**
 * The messages to other instances about the changes of a transaction, bounded in size and number. The last one carries
 * the number to acknowledge.
 */
export function messagesOf(from: string, changes: readonly Change[], hearing?: number): string[] {
  const batches: string[][] = []
  let bytes = Infinity
  for (const change of changes) {
    const told = tellable(change)
    bytes += Buffer.byteLength(told) + 1
    if (bytes > MESSAGE_BYTES) {
      batches.push([])
      bytes = Buffer.byteLength(told)
    }
    batches.at(-1)?.push(told)
  }
  const said = batches.length > MOST_MESSAGES ? [[]] : batches
  return said.map((batch, index) => {
    const asked = hearing !== undefined && index === said.length - 1 ? `,"hearing":${hearing}` : ''
    return `{"from":${JSON.stringify(from)}${asked},"changes":[${batch.join(',')}]}`
  })
}

/** A change as a message; an oversized one loses its tags, and the others then assume that everything is affected. */
function tellable({ facts: _facts, by: _by, states: _states, done: _done, title: _title, ...change }: Change): string {
  const whole = JSON.stringify(change)
  if (Buffer.byteLength(whole) <= MESSAGE_BYTES) return whole
  const { noun, id, verb, hidden } = change
  return JSON.stringify({ noun, id, verb, hidden })
}

/** Notifies listeners of this and of other instances of something that is stored nowhere; nobody waits for it. */
export async function broadcast(db: Db, change: Change): Promise<void> {
  const bus = changesOf(db)
  bus.tellCommitted(change)
  if (dialectOf(db) !== 'postgres') return
  for (const message of messagesOf(bus.instanceId, [change]))
    await sql`select pg_notify(${CHANGE_CHANNEL}, ${message})`.execute(db)
}

function isOpen(db: Db): db is Tx {
  return db.isTransaction
}

/** Announces a change inside the transaction that makes it. */
export async function announce(tx: Tx, change: Change): Promise<void> {
  const context = open.get(tx)
  if (!context) throw new Error('announce needs a transaction begun by inTransaction')
  const told = { ...change, ...(context.quiet && { quiet: true }) }
  await context.bus.tellTransaction(tx, told)
  context.changes.push(told)
}

/** Runs `work` inside an open transaction. If it throws, its rows, changes and locks are taken back, and the transaction goes on. */
export async function inSavepoint<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  const announced = open.get(tx)?.changes
  const count = announced?.length ?? 0
  const forgetLocks = locksSince(tx)
  await sql`savepoint part`.execute(tx)
  try {
    const result = await work()
    await sql`release savepoint part`.execute(tx)
    return result
  } catch (error) {
    // On a full disk SQLite has ended the transaction, and there is nothing to go back to: the reason is the error itself.
    await sql`rollback to savepoint part`.execute(tx).catch(() => {
      throw error
    })
    await sql`release savepoint part`.execute(tx)
    announced?.splice(count)
    forgetLocks()
    throw error
  }
}
