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

/**
 * Claims the configured bucket: shared by each process that uses it, alone by one that replaces its content. Null while processes with
 * another database hold it incompatibly. A shared claim does not need the bucket to answer: it is made as soon as it does. Throws
 * `StoreUnreachable` for a claim alone.
 */
export async function takeBucketLock(config: Config, sharing: Sharing): Promise<ProcessLock | null> {
  const files = await openFiles(config)
  const owner = ownerOf(config)
  const own = `${FOLDER}/${sharing}-${owner}-${randomUUID()}`
  const renew = () => files.put(own, Buffer.from(new Date().toISOString()))
  const taking = take(files, { own, owner, sharing, renew })
  const taken = sharing === 'alone' ? await taking : await soon(taking)
  if (taken === false) return null
  const renewing = setInterval(() => void renew().catch(() => {}), RENEWED_MS).unref()
  return {
    isHeld: () => true,
    release: async () => {
      clearInterval(renewing)
      await soon(files.remove(own))
    },
  }
}

type Claim = { own: string; owner: string; sharing: Sharing; renew: () => Promise<void> }

async function take(files: FileStore, { own, owner, sharing, renew }: Claim): Promise<boolean> {
  const others = async () => (await files.list(FOLDER)).filter(({ name }) => name !== own)
  const isInTheWay = (name: string) =>
    (sharing === 'alone' || name.startsWith(`${FOLDER}/alone-`)) && !name.includes(`-${owner}-`)
  // While it waits, a process only looks.
  const seen = sharing === 'shared' ? await others() : []
  if (seen.some(({ name, changedAt }) => isInTheWay(name) && Date.now() - changedAt.getTime() < LIFETIME_MS))
    return false
  await renew()
  // Each of two that claim at once sees the other here: none of them begins, or one.
  const all = await files.list(FOLDER)
  const now = all.find(({ name }) => name === own)?.changedAt.getTime() ?? Date.now()
  const isAlive = ({ changedAt }: { changedAt: Date }) => now - changedAt.getTime() < LIFETIME_MS
  if (all.some((claim) => claim.name !== own && isInTheWay(claim.name) && isAlive(claim))) {
    await files.remove(own)
    return false
  }
  for (const claim of all) if (!isAlive(claim)) await files.remove(claim.name)
  return true
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
