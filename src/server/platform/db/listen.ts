import type pg from 'pg'
import type { Log } from '../log.ts'
import type { Db } from './db.ts'
import { dialectOf } from './dialect.ts'
import { instanceName } from './instances.ts'
import { CHANGE_CHANNEL, changesOf, type Change } from './transaction.ts'

/** How often the connection is tried: a half-open one would be silent for ever, like one where nothing happens. */
const PROBE_MS = 10_000
/** So long it may take to answer, and a new one to be made. */
const ANSWER_MS = 5000
const CONNECT_MS = 10_000

/** Whether other instances may work with this database, too: a SQLite file belongs to one. */
export function mayBeShared(db: Db): boolean {
  return dialectOf(db) === 'postgres'
}

type ListenOptions = { probeMs?: number; answerMs?: number; attend?: (client: pg.Client) => Promise<unknown> }
const askSomething = (client: pg.Client) => client.query('select 1')

/**
 * Hears the changes of other instances over PostgreSQL's LISTEN/NOTIFY. While the connection is down notifications may be
 * lost: caches drop everything and keep nothing until it is back (RUL-40). `attend` is done on each new connection and tried
 * again and again; what it throws at first is thrown here. Returns the way to stop.
 */
export async function listenForChanges(
  url: string,
  db: Db,
  log: Log,
  { probeMs = PROBE_MS, answerMs = ANSWER_MS, attend = askSomething }: ListenOptions = {},
): Promise<() => Promise<void>> {
  const { default: pg } = await import('pg')
  const bus = changesOf(db)
  let stopped = false
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
    delay = Math.min(delay * 2, 5000)
  }
  const connect = async () => {
    const next = new pg.Client({
      connectionString: url,
      application_name: instanceName(bus.instanceId),
      keepAlive: true,
      query_timeout: answerMs,
      connectionTimeoutMillis: CONNECT_MS,
    })
    next.on('notification', ({ payload }) => {
      const { from, changes } = JSON.parse(payload ?? '{}') as { from?: string; changes?: Change[] }
      if (from === bus.instanceId) return
      if (!changes?.length) bus.tellLoss()
      for (const change of changes ?? []) bus.tellCommitted(change)
    })
    next.on('error', (error) => lose(next, error))
    next.on('end', () => lose(next))
    client = next
    await next.connect()
    await attend(next)
    await next.query(`listen ${CHANGE_CHANNEL}`)
    delay = 100
  }
  const reconnect = async () => {
    try {
      await connect()
      bus.deaf = false
      bus.tellLoss()
    } catch (error) {
      client?.emit('error', error)
    }
  }

  let asked: typeof client
  const probe = async () => {
    const probed = client
    if (!probed || bus.deaf || asked === probed) return
    asked = probed
    await attend(probed).catch((error: Error) => lose(probed, error))
    asked = undefined
  }

  await connect()
  const probing = setInterval(() => void probe(), probeMs).unref()
  return async () => {
    stopped = true
    clearInterval(probing)
    clearTimeout(timer)
    await client?.end()
  }
}
