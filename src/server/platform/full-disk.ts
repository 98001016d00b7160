import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from './db/db.ts'
import { isMoving } from './fleet/read-only.ts'
import type { Log } from './log.ts'
import { PRIVATE_FILE, PRIVATE_FOLDER } from './private-files.ts'

/** SQLite's result codes: full, and a log whose index cannot grow. PostgreSQL's and the system's codes for the same. */
const SQLITE_FULL = 13
const SQLITE_IOERR_SHMSIZE = 4874
const CODES = ['ENOSPC', 'EDQUOT', '53100']

/** True when a write failed for lack of space: on the disk, in the quota, in the database. */
export function isFullDisk(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, errcode } = error as Error & { code?: string; errcode?: number }
  if (code !== undefined && CODES.includes(code)) return true
  if (errcode !== undefined && ((errcode & 0xff) === SQLITE_FULL || errcode === SQLITE_IOERR_SHMSIZE)) return true
  // The image library reports it only in its message.
  return /no space left on device/i.test(error.message) || isFullDisk(error.cause)
}

/** Message of a command that undoes its work for lack of space. */
export const NO_ROOM =
  'Der Speicherplatz reicht nicht aus. Es wurde nichts geändert. Bitte Platz schaffen und noch einmal versuchen.'

/** A result of `/readyz` is cached for this time, so that frequent probes cost nothing. */
const HOLDS_MS = 1000
const PROBE = 'x'.repeat(64 * 1024)

/**
 * Checks whether the installation is writable: the database, in a transaction that is rolled back, and the upload
 * folder. Changes of the state are logged. Resolves to null, or to the reason.
 */
export function writeProbe(
  { db, folder, log }: { db: Db; folder: string; log: Log },
  { holdsMs = HOLDS_MS } = {},
): () => Promise<string | null> {
  let asked = Number.NEGATIVE_INFINITY
  let answer: Promise<string | null> = Promise.resolve(null)
  let former: string | null = null

  const look = async () => {
    const fault = await writes(db, folder).then(
      () => null,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    )
    if (fault !== null && former === null) log.error('nothing can be written', { error: fault })
    if (fault === null && former !== null) log.info('writing works again')
    former = fault
    return fault
  }
  return () => {
    if (performance.now() - asked >= holdsMs) {
      asked = performance.now()
      answer = look()
    }
    return answer
  }
}

const TAKEN_BACK = new Error('taken back')

async function writes(db: Db, folder: string): Promise<void> {
  await db
    .transaction()
    .execute(async (tx) => {
      await tx
        .insertInto('meta')
        .values({ key: `write-probe-${randomUUID()}`, value: PROBE })
        .execute()
      throw TAKEN_BACK
    })
    .catch((error: unknown) => {
      // A moving blog is readable, and ready for that.
      if (error !== TAKEN_BACK && !isMoving(error)) throw error
    })
  const path = join(folder, randomUUID())
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER })
  try {
    await writeFile(path, PROBE, { mode: PRIVATE_FILE, flush: true })
  } finally {
    await rm(path, { force: true })
  }
}
