import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase } from '../support/postgres.ts'
import { startServer } from '../support/server-process.ts'
import { callAs, DIALECT } from '../support/test-app.ts'

let dataDir: string
let databaseUrl: string | undefined
let drop = async () => {}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'blog-cms-modes-'))
  if (DIALECT === 'postgres') {
    const database = await createDatabase(process.env.TEST_DATABASE_URL ?? '')
    databaseUrl = database.url
    drop = database.drop
  }
})
afterAll(async () => {
  await drop()
  await rm(dataDir, { recursive: true, force: true })
})

/** All entries of the data folder that other users may open, with their mode. */
async function openToOthers(): Promise<string[]> {
  const entries = await readdir(dataDir, { recursive: true })
  const modes = await Promise.all(entries.map(async (name) => ({ name, mode: (await stat(join(dataDir, name))).mode })))
  return modes.filter(({ mode }) => (mode & 0o077) !== 0).map(({ name, mode }) => `${name} ${mode.toString(8)}`)
}

test.skipIf(process.platform === 'win32')(
  'database, log, copies, key, media and uploads are private to the user, with umask 000 and in an open folder',
  async () => {
    // As an earlier version left them, in a folder that everyone may enter.
    await chmod(dataDir, 0o777)
    await mkdir(join(dataDir, 'backups'), { mode: 0o755 })
    await writeFile(join(dataDir, 'backups', 'alt-before-x.sqlite'), '', { mode: 0o644 })
    await mkdir(join(dataDir, 'media'), { mode: 0o755 })
    if (DIALECT === 'sqlite') await writeFile(join(dataDir, 'blog-cms.sqlite'), '', { mode: 0o644 })
    await Promise.all(['backups', 'media'].map((name) => chmod(join(dataDir, name), 0o755)))

    const server = await startServer({ dataDir, umask: '000', ...(databaseUrl && { databaseUrl }) })
    try {
      const call = callAs(server.url)
      const { body } = await call('POST', '/auth/v1/signup', { email: 'a@redaktion.example', password: 'geheim-genug' })
      const image = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'teal' } })
        .png()
        .toBuffer()
      const uploaded = await callAs(server.url, body.access_token)('POST', '/api/media?filename=a.png', image)
      expect(uploaded.status).toBe(201)
      expect(await openToOthers()).toEqual([])
      const names = await readdir(dataDir)
      if (DIALECT === 'sqlite') expect(names).toContain('blog-cms.sqlite-wal')
      expect(names).toEqual(expect.arrayContaining(['media', 'uploads', 'backups']))
    } finally {
      await server.stop()
    }
    expect(await openToOthers()).toEqual([])
  },
)
