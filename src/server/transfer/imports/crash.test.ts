import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { importOutcome } from '../../../../tests/support/import-outcome.ts'
import { importSources } from '../../../../tests/support/import-sources.ts'
import { startPictureServer } from '../../../../tests/support/picture-server.ts'
import { createDatabase } from '../../../../tests/support/postgres.ts'
import { startServer, type ServerProcess } from '../../../../tests/support/server-process.ts'
import { callAs, DIALECT, startTestApp, TEST_SECRET } from '../../../../tests/support/test-app.ts'
import { UNLIMITED } from '../../../../tests/support/unlimited.ts'
import { wxr } from '../../../../tests/support/wxr.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { readConfig } from '../../config.ts'
import { openFiles } from '../../files/store/open.ts'
import { openDatabase, type Db } from '../../platform/db/db.ts'
import { fetchRemote } from '../../platform/fetch-remote.ts'
import { createLog } from '../../platform/log.ts'
import { workOnImports } from './run-import.service.ts'

/**
 * Numbers of processed items at which the server is killed: while sources are read, and among texts of each format. On the second
 * database, where each start takes longer, at two of them.
 */
const KILLS = DIALECT === 'sqlite' ? [0, 80, 130, 180] : [0, 130]
const TEXTS = 50

type Source = { file: string; bytes: Uint8Array | string }

test('[MOVE-1] [MOVE-2] [MOVE-3] killed imports of every format have the same result as undisturbed ones', async () => {
  const addresses = Array.from({ length: 12 }, (_, index) => `/bild-${index}.png`)
  const pictures = await startPictureServer(
    Object.fromEntries(
      await Promise.all(
        addresses.map(async (path, index) => {
          const background = { r: index * 20, g: 100, b: 50 }
          const picture = sharp({ create: { width: 60, height: 40, channels: 3, background } })
          return [path, await picture.png().toBuffer()] as const
        }),
      ),
    ),
  )
  const posts = Array.from({ length: TEXTS }, (_, index) => ({
    id: 100 + index,
    tags: [`Wort ${index % 9}`],
    content: `<p>Text ${index} <img src="${pictures.url}${addresses[index % 12]}" alt=""></p>`,
  }))
  const others = (await importSources()).filter(({ row }) => row !== 'MOVE-1')
  const sources: Source[] = [{ file: 'altes-blog.xml', bytes: [...wxr(posts)].join('') }, ...others]
  try {
    const undisturbed = await importedAtRest(sources)
    for (const one of undisturbed.imports) expect(one).toMatchObject({ state: 'finished', counts: { failed: 0 } })
    const paths = Object.keys(undisturbed.blog)
    const texts = others.reduce((sum, source) => sum + source.texts, TEXTS)
    expect(paths.filter((path) => path.startsWith('articles/'))).toHaveLength(texts)
    expect(paths.filter((path) => path.startsWith('media/'))).toHaveLength(12 + 4)
    expect(await imported(sources, KILLS)).toEqual(undisturbed)
  } finally {
    await pictures.stop()
  }
})

test('[MOVE-2] a source that crashed the server twice is not read again; a restart in between does not count', async () => {
  const { start, connect, end } = await restartable({ DRAIN_SECONDS: '0' })
  let server = await start()
  const db = await connect()
  const attempts = async () =>
    (await db.selectFrom('imports').select('reading_attempts').executeTakeFirst())?.reading_attempts
  try {
    const token = await signUp(server)
    const content = '<div><p>Ein <b>Absatz</b> mit <a href="https://a.example/">Verweis</a>.</p></div>\n'.repeat(70)
    const posts = Array.from({ length: 3000 }, (_, index) => ({ id: 100 + index, content }))
    const [id] = await begin(server.url, token, [{ file: 'altes-blog.xml', bytes: [...wxr(posts)].join('') }])
    for (const [before, after, how] of [
      [1, 0, 'stop'],
      [1, 1, 'kill'],
      [2, 1, 'stop'],
      [2, 2, 'kill'],
    ] as const) {
      await expect.poll(attempts, { interval: 5 }).toBe(before)
      await server[how]()
      expect(await attempts()).toBe(after)
      server = await start()
    }
    const run = async () => (await callAs(server.url, token)('GET', `/api/imports/${id}?limit=1`)).body
    await expect.poll(async () => (await run()).state, { interval: 20 }).toBe('failed')
    expect(await run()).toMatchObject({
      reason:
        'Der Server ist zweimal ausgefallen, während er diese Quelle gelesen hat. Bitte importieren Sie in Teilen.',
      counts: { total: 0 },
    })
  } finally {
    await server.kill()
    await end()
  }
})

test('[MOVE-4] a picture that crashed the server twice is not decoded again, and the import goes on', async () => {
  const { start, connect, end } = await restartable({ DRAIN_SECONDS: '0' })
  let server = await start()
  const db = await connect()
  const state = () => db.selectFrom('imports').select(['reading_attempts', 'read_at']).executeTakeFirst()
  /** How often the picture at hand has been tried; null while the source is read. */
  const tries = async () => {
    const row = await state()
    return row?.read_at ? row.reading_attempts : null
  }
  try {
    const token = await signUp(server)
    // Takes long enough to decode and to write again.
    const large = await sharp({ create: { width: 7900, height: 7900, channels: 3, background: '#345' } })
      .png()
      .toBuffer()
    const small = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#765' } })
      .png()
      .toBuffer()
    const files = zipSync({
      'a.md': Buffer.from('---\ntitle: Bilder\ndate: 2021-01-02\n---\n![](gross.png) ![](klein.png)\n'),
      'gross.png': new Uint8Array(large),
      'klein.png': new Uint8Array(small),
    })
    const [id] = await begin(server.url, token, [{ file: 'bilder.zip', bytes: files }])
    for (const count of [1, 2]) {
      await server.killWhen(async () => (await tries()) === count)
      expect(await tries()).toBe(count)
      server = await start()
    }
    const run = async () => (await callAs(server.url, token)('GET', `/api/imports/${id}?limit=50`)).body
    await expect.poll(async () => (await run()).state, { interval: 20 }).toBe('finished')
    const { items } = await run()
    const of = (source: string) => items.find(({ source_id }: { source_id: string }) => source_id === source)
    expect(of('gross.png')).toMatchObject({
      outcome: 'failed',
      reason: expect.stringContaining('zweimal ausgefallen, während er dieses Bild gelesen hat'),
    })
    expect([of('klein.png').outcome, of('a.md').outcome, await tries()]).toEqual(['created', 'created', 0])
  } finally {
    await server.kill()
    await end()
  }
})

/** The result of undisturbed imports into an empty blog. */
async function importedAtRest(sources: readonly Source[]) {
  const app = await startTestApp({ env: { ALLOW_PRIVATE_FETCH: 'true' } })
  try {
    const { accessToken } = await app.register()
    const ids = await begin(app.url, accessToken, sources)
    const config = readConfig({ DATA_DIR: app.dataDir, ALLOW_PRIVATE_FETCH: 'true', SECRET_KEY: TEST_SECRET })
    const files = await openFiles(config)
    await workOnImports({ config, db: app.db, files, log: createLog('silent'), clock: () => new Date(), fetchRemote })
    return await importOutcome(app, accessToken, ids)
  } finally {
    await app.stop()
  }
}

/** A place for a server that is killed and started again on the same data. */
async function restartable(env: Record<string, string>) {
  const database = DIALECT === 'postgres' ? await createDatabase(process.env.TEST_DATABASE_URL ?? '') : undefined
  const dataDir = await mkdtemp(join(tmpdir(), 'blog-cms-import-'))
  let db: Db | undefined
  return {
    start: (): Promise<ServerProcess> =>
      startServer({
        dataDir,
        env: { ...UNLIMITED, LOG_LEVEL: 'error', ...env },
        ...(database && { databaseUrl: database.url }),
      }),
    /** A connection of the test's own, once a server has made the database. */
    connect: async (): Promise<Db> => {
      const url = database && { DATABASE_URL: database.url }
      db = await openDatabase(readConfig({ DATA_DIR: dataDir, SECRET_KEY: TEST_SECRET, ...url }))
      return db
    },
    end: async () => {
      await db?.destroy()
      await database?.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** The token of the blog's owner, who signs up. */
async function signUp({ url }: ServerProcess): Promise<string> {
  const account = { email: 'ruth@blog.example', password: 'geheim-genug' }
  return (await callAs(url)('POST', '/auth/v1/signup', account)).body.access_token
}

/** Uploads all sources in order; imports are processed in the same order. */
async function begin(url: string, token: string, sources: readonly Source[]): Promise<string[]> {
  const ids: string[] = []
  for (const { file, bytes } of sources) {
    const form = new FormData()
    form.append('file', new Blob([bytes as BlobPart]), file)
    const headers = { authorization: `Bearer ${token}` }
    const sent = await fetch(`${url}/api/imports`, { method: 'POST', headers, body: form })
    ids.push(((await sent.json()) as { id: string }).id)
  }
  return ids
}

/** The result of imports into an empty blog whose server is killed at each of these numbers of processed items. */
async function imported(sources: readonly Source[], kills: readonly number[]) {
  const { start, end } = await restartable({ ALLOW_PRIVATE_FETCH: 'true' })
  let server = await start()
  try {
    const token = await signUp(server)
    const ids = await begin(server.url, token, sources)
    const runs = () =>
      Promise.all(ids.map(async (id) => (await callAs(server.url, token)('GET', `/api/imports/${id}?limit=1`)).body))
    const done = async () => (await runs()).reduce((sum, run) => sum + run.counts.done, 0)
    const states = async () => new Set((await runs()).map((run) => run.state))
    for (const items of kills) {
      await expect.poll(done, { interval: 5 }).toBeGreaterThanOrEqual(items)
      await server.kill()
      server = await start()
    }
    await expect.poll(states, { interval: 20 }).toEqual(new Set(['finished']))
    return await importOutcome(server, token, ids)
  } finally {
    await server.kill()
    await end()
  }
}
