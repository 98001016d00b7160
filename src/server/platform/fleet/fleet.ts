import type pg from 'pg'
import type { Log } from '../log.ts'
import { cutConnections, type Db } from '../db/db.ts'
import { dialectOf } from '../db/dialect.ts'
import { instanceName } from './instances.ts'
import { answerChannel, answerHeard, endLease, Hearings, RENEW_MS, renewLease } from './leases.ts'
import { PostgresServers } from '../db/postgres-servers.ts'
import { CHANGE_CHANNEL, changesOf, type Change } from '../db/transaction.ts'

/** The group of instances that work with the same database, from the view of this one. */
export type Fleet = {
  /**
   * Starts the lease: from now on this instance serves cached pages only while it is sure to receive changes. Reads a
   * table, so call it after migrating.
   */
  holdLease: () => Promise<void>
  /** Leaves the group. */
  stop: () => Promise<void>
}

/** The fleet of an instance that has its database to itself, as with a SQLite file. */
export function alone(): Fleet {
  return { holdLease: async () => {}, stop: async () => {} }
}

/** Interval of probes: a half-open connection would otherwise stay silent unnoticed. */
const PROBE_MS = 5000
/** Timeout of a probe, and of opening a new connection. */
const ANSWER_MS = 5000
const CONNECT_MS = 5000
/** The longest pause before the next attempt. */
const PAUSE_MS = 2000

/** Whether other instances may use this database; a SQLite file belongs to one. */
export function mayBeShared(db: Db): boolean {
  return dialectOf(db) === 'postgres'
}

/** The last query of a connection: each waits for the one before it. */
const lastAsked = new WeakMap<pg.Client, Promise<unknown>>()
function inRow<T>(client: pg.Client, ask: () => Promise<T>): Promise<T> {
  const asked = (lastAsked.get(client) ?? Promise.resolve()).then(ask, ask)
  lastAsked.set(
    client,
    asked.catch(() => {}),
  )
  return asked
}

type Told = { from?: string; changes?: Change[]; hearing?: number }

/**
 * Parses a message of another instance. Any client of the database may notify: an unreadable message counts as a loss
 * of changes.
 */
function toldIn(payload: string): Told {
  try {
    const told = JSON.parse(payload) as Told
    return (told.changes ?? []).every(({ noun, id }) => noun !== undefined && id !== undefined) ? told : {}
  } catch {
    return {}
  }
}

type ListenOptions = { probeMs?: number; answerMs?: number; attend?: (client: pg.Client) => Promise<unknown> }
const askSomething = (client: pg.Client) => client.query('select 1')

/**
 * Receives the changes of other instances over PostgreSQL's LISTEN/NOTIFY. While the connection is down notifications
 * may be lost: caches drop everything and store nothing until it is back (RUL-40). `attend` runs on each new connection
 * and then at intervals; its first error is thrown here.
 */
export async function listenForChanges(
  url: string,
  db: Db,
  log: Log,
  { probeMs = PROBE_MS, answerMs = ANSWER_MS, attend = askSomething }: ListenOptions = {},
): Promise<Fleet> {
  const { default: pg } = await import('pg')
  const bus = changesOf(db)
  const servers = new PostgresServers(url)
  let stopped = false
  let leased = false
  let hearings: Hearings | null = null
  let client: InstanceType<typeof pg.Client> | undefined
  let timer: NodeJS.Timeout | undefined
  let delay = 100

  const lose = (lost: InstanceType<typeof pg.Client>, error?: Error) => {
    if (stopped || client !== lost) return
    client = undefined
    log.warn('database notifications interrupted', { error: error?.message })
    bus.deaf = true
    bus.tellLoss()
    lost.end().catch(() => {})
    timer = setTimeout(() => void reconnect(), delay)
    delay = Math.min(delay * 2, PAUSE_MS)
  }
  const connect = async () => {
    await servers.find()
    const next = new pg.Client({
      connectionString: servers.current,
      application_name: instanceName(bus.instanceId),
      keepAlive: true,
      query_timeout: answerMs,
      connectionTimeoutMillis: CONNECT_MS,
    })
    next.on('notification', ({ channel, payload = '' }) => {
      if (channel !== CHANGE_CHANNEL) return hearings?.note(payload)
      const { from, changes, hearing } = toldIn(payload)
      if (from === bus.instanceId) return
      if (!changes?.length) bus.tellLoss()
      for (const change of changes ?? []) bus.tellCommitted(change)
      if (from !== undefined && hearing !== undefined)
        inRow(next, () => answerHeard(next, { to: from, number: hearing, by: bus.instanceId })).catch(() => {})
    })
    next.on('error', (error) => lose(next, error))
    next.on('end', () => lose(next))
    client = next
    await next.connect()
    await attend(next)
    await next.query(`listen ${CHANGE_CHANNEL}; listen "${answerChannel(bus.instanceId)}"`)
    delay = 100
    return next
  }
  const reconnect = async () => {
    try {
      const connected = await connect()
      hearings?.beginAnew()
      bus.deaf = false
      bus.tellLoss()
      if (leased) await inRow(connected, () => renewLease(connected, bus))
    } catch (error) {
      client?.emit('error', error)
    }
  }

  /** Runs a query at intervals, one at a time. */
  const every = (milliseconds: number, ask: (client: pg.Client) => Promise<unknown>) => {
    let asked: typeof client
    const probe = async () => {
      const probed = client
      if (!probed || bus.deaf || asked === probed) return
      asked = probed
      await inRow(probed, () => ask(probed)).catch((error: Error) => {
        // If this connection gets no response, the others will not either.
        if (client === probed) cutConnections(db)
        lose(probed, error)
      })
      asked = undefined
    }
    return setInterval(() => void probe(), milliseconds).unref()
  }

  await connect()
  const asking = [every(probeMs, attend)]
  return {
    async holdLease() {
      leased = true
      bus.heardUntil = 0
      hearings = new Hearings(db, bus)
      bus.peers = hearings
      asking.push(every(RENEW_MS, (probed) => renewLease(probed, bus)))
      const present = client
      if (present && !bus.deaf) await inRow(present, () => renewLease(present, bus)).catch(() => {})
    },
    async stop() {
      stopped = true
      for (const interval of asking) clearInterval(interval)
      clearTimeout(timer)
      const present = client
      if (present && leased && !bus.deaf) await inRow(present, () => endLease(present, bus)).catch(() => {})
      await present?.end()
    },
  }
}
