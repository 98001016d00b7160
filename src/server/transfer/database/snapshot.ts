import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { type Db, sqliteFile, type Tx } from '../../platform/db/db.ts'
import { dialectOf } from '../../platform/db/dialect.ts'
import { mayStandStill } from '../../platform/db/postgres-servers.ts'
import { wholeTables, type PortableValue, type WholeTable } from './table-dump.ts'

/** The database at one instant, independent of later writes. */
export type Snapshot = {
  /** In an order in which rows can be inserted. */
  tables: WholeTable[]
  /** Names of the migrations that have run, in order. */
  migrations: string[]
  /** The rows of a table in batches, as lists of values in the order of its columns. */
  rows: (table: WholeTable) => AsyncGenerator<PortableValue[][]>
}

/** Rows and characters per batch: enough to be quick, few enough that memory stays flat. */
const ROWS_AT_ONCE = 500
const LETTERS_AT_ONCE = 1_000_000

/**
 * Lets `work` read the whole database at one instant, without blocking others: SQLite from its log, PostgreSQL in a
 * repeatable read. `except` names omitted tables.
 */
export async function withSnapshot<T>(
  { db, dataDir, except }: { db: Db; dataDir: string; except: readonly string[] },
  work: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  return dialectOf(db) === 'postgres' ? ofPostgres(db, except, work) : ofSqlite({ db, dataDir, except }, work)
}

async function ofSqlite<T>(
  { db, dataDir, except }: { db: Db; dataDir: string; except: readonly string[] },
  work: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  const file = new DatabaseSync(sqliteFile(dataDir), { readOnly: true, timeout: 5000 })
  try {
    // The first read fixes the snapshot.
    file.exec('begin; select count(*) from sqlite_schema')
    const migrations = file.prepare('select name from kysely_migration order by name').all() as { name: string }[]
    const tables = await wholeTables(db, except)
    return await work({
      tables,
      migrations: migrations.map(({ name }) => name),
      async *rows({ name, columns }) {
        const statement = file.prepare(`select ${columns.map(quoted).join(', ')} from ${quoted(name)}`)
        statement.setReturnArrays(true)
        let batch: PortableValue[][] = []
        let letters = 0
        for (const row of statement.iterate() as Iterable<unknown> as Iterable<PortableValue[]>) {
          batch.push(row)
          letters += lettersOf(row)
          if (batch.length < ROWS_AT_ONCE && letters < LETTERS_AT_ONCE) continue
          yield batch
          batch = []
          letters = 0
        }
        if (batch.length > 0) yield batch
      },
    })
  } finally {
    file.close()
  }
}

async function ofPostgres<T>(db: Db, except: readonly string[], work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const reading = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return reading.execute(async (tx) => {
    await mayStandStill(tx)
    return work(await snapshotInside(tx, except))
  })
}

/** PostgreSQL: the database as seen by a transaction, read through cursors. */
export async function snapshotInside(tx: Tx, except: readonly string[]): Promise<Snapshot> {
  const { rows: migrations } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(tx)
  return {
    tables: await wholeTables(tx, except),
    migrations: migrations.map(({ name }) => name),
    async *rows({ name, columns }) {
      const chosen = columns.map((column) => sql.id(column))
      await sql`declare whole_rows no scroll cursor for select ${sql.join(chosen)} from ${sql.table(name)}`.execute(tx)
      let atOnce = 20
      for (;;) {
        const { rows } = await sql<Record<string, unknown>>`fetch ${sql.lit(atOnce)} from whole_rows`.execute(tx)
        if (rows.length === 0) break
        const batch = rows.map((row) => columns.map((column) => portable(row[column])))
        yield batch
        const letters = batch.reduce((sum, row) => sum + lettersOf(row), 0)
        const fitting = Math.floor((LETTERS_AT_ONCE * batch.length) / Math.max(1, letters))
        atOnce = Math.min(ROWS_AT_ONCE, Math.max(1, fitting))
      }
      await sql`close whole_rows`.execute(tx)
    },
  }
}

function portable(value: unknown): PortableValue {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value
  if (typeof value === 'boolean') return value ? 1 : 0
  throw new TypeError(`a column of a kind that is not carried from one database to the other: ${typeof value}`)
}

function lettersOf(row: readonly PortableValue[]): number {
  let letters = 0
  for (const value of row) letters += typeof value === 'string' ? value.length : 8
  return letters
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
