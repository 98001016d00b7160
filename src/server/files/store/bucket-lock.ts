import { createHash, randomUUID } from 'node:crypto'
import { realpathSync, statSync } from 'node:fs'
import { hostname } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import type { Config } from '../../config.ts'
import { StoreUnreachable, type FileStore } from '../../platform/file-store.ts'
import type { ProcessLock, Sharing } from '../../platform/fleet/process-locks.ts'
import { openFiles } from './open.ts'

// Processes with different databases share no lock, but may name the same bucket. A bucket has no locks: each process that uses one
// keeps an object in it. The time since its last change is measured by the clock of the bucket. Processes of one database exclude
// each other by its locks, so their objects do not count: those of a killed server block nothing.

/** Not ours to move or back up (`NOT_OURS`), like all that a swap leaves aside. */
const FOLDER = 'in-use.vor-claims'
/** A claim that is this old belongs to a process that was killed. */
const LIFETIME_MS = 180_000
const RENEWED_MS = 30_000
/** A start does not wait longer for a bucket that does not answer. */
const PATIENCE_MS = 5000

/** A process with another database holds the bucket. If it was killed, the bucket is free from `freeAt` on. */
export class BucketInUse extends Error {
  readonly freeAt: Date
  constructor(freeAt: Date) {
    super('the bucket is in use')
    this.freeAt = freeAt
  }
}

/**
 * Claims the configured bucket: shared by each process that uses it, alone by one that replaces its content. Throws `BucketInUse` while
 * processes with another database hold it incompatibly, and `StoreUnreachable` for a claim alone. A shared claim does not need the
 * bucket to answer: it is made as soon as it does. `onLost` is called where another process replaces the content by then: what this one
 * writes would be lost. A claim alone is no longer held once it could not be renewed for its lifetime.
 */
export async function takeBucketLock(
  config: Config,
  sharing: Sharing,
  { onLost = () => {} }: { onLost?: () => void } = {},
): Promise<ProcessLock> {
  const claim = new BucketClaim(await openFiles(config), ownerOf(config), sharing)
  // While it waits, a process only looks.
  const taking = sharing === 'alone' ? claim.take() : claim.look().then(() => claim.take())
  await (sharing === 'alone' ? taking : soon(taking))
  const ending = new AbortController()
  const keeping = keep(claim, { taking, sharing, ending: ending.signal }).then((isLost) => isLost && onLost())
  return {
    isHeld: () => claim.isHeld,
    release: async () => {
      ending.abort()
      await soon(keeping.then(() => claim.remove()))
    },
  }
}

type Keeping = { taking: Promise<void>; sharing: Sharing; ending: AbortSignal }

/**
 * Renews a claim until the signal. A shared one that was never made, or has expired, is made again. Resolves to whether that is refused
 * by a process that holds the bucket alone.
 */
async function keep(claim: BucketClaim, { taking, sharing, ending }: Keeping): Promise<boolean> {
  let last = taking
  while (!ending.aborted) {
    const isRefused = await last.then(
      () => false,
      (error: unknown) => error instanceof BucketInUse,
    )
    // Meanwhile another process may have come and gone.
    if (isRefused || (sharing === 'alone' && !claim.isHeld)) return isRefused
    const pause = claim.isHeld ? RENEWED_MS : PATIENCE_MS
    await setTimeout(pause, null, { signal: ending, ref: false }).catch(() => {})
    if (!ending.aborted) last = claim.isHeld ? claim.renew() : claim.take()
  }
  return false
}

class BucketClaim {
  readonly #files: FileStore
  readonly #owner: string
  readonly #sharing: Sharing
  readonly #name: string
  /** By `performance.now()`. The bucket dates a claim later than this process asked for it. */
  #renewedAt = -Infinity

  constructor(files: FileStore, owner: string, sharing: Sharing) {
    this.#files = files
    this.#owner = owner
    this.#sharing = sharing
    this.#name = `${FOLDER}/${sharing}-${owner}-${randomUUID()}`
  }

  /** Whether no other process can take this claim for one of a killed process. */
  get isHeld(): boolean {
    return performance.now() - this.#renewedAt < LIFETIME_MS
  }

  async renew(): Promise<void> {
    const asked = await this.#put()
    // One that has expired in the meantime stays so.
    if (this.isHeld) this.#renewedAt = asked
  }

  /** By the own clock, which may differ from that of the bucket. */
  async look(): Promise<void> {
    this.#refuseOthers(await this.#list(), Date.now())
  }

  async take(): Promise<void> {
    const asked = await this.#put()
    // Each of two that claim at once sees the other here: none of them begins, or one.
    const all = await this.#list()
    const now = all.find(({ name }) => name === this.#name)?.changedAt.getTime() ?? Date.now()
    try {
      this.#refuseOthers(all, now)
    } catch (error) {
      await this.remove()
      throw error
    }
    for (const { name, changedAt } of all) if (now - changedAt.getTime() >= LIFETIME_MS) await this.#files.remove(name)
    this.#renewedAt = asked
  }

  async remove(): Promise<void> {
    await this.#files.remove(this.#name)
  }

  /** Resolves to when it was asked for. */
  async #put(): Promise<number> {
    const asked = performance.now()
    await this.#files.put(this.#name, Buffer.from(new Date().toISOString()))
    return asked
  }

  #list() {
    return this.#files.list(FOLDER)
  }

  #refuseOthers(all: Awaited<ReturnType<FileStore['list']>>, now: number): void {
    const left = all
      .filter(({ name }) => name !== this.#name && !name.includes(`-${this.#owner}-`))
      .filter(({ name }) => this.#sharing === 'alone' || name.startsWith(`${FOLDER}/alone-`))
      .map(({ changedAt }) => changedAt.getTime() + LIFETIME_MS - now)
    const longest = Math.max(0, ...left)
    if (longest > 0) throw new BucketInUse(new Date(Date.now() + longest))
  }
}

/** The result, or null if the bucket does not give it in time. */
async function soon<T>(work: Promise<T>): Promise<T | null> {
  const ending = new AbortController()
  const late = setTimeout(PATIENCE_MS, null, { signal: ending.signal }).catch(() => null)
  try {
    return await Promise.race([work.catch(unlessUnreachable), late])
  } finally {
    ending.abort()
  }
}

function unlessUnreachable(error: unknown): null {
  if (error instanceof StoreUnreachable) return null
  throw error
}

/** Names a database: its address without the password, or the folder on this machine. */
function ownerOf({ DATABASE_URL, dataDir }: Config): string {
  const place = DATABASE_URL
    ? DATABASE_URL.replace(/\/\/[^/]*@/, '//').replace(/\?.*/s, '')
    : `${hostname()} ${realpathSync(dataDir)} ${statSync(dataDir).ino}`
  return createHash('sha256').update(place).digest('hex').slice(0, 32)
}
