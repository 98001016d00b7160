import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { emptyIfAbsent, syncFolder } from '../folders.ts'
import { PRIVATE_FILE } from '../private-files.ts'
import { openDatabase, type Db, type DatabaseLocation } from './db.ts'

/**
 * What a renewal of a blog (a restore, a move) is about to do. It is on the disk before the first step that cannot be taken back by the
 * database itself. `settle` of `backups/exchange.service.ts` carries it through where it is `decided`, and takes it back where it is not.
 */
export type RenewalRecord<Files = unknown> = {
  /** Names the new data on their way (`.neu-{stamp}`) and the former ones (`.vor-{stamp}`). */
  stamp: string
  /** All of the new is there and proven. */
  decided: boolean
  /** Whether the SQLite file is renewed. PostgreSQL exchanges its schema in the transaction that decides. */
  sqliteFile: boolean
  /** What is to be done about media; null where they stay. */
  files: Files | null
}

/** A renewal of the blog belongs to who has its place alone; one of its media alone to a move, beside which the blog is read. */
export type Renewed = 'blog' | 'media'

const FILES: Record<Renewed, string> = { blog: '.renewal.json', media: '.renewal-media.json' }
/** A record that is still being written. */
export const UNFINISHED_RECORD = /^\.renewal(-media)?\.json\.part$/
/** PostgreSQL: a schema beside the blog's own, which is exchanged. */
const SCHEMA = 'blog_cms_renewal'
const TABLE = sql.table(`${SCHEMA}.records`)

/** The record of a place, or null. It lies in the data folder, and with PostgreSQL in the database. */
export async function readRecord(location: DatabaseLocation, renewed: Renewed): Promise<RenewalRecord | null> {
  if (!location.DATABASE_URL) {
    const text = await readFile(join(location.dataDir, FILES[renewed]), 'utf8').catch(emptyIfAbsent)
    return text.length === 0 ? null : (JSON.parse(String(text)) as RenewalRecord)
  }
  return withDatabase(location, async (db) => {
    const { rows } = await sql<{ there: boolean }>`
      select to_regclass(${`${SCHEMA}.records`}) is not null as there`.execute(db)
    if (!rows[0]?.there) return null
    const held = await sql<{ value: string }>`select value from ${TABLE} where renewed = ${renewed}`.execute(db)
    return held.rows[0] ? (JSON.parse(held.rows[0].value) as RenewalRecord) : null
  })
}

/** Puts the record in its place, durably. */
export async function writeRecord(location: DatabaseLocation, renewed: Renewed, record: RenewalRecord): Promise<void> {
  if (location.DATABASE_URL)
    return withDatabase(location, async (db) =>
      db.transaction().execute(async (tx) => {
        await sql`create schema if not exists ${sql.id(SCHEMA)}`.execute(tx)
        await sql`create table if not exists ${TABLE} (renewed text primary key, value text not null)`.execute(tx)
        await writeRecordInside(tx, renewed, record)
      }),
    )
  const path = join(location.dataDir, FILES[renewed])
  const unfinished = `${path}.part`
  try {
    await writeFile(unfinished, JSON.stringify(record), { mode: PRIVATE_FILE, flush: true })
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
  await syncFolder(location.dataDir)
}

/** PostgreSQL: replaces the record as part of a transaction; `writeRecord` has made the table. */
export async function writeRecordInside(tx: Db, renewed: Renewed, record: RenewalRecord): Promise<void> {
  const value = JSON.stringify(record)
  await sql`insert into ${TABLE} (renewed, value) values (${renewed}, ${value})
    on conflict (renewed) do update set value = excluded.value`.execute(tx)
}

/** Removes the record, durably. */
export async function removeRecord(location: DatabaseLocation, renewed: Renewed): Promise<void> {
  if (location.DATABASE_URL)
    return withDatabase(location, async (db) =>
      db.transaction().execute(async (tx) => {
        await sql`delete from ${TABLE} where renewed = ${renewed}`.execute(tx)
        const { rows } = await sql`select 1 from ${TABLE}`.execute(tx)
        if (rows.length === 0) await sql`drop schema ${sql.id(SCHEMA)} cascade`.execute(tx)
      }),
    )
  await rm(join(location.dataDir, FILES[renewed]), { force: true })
  await syncFolder(location.dataDir)
}

async function withDatabase<T>(location: DatabaseLocation, work: (db: Db) => Promise<T>): Promise<T> {
  const db = await openDatabase(location)
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}
