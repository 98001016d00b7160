import type { PostgresPool } from 'kysely'
import type pg from 'pg'
import { storedInstant, UNREADABLE_INSTANT } from '../../../rules/instants.ts'
import type { Metrics } from '../metrics.ts'
import { DatabaseUnreachable, noteConnectionFault } from '../unreachable.ts'
import { PostgresServers, STANDSTILL_MS } from './postgres-servers.ts'

const MOST_CONNECTIONS = 10
/** Timeout for opening a connection; waiting for one in use has no limit. */
const CONNECT_MS = 3000

export type ReachedPool = PostgresPool & {
  /** Ends every connection at once: pending queries fail, and the next query opens a new one. */
  cutAll: () => void
}

/**
 * Pool of connections to PostgreSQL. While the server is unreachable one caller at a time tries to connect, and the
 * others fail at once: a server that drops packets would hold each of them for seconds. With several servers, the
 * writable one is looked for whenever a connection fails. Throws `DatabaseUnreachable`.
 */
export async function openPool(url: string, metrics?: Metrics): Promise<ReachedPool> {
  const { default: driver } = await import('pg')
  const servers = new PostgresServers(url)
  // The first server of the list may no longer be the primary.
  await servers.find()
  const types = {
    getTypeParser(oid: number, format?: 'text' | 'binary') {
      if (oid === 20 || oid === 1700) return Number
      if (oid === 1184) return instantIn
      return driver.types.getTypeParser(oid, format as 'text')
    },
  }
  class ServerClient extends driver.Client {
    constructor(options?: pg.ClientConfig) {
      super({ ...options, connectionString: servers.current, connectionTimeoutMillis: CONNECT_MS, keepAlive: true })
    }
  }
  const pool = new driver.Pool({ Client: ServerClient, max: MOST_CONNECTIONS, types, verify: verifier(servers) })
  const open = new Set<pg.PoolClient>()
  // A connection dropped while idle must not end the process; the next query opens a new one.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    open.add(client)
    // The same for a connection that a transaction holds between two statements: its next one fails.
    client.on('error', noteConnectionFault)
    client.once('end', () => open.delete(client))
  })
  metrics?.gauge('db_connections', 'Connections to PostgreSQL, and who waits for one.', () => [
    { labels: { state: 'busy' }, value: pool.totalCount - pool.idleCount },
    { labels: { state: 'idle' }, value: pool.idleCount },
    { labels: { state: 'waiting' }, value: pool.waitingCount },
  ])
  const connect = async () => {
    try {
      return await pool.connect()
    } catch (error) {
      if (!servers.areSeveral) throw error
      await servers.find()
      return await pool.connect()
    }
  }
  return {
    connect: oneTriesWhileAway(connect),
    end: () => pool.end(),
    options: pool.options,
    cutAll: () => {
      for (const client of open) (client as unknown as { connection: pg.Connection }).connection.stream.destroy()
    },
  }
}

/** `2026-03-09 08:00:00.5+00`; the offset has seconds for dates before time zones. */
const TIMESTAMP = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?([+-])(\d\d)(?::(\d\d))?(?::(\d\d))?$/

/** Parses a `timestamptz` of PostgreSQL: the year has up to six digits, may end in ` BC`, and `infinity` exists. */
function instantIn(written: string): string {
  const found = TIMESTAMP.exec(written)
  if (!found) return UNREADABLE_INSTANT
  const [, day, time, fraction = '', sign, hours, minutes = 0, seconds = 0] = found
  const shown = `${day}T${time}.${fraction.slice(0, 3).padEnd(3, '0')}Z`
  const distance = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * (sign === '-' ? -1000 : 1000)
  return storedInstant(distance === 0 ? shown : new Date(Date.parse(shown) - distance).toISOString())
}

/** Verifies a new connection: one to a standby or to a former primary is refused where the primary is wanted. */
function verifier(servers: PostgresServers) {
  const faultOf = async (client: pg.PoolClient): Promise<Error | undefined> => {
    try {
      await client.query(`set idle_in_transaction_session_timeout = ${STANDSTILL_MS}`)
      return (await servers.willDo(client))
        ? undefined
        : new Error('the server is a standby, or was the primary before')
    } catch (error) {
      return error as Error
    }
  }
  const verify = async (client: pg.PoolClient, done: (fault?: Error) => void) => done(await faultOf(client))
  return (client: pg.PoolClient, done: (fault?: Error) => void) => void verify(client, done)
}

function oneTriesWhileAway<T>(connect: () => Promise<T>): () => Promise<T> {
  let away: DatabaseUnreachable | null = null
  let trying = false
  return async () => {
    if (away && trying) throw away
    trying ||= away !== null
    const tries = away !== null
    try {
      const connection = await connect()
      away = null
      return connection
    } catch (error) {
      away = new DatabaseUnreachable(error)
      throw away
    } finally {
      if (tries) trying = false
    }
  }
}
