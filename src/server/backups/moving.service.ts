import { createHash } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import type { Config } from '../config.ts'
import { openFiles } from '../files/store/open.ts'
import { copyObject, renewFiles, type FilesRenewal } from '../files/store/renewal.ts'
import { migrations } from '../migrations/migrations.ts'
import { openDatabase, type Db, type Tx } from '../platform/db/db.ts'
import { insertRows } from '../platform/db/filling.ts'
import { migrateInside, pendingMigrations } from '../platform/db/migrate.ts'
import { isBare, refuseRunning, renewDatabase } from '../platform/db/renewal.ts'
import { withSnapshot, type Snapshot } from '../platform/db/snapshot.ts'
import { goOnWriting, movedTo, stopWriting } from '../platform/db/write-stop.ts'
import type { FileStore } from '../platform/file-store.ts'
import { PRIVATE_FOLDER } from '../platform/private-files.ts'
import { carryKey, installationKey } from '../platform/secret-box.ts'
import { orderMissed } from '../public-texts/public-texts.service.ts'
import { orderEverything } from '../search/search.service.ts'
import type { Manifest, Sum } from './file/contents.ts'
import { RowSum } from './file/row-sum.ts'
import { LEFT_OUT, NOT_OURS, ownRows } from './making.service.ts'
import { makeTables, NotRestored, proveRows } from './restoring.service.ts'

/** Where a blog goes: its database, its media, or both. What is left out stays where it is. */
export type Destination = { database: Config | null; media: Config | null }

/** How much of what went; `former` as in a restore. */
export type Moved = { rows: number; tables: number; files: number; former: string | null }

/** Why a blog does not move, in words for people. */
export class NotMoved extends Error {}

/**
 * Takes the blog to another database or store (RUL-55). It is read where it is meanwhile, and writers are told to wait, from the first row
 * on until the server has been started on the new place; every row and byte is read back and compared before. Where anything
 * differs or fails the blog goes on where it was. Throws `NotMoved` for a target that holds another blog.
 */
export async function moveBlog(source: Config, { database, media }: Destination, now: Date): Promise<Moved> {
  const db = await openDatabase(source)
  try {
    if ((await pendingMigrations(db, migrations)).length > 0)
      throw new NotMoved('Die Datenbank ist noch nicht auf dem Stand dieser Version. Bitte den Server einmal starten.')
    if ((await movedTo(db)) !== null)
      throw new NotMoved('Von hier ist der Blog schon umgezogen. Mit --back wird hier wieder geschrieben.')
    if (database) {
      await refuseRunning(database)
      await refuseOtherBlog(database)
    }
    const stamp = now.toISOString().slice(0, 19).replaceAll(':', '-')
    await stopWriting(db, database ? ELSEWHERE : storeOf(media ?? source), LEFT_OUT)
    try {
      return await carryOver({ db, source, database, media, stamp })
    } catch (error) {
      await goOnWriting(db)
      throw error
    }
  } finally {
    await db.destroy()
  }
}

/** A blog that is read from another database now. */
const ELSEWHERE = 'another database'
const storeOf = ({ S3_ENDPOINT, S3_BUCKET }: Config) =>
  S3_BUCKET ? `media at ${S3_ENDPOINT}/${S3_BUCKET}` : 'media on disk'

/** Called as the server starts: where only media have moved, and it is the new store that it was started on, it writes again. */
export async function arrive(db: Db, config: Config): Promise<void> {
  if ((await movedTo(db)) === storeOf(config)) await goOnWriting(db)
}

/** Lets a blog be written again where it had moved away from; false where it had not. */
export async function stayHere(source: Config): Promise<boolean> {
  const db = await openDatabase(source)
  try {
    if ((await movedTo(db)) === null) return false
    await goOnWriting(db)
    return true
  } finally {
    await db.destroy()
  }
}

/** A place that this blog once left may be its home again: what it left there stays beside. */
async function refuseOtherBlog(target: Config): Promise<void> {
  if (await isBare(target)) return
  const db = await openDatabase(target)
  try {
    if ((await movedTo(db)) === null)
      throw new NotMoved('In der Zieldatenbank gibt es schon Konten oder Artikel. Es wurde nichts geändert.')
  } finally {
    await db.destroy()
  }
}

type Carrying = Destination & { db: Db; source: Config; stamp: string }

async function carryOver({ db, source, database, media, stamp }: Carrying): Promise<Moved> {
  await mkdir(source.dataDir, { recursive: true, mode: PRIVATE_FOLDER })
  const files = media && (await renewFiles(media, stamp))
  try {
    const count = files ? await copyFiles(await openFiles(source), files, source.dataDir) : 0
    const key = await installationKey(db, source)
    const sums: Manifest['tables'] = {}
    let former: string | null = null
    if (database)
      await withSnapshot({ db, dataDir: source.dataDir, except: LEFT_OUT }, async (snapshot) => {
        former = await renewDatabase(database, stamp, {
          fill: (tx) => copyRows(tx, snapshot, sums),
          prove: (copy) => proveRows(copy, { tables: sums }),
          finish: async (tx) => {
            await migrateInside(tx, migrations)
            await carryKey(tx, database, key)
            await orderMissed(tx)
            await orderEverything(tx)
          },
          ready: async () => {},
        })
      })
    await files?.finish()
    const all = Object.values(sums)
    return { rows: all.reduce((sum, { rows }) => sum + rows, 0), tables: all.length, files: count, former }
  } catch (error) {
    await files?.undo()
    throw error
  }
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

/** Copies every object and compares its bytes as they are read back; answers how many there are. */
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
