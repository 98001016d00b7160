import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { isCollision, type Db, type Tx } from './db.ts'
import { dialectOf } from './dialect.ts'

/**
 * Something that changed: its noun and id, and what listeners need to know of it.
 * `hidden` says that readers see nothing of it (a draft, a working text), so that their pages stay cached.
 */
export type Change = {
  noun: string
  id: string
  verb: 'created' | 'updated' | 'removed'
  hidden?: boolean
  /** Nobody outside is told of it: what an import brings was public before, elsewhere (RUL-53). */
  quiet?: boolean
  /** Every public page says something of it (a page in the footer). */
  everywhere?: boolean
  /** For subscribers inside the transaction; nobody else hears of it. */
  facts?: unknown
  /** What of the public side it concerns, as `readers/site/cache/tags.ts` names it: said inside the transaction, heard by every instance. */
  tags?: readonly string[]
}

/** One commit that other instances have to hear of before its writer gets the response. */
export type Hearing = { number: number; heard: Set<string>; wake: () => void }

/** The other instances on the same database, as a writer sees them. `platform/fleet` provides them on PostgreSQL. */
export type Peers = {
  /** Called before the commit. */
  begin: () => Hearing
  /** Called after the commit; resolves when every living instance has heard of it, or can no longer give old pages. */
  settled: (hearing: Hearing) => Promise<void>
  end: (hearing: Hearing) => void
}

/** Whether readers see something of a change, as far as the platform can tell. */
export function concernsReaders({ tags, hidden }: Change): boolean {
  return tags ? tags.length > 0 : !hidden
}

type InTransaction = (tx: Tx, change: Change) => Promise<void>
type AfterCommit = (change: Change) => void
type Settled = (changes: readonly Change[]) => Promise<void>

/** The channel PostgreSQL instances tell each other changes on. */
export const CHANGE_CHANNEL = 'blog_cms_changes'

/**
 * Who hears of changes to one database. Handlers inside the transaction do what another noun must do with it
 * (docs/architecture.md#data); handlers after the commit invalidate caches and tell live clients before the writer gets
 * its answer.
 */
export class ChangeBus {
  /** Marks this handle's notifications, so that it skips its own. */
  readonly instanceId = randomUUID()
  /** True while changes of other instances are not heard: whoever caches keeps nothing now, since nobody would take it back. */
  deaf = false
  /** Until this reading of `performance.now()` every change whose writer has an answer is heard (`leases.ts`); a SQLite file has one instance. */
  heardUntil = Infinity
  /** The other instances; null while there are none, or while this one keeps no public pages. */
  peers: Peers | null = null
  readonly #inTransaction: InTransaction[] = []
  readonly #afterCommit = new Set<AfterCommit>()
  readonly #afterLoss = new Set<() => void>()
  readonly #settled: Settled[] = []

  /** Runs inside the writer's transaction and may add to the change; throwing rolls everything back. */
  onChange(handler: InTransaction): void {
    this.#inTransaction.push(handler)
  }

  /** Runs after the commit, for own changes and those of other instances. Returns the way to stop listening. */
  onCommitted(handler: AfterCommit): () => void {
    this.#afterCommit.add(handler)
    return () => void this.#afterCommit.delete(handler)
  }

  /** Runs once for the own changes of a transaction, after everybody was told of its commit; the writer waits for it. */
  onSettled(handler: Settled): void {
    this.#settled.push(handler)
  }

  /**
   * Runs when notifications of other instances may have been lost: whoever caches drops everything (RUL-40). Returns the way to
   * stop.
   */
  onLoss(handler: () => void): () => void {
    this.#afterLoss.add(handler)
    return () => void this.#afterLoss.delete(handler)
  }

  /** Whether what is kept may be given: every change whose writer has an answer has been heard. */
  get hearsAll(): boolean {
    return !this.deaf && performance.now() < this.heardUntil
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

/** So often work is begun anew, after pauses of up to so many milliseconds each time: whoever collided does not meet again. */
const BEGINNINGS = 5
const PAUSE_MS = 20

/**
 * Runs `work` in one transaction: all of it happens or nothing. Changes announced in it reach listeners after the commit
 * and before this returns. Inside an open transaction `work` simply joins it. With `quiet`, what is announced in it is told
 * nobody outside. Where PostgreSQL ends the transaction because of another one, `work` is done anew from its beginning: it changes nothing but the database, and what else follows from
 * it comes after.
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

/** PostgreSQL refuses messages over 8000 bytes. */
const MESSAGE_BYTES = 7800
/** So many messages tell of one transaction; of more the others hear nothing but that they know nothing any more. */
const MOST_MESSAGES = 64

/**
 * The messages to other instances about the changes of a transaction, bounded in size and number. The last message carries the
 * number that they acknowledge.
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

/** A change for others; where it is too long without what it concerns, which they then take to be everything. */
function tellable({ facts: _facts, ...change }: Change): string {
  const whole = JSON.stringify(change)
  if (Buffer.byteLength(whole) <= MESSAGE_BYTES) return whole
  const { noun, id, verb, hidden } = change
  return JSON.stringify({ noun, id, verb, hidden })
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
