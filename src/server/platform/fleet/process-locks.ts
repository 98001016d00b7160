import { mkdirSync } from 'node:fs'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createIfAbsent, PRIVATE_FOLDER } from '../private-files.ts'
import type { DatabaseLocation } from '../db/db.ts'
import { NOTICE_DEATH, PostgresServers } from '../db/postgres-servers.ts'

// Locks between processes. Each ends with its process, however that dies: the system releases a file lock, PostgreSQL
// the lock of a connection. None depends on the existence of a file, so none can be left behind.

/** Exclusive, or shared with others. */
export type Sharing = 'alone' | 'shared'

export type ProcessLock = {
  /** Whether the lock is still held: PostgreSQL's ends with its connection. */
  isHeld: () => boolean
  release: () => Promise<void>
}

/**
 * Takes a lock of a database: of the PostgreSQL database, or of the folder of the SQLite file. Null while others hold
 * it incompatibly.
 */
export async function takeLock(
  { DATABASE_URL, dataDir }: DatabaseLocation,
  name: string,
  sharing: Sharing,
): Promise<ProcessLock | null> {
  return DATABASE_URL ? takeAdvisoryLock(DATABASE_URL, name, sharing) : takeFolderLock(dataDir, name, sharing)
}

/** True for SQLITE_BUSY and its extended codes. */
export function isBusy(error: unknown): boolean {
  return ((error as { errcode?: number }).errcode ?? 0) % 256 === 5
}

/** Takes a lock of a data folder, which is created if absent. Null while others hold it incompatibly. */
export function takeFolderLock(dataDir: string, name: string, sharing: Sharing): ProcessLock | null {
  const folder = join(dataDir, 'locks')
  mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER })
  const file = join(folder, name)
  createIfAbsent(file)
  const database = new DatabaseSync(file, { timeout: 0 })
  try {
    // SQLite's own locks, on a database without rows. Its journal would be a second file.
    database.exec('pragma journal_mode = memory')
    database.exec(sharing === 'alone' ? 'begin exclusive' : 'begin; select count(*) from sqlite_schema')
  } catch (error) {
    database.close()
    if (isBusy(error)) return null
    throw error
  }
  held.add(database)
  return {
    isHeld: () => true,
    release: async () => {
      held.delete(database)
      database.close()
    },
  }
}

/** An unreferenced handle would be closed by the garbage collector, and its lock released. */
const held = new Set<DatabaseSync>()

/** SQL for the key of an advisory lock. */
export function advisoryKey(name: string): string {
  return `hashtextextended('blog-cms ${name}', 0)`
}

/** The application name of a connection that holds a lock in PostgreSQL; instances use another one. */
export function lockHolderName(name: string): string {
  return `blog-cms-lock ${name}`
}

const CONNECT_MS = 5000

async function takeAdvisoryLock(url: string, name: string, sharing: Sharing): Promise<ProcessLock | null> {
  const { default: pg } = await import('pg')
  const servers = new PostgresServers(url)
  await servers.find()
  const client = new pg.Client({
    connectionString: servers.current,
    application_name: lockHolderName(name),
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_MS,
  })
  let isHeld = true
  const lose = () => (isHeld = false)
  client.on('error', lose)
  client.on('end', lose)
  let taken = false
  try {
    await client.connect()
    for (const [setting, value] of Object.entries(NOTICE_DEATH)) await client.query(`set ${setting} = ${value}`)
    const lock = sharing === 'alone' ? 'pg_try_advisory_lock' : 'pg_try_advisory_lock_shared'
    const { rows } = await client.query<{ taken: boolean }>(`select ${lock}(${advisoryKey(name)}) as taken`)
    taken = rows[0]?.taken ?? false
  } finally {
    if (!taken) await client.end()
  }
  if (!taken) return null
  // The open connection does not keep a finished command from exiting.
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  stream.unref()
  return {
    isHeld: () => isHeld,
    release: async () => {
      stream.ref()
      await client.end()
    },
  }
}
