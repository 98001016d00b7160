import pg from 'pg'
import { expect } from 'vitest'
import type { TestApp } from './test-app.ts'

/** What a transaction locks: a row, or one of the server's named locks. */
export type Held = { table: string; id: string; key?: string } | { lock: string }

export type Holder = {
  /** Resolves when exactly this many transactions wait for the lock, directly or behind each other. */
  untilWaited: (count: number) => Promise<void>
  waiting: () => Promise<number>
  release: () => Promise<void>
}

/**
 * Locks a row or a named lock of the app's PostgreSQL in a transaction of its own, until `release`. Others get it in
 * the order of their requests.
 */
export async function hold(app: TestApp, held: Held): Promise<Holder> {
  const client = new pg.Client({ connectionString: app.databaseUrl })
  await client.connect()
  await client.query('begin')
  if ('lock' in held) await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [held.lock])
  else {
    const { rowCount } = await client.query(`select 1 from ${held.table} where ${held.key ?? 'id'} = $1 for update`, [
      held.id,
    ])
    expect(rowCount, `a row of ${held.table}`).toBe(1)
  }
  const waiting = async () => {
    // Within a transaction, statistics are a snapshot of the first access; this clears it.
    await client.query('select pg_stat_clear_snapshot()')
    const { rows } = await client.query<{ count: number }>(`
      with recursive waiting (pid) as (
        select pg_backend_pid()
        union
        select others.pid from pg_stat_activity as others
        join waiting on waiting.pid = any (pg_blocking_pids(others.pid))
        where others.wait_event_type = 'Lock'
      )
      select count(*)::int - 1 as count from waiting`)
    return rows[0]?.count ?? 0
  }
  return {
    waiting,
    async untilWaited(count) {
      await expect.poll(waiting).toBe(count)
    },
    async release() {
      await client.query('commit')
      await client.end()
    },
  }
}
