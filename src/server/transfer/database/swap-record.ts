import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { emptyIfAbsent, syncFolder } from '../../platform/folders.ts'
import { PRIVATE_FILE } from '../../platform/private-files.ts'
import { openDatabase, type Db, type DatabaseLocation, type Tx } from '../../platform/db/db.ts'
import { mayStandStill } from '../../platform/db/postgres-servers.ts'

/**
 * The plan of a replacement of a blog (a restore, a move), written to disk before the first step that the database
 * cannot roll back. `settle` of `transfer/backups/exchange.service.ts` completes a `decided` one, and undoes any other.
 */
export type RenewalRecord<Files = unknown> = {
  /** Part of the names of new data (`.neu-{stamp}`) and former data (`.vor-{stamp}`). */
  stamp: string
  /** All new data are present and verified. */
  decided: boolean
  /** Whether the SQLite file is replaced. PostgreSQL swaps its schema in the deciding transaction. */
  sqliteFile: boolean
  /** Steps for media; null where they stay. */
  files: Files | null
}

/**
 * The scope of a replacement: the whole blog, which needs its place exclusively, or only media by a move, during which
 * the blog is readable.
 */
export type Renewed = 'blog' | 'media'

const FILES: Record<Renewed, string> = { blog: '.renewal.json', media: '.renewal-media.json' }
/** A record that is still being written. */
export const UNFINISHED_RECORD = /^\.renewal(-media)?\.json\.part$/
/** PostgreSQL: the schema that is swapped with the blog's own. */
const SCHEMA = 'blog_cms_renewal'
const TABLE = sql.table(`${SCHEMA}.records`)

/** The record of a place, or null. It is in the data folder, and with PostgreSQL in the database. */
export async function readRecord(location: DatabaseLocation, renewed: Renewed): Promise<RenewalRecord | null> {
  if (!location.DATABASE_URL) {
    const text = await readFile(join(location.dataDir, FILES[renewed]), 'utf8').catch(emptyIfAbsent)
    return text.length === 0 ? null : (JSON.parse(String(text)) as RenewalRecord)
  }
  return withDatabase(location, async (db) => {
    if (!(await hasTable(db))) return null
    const held = await sql<{ value: string }>`select value from ${TABLE} where renewed = ${renewed}`.execute(db)
    return held.rows[0] ? (JSON.parse(held.rows[0].value) as RenewalRecord) : null
  })
}

/** Writes the record durably. */
export async function writeRecord(location: DatabaseLocation, renewed: Renewed, record: RenewalRecord): Promise<void> {
  if (location.DATABASE_URL)
    return withDatabase(location, async (db) =>
      db.transaction().execute(async (tx) => {
        await sql`create schema if not exists ${sql.id(SCHEMA)}`.execute(tx)
        await sql`create table if not exists ${TABLE} (renewed text primary key, value text not null)`.execute(tx)
        await sql`insert into ${TABLE} (renewed, value) values (${renewed}, ${JSON.stringify(record)})
          on conflict (renewed) do update set value = excluded.value`.execute(tx)
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

/**
 * PostgreSQL: marks the blog's record as decided inside a transaction. False where the record is gone or replaced:
 * another process has settled it.
 */
export async function decideInside(tx: Tx, record: RenewalRecord): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update ${TABLE} set value = ${JSON.stringify(record)}
    where renewed = 'blog' and value::jsonb ->> 'stamp' = ${record.stamp}`.execute(tx)
  return Number(numAffectedRows) === 1
}

/**
 * Runs `work` with the record of a place and durably deletes the record if it resolves to true. On PostgreSQL its row
 * is locked meanwhile: this waits for a transaction that is about to decide, even of a dead process, and only one of
 * several processes settles it.
 */
export async function endRecord(
  location: DatabaseLocation,
  renewed: Renewed,
  work: (record: RenewalRecord) => Promise<boolean>,
): Promise<void> {
  if (location.DATABASE_URL)
    return withDatabase(location, async (db) => {
      if (!(await hasTable(db))) return
      await db.transaction().execute(async (tx) => {
        await mayStandStill(tx)
        const { rows } = await sql<{ value: string }>`
          select value from ${TABLE} where renewed = ${renewed} for update`.execute(tx)
        if (rows[0] && (await work(JSON.parse(rows[0].value) as RenewalRecord)))
          await sql`delete from ${TABLE} where renewed = ${renewed}`.execute(tx)
      })
    })
  const record = await readRecord(location, renewed)
  if (!record || !(await work(record))) return
  await rm(join(location.dataDir, FILES[renewed]), { force: true })
  await syncFolder(location.dataDir)
}

async function hasTable(db: Db): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`
    select to_regclass(${`${SCHEMA}.records`}) is not null as there`.execute(db)
  return rows[0]?.there ?? false
}

async function withDatabase<T>(location: DatabaseLocation, work: (db: Db) => Promise<T>): Promise<T> {
  const db = await openDatabase(location)
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}
