import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import { newId } from '../ids.ts'
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../private-files.ts'
import type { Db, Tx } from './db.ts'
import { dialectOf } from './dialect.ts'

const COPIES_KEPT = 5

/** Migrations by name. One may replace several of a former version that together made the same schema. */
export type Migrations = Record<string, Migration & { replaces?: { names: readonly string[]; version: string } }>

/** Thrown when only some of the replaced migrations have run: `version` has to be started once to run the others. */
export class HalfwaySchema extends Error {
  readonly last: string
  readonly version: string

  constructor(last: string, version: string) {
    super(
      `Diese Datenbank ist auf dem Stand einer früheren Version (${last}). Bitte einmal die Version ${version} starten (git checkout ${version}, dann npm start), danach wieder diese. Es wurde nichts geändert.`,
    )
    this.last = last
    this.version = version
  }
}

/** The migrations that have run, by their present names. Throws `HalfwaySchema`. */
export function presentNames(done: readonly string[], migrations: Migrations): string[] {
  let names = [...done]
  for (const [name, { replaces }] of Object.entries(migrations)) {
    const former = replaces?.names.filter((one) => done.includes(one)) ?? []
    if (!replaces || former.length === 0) continue
    if (former.length < replaces.names.length) throw new HalfwaySchema(former.at(-1) ?? '', replaces.version)
    names = [name, ...names.filter((one) => !former.includes(one))]
  }
  return names
}

/**
 * Migrates the database to the newest schema; does nothing if it is current. SQLite is copied to `backups/` first. On
 * both databases all pending migrations run in one transaction, so that a failed one changes nothing and the former
 * version still starts (RUL-42). Throws the migration's error, or `HalfwaySchema`.
 */
export async function migrate(db: Db, migrations: Migrations, dataDir: string): Promise<{ applied: string[] }> {
  await renameReplaced(db, migrations, dataDir)
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const known = await migrator.getMigrations()
  const done = known.filter((migration) => migration.executedAt)
  if (done.length === known.length) return { applied: [] }
  if (done.length > 0 && dialectOf(db) === 'sqlite')
    await copyDatabase(db, dataDir, `before-${known[done.length]?.name ?? 'migration'}`)
  const { error, results } = await migrator.migrateToLatest()
  if (error) {
    const failed = results?.find((result) => result.status === 'Error')?.migrationName
    throw new Error(
      `Migration ${failed ?? ''} fehlgeschlagen: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    )
  }
  return { applied: (results ?? []).map((result) => result.migrationName) }
}

/** Renames replaced migrations in a database where all of them have run: its schema is already the present one. */
async function renameReplaced(db: Db, migrations: Migrations, dataDir: string): Promise<void> {
  const formerOf = async (handle: Db) => {
    const done = await doneMigrations(handle)
    const present = presentNames(done, migrations)
    return {
      former: done.filter((name) => !present.includes(name)),
      made: present.filter((name) => !done.includes(name)),
    }
  }
  const [first] = (await formerOf(db)).made
  if (first === undefined) return
  if (dialectOf(db) === 'sqlite') await copyDatabase(db, dataDir, `before-${first}`)
  await withMigrationLock(db, async (tx) => {
    // Another instance may have done it in the meantime.
    const { former, made } = await formerOf(tx)
    if (made.length === 0) return
    const timestamp = await databaseMadeAt(tx)
    await sql`delete from kysely_migration where name in (${sql.join(former)})`.execute(tx)
    for (const name of made)
      await sql`insert into kysely_migration (name, timestamp) values (${name}, ${timestamp})`.execute(tx)
  })
}

/** Runs a transaction under Kysely's migration lock. */
async function withMigrationLock(db: Db, work: (tx: Tx) => Promise<void>): Promise<void> {
  const { adapter } = db.getExecutor()
  const lock = { lockTable: 'kysely_migration_lock', lockRowId: 'migration_lock' }
  await db.connection().execute(async (connection) => {
    try {
      await adapter.acquireMigrationLock(connection, lock)
      await connection.transaction().execute(work)
    } finally {
      await adapter.releaseMigrationLock(connection, lock)
    }
  })
}

/** Names of the migrations that have run, in order. */
async function doneMigrations(db: Db): Promise<string[]> {
  const { rows: tables } = await (
    dialectOf(db) === 'postgres'
      ? sql`select 1 where to_regclass('kysely_migration') is not null`
      : sql`select 1 from sqlite_schema where name = 'kysely_migration'`
  ).execute(db)
  if (tables.length === 0) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}

/** Runs pending migrations inside a transaction. Throws the migration's error. */
export async function migrateInside(tx: Tx, migrations: Migrations): Promise<void> {
  const provider = { getMigrations: async () => migrations }
  const migrator = new Migrator({ db: tx, provider, migrationTableSchema: await schemaOf(tx) })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}

/**
 * PostgreSQL: the schema in which tables are made. It is named explicitly, since Kysely would otherwise also find the
 * tables of a schema set aside.
 */
async function schemaOf(tx: Tx): Promise<string | undefined> {
  if (dialectOf(tx) === 'sqlite') return undefined
  const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(tx)
  return rows[0]?.schema
}

/** Names of the migrations that have not run on this database. */
export async function pendingMigrations(db: Db, migrations: Migrations): Promise<string[]> {
  const known = await new Migrator({ db, provider: { getMigrations: async () => migrations } }).getMigrations()
  return known.filter((migration) => !migration.executedAt).map((migration) => migration.name)
}

/** Creation time of the database: the time of its first migration. */
export async function databaseMadeAt(db: Db): Promise<string> {
  const { rows } = await sql<{ at: string | null }>`select min(timestamp) as at from kysely_migration`.execute(db)
  return rows[0]?.at ?? new Date(0).toISOString()
}

async function copyDatabase(db: Db, dataDir: string, label: string): Promise<void> {
  const folder = join(dataDir, 'backups')
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER })
  const file = join(folder, `${new Date().toISOString().replaceAll(':', '-')}-${label}.sqlite`)
  if (!existsSync(file)) {
    const part = join(folder, `.${newId()}.part`)
    // SQLite fills an empty file and keeps its mode. Only a complete copy gets the final name.
    await writeFile(part, '', { mode: PRIVATE_FILE })
    await sql`vacuum into ${part}`.execute(db)
    await rename(part, file)
  }
  const copies = (await readdir(folder)).filter((name) => name.includes('-before-')).sort()
  for (const name of copies.slice(0, -COPIES_KEPT)) await rm(join(folder, name))
}
