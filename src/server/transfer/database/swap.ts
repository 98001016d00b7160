import { existsSync } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { syncFolder } from '../../platform/folders.ts'
import { PRIVATE_FOLDER } from '../../platform/private-files.ts'
import { openDatabase, sqliteFile, type DatabaseLocation, type Db, type Tx } from '../../platform/db/db.ts'
import { isInUse } from './sqlite-lock.ts'
import { COMMANDS_LOCK, countOtherInstances, INSTANCES_LOCK } from '../../platform/fleet/instances.ts'
import { takeLock, type ProcessLock } from '../../platform/fleet/process-locks.ts'
import { decideInside, writeRecord, type RenewalRecord } from './swap-record.ts'
import { snapshotInside, withSnapshot, type Snapshot } from './snapshot.ts'
import { mayStandStill } from '../../platform/db/postgres-servers.ts'
import { wholeTables } from './table-dump.ts'

/** Why a database cannot be replaced now, in German. */
export class NotReplaceable extends Error {}

const RUNNING =
  'Der Server läuft noch mit dieser Datenbank, oder ein anderer Befehl arbeitet mit ihr. Bitte zuerst anhalten und dann noch einmal versuchen. Es wurde nichts geändert.'
const LOCK_LOST =
  'Die Verbindung zur Datenbank oder zur Dateiablage ist unterwegs abgerissen. Es wurde nichts geändert.'

/** Throws `NotReplaceable` after the lock was lost: another process may have begun to work here. */
export function refuseLost(lock: ProcessLock): void {
  if (!lock.isHeld()) throw new NotReplaceable(LOCK_LOST)
}

/**
 * Takes a place exclusively to replace its database: until the release no server and no other replacement can begin
 * there. Throws `NotReplaceable` while a server or another command works there.
 */
export async function takeAlone(location: DatabaseLocation): Promise<ProcessLock> {
  const names = location.DATABASE_URL ? [INSTANCES_LOCK, COMMANDS_LOCK] : [INSTANCES_LOCK]
  const locks: ProcessLock[] = []
  const release = async () => {
    for (const lock of locks) await lock.release()
  }
  try {
    for (const name of names) {
      const lock = await takeLock(location, name, 'alone')
      if (!lock) throw new NotReplaceable(RUNNING)
      locks.push(lock)
    }
    if (await isUsedByOthers(location)) throw new NotReplaceable(RUNNING)
    return { isHeld: () => locks.every((lock) => lock.isHeld()), release }
  } catch (error) {
    await release()
    throw error
  }
}

/** Whether the database is used without a lock: by a server of an earlier release, or a database shell. */
async function isUsedByOthers(location: DatabaseLocation): Promise<boolean> {
  if (!location.DATABASE_URL) return isInUse(location.dataDir)
  const db = await openDatabase(location)
  try {
    return (await countOtherInstances(db)) > 0
  } finally {
    await db.destroy()
  }
}

/** The steps to a new database: `fill` makes its tables and rows, `prove` verifies them, `finish` cleans up. */
export type Renewal = {
  fill: (tx: Tx) => Promise<void>
  prove: (snapshot: Snapshot) => Promise<void>
  finish: (tx: Tx) => Promise<void>
  /** Called once the new database is complete. Returns the record to be decided with it, or null if none is needed. */
  decide: () => Promise<RenewalRecord | null>
}

/**
 * Makes a new database in place of the former one, which stays beside it as `{name}.vor-{stamp}`: the SQLite file, or
 * the PostgreSQL schema. If anything throws before the decision, the former one is unchanged. On PostgreSQL the new one
 * is in place when this resolves; on SQLite `changePlaces` moves it there. Resolves to the former one's new name, or
 * null where there was none.
 */
export async function renewDatabase(
  location: DatabaseLocation,
  { stamp, lock }: { stamp: string; lock: ProcessLock },
  renewal: Renewal,
): Promise<string | null> {
  return location.DATABASE_URL
    ? renewPostgres(location, { stamp, lock }, renewal)
    : renewSqlite(location.dataDir, stamp, renewal)
}

/** All in one transaction; tables of a renamed schema are locked until its end. */
async function renewPostgres(
  location: DatabaseLocation,
  { stamp, lock }: { stamp: string; lock: ProcessLock },
  renewal: Renewal,
): Promise<string | null> {
  const db = await openDatabase(location)
  try {
    return await db.transaction().execute(async (tx) => {
      await mayStandStill(tx)
      const former = await setSchemaAside(tx, stamp)
      await renewal.fill(tx)
      await renewal.prove(await snapshotInside(tx, []))
      await renewal.finish(tx)
      const record = await renewal.decide()
      if (record && !(await decideInside(tx, record))) throw new NotReplaceable(LOCK_LOST)
      refuseLost(lock)
      return former
    })
  } finally {
    await db.destroy()
  }
}

async function setSchemaAside(tx: Tx, stamp: string): Promise<string | null> {
  const { rows } = await sql<{ schema: string; tables: number }>`
    select current_schema() as schema, count(*) as tables from information_schema.tables
    where table_schema = current_schema()`.execute(tx)
  const { schema, tables } = rows[0] ?? { schema: 'public', tables: 0 }
  if (Number(tables) === 0) return null
  const aside = `${schema}.vor-${stamp}`
  await sql`create schema ${sql.id(aside)}`.execute(tx)
  // Moved one by one: extensions belong to the whole database and stay, and only a superuser could move them with their
  // schema.
  const own = await sql<{ kind: string; name: string }>`
    with held as (select classid, objid from pg_depend where refclassid = 'pg_extension'::regclass and deptype = 'e'),
      place as (select oid from pg_namespace where nspname = ${schema})
    select case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end as kind,
      format('%I.%I', ${schema}::text, relname) as name
    from pg_class where relnamespace = (select oid from place) and relkind in ('r', 'p', 'v', 'm', 'S')
      and not exists (select from held where classid = 'pg_class'::regclass and objid = pg_class.oid)
      -- a sequence that belongs to a column goes with its table
      and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype in ('a', 'i'))
    union all
    select 'routine', oid::regprocedure::text
    from pg_proc where pronamespace = (select oid from place)
      and not exists (select from held where classid = 'pg_proc'::regclass and objid = pg_proc.oid)`.execute(tx)
  for (const { kind, name } of own.rows)
    await sql`alter ${sql.raw(kind)} ${sql.raw(name)} set schema ${sql.id(aside)}`.execute(tx)
  return aside
}

/** Makes the new file in a folder beside the former one. */
async function renewSqlite(dataDir: string, stamp: string, renewal: Renewal): Promise<string | null> {
  const folder = newFolder(dataDir, stamp)
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER })
  const db = await openDatabase({ dataDir: folder })
  try {
    await db.transaction().execute(renewal.fill)
    await withSnapshot({ db, dataDir: folder, except: [] }, renewal.prove)
    await db.transaction().execute(renewal.finish)
    await writeOutLog(db)
  } finally {
    await db.destroy()
  }
  await syncFile(sqliteFile(folder))
  await syncFolder(folder)
  const record = await renewal.decide()
  const former = existsSync(sqliteFile(dataDir)) ? asideName(dataDir, stamp) : null
  if (record) await writeRecord({ dataDir }, 'blog', record)
  return former
}

/**
 * SQLite: writes the log into the file. Closing the database does the same but hides failures; the file without its log
 * would then be damaged. Throws where the disk is full.
 */
async function writeOutLog(db: Db): Promise<void> {
  const { rows } = await sql<{ log: number; checkpointed: number }>`pragma wal_checkpoint(passive)`.execute(db)
  const [{ log, checkpointed } = { log: 0, checkpointed: 0 }] = rows
  if (checkpointed < log) throw new Error(`only ${checkpointed} of ${log} pages of the log are in the new database`)
}

const newFolder = (dataDir: string, stamp: string) => join(dataDir, `.neu-${stamp}`)
const asideName = (dataDir: string, stamp: string) => `${sqliteFile(dataDir)}.vor-${stamp}`

/**
 * SQLite: puts the decided new file in place of the former one. Each step is skipped if already done, so it can be
 * repeated after a kill at any point.
 */
export async function changePlaces(dataDir: string, stamp: string): Promise<void> {
  const [file, aside, folder] = [sqliteFile(dataDir), asideName(dataDir, stamp), newFolder(dataDir, stamp)]
  if (existsSync(sqliteFile(folder))) {
    // The content of the log belongs to the former file, and has to be found under its new name.
    for (const end of ['-wal', '-shm', '']) if (existsSync(file + end)) await rename(file + end, aside + end)
    await syncFolder(dataDir)
    await rename(sqliteFile(folder), file)
    await syncFolder(dataDir)
  }
  await removeNewFolder(dataDir, stamp)
}

/** SQLite: whether a replacement still has to move or remove its new file. */
export function hasNewFolder(dataDir: string, stamp: string): boolean {
  return existsSync(newFolder(dataDir, stamp))
}

/** SQLite: removes the files that a replacement made beside the former one. */
export async function removeNewFolder(dataDir: string, stamp: string): Promise<void> {
  await rm(newFolder(dataDir, stamp), { recursive: true, force: true })
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, process.platform === 'win32' ? 'r+' : 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Whether a place is still empty: no account and no article. */
export async function isBare(location: DatabaseLocation): Promise<boolean> {
  if (!location.DATABASE_URL && !existsSync(sqliteFile(location.dataDir))) return true
  const db = await openDatabase(location)
  try {
    const tables = await wholeTables(db, [])
    for (const { name } of tables.filter((table) => table.name === 'users' || table.name === 'articles')) {
      const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(db)
      if (rows.length > 0) return false
    }
    return true
  } finally {
    await db.destroy()
  }
}
