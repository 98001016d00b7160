import { expect, test } from 'vitest'
import { importOutcome } from '../../../tests/support/import-outcome.ts'
import { startPictureServer } from '../../../tests/support/picture-server.ts'
import { createDatabase } from '../../../tests/support/postgres.ts'
import { startServer, type ServerProcess } from '../../../tests/support/server-process.ts'
import { callAs, DIALECT, startTestApp, TEST_SECRET } from '../../../tests/support/test-app.ts'
import { UNLIMITED } from '../../../tests/support/unlimited.ts'
import { wxr } from '../../../tests/support/wxr.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { readConfig } from '../config.ts'
import { openFiles } from '../files/store/open.ts'
import { fetchRemote } from '../platform/fetch-remote.ts'
import { createLog } from '../platform/log.ts'
import { workOnImports } from './run-import.service.ts'

/** Killed when so many of its items are done: while it is read, and among texts. `npm run torture:import -- --kills 20` is the long form. */
const KILLS = [0, 40]
const TEXTS = 50

test('[MOVE-1] killed at any moment, the import goes on by itself after the restart, and leaves what an undisturbed one leaves', async () => {
  const files = Object.fromEntries(
    await Promise.all(
      Array.from({ length: 12 }, async (_, index) => {
        const background = { r: index * 20, g: 100, b: 50 }
        const picture = sharp({ create: { width: 60, height: 40, channels: 3, background } })
        return [`/bild-${index}.png`, await picture.png().toBuffer()] as const
      }),
    ),
  )
  const pictures = await startPictureServer(files)
  const posts = Array.from({ length: TEXTS }, (_, index) => ({
    id: 100 + index,
    tags: [`Wort ${index % 9}`],
    content: `<p>Text ${index} <img src="${pictures.url}/bild-${index % 12}.png" alt=""></p>`,
  }))
  try {
    const undisturbed = await importedAtRest(new Blob([...wxr(posts)]))
    expect(undisturbed).toMatchObject({ state: 'finished', counts: { failed: 0, unchanged: 1 } })
    expect(Object.keys(undisturbed.blog).filter((path) => path.startsWith('articles/'))).toHaveLength(TEXTS)
    expect(Object.keys(undisturbed.blog).filter((path) => path.startsWith('media/'))).toHaveLength(12)
    expect(await imported(new Blob([...wxr(posts)]), KILLS)).toEqual(undisturbed)
  } finally {
    await pictures.stop()
  }
})

/** What an import leaves in an empty blog that nobody disturbs. */
async function importedAtRest(source: Blob) {
  const app = await startTestApp({ env: { ALLOW_PRIVATE_FETCH: 'true' } })
  try {
    const { accessToken } = await app.register()
    const id = await begun(app.url, accessToken, source)
    const config = readConfig({ DATA_DIR: app.dataDir, ALLOW_PRIVATE_FETCH: 'true', SECRET_KEY: TEST_SECRET })
    const files = await openFiles(config)
    await workOnImports({ config, db: app.db, files, log: createLog('silent'), clock: () => new Date(), fetchRemote })
    return await importOutcome(app, accessToken, id)
  } finally {
    await app.stop()
  }
}

async function begun(url: string, token: string, source: Blob): Promise<string> {
  const form = new FormData()
  form.append('file', source, 'altes-blog.xml')
  const headers = { authorization: `Bearer ${token}` }
  const sent = await fetch(`${url}/api/imports`, { method: 'POST', headers, body: form })
  return ((await sent.json()) as { id: string }).id
}

/** What an import leaves in an empty blog whose server is killed once so many of its items are done. */
async function imported(source: Blob, kills: readonly number[]) {
  const database = DIALECT === 'postgres' ? await createDatabase(process.env.TEST_DATABASE_URL ?? '') : undefined
  const dataDir = await mkdtemp(join(tmpdir(), 'blog-cms-import-'))
  const env = { ...UNLIMITED, ALLOW_PRIVATE_FETCH: 'true', LOG_LEVEL: 'error' }
  const start = () => startServer({ dataDir, env, ...(database && { databaseUrl: database.url }) })
  let server: ServerProcess = await start()
  try {
    const account = { email: 'ruth@blog.example', password: 'geheim-genug' }
    const token: string = (await callAs(server.url)('POST', '/auth/v1/signup', account)).body.access_token
    const id = await begun(server.url, token, source)
    const run = async () => (await callAs(server.url, token)('GET', `/api/imports/${id}?limit=1`)).body
    for (const done of kills) {
      await expect.poll(async () => (await run()).counts.done, { interval: 5 }).toBeGreaterThanOrEqual(done)
      await server.kill()
      server = await start()
    }
    await expect.poll(async () => (await run()).state, { interval: 20, timeout: 20_000 }).toBe('finished')
    return await importOutcome(server, token, id)
  } finally {
    await server.kill()
    await database?.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
