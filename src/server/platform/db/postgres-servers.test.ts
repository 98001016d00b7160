import pg from 'pg'
import { expect, test } from 'vitest'
import { findPostgres, startPostgres } from '../../../../tests/support/postgres.ts'
import { DIALECT } from '../../../../tests/support/test-app.ts'
import { openPool } from './postgres-pool.ts'
import { PostgresServers } from './postgres-servers.ts'

const portOf = (url: string) => new URL(url).port

test.skipIf(DIALECT !== 'postgres' || !findPostgres())(
  '[MOVE-9] of two servers that both take themselves for the primary the one promoted later is used, whichever stands first',
  async () => {
    const former = await startPostgres()
    const promoted = await startPostgres({ standbyOf: former.url })
    const client = new pg.Client(promoted.url)
    try {
      await client.connect()
      await client.query('select pg_promote(true, 30)')
      const ports = [portOf(former.url), portOf(promoted.url)]
      for (const [one, other] of [ports, ports.toReversed()]) {
        const url = `postgres://postgres@127.0.0.1:${one},127.0.0.1:${other}/postgres`
        const pool = await openPool(url)
        const connection = await pool.connect()
        expect((await connection.query('show port', [])).rows, `${one} first`).toEqual([{ port: portOf(promoted.url) }])
        connection.release()
        await pool.end()
      }
      const servers = new PostgresServers(`postgres://postgres@127.0.0.1:${ports.join(',127.0.0.1:')}/postgres`)
      await servers.find()
      const left = new pg.Client(former.url)
      await left.connect()
      expect(await servers.willDo(left), 'a connection that leads to the former one').toBe(false)
      expect(await servers.willDo(client)).toBe(true)
      await left.end()
    } finally {
      await client.end()
      await promoted.stop()
      await former.stop()
    }
  },
)
