import { existsSync } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { PRIVATE_FOLDER } from '../private-files.ts'
import { openDatabase, sqliteFile, type DatabaseLocation, type Tx } from './db.ts'
import { isInUse } from './in-use.ts'
import { countOtherInstances } from './instances.ts'
import { snapshotInside, withSnapshot, type Snapshot } from './snapshot.ts'
import { mayStandStill } from './standing-still.ts'
import { wholeTables } from './whole-tables.ts'

/** Why a database cannot be replaced now, in words for people. */
export class NotReplaceable extends Error {}

const RUNNING =
  'Der Server läuft noch mit dieser Datenbank. Bitte zuerst anhalten und dann noch einmal versuchen. Es wurde nichts geändert.'

/** Throws `NotReplaceable` while a server works with the database. */
export async function refuseRunning(location: DatabaseLocation): Promise<void> {
  if (!location.DATABASE_URL) {
    if (isInUse(location.dataDir)) throw new NotReplaceable(RUNNING)
    return
  }
  const db = await openDatabase(location)
  try {
    if ((await countOtherInstances(db)) > 0) throw new NotReplaceable(RUNNING)
  } finally {
    await db.destroy()
  }
}

/** What is done on the way to a new database: `fill` makes its tables and rows, `prove` looks at what came of it, `finish` ends. */
export type Renewal = {
  fill: (tx: Tx) => Promise<void>
  prove: (snapshot: Snapshot) => Promise<void>
  finish: (tx: Tx) => Promise<void>
  /** What has to be there before the new database takes the place of the former one. */
  ready: () => Promise<void>
}

/**
 * Puts a new database in the place of the former one, which stays beside it as `{name}.vor-{stamp}`: the SQLite file, on PostgreSQL
 * the schema. Where anything throws on the way, the former one is as it was. Resolves to the former one's new name, or null where
 * there was none.
 */
export async function renewDatabase(
  location: DatabaseLocation,
  stamp: string,
  renewal: Renewal,
): Promise<string | null> {
  return location.DATABASE_URL ? renewPostgres(location, stamp, renewal) : renewSqlite(location.dataDir, stamp, renewal)
}

/** All of it is one transaction; tables of a schema that has been renamed are locked until its end. */
async function renewPostgres(location: DatabaseLocation, stamp: string, renewal: Renewal): Promise<string | null> {
  const db = await openDatabase(location)
  try {
    return await db.transaction().execute(async (tx) => {
      await mayStandStill(tx)
      const former = await setSchemaAside(tx, stamp)
      await renewal.fill(tx)
      await renewal.prove(await snapshotInside(tx, []))
      await renewal.finish(tx)
      await renewal.ready()
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
  // Each by itself: extensions serve the whole database and stay, and only a superuser could move them with their schema.
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

/** The new file is made in a folder beside the former one, and takes its place when all of it is on the disk. */
async function renewSqlite(dataDir: string, stamp: string, renewal: Renewal): Promise<string | null> {
  const folder = join(dataDir, `.neu-${stamp}`)
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER })
  try {
    const db = await openDatabase({ dataDir: folder })
    try {
      await db.transaction().execute(renewal.fill)
      await withSnapshot({ db, dataDir: folder, except: [] }, renewal.prove)
      await db.transaction().execute(renewal.finish)
    } finally {
      await db.destroy()
    }
    await syncFile(sqliteFile(folder))
    await renewal.ready()
    return await changePlaces(dataDir, folder, stamp)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function changePlaces(dataDir: string, folder: string, stamp: string): Promise<string | null> {
  const [file, aside] = [sqliteFile(dataDir), `${sqliteFile(dataDir)}.vor-${stamp}`]
  const had = existsSync(file)
  // What the log still holds belongs to the former file, and is found under its new name.
  for (const end of had ? ['-wal', '-shm', ''] : []) if (existsSync(file + end)) await rename(file + end, aside + end)
  await rename(sqliteFile(folder), file)
  await syncFile(dataDir)
  return had ? aside : null
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, process.platform === 'win32' ? 'r+' : 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Whether a place holds nobody and nothing yet: no account and no article. */
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
