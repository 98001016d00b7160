import { closeSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../private-files.ts'
import { NodeSqliteDialect } from './sqlite-dialect.ts'

/**
 * Every table, as queries see it. Here stand those of the platform itself; the nouns' are declared to it by `server/tables.ts`
 * (declaration merging), so that the ground knows none of them.
 */
export interface Tables {
  job_runs: { name: string; last_started_at: string | null; last_finished_at: string | null; last_error: string | null }
  catch_ups: { name: string; after: string }
  /** Counted requests (`limits.ts`); `whole_at` in milliseconds since 1970. */
  rate_limits: { id: string; whole_at: number }
  meta: { key: string; value: string }
}

/** The database, or a transaction on it: the first argument of every query and service. */
export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>

/** What opens a database: a PostgreSQL address, or the folder of the SQLite file. */
export type DatabaseLocation = { DATABASE_URL?: string | undefined; dataDir: string }

/** Path of the SQLite file below the data folder. */
export function sqliteFile(dataDir: string): string {
  return join(dataDir, 'blog-cms.sqlite')
}

/** Opens the database the configuration names. The caller closes it with `db.destroy()`. */
export async function openDatabase(location: DatabaseLocation): Promise<Db> {
  if (location.DATABASE_URL) {
    const { default: pg } = await import('pg')
    const types = {
      getTypeParser(oid: number, format?: 'text' | 'binary') {
        if (oid === 20 || oid === 1700) return Number
        if (oid === 1184) return (value: string) => new Date(value).toISOString()
        return pg.types.getTypeParser(oid, format as 'text')
      },
    }
    const pool = new pg.Pool({ connectionString: location.DATABASE_URL, max: 10, types })
    // A connection the server drops while idle must not end the process; the next query gets a new one.
    pool.on('error', () => {})
    // Nor one that a transaction holds between two statements: its next one fails.
    pool.on('connect', (client) => client.on('error', () => {}))
    const reached = {
      connect: () =>
        pool.connect().catch((error: unknown) => {
          throw new DatabaseUnreachable(error)
        }),
      end: () => pool.end(),
      options: pool.options,
    }
    return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: reached }) })
  }
  mkdirSync(location.dataDir, { recursive: true, mode: PRIVATE_FOLDER })
  const file = sqliteFile(location.dataDir)
  // SQLite gives its log the mode of the database.
  closeSync(openSync(file, 'a', PRIVATE_FILE))
  return new Kysely<Tables>({ dialect: new NodeSqliteDialect(file) })
}

/** No connection to the database could be had. `code` is the system's or PostgreSQL's word for it (`ECONNREFUSED`, `57P03`). */
export class DatabaseUnreachable extends Error {
  readonly code: string

  constructor(cause: unknown) {
    super('the database cannot be reached', { cause })
    const { code } = cause as { code?: unknown }
    this.code = typeof code === 'string' ? code : ''
  }
}

/** Why the database is away, where that is what happened: no connection, or one that ended under a query. */
export function absenceOf(error: unknown): { code: string } | null {
  if (error instanceof DatabaseUnreachable) return { code: error.code }
  if (!(error instanceof Error)) return null
  const { code = '' } = error as Error & { code?: string }
  // Class 57P: PostgreSQL shuts down or starts; the driver's own sentence carries no code.
  const ended = /^57P0[123]$/.test(code) || error.message.startsWith('Connection terminated')
  return ended ? { code } : null
}

/** True when an insert or update met a unique index. */
export function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, errcode } = error as Error & { code?: string; errcode?: number }
  return code === '23505' || errcode === 2067 || errcode === 1555
}

/** True when an insert or update referred to a row that is gone. */
export function isMissingReference(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, errcode } = error as Error & { code?: string; errcode?: number }
  return code === '23503' || errcode === 787
}

/**
 * True for a transaction that PostgreSQL ended because of another one (two waited for each other, or cannot both be): begun
 * anew it may well succeed.
 */
export function isCollision(error: unknown): boolean {
  return error instanceof Error && ['40P01', '40001'].includes((error as Error & { code?: string }).code ?? '')
}
