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

/**
 * Brings the database to the newest schema; already there, it does nothing. SQLite is copied to `backups/` first, and on
 * both databases all pending migrations run in one transaction, so a failed one changes nothing and the former version
 * still starts (RUL-42). Throws the migration's error.
 */
export async function migrate(
  db: Db,
  migrations: Record<string, Migration>,
  dataDir: string,
): Promise<{ applied: string[] }> {
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

/** Runs migrations that are pending as part of a transaction. Throws the migration's error. */
export async function migrateInside(tx: Tx, migrations: Record<string, Migration>): Promise<void> {
  const provider = { getMigrations: async () => migrations }
  const migrator = new Migrator({ db: tx, provider, migrationTableSchema: await schemaOf(tx) })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}

/** PostgreSQL: the schema tables are made in, said aloud, or those of a schema that was set aside would be taken for its own. */
async function schemaOf(tx: Tx): Promise<string | undefined> {
  if (dialectOf(tx) === 'sqlite') return undefined
  const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(tx)
  return rows[0]?.schema
}

/** Names of the migrations that have not run on this database. */
export async function pendingMigrations(db: Db, migrations: Record<string, Migration>): Promise<string[]> {
  const known = await new Migrator({ db, provider: { getMigrations: async () => migrations } }).getMigrations()
  return known.filter((migration) => !migration.executedAt).map((migration) => migration.name)
}

/** When the database was made: the time of its first migration. */
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
    // SQLite fills an empty file, which keeps its mode. Under its name a copy is whole.
    await writeFile(part, '', { mode: PRIVATE_FILE })
    await sql`vacuum into ${part}`.execute(db)
    await rename(part, file)
  }
  const copies = (await readdir(folder)).filter((name) => name.includes('-before-')).sort()
  for (const name of copies.slice(0, -COPIES_KEPT)) await rm(join(folder, name))
}
