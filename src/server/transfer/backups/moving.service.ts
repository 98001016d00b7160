import { createHash } from 'node:crypto'
import type { Config } from '../../config.ts'
import { openFiles } from '../../files/store/open.ts'
import { copyObject, type FilesRenewal } from '../../files/store/swap.ts'
import { migrations } from '../../migrations/migrations.ts'
import { openDatabase, type Db, type Tx } from '../../platform/db/db.ts'
import { insertRows } from '../database/bulk-load.ts'
import { migrateInside, pendingMigrations } from '../../platform/db/migrate.ts'
import { takeLock, type ProcessLock } from '../../platform/fleet/process-locks.ts'
import { isBare } from '../database/swap.ts'
import { withSnapshot, type Snapshot } from '../database/snapshot.ts'
import { movedTo } from '../../platform/fleet/read-only.ts'
import { endDeparture, goOnWriting, stopWriting } from '../database/departure.ts'
import type { FileStore } from '../../platform/file-store.ts'
import type { Job } from '../../platform/job.ts'
import { carryKey, installationKey } from '../../platform/secret-box.ts'
import { orderMissed } from '../../writing/reader-index/reader-index.service.ts'
import { orderEverything } from '../../desk/search/search.service.ts'
import { enterBlog, MOVING_LOCK, NO_LOCK, takeMedia, takeOver } from './entering.service.ts'
import { exchange, settle, stampOf } from './exchange.service.ts'
import type { Manifest, Sum } from './file/contents.ts'
import { RowSum } from './file/row-sum.ts'
import { LEFT_OUT, NOT_OURS, ownRows } from './making.service.ts'
import { makeTables, NotRestored, proveRows } from './restoring.service.ts'

/** The target of a move: database, media, or both. An omitted part stays. */
export type Destination = { database: Config | null; media: Config | null }

/** Counts of a move; `former` as in a restore. */
export type Moved = { rows: number; tables: number; files: number; former: string | null }

/** Why a blog cannot move, in German. */
export class NotMoved extends Error {}

/**
 * Moves the blog to another database or store (RUL-55). It stays readable, and writes are refused, from the first row
 * until the server starts at the new place; before that every row and byte is read back and compared. On any difference
 * or failure the blog continues at its old place. Throws `NotMoved` for a target that holds another blog,
 * `NotReplaceable` for one in use.
 */
export async function moveBlog(source: Config, { database, media }: Destination, now: Date): Promise<Moved> {
  return withMovingLock(source, async (db) => {
    if ((await pendingMigrations(db, migrations)).length > 0)
      throw new NotMoved('Die Datenbank ist noch nicht auf dem Stand dieser Version. Bitte den Server einmal starten.')
    await comeBack(db)
    if ((await movedTo(db)) !== null)
      throw new NotMoved('Von hier ist der Blog schon umgezogen. Mit --back wird hier wieder geschrieben.')
    const place = { ...(database ?? source), ...(media && storeSettings(media)) }
    // Remains of a killed move in this bucket are removed with their record, before the record's database is left.
    await settle({ ...source, ...(media && storeSettings(media)) }, 'media')
    // If only media move, the database stays in use.
    const lock = database ? await takeOver(place, { media: media !== null }) : media ? await takeMedia(place) : NO_LOCK
    try {
      if (database) await refuseOtherBlog(database)
      const to = database ? ELSEWHERE : storeOf(place)
      await stopWriting(db, to, LEFT_OUT)
      try {
        const moved = await carryOver({ db, source, place, lock, database, media, stamp: stampOf(now) })
        await endDeparture(db, to, LEFT_OUT)
        return moved
      } catch (error) {
        await goOnWriting(db)
        throw error
      }
    } finally {
      await lock.release()
    }
  })
}

const storeSettings = ({ S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY }: Config) => ({
  S3_ENDPOINT,
  S3_BUCKET,
  S3_REGION,
  S3_ACCESS_KEY_ID,
  S3_SECRET_ACCESS_KEY,
})

/**
 * Opens the database that a move leaves, for completing or undoing the move. Throws `NotMoved` while another process
 * does so.
 */
async function withMovingLock<T>(source: Config, work: (db: Db) => Promise<T>): Promise<T> {
  const entered = await enterBlog(source)
  try {
    const moving = await takeLock(source, MOVING_LOCK, 'alone')
    if (!moving) throw new NotMoved('Hier läuft schon ein Umzug. Es wurde nichts geändert.')
    const db = await openDatabase(source)
    try {
      return await work(db)
    } finally {
      await db.destroy()
      await moving.release()
    }
  } finally {
    await entered.release()
  }
}

/** Marks a blog that now uses another database. */
const ELSEWHERE = 'another database'
const storeOf = ({ S3_ENDPOINT, S3_BUCKET }: Config) =>
  S3_BUCKET ? `media at ${S3_ENDPOINT}/${S3_BUCKET}` : 'media on disk'

/** Makes the blog writable again after a killed move. */
async function comeBack(db: Db): Promise<void> {
  if ((await movedTo(db))?.isOver === false) await goOnWriting(db)
}

/** The same from outside of a move. False while one runs. */
async function endKilledMove(db: Db, config: Config): Promise<boolean> {
  const moving = await takeLock(config, MOVING_LOCK, 'alone')
  if (!moving) return false
  try {
    await comeBack(db)
  } finally {
    await moving.release()
  }
  return true
}

/** A server that ran while a move was killed writes again. */
export const endKilledMoves: Job = {
  name: 'end-killed-moves',
  everySeconds: 5,
  everywhere: true,
  hasWork: async ({ db }) => (await movedTo(db))?.isOver === false,
  run: async ({ db, config }) => void (await endKilledMove(db, config)),
}

/**
 * Called at the start of the server. If only media have moved and it was started with the new store, the blog becomes
 * writable again, as after a killed move. Resolves to a message where the blog is read-only, else to null.
 */
export async function arrive(db: Db, config: Config): Promise<string | null> {
  const departure = await movedTo(db)
  if (!departure) return null
  if (!departure.isOver) return (await endKilledMove(db, config)) ? null : MOVING
  if (departure.to !== storeOf(config)) return departure.to === ELSEWHERE ? MOVED_DATABASE : MOVED_MEDIA
  await goOnWriting(db)
  return null
}

const MOVING = 'Der Blog zieht gerade um. Bis der Umzug fertig ist, wird hier nur gelesen.'
const MOVED_DATABASE =
  'Der Blog ist in eine andere Datenbank umgezogen. Hier wird nur noch gelesen. Bitte DATABASE_URL auf das Ziel setzen (leer für SQLite) und den Server neu starten. Doch hier bleiben: npm run move -- --back'
const MOVED_MEDIA =
  'Die Medien sind umgezogen. Hier wird nur noch gelesen. Bitte S3_ENDPOINT, S3_BUCKET und die Schlüssel auf das Ziel setzen (leer für die Festplatte) und den Server neu starten. Doch hier bleiben: npm run move -- --back'

/** Makes a moved blog writable again; false where it had not moved. Throws `NotMoved` during a move. */
export async function stayHere(source: Config): Promise<boolean> {
  return withMovingLock(source, async (db) => {
    if ((await movedTo(db)) === null) return false
    await goOnWriting(db)
    return true
  })
}

/** A place that this blog once left may be its target again: the old data stay beside it. */
async function refuseOtherBlog(target: Config): Promise<void> {
  if (await isBare(target)) return
  const db = await openDatabase(target)
  try {
    if ((await movedTo(db))?.isOver !== true)
      throw new NotMoved('In der Zieldatenbank gibt es schon Konten oder Artikel. Es wurde nichts geändert.')
  } finally {
    await db.destroy()
  }
}

type Carrying = Destination & { db: Db; source: Config; place: Config; lock: ProcessLock; stamp: string }

async function carryOver({ db, source, place, lock, database, media, stamp }: Carrying): Promise<Moved> {
  const key = await installationKey(db, source)
  const sums: Manifest['tables'] = {}
  let count = 0
  const work = (snapshot: Snapshot | null) =>
    exchange(
      { place, lock, stamp, database: database !== null, media: media !== null },
      {
        copyMedia: async (files) => {
          count = await copyFiles(await openFiles(source), files, source.dataDir)
        },
        renewal: () => ({
          fill: (tx) => copyRows(tx, snapshot!, sums),
          prove: (copy) => proveRows(copy, { tables: sums }),
          finish: async (tx) => {
            await migrateInside(tx, migrations)
            await carryKey(tx, place, key)
            await orderMissed(tx)
            await orderEverything(tx)
          },
        }),
      },
    )
  const former = database
    ? await withSnapshot({ db, dataDir: source.dataDir, except: LEFT_OUT }, work)
    : await work(null)
  const all = Object.values(sums)
  return { rows: all.reduce((sum, { rows }) => sum + rows, 0), tables: all.length, files: count, former }
}

async function copyRows(tx: Tx, snapshot: Snapshot, sums: Record<string, Sum>): Promise<void> {
  await makeTables(tx, snapshot.migrations, async () => {
    for (const table of snapshot.tables) {
      const sum = new RowSum()
      for await (const rows of ownRows(snapshot, table)) {
        for (const row of rows) sum.add(row)
        await insertRows(tx, table, rows)
      }
      sums[table.name] = { rows: sum.rows, sha256: sum.sha256 }
    }
  })
}

/** Copies every object and compares its bytes as read back; returns their number. */
async function copyFiles(from: FileStore, to: FilesRenewal, folder: string): Promise<number> {
  let count = 0
  for (const { name } of await from.list('')) {
    if (NOT_OURS.test(name)) continue
    await copyObject({ from, name, to }, folder)
    const [before, after] = [await hashOf(from, name), await hashOf(to, name)]
    if (before !== after) throw new NotRestored(`Beim Zurücklesen weicht die Datei ${name} ab. Es bleibt, wie es war.`)
    count += 1
  }
  return count
}

async function hashOf(store: Pick<FileStore, 'get'>, name: string): Promise<string | null> {
  const found = await store.get(name)
  if (!found) return null
  const hash = createHash('sha256')
  for await (const part of found.stream() as AsyncIterable<Uint8Array>) hash.update(part)
  return hash.digest('hex')
}
