import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createDatabase } from '../../../tests/support/postgres.ts'
import { DIALECT, startTestApp } from '../../../tests/support/test-app.ts'
import { wayTo } from '../../../tests/support/way-to.ts'

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
      // A transaction that loses its connection between two statements fails, without other effects.
      const cut = app.db.transaction().execute(async (tx) => {
        await sql`select 1`.execute(tx)
        await way.stop()
      })
      await expect(cut).rejects.toThrow()
      // The first request may meet a connection as it ends, the later ones find none.
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
