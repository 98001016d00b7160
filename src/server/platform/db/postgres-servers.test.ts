import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { freePort } from '../../../../tests/support/free-port.ts'
import { findPostgres, startPostgres } from '../../../../tests/support/postgres.ts'
import { DIALECT } from '../../../../tests/support/test-app.ts'
import { readConfig } from '../../config.ts'
import { readServers } from '../../database-address.ts'
import { openPool } from './postgres-pool.ts'
import { PostgresServers } from './postgres-servers.ts'

describe.runIf(DIALECT === 'postgres')('the servers DATABASE_URL names', () => {
  test('are read as libpq reads them', () => {
    const one = 'postgres://blog:a%40b@db:5433/blog?sslmode=require'
    expect(readServers(one)).toEqual({ addresses: [one], target: 'read-write' })
    expect(readServers('postgresql://blog:pw@a:1,b:2/blog?target_session_attrs=any&sslmode=require')).toEqual({
      addresses: ['postgresql://blog:pw@a:1/blog?sslmode=require', 'postgresql://blog:pw@b:2/blog?sslmode=require'],
      target: 'any',
    })
    expect(readServers('postgres://a,b/blog').addresses).toEqual(['postgres://a/blog', 'postgres://b/blog'])
    expect(readServers('postgres://u@[::1]:1,[::2]:2').addresses).toEqual([
      'postgres://u@[::1]:1',
      'postgres://u@[::2]:2',
    ])
  })

  test('an unreadable address stops the start with one line', () => {
    const faultOf = (url: string) => () => readConfig({ DATABASE_URL: url, SECRET_KEY: 'x'.repeat(40) })
    expect(faultOf('postgres://a:1,b:zwei/blog')).toThrow('DATABASE_URL: keine vollständige Adresse')
    expect(faultOf('postgres://a,b/blog?target_session_attrs=standby')).toThrow('DATABASE_URL: target_session_attrs')
  })

  test('the writable one is found in any position; without one the selection stays', async () => {
    const admin = new URL(process.env.TEST_DATABASE_URL ?? '')
    const nobody = `127.0.0.1:${await freePort()}`
    const servers = new PostgresServers(`postgres://${admin.username}@${nobody},${admin.host}${admin.pathname}`)
    expect(new URL(servers.current).host).toBe(nobody)
    await servers.find()
    expect(new URL(servers.current).host).toBe(admin.host)
    const lost = new PostgresServers(`postgres://${admin.username}@${nobody},${nobody}${admin.pathname}`)
    await lost.find()
    expect(new URL(lost.current).host).toBe(nobody)
  })
})

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
