import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Config } from '../../config.ts'
import { BucketInUse, takeBucketLock } from '../../files/store/bucket-lock.ts'
import { PART_FILE } from '../../files/store/disk.ts'
import { keepsFilesOnDisk } from '../../files/store/open.ts'
import { isReachable, type FilesPlan } from '../../files/store/swap.ts'
import { spoolFolder } from '../../files/spool.ts'
import { openDatabase, sqliteFile } from '../../platform/db/db.ts'
import { COMMANDS_LOCK, INSTANCES_LOCK } from '../../platform/fleet/instances.ts'
import { takeFolderLock, takeLock, type ProcessLock } from '../../platform/fleet/process-locks.ts'
import { hasNewFolder, NotReplaceable, takeAlone } from '../database/swap.ts'
import { readRecord, UNFINISHED_RECORD, type RenewalRecord } from '../database/swap-record.ts'
import { awayLine } from '../../platform/unreachable.ts'
import { movedTo } from '../../platform/fleet/read-only.ts'
import { emptyIfAbsent } from '../../platform/folders.ts'
import { settle } from './exchange.service.ts'

// Every process enters a blog before it works with it: a killed restore or move is finished or undone, partial files
// are removed, and no restore can begin meanwhile.

/**
 * Shared by every process that works in a data folder. The exclusive holder may remove files that killed processes
 * left.
 */
const FOLDER_LOCK = 'folder'
/**
 * Shared by every process whose media are on the disk of this data folder, exclusive while they are replaced: the database
 * of the one that replaces them may be another.
 */
const MEDIA_LOCK = 'media'
/** Held by the server of a SQLite database: the caches of a second one would not learn of changes. */
const SERVER_LOCK = 'server'
/** Held by a running move on its source database. An unfinished departure without a holder means that the move was killed. */
export const MOVING_LOCK = 'moving'
const PAUSE_MS = 200
const MOVED =
  'Der Blog zieht von hier um oder ist umgezogen; hier wird nur gelesen. Doch hier bleiben: npm run move -- --back'
const LEAVES = 'Der Blog zieht gerade von hier um. Bitte warten, bis das fertig ist. Es wurde nichts geändert.'
const MEDIA_IN_USE =
  'Ein Server oder Befehl mit einer anderen Datenbank arbeitet mit den Medien dieses Ordners. Bitte DATABASE_URL prüfen oder ihn zuerst anhalten. Es wurde nichts geändert.'
const bucketInUse = ({ freeAt }: BucketInUse) =>
  `Ein Server oder Befehl mit einer anderen Datenbank arbeitet mit den Medien in diesem Bucket. Läuft er nicht mehr, ist der Bucket um ${freeAt.toLocaleTimeString('de-DE')} Uhr frei. Bitte S3_BUCKET und die Datenbank prüfen oder ihn zuerst anhalten. Es wurde nichts geändert.`
const SECOND_SERVER =
  'Ein anderer Server arbeitet schon mit diesem DATA_DIR. Mit SQLite läuft nur einer; mehrere brauchen PostgreSQL (DATABASE_URL).'
const UNDER_WAY =
  'Hier wird gerade eine Sicherung zurückgespielt, oder ein Blog zieht hierher um. Bitte warten, bis das fertig ist.'

/**
 * Enters the configured blog, before a server or command opens the database. While a restore or a move runs there, it
 * waits if `onWait` is given, which is called once, and throws `NotReplaceable` otherwise. Throws the same where the
 * SQLite file is missing and a former one is beside it. `hasClaim`: the caller is a server that already holds its claim
 * on PostgreSQL. `onLost`: a process with another database replaces the media in the bucket, which did not answer before; later
 * writes would be lost, so the process has to end.
 */
export async function enterBlog(config: Config, { onWait, ...entering }: Entering = {}): Promise<ProcessLock> {
  for (let hasWaited = false; ; hasWaited = true) {
    const entered = await tryToEnter(config, entering)
    if (entered) return entered
    if (!onWait) throw new NotReplaceable(UNDER_WAY)
    if (!hasWaited) onWait()
    await setTimeout(PAUSE_MS)
  }
}

/**
 * Makes this process the only server of a SQLite database. Waits `patienceMs` for one that is ending, then throws
 * `NotReplaceable`.
 */
export async function becomeOnlyServer({ dataDir }: Config, patienceMs: number): Promise<ProcessLock> {
  const until = performance.now() + patienceMs
  for (;;) {
    const lock = takeFolderLock(dataDir, SERVER_LOCK, 'alone')
    if (lock) return lock
    if (performance.now() > until) throw new NotReplaceable(SECOND_SERVER)
    await setTimeout(PAUSE_MS)
  }
}

/**
 * Enters the blog for a command, until the process ends. If that is not possible, or if it `writes` and the blog moves
 * or has moved away, the process ends with a line that gives the reason.
 */
export async function enterOrExit(config: Config, { writes = false } = {}): Promise<void> {
  try {
    const entered = await enterBlog(config, { onLost: () => endWith(UNDER_WAY) })
    process.once('beforeExit', () => void entered.release())
    if (writes) await refuseMoved(config)
  } catch (error) {
    const line = error instanceof NotReplaceable ? error.message : awayLine(error)
    if (line === null) throw error
    endWith(line)
  }
}

function endWith(line: string): never {
  console.error(line)
  process.exit(1)
}

/** Throws `NotReplaceable` where a blog moves from here or has moved away. */
export async function refuseMoved(config: Config): Promise<void> {
  const db = await openDatabase(config)
  try {
    if (await movedTo(db)) throw new NotReplaceable(MOVED)
  } finally {
    await db.destroy()
  }
}

type Entering = { onWait?: () => void; onLost?: () => void; hasClaim?: boolean }

async function tryToEnter(
  config: Config,
  { hasClaim = false, ...entering }: Omit<Entering, 'onWait'>,
): Promise<ProcessLock | null> {
  await settleDeadMove(config)
  const settled = await settleDead(config, hasClaim)
  if (settled === 'under way') return null
  // A killed move from PostgreSQL to the SQLite file of this folder.
  if (config.DATABASE_URL) await settleDead({ ...config, DATABASE_URL: undefined }, false)
  await removeLeftOver(config)
  const folder = await shareFolder(config.dataDir)
  const media = keepsFilesOnDisk(config)
    ? takeFolderLock(config.dataDir, MEDIA_LOCK, 'shared')
    : await takeBucketLock(config, 'shared', entering).catch(nullIfInUse)
  let shared: ProcessLock | null = null
  let isIn = false
  try {
    if (!media) return null
    // On PostgreSQL servers hold their claim, and commands run beside them.
    shared = hasClaim ? folder : await takeLock(config, config.DATABASE_URL ? COMMANDS_LOCK : INSTANCES_LOCK, 'shared')
    // A process may have begun a restore and died in the meantime.
    const left = hasClaim ? null : await readRecord(config, 'blog')
    if (!shared || (left !== null && left.stamp !== settled?.stamp)) return null
    refuseMissing(config, await readdir(config.dataDir))
    isIn = true
    return { isHeld: shared.isHeld, release: () => releaseAll([folder, media, shared]) }
  } finally {
    if (!isIn) await releaseAll([folder, media, shared])
  }
}

/** A lock for places that need none. */
export const NO_LOCK: ProcessLock = { isHeld: () => true, release: async () => {} }

/**
 * Finishes or undoes a killed restore or move to this place. Resolves to its record if there was one: the record stays
 * if it concerns a store that is not configured here, and then no process has to wait for it.
 */
async function settleDead(place: Config, hasClaim: boolean): Promise<RenewalRecord | null | 'under way'> {
  const record = await readRecord(place, 'blog')
  if (record === null || isSettledHere(place, record as RenewalRecord<FilesPlan>)) return record
  const alone = hasClaim ? null : await takeLock(place, INSTANCES_LOCK, 'alone')
  if (!alone && !hasClaim) return 'under way'
  try {
    await settle(place, 'blog')
  } finally {
    await alone?.release()
  }
  return record
}

/** Whether everything left of a restore or move is in a bucket that is not configured here. */
function isSettledHere(place: Config, { stamp, files, sqliteFile }: RenewalRecord<FilesPlan>): boolean {
  return files !== null && !isReachable(place, files) && !(sqliteFile && hasNewFolder(place.dataDir, stamp))
}

/** Undoes a killed move of media only; a running one holds its lock. */
async function settleDeadMove(config: Config): Promise<void> {
  if ((await readRecord(config, 'media')) === null) return
  const moving = await takeLock(config, MOVING_LOCK, 'alone')
  if (!moving) return
  try {
    await settle(config, 'media')
  } finally {
    await moving.release()
  }
}

/**
 * Enters a place whose blog is to be replaced, its media only if `media` says so. Other processes cannot enter it until the
 * lock is released. Throws `NotReplaceable` while a server, another command or a move works there.
 */
export async function takeOver(place: Config, { media }: { media: boolean }): Promise<ProcessLock> {
  const lock = await takeAlone(place)
  let moving: ProcessLock | null = null
  let files: ProcessLock | null = null
  try {
    moving = await takeLock(place, MOVING_LOCK, 'alone')
    if (!moving) throw new NotReplaceable(LEAVES)
    files = media ? await takeMedia(place) : NO_LOCK
    await settle(place, 'blog')
    await settle(place, 'media')
    await removeLeftOver(place)
    const folder = await shareFolder(place.dataDir)
    const isHeld = () => [lock, files].every((one) => one?.isHeld() ?? false)
    return { isHeld, release: () => releaseAll([folder, files, moving, lock]) }
  } catch (error) {
    await releaseAll([files, moving, lock])
    throw error
  }
}

/** Takes the media of a place in order to replace them. Throws `NotReplaceable` while another blog uses them. */
export async function takeMedia(place: Config): Promise<ProcessLock> {
  if (!keepsFilesOnDisk(place))
    return takeBucketLock(place, 'alone').catch((error: unknown) => {
      throw error instanceof BucketInUse ? new NotReplaceable(bucketInUse(error)) : error
    })
  const lock = takeFolderLock(place.dataDir, MEDIA_LOCK, 'alone')
  if (!lock) throw new NotReplaceable(MEDIA_IN_USE)
  return lock
}

function nullIfInUse(error: unknown): null {
  if (error instanceof BucketInUse) return null
  throw error
}

async function releaseAll(locks: readonly (ProcessLock | null)[]): Promise<void> {
  for (const lock of new Set(locks)) await lock?.release()
}

/** Waits for the exclusive holder, which only removes a few files. */
async function shareFolder(dataDir: string): Promise<ProcessLock> {
  for (;;) {
    const lock = takeFolderLock(dataDir, FOLDER_LOCK, 'shared')
    if (lock) return lock
    await setTimeout(PAUSE_MS / 10)
  }
}

/** Removes partial files of killed processes from the data folder, while no other process works in it. */
async function removeLeftOver(config: Config): Promise<void> {
  const lock = takeFolderLock(config.dataDir, FOLDER_LOCK, 'alone')
  if (!lock) return
  try {
    // Files named by a record are handled by `settle`.
    const stamps: string[] = []
    for (const place of [config, { ...config, DATABASE_URL: undefined }])
      for (const renewed of ['blog', 'media'] as const) {
        const record = await readRecord(place, renewed)
        if (record) stamps.push(record.stamp)
      }
    const { dataDir } = config
    const names = await readdir(dataDir)
    const remove = (name: string) => rm(join(dataDir, name), { recursive: true, force: true })
    for (const name of names)
      if (isLeftOver(name, names) && !stamps.some((stamp) => name.endsWith(stamp))) await remove(name)
    // The folder also contains sources of imports, under other names: an import continues after a restart.
    await removeFrom(spoolFolder(dataDir), (name) => /^[\da-f-]{36}$/.test(name))
    for (const folder of ['media', 'backups']) await removeFrom(join(dataDir, folder), (name) => PART_FILE.test(name))
  } finally {
    await lock.release()
  }
}

async function removeFrom(folder: string, isLeft: (name: string) => boolean): Promise<void> {
  for (const name of await readdir(folder).catch(emptyIfAbsent))
    if (isLeft(name)) await rm(join(folder, name), { force: true })
}

/** Whether a file of the data folder is a partial one. Files that may be the only copy of a blog are not. */
function isLeftOver(name: string, names: readonly string[]): boolean {
  if (name.startsWith('.neu-')) return names.includes('blog-cms.sqlite')
  if (name.startsWith('media.neu-')) return names.includes('media')
  if (/^secret\.key\.\d+\.[\da-f]{8}$/.test(name)) return names.includes('secret.key')
  return UNFINISHED_RECORD.test(name) || name.startsWith('.probe-') || PART_FILE.test(name)
}

/** A missing database is not created where a former one is beside it: the blog is in that one, or in a backup. */
function refuseMissing({ DATABASE_URL, dataDir }: Config, names: readonly string[]): void {
  if (DATABASE_URL || existsSync(sqliteFile(dataDir))) return
  const former = names.filter((name) => /^blog-cms\.sqlite\.vor-[^.]*$/.test(name)).sort()
  if (former.length > 0)
    throw new NotReplaceable(
      `In ${dataDir} fehlt blog-cms.sqlite, daneben liegt ${former.at(-1)}. Es wird kein leerer Blog angelegt. Bitte diese Datei in blog-cms.sqlite umbenennen oder eine Sicherung zurückspielen (npm run restore).`,
    )
}
