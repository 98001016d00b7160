import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'
import type { CompiledQuery } from 'kysely'
import {
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
} from 'kysely'
import { storedInstant } from '../../../rules/instants.ts'

const STATEMENT_CACHE = 400
/**
 * Statements with more characters are not cached: they contain hundreds of values, and the next one has a different
 * number.
 */
const LONG_STATEMENT = 5_000
/** Values with more characters or bytes are not retained by a cached statement. */
const LONG_VALUE = 10_000
/** Statements with more characters take tens of milliseconds to write: indexes and journal included. */
const LONG_WRITE = 100_000

/**
 * Milliseconds of one round of the event loop after which a query yields to other work. SQLite answers at once, so a
 * request with many queries, or with one long one, would otherwise hold the thread until its end.
 */
const LONG_ROUND_MS = 3

/** Page cache of a connection; the system's cache stands behind it. Only one of the two connections reads lists. */
const READER_KB = 12_000
const WRITER_KB = 4_000

/**
 * Kysely dialect for node:sqlite: one connection writes (one transaction at a time), a second one reads the last
 * committed state.
 */
export class NodeSqliteDialect implements Dialect {
  readonly #file: string
  readonly #queue: WriterQueue = { waiting: 0 }

  constructor(file: string) {
    this.#file = file
  }

  createDriver(): Driver {
    return new NodeSqliteDriver(this.#file, this.#queue)
  }

  createQueryCompiler() {
    return new SqliteQueryCompiler()
  }

  createAdapter() {
    return new TwoConnectionsAdapter(this.#queue)
  }

  createIntrospector(db: Kysely<unknown>) {
    return new SqliteIntrospector(db)
  }
}

/** Capabilities beyond Kysely's own adapter: reads beside a transaction, and schema changes inside one (RUL-42). */
class TwoConnectionsAdapter extends SqliteAdapter {
  readonly queue: WriterQueue

  constructor(queue: WriterQueue) {
    super()
    this.queue = queue
  }

  override get supportsMultipleConnections(): boolean {
    return true
  }

  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

/** Number of callers waiting for the writing connection. */
type WriterQueue = { waiting: number }

/**
 * Whether other writers wait for the current transaction to commit (SQLite runs one at a time). A long write commits
 * early in that case.
 */
export function othersWait(db: Pick<Kysely<never>, 'getExecutor'>): boolean {
  const { adapter } = db.getExecutor()
  return adapter instanceof TwoConnectionsAdapter && adapter.queue.waiting > 0
}

type Prepared = { statement: StatementSync; givesRows: boolean; instants: string[] }

/** An open database file with the product's settings and a cache of prepared statements. */
class Handle {
  readonly database: DatabaseSync
  readonly #statements = new Map<string, Prepared>()

  constructor(file: string, readOnly: boolean) {
    this.database = new DatabaseSync(file, { readOnly, timeout: 5000 })
    if (!readOnly) this.database.exec('pragma journal_mode = wal; pragma synchronous = full')
    const kilobytes = readOnly ? READER_KB : WRITER_KB
    this.database.exec(`pragma foreign_keys = on; pragma cache_size = -${kilobytes}; pragma temp_store = memory`)
  }

  run<R>(query: CompiledQuery): QueryResult<R> {
    const { statement, givesRows, instants } = this.#prepare(query.sql)
    const parameters = query.parameters.map(toBindable)
    try {
      if (givesRows) return { rows: withInstants(statement.all(...parameters), instants) as R[] }
      const { changes, lastInsertRowid } = statement.run(...parameters)
      return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
    } finally {
      if (parameters.some(isLongValue)) letGo(statement, parameters.length)
    }
  }

  #prepare(sql: string): Prepared {
    const known = this.#statements.get(sql)
    if (known) return known
    const statement = this.database.prepare(sql)
    const columns = statement.columns()
    const instants = columns.flatMap(({ column, name }) => (INSTANT.test(column ?? name) ? [name] : []))
    const prepared = { statement, givesRows: columns.length > 0, instants }
    if (sql.length > LONG_STATEMENT) return prepared
    if (this.#statements.size >= STATEMENT_CACHE) this.#statements.delete(this.#statements.keys().next().value ?? '')
    this.#statements.set(sql, prepared)
    return prepared
  }

  close(): void {
    this.#statements.clear()
    this.database.close()
  }
}

/** Names of columns that hold an instant; columns of other names may hold any text. */
const INSTANT = /(?:^|_)(?:at|since|until)$|^last_fetched$/

function withInstants(rows: Record<string, unknown>[], names: readonly string[]): Record<string, unknown>[] {
  for (const row of rows)
    for (const name of names) {
      const value = row[name]
      if (typeof value === 'string') row[name] = storedInstant(value)
    }
  return rows
}

const isLongValue = (value: unknown) =>
  (typeof value === 'string' || value instanceof Uint8Array) && value.length > LONG_VALUE

/** A prepared statement keeps a copy of its last parameters; `iterate` binds empty ones without running it. */
function letGo(statement: StatementSync, parameters: number): void {
  statement.iterate(...Array.from({ length: parameters }, () => null))
}

function toBindable(value: unknown): string | number | bigint | null | Uint8Array {
  if (value === undefined || value === null) return null
  if (typeof value === 'boolean') return value ? 1 : 0
  if (value instanceof Date) return value.toISOString()
  return value as string | number | bigint | Uint8Array
}

class NodeSqliteDriver implements Driver {
  readonly #file: string
  #writer: Handle | undefined
  #reader: Handle | undefined
  readonly #queue: WriterQueue
  #lastWrite: Promise<void> = Promise.resolve()

  constructor(file: string, queue: WriterQueue) {
    this.#file = file
    this.#queue = queue
  }

  async init(): Promise<void> {
    this.#writer = new Handle(this.#file, false)
    this.#reader = new Handle(this.#file, true)
  }

  get writer(): Handle {
    if (!this.#writer) throw new Error('the database is closed')
    return this.#writer
  }

  get reader(): Handle {
    if (!this.#reader) throw new Error('the database is closed')
    return this.#reader
  }

  /** Waits for the writing connection; the returned function releases it. */
  async lockWriter(): Promise<() => void> {
    const before = this.#lastWrite
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#lastWrite = promise
    this.#queue.waiting += 1
    await before
    this.#queue.waiting -= 1
    return resolve
  }

  async acquireConnection(): Promise<SqliteConnection> {
    return new SqliteConnection(this)
  }

  async releaseConnection(): Promise<void> {}

  async beginTransaction(connection: SqliteConnection): Promise<void> {
    await connection.begin()
  }

  async commitTransaction(connection: SqliteConnection): Promise<void> {
    connection.end('commit')
  }

  async rollbackTransaction(connection: SqliteConnection): Promise<void> {
    connection.end('rollback')
  }

  async destroy(): Promise<void> {
    const release = await this.lockWriter()
    this.#reader?.close()
    this.#writer?.close()
    this.#reader = undefined
    this.#writer = undefined
    release()
  }
}

class SqliteConnection implements DatabaseConnection {
  readonly #driver: NodeSqliteDriver
  #release: (() => void) | undefined

  constructor(driver: NodeSqliteDriver) {
    this.#driver = driver
  }

  async begin(): Promise<void> {
    const release = await this.#driver.lockWriter()
    try {
      this.#driver.writer.database.exec('begin immediate')
    } catch (error) {
      release()
      throw error
    }
    this.#release = release
  }

  end(command: 'commit' | 'rollback'): void {
    const { database } = this.#driver.writer
    try {
      // SQLite itself rolls back a transaction that finds no space; another rollback would hide the reason.
      if (command === 'commit' || database.isTransaction) database.exec(command)
    } catch (error) {
      if (database.isTransaction) database.exec('rollback')
      throw error
    } finally {
      this.#release?.()
      this.#release = undefined
    }
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#release) {
      // Without this, statements after a caught error would be written outside the transaction.
      if (!this.#driver.writer.database.isTransaction) throw new Error('the transaction was taken back by SQLite')
      // Runs in its own round of the event loop: reads are served before and after it, and no other write runs.
      if (isLong(query)) await setImmediate()
      return runAndYield(() => this.#driver.writer.run<R>(query))
    }
    if (isRead(query)) return runAndYield(() => this.#driver.reader.run<R>(query))
    const release = await this.#driver.lockWriter()
    try {
      return await runAndYield(() => this.#driver.writer.run<R>(query))
    } finally {
      release()
    }
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery<R>(query)
  }
}

/** Reads the file as of the creation of the driver: its own connection, in one read-only transaction. */
export class SnapshotDriver implements Driver {
  readonly #handle: Handle

  constructor(file: string) {
    this.#handle = new Handle(file, true)
    // The first read fixes the snapshot.
    this.#handle.database.exec('begin; select count(*) from sqlite_schema')
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const handle = this.#handle
    return {
      executeQuery: async <R>(query: CompiledQuery) => handle.run<R>(query),
      async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
        yield handle.run<R>(query)
      },
    }
  }

  async releaseConnection(): Promise<void> {}

  async beginTransaction(): Promise<void> {
    throw new Error('a snapshot is one transaction already')
  }

  async commitTransaction(): Promise<void> {}

  async rollbackTransaction(): Promise<void> {}

  async destroy(): Promise<void> {
    this.#handle.close()
  }
}

/** When the first query of this round of the event loop began; null before it. */
let roundBegan: number | null = null

/** Runs a query, and yields to other work if this round of the event loop has become long. */
async function runAndYield<R>(run: () => R): Promise<R> {
  if (roundBegan === null) {
    roundBegan = performance.now()
    void setImmediate().then(() => (roundBegan = null))
  }
  const result = run()
  if (performance.now() - roundBegan > LONG_ROUND_MS) await setImmediate()
  return result
}

function isLong({ parameters }: CompiledQuery): boolean {
  let letters = 0
  for (const value of parameters) if (typeof value === 'string') letters += value.length
  return letters > LONG_WRITE
}

const READS = /^\s*(?:select|explain)\b/i
/** A `with` statement may end in a write: one with a writing keyword runs on the writing connection. */
const READS_PARTS = /^\s*with\b/i
const CHANGES = /\b(?:insert|update|delete|replace)\b/i

function isRead({ query, sql }: CompiledQuery): boolean {
  if (query.kind === 'SelectQueryNode') return true
  if (query.kind !== 'RawNode') return false
  return READS.test(sql) || (READS_PARTS.test(sql) && !CHANGES.test(sql))
}
