import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, PostgresDialect, type Dialect, type Transaction } from 'kysely'
import { createIfAbsent, PRIVATE_FOLDER } from '../private-files.ts'
import type { QueryWatch } from '../query-watch.ts'
import { NodeSqliteDialect } from './sqlite-dialect.ts'

/**
 * Every table, as queries see it. This file declares the platform's own; `server/tables.ts` adds those of the nouns by
 * declaration merging, so that the platform does not depend on them.
 */
export interface Tables {
  job_runs: { name: string; last_started_at: string | null; last_finished_at: string | null; last_error: string | null }
  /** Counted requests (`limits.ts`); `whole_at` in milliseconds since 1970. */
  rate_limits: { id: string; whole_at: number }
  /** When each instance last renewed its lease (`leases.ts`). */
  instance_leases: { id: string; renewed_at: string }
  meta: { key: string; value: string }
}

/** The database, or a transaction on it: the first argument of every query and service. */
export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>

/** Location of the database: a PostgreSQL address, or the folder of the SQLite file. */
export type DatabaseLocation = { DATABASE_URL?: string | undefined; dataDir: string }

/** Path of the SQLite file below the data folder. */
export function sqliteFile(dataDir: string): string {
  return join(dataDir, 'blog-cms.sqlite')
}

/** Opens the configured database. The caller closes it with `db.destroy()`. */
export async function openDatabase(location: DatabaseLocation, watch?: QueryWatch): Promise<Db> {
  const { dialect, cutAll } = await dialectFor(location, watch)
  const db = new Kysely<Tables>({ dialect, ...(watch && { log: watch.onQuery }) })
  cuts.set(db, cutAll)
  return db
}

const cuts = new WeakMap<Db, () => void>()

/** Ends every connection to the database at once after its server has gone silent, so that no query waits for ever. */
export function cutConnections(db: Db): void {
  cuts.get(db)?.()
}

async function dialectFor(
  location: DatabaseLocation,
  watch?: QueryWatch,
): Promise<{ dialect: Dialect; cutAll: () => void }> {
  if (location.DATABASE_URL) {
    const { openPool } = await import('./postgres-pool.ts')
    const pool = await openPool(location.DATABASE_URL, watch?.metrics)
    return { dialect: new PostgresDialect({ pool }), cutAll: pool.cutAll }
  }
  mkdirSync(location.dataDir, { recursive: true, mode: PRIVATE_FOLDER })
  const file = sqliteFile(location.dataDir)
  // SQLite gives its log the mode of the database file.
  createIfAbsent(file)
  return { dialect: new NodeSqliteDialect(file), cutAll: () => {} }
}

/** True when an insert or update violated a unique index. */
export function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, errcode } = error as Error & { code?: string; errcode?: number }
  return code === '23505' || errcode === 2067 || errcode === 1555
}

/** True when an insert or update referred to a missing row. */
export function isMissingReference(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, errcode } = error as Error & { code?: string; errcode?: number }
  return code === '23503' || errcode === 787
}

/**
 * True for a transaction that PostgreSQL aborted because of a concurrent one (deadlock or serialization failure): a
 * retry may succeed.
 */
export function isCollision(error: unknown): boolean {
  return error instanceof Error && ['40P01', '40001'].includes((error as Error & { code?: string }).code ?? '')
}
