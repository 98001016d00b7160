import type { Log } from '../log.ts'
import type { Db } from './db.ts'
import { CHANGE_CHANNEL, changesOf, type Change } from './transaction.ts'

/**
 * Hears the changes of other instances over PostgreSQL's LISTEN/NOTIFY. Whenever the connection was down, notifications
 * may be lost, so caches are told to drop everything (R40). Returns the way to stop.
 */
export async function listenForChanges(url: string, db: Db, log: Log): Promise<() => Promise<void>> {
  const { default: pg } = await import('pg')
  const feed = changesOf(db)
  let stopped = false
  let client: InstanceType<typeof pg.Client> | undefined
  let timer: NodeJS.Timeout | undefined
  let delay = 100

  const connect = async () => {
    const next = new pg.Client({ connectionString: url, keepAlive: true })
    next.on('notification', ({ payload }) => {
      const { from, changes } = JSON.parse(payload ?? '{}') as { from?: string; changes?: Change[] }
      if (from === feed.instanceId) return
      if (!changes?.length) feed.tellLoss()
      for (const change of changes ?? []) feed.tellCommitted(change)
    })
    const lost = (error?: Error) => {
      if (stopped || client !== next) return
      client = undefined
      log.warn('database notifications interrupted', { error: error?.message })
      feed.tellLoss()
      timer = setTimeout(() => void reconnect(), delay)
      delay = Math.min(delay * 2, 5000)
    }
    next.on('error', lost)
    next.on('end', () => lost())
    client = next
    await next.connect()
    await next.query(`listen ${CHANGE_CHANNEL}`)
    delay = 100
  }
  const reconnect = async () => {
    try {
      await connect()
      feed.tellLoss()
    } catch (error) {
      client?.emit('error', error)
    }
  }

  await connect()
  return async () => {
    stopped = true
    clearTimeout(timer)
    await client?.end()
  }
}
