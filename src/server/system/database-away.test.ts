import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createDatabase } from '../../../tests/support/postgres.ts'
import { DIALECT, startTestApp } from '../../../tests/support/test-app.ts'

/** A way to PostgreSQL that can be closed, as a stopped server closes it. */
async function wayTo(url: URL) {
  const open = new Set<Socket>()
  const listen = (port: number) =>
    new Promise<Server>((resolve) => {
      const server = createServer((near) => {
        const far = connect(Number(url.port), url.hostname)
        for (const [one, other] of [
          [near, far],
          [far, near],
        ] as const) {
          open.add(one)
          one.on('error', () => {})
          one.on('close', () => other.destroy())
          one.pipe(other)
        }
      })
      server.listen(port, '127.0.0.1', () => resolve(server))
    })
  let server = await listen(0)
  const { port } = server.address() as AddressInfo
  return {
    port,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of open) socket.destroy()
      open.clear()
      await closed
    },
    async start() {
      server = await listen(port)
    },
  }
}

test.skipIf(DIALECT !== 'postgres')(
  '[SYS-2] while PostgreSQL is stopped every answer says so and why, and all is well once it is back',
  async () => {
    const database = await createDatabase(process.env.TEST_DATABASE_URL ?? '')
    const through = new URL(database.url)
    const way = await wayTo(new URL(database.url))
    through.host = `127.0.0.1:${way.port}`
    const dataDir = await mkdtemp(join(tmpdir(), 'blog-cms-away-'))
    const app = await startTestApp({ beside: { dataDir, databaseUrl: through.href } })
    try {
      const owner = await app.register()
      const check = () => owner.call('GET', '/api/system/checks')
      expect((await check()).status).toBe(200)
      // A transaction that loses its connection between two statements fails, and nothing else does.
      const cut = app.db.transaction().execute(async (tx) => {
        await sql`select 1`.execute(tx)
        await way.stop()
      })
      await expect(cut).rejects.toThrow()
      // The first may meet a connection as it ends, the later ones find none.
      await check()
      const { status, body } = await check()
      expect([status, body.code, body.message]).toEqual([
        503,
        'database_unavailable',
        'Die Datenbank ist nicht erreichbar. (ECONNREFUSED)',
      ])
      expect(JSON.stringify(body)).not.toContain(String(way.port))
      expect((await owner.call('POST', '/api/inbox', { title: 'Jetzt nicht' })).status).toBe(503)
      expect((await app.call('GET', '/healthz')).status).toBe(200)
      expect((await app.call('GET', '/readyz')).status).toBe(503)
      await way.start()
      expect((await check()).status).toBe(200)
      expect((await owner.call('GET', '/api/inbox')).body.items).toEqual([])
    } finally {
      await app.stop()
      await way.stop()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    }
  },
)
