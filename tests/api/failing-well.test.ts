import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql, type Kysely } from 'kysely'
import sharp from 'sharp'
import { afterEach, expect, test } from 'vitest'
import { migrations } from '../../src/server/migrations/migrations.ts'
import { migrate } from '../../src/server/platform/db/migrate.ts'
import { createDatabase } from '../support/postgres.ts'
import { startS3Peer } from '../support/s3-peer.ts'
import { DIALECT, startTestApp } from '../support/test-app.ts'
import { wayTo } from '../support/way-to.ts'

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

const png = (background: string) =>
  sharp({ create: { width: 40, height: 30, channels: 3, background } })
    .png()
    .toBuffer()

test.runIf(DIALECT === 'postgres')(
  '[MOVE-10] [RUL-40] without its database the server serves cached pages and German errors, ends no session, and recovers by itself',
  async () => {
    const database = await createDatabase(process.env.TEST_DATABASE_URL ?? '', process.env.TEST_TEMPLATE)
    ends.push(database.drop)
    const way = await wayTo(new URL(database.url))
    ends.push(way.stop)
    const through = new URL(database.url)
    through.port = String(way.port)
    const dataDir = await mkdtemp(join(tmpdir(), 'blog-cms-test-'))
    ends.push(() => rm(dataDir, { recursive: true, force: true }))
    const app = await startTestApp({ beside: { dataDir, databaseUrl: through.href } })
    ends.push(app.stop)
    const owner = await app.register()
    const input = { title: 'Bleibt lesbar', content_markdown: 'Ein Satz.', status: 'published' }
    const { body: article } = await owner.call('POST', '/api/articles', input)
    const page = `/article/${article.slug}`
    const see = async (path: string) => {
      const { status, headers, body } = await app.call('GET', path)
      return { status, body: String(body), timing: headers.get('server-timing'), caching: headers.get('cache-control') }
    }
    const before = await see(page)
    expect(await see(page)).toMatchObject({ status: 200, timing: 'cache;desc=hit' })

    await way.stop()
    // A possibly outdated response is marked, and proxies do not store it.
    await expect.poll(() => see(page)).toEqual({ ...before, timing: 'cache;desc=stale', caching: 'no-cache' })
    const unknown = await app.call('GET', '/archiv')
    expect([unknown.status, unknown.headers.get('retry-after'), unknown.headers.get('cache-control')]).toEqual([
      503,
      '2',
      'private, no-store',
    ])
    expect(unknown.body).toContain('Die Datenbank dieser Website antwortet im Augenblick nicht.')
    expect((await app.call('GET', '/readyz')).status).toBe(503)
    expect((await app.call('GET', '/auth')).status).toBe(200)
    const save = { version: article.version, title: 'Geändert' }
    expect(await owner.call('PATCH', `/api/articles/${article.id}`, save)).toMatchObject({
      status: 503,
      body: { code: 'database_unavailable', message: expect.stringContaining('nicht erreichbar') },
    })
    const refresh = () =>
      app.call(
        'POST',
        '/auth/v1/token?grant_type=refresh_token',
        { refresh_token: owner.refreshToken },
        {
          'accept-language': 'de',
        },
      )
    // With this status clients keep the session and try again.
    expect(await refresh()).toMatchObject({
      status: 503,
      body: { msg: expect.stringContaining('Die Datenbank ist nicht erreichbar.') },
    })

    await way.start()
    expect((await refresh()).status).toBe(200)
    expect((await owner.call('PATCH', `/api/articles/${article.id}`, save)).status).toBe(200)
    expect((await see(page)).body).toContain('<h1>Geändert</h1>')
    await expect.poll(async () => (await see(page)).timing).toBe('cache;desc=hit')
    await expect.poll(async () => (await app.call('GET', '/readyz')).status).toBe(200)
  },
)

test('[MOVE-10] without the bucket texts can be read and written, pictures return a German error, and all recovers by itself', async () => {
  const peer = await startS3Peer()
  ends.push(peer.stop)
  const way = await wayTo(new URL(peer.env.S3_ENDPOINT))
  ends.push(way.stop)
  const app = await startTestApp({ env: { ...peer.env, S3_ENDPOINT: `http://127.0.0.1:${way.port}` } })
  ends.push(app.stop)
  const owner = await app.register()
  const upload = async (color: string) => owner.call('POST', `/api/media?filename=${color}.png`, await png(color))
  const { body: picture } = await upload('teal')
  const text = { title: 'Mit Bild', content_markdown: `![Bild](${picture.file_url})`, status: 'published' }
  const { body: article } = await owner.call('POST', '/api/articles', text)
  const storage = async () =>
    (await owner.call('GET', '/api/system/checks')).body.checks.find(({ key }: { key: string }) => key === 'storage')
  const address = new URL(picture.file_url, app.url).pathname
  expect((await app.call('GET', address)).status).toBe(200)

  await way.stop()
  expect((await app.call('GET', `/article/${article.slug}`)).status).toBe(200)
  const save = { version: article.version, content_markdown: 'Weiter geschrieben' }
  expect((await owner.call('PATCH', `/api/articles/${article.id}`, save)).status).toBe(200)
  const away = {
    code: 'storage_unavailable',
    message: expect.stringContaining('Die Dateiablage ist nicht erreichbar.'),
  }
  expect(await app.call('GET', address)).toMatchObject({ status: 503, body: away })
  expect(await upload('coral')).toMatchObject({ status: 503, body: away })
  expect((await owner.call('GET', '/api/media')).body.items).toHaveLength(1)
  expect(await storage()).toMatchObject({ ok: false, message: expect.stringContaining('Die Dateiablage ist nicht') })
  expect((await app.call('GET', '/readyz')).status).toBe(200)

  await way.start()
  expect((await app.call('GET', address)).status).toBe(200)
  expect((await upload('coral')).status).toBe(201)
  expect(await storage()).toMatchObject({ ok: true })
})

test('[MOVE-10] [RUL-42] a failed migration leaves the running version unaffected', async () => {
  const app = await startTestApp()
  ends.push(app.stop)
  const owner = await app.register()
  const halfway = {
    async up(db: Kysely<never>) {
      await sql`alter table articles add column half text`.execute(db)
      await sql`update articles set half = title`.execute(db)
      throw new Error('der Strom ist weg')
    },
  }
  const { body: article } = await owner.call('POST', '/api/articles', { title: 'Vorher', status: 'published' })
  await expect(migrate(app.db, { ...migrations, '9999-half': halfway }, app.dataDir)).rejects.toThrow(
    'Migration 9999-half fehlgeschlagen: der Strom ist weg',
  )
  await expect(sql`select half from articles`.execute(app.db)).rejects.toThrow('half')
  const save = { version: article.version, title: 'Nachher' }
  expect((await owner.call('PATCH', `/api/articles/${article.id}`, save)).status).toBe(200)
  expect(String((await app.call('GET', `/article/${article.slug}`)).body)).toContain('<h1>Nachher</h1>')
  expect(await migrate(app.db, migrations, app.dataDir)).toEqual({ applied: [] })
})
