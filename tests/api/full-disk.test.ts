import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { open, readdir, rm, stat, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runCommand } from '../support/backups.ts'
import { createDatabase } from '../support/postgres.ts'
import { startServer, type ServerProcess } from '../support/server-process.ts'
import { uploadPicture } from '../support/upload-picture.ts'
import { migrations } from '../../src/server/migrations/migrations.ts'
import type { Tx } from '../../src/server/platform/db/db.ts'
import { migrateInside } from '../../src/server/platform/db/migrate.ts'
import { renewDatabase, takeAlone } from '../../src/server/transfer/database/swap.ts'
import { isFullDisk, NO_ROOM } from '../../src/server/platform/full-disk.ts'
import { callAs, DIALECT, startTestApp, type TestAccount, type TestApp } from '../support/test-app.ts'

const FULL = { code: 'storage_full', message: expect.stringContaining('kein Speicherplatz mehr frei') }
const LONG = 'Ein langer Text. '.repeat(60_000)

/** A folder on a small disk of its own, which can be filled. Null if mounting is not permitted. */
function smallDisk(): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'blog-cms-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', folder], { stdio: 'ignore' })
    return folder
  } catch {
    rmSync(folder, { recursive: true, force: true })
    return null
  }
}

const disk = smallDisk()
afterAll(() => {
  if (!disk) return
  execFileSync('umount', [disk])
  rmSync(disk, { recursive: true, force: true })
})

async function fill(path: string): Promise<void> {
  const file = await open(path, 'w')
  try {
    for (let size = 1024 * 1024; size >= 512;) {
      const { bytesWritten } = await file.write(Buffer.alloc(size)).catch(() => ({ bytesWritten: 0 }))
      if (bytesWritten < size) size /= 2
    }
  } finally {
    await file.close()
  }
}

if (!disk) console.warn('NOT TESTED: a really full disk (mounting a tmpfs is not allowed here)')

test.runIf(process.env.CI && !disk)('[MOVE-10] CI can mount a small disk to fill', () => {
  expect.fail('mount -t tmpfs is not allowed here, so the behaviour on a full disk cannot be shown')
})

describe.skipIf(!disk)('a full disk', () => {
  const dataDir = disk ?? ''
  let server: ServerProcess
  let drop = async () => {}
  let databaseUrl: string | undefined

  beforeAll(async () => {
    const database = DIALECT === 'postgres' ? await createDatabase(process.env.TEST_DATABASE_URL ?? '') : null
    if (database) ({ url: databaseUrl, drop } = database)
    server = await startServer({ dataDir, ...(database && { databaseUrl: database.url }) })
  })
  afterAll(async () => {
    await server?.stop()
    await drop()
  })

  test('[MOVE-10] is reported in German, changes nothing, leaves no files, and has no effect once there is room', async () => {
    const anyone = callAs(server.url)
    const signedUp = await anyone('POST', '/auth/v1/signup', { email: 'a@redaktion.example', password: 'geheim-genug' })
    const call = callAs(server.url, signedUp.body.access_token)
    const { body: article } = await call('POST', '/api/articles', { title: 'Vorher' })
    const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
    const image = await sharp({ create: { width: 700, height: 500, channels: 3, background: 'teal', noise } })
      .png()
      .toBuffer()
    const backup = await runCommand({ dataDir, databaseUrl }, 'backup', [])
    expect([backup.code, backup.out]).toEqual([1, expect.stringContaining('zu wenig Platz frei')])
    await fill(join(dataDir, 'voll'))

    const upload = await call('POST', '/api/media?filename=a.png', image)
    expect([upload.status, upload.body]).toEqual([507, FULL])
    if (DIALECT === 'sqlite') {
      const change = { version: article.version, content_markdown: LONG }
      const refused = await call('PATCH', `/api/articles/${article.id}`, change)
      expect([refused.status, refused.body]).toEqual([507, FULL])
      // Records read before are still served.
      expect((await call('GET', `/api/articles/${article.id}`)).body).toEqual(article)
      expect((await anyone('GET', '/')).status).toBe(200)
    }
    await expect.poll(async () => (await anyone('GET', '/readyz')).status).toBe(503)
    expect((await anyone('GET', '/healthz')).status).toBe(200)
    const { checks } = (await call('GET', '/api/system/checks')).body
    expect(checks).toContainEqual(
      expect.objectContaining({ key: 'disk', ok: false, message: expect.stringContaining('Bitte Platz schaffen') }),
    )
    expect(checks).toContainEqual(
      expect.objectContaining({
        key: 'storage',
        ok: false,
        message: expect.stringContaining('Kein Speicherplatz mehr'),
      }),
    )
    expect(await readdir(join(dataDir, 'uploads'))).toEqual([])
    expect(await readdir(join(dataDir, 'media'), { recursive: true }).catch(() => [])).not.toContainEqual(
      expect.stringMatching(/\.(part|png)$/),
    )
    expect(server.output()).toMatch(/no space left on device|database or disk is full/i)
    expect(server.output()).not.toContain('cannot rollback')

    await rm(join(dataDir, 'voll'))
    await expect.poll(async () => (await anyone('GET', '/readyz')).status).toBe(200)
    expect((await call('POST', '/api/media?filename=a.png', image)).status).toBe(201)
    const change = { version: article.version, content_markdown: LONG }
    expect((await call('PATCH', `/api/articles/${article.id}`, change)).body.content_markdown).toBe(LONG)
  })
})

describe.skipIf(!disk)('[MOVE-10] a disk that becomes full during a command', () => {
  const small = disk ? smallDisk() : null
  afterAll(() => {
    if (!small) return
    execFileSync('umount', [small])
    rmSync(small, { recursive: true, force: true })
  })

  // PostgreSQL stores its data elsewhere; there only media run out of room.
  const left = DIALECT === 'sqlite' ? [0, 256 * 1024, 1024 * 1024] : [0]
  test.each(left)(
    'restore and backup report it in one sentence and change nothing with %i bytes left',
    async (free) => {
      const app = await startTestApp()
      const database = app.databaseUrl ? await createDatabase(process.env.TEST_DATABASE_URL ?? '') : undefined
      try {
        await uploadPicture(app, await app.register())
        const file = join(app.dataDir, 'voll.backup')
        expect(await runCommand(app, 'backup', ['--to', file])).toMatchObject({ code: 0 })
        await fill(join(small!, 'voll'))
        await truncate(join(small!, 'voll'), (await stat(join(small!, 'voll'))).size - free)
        const home = { dataDir: small!, databaseUrl: database?.url }
        const refused = await runCommand(home, 'restore', [file])
        expect([refused.code, refused.out]).toEqual([1, `${NO_ROOM}\n`])
        const names = await readdir(small!)
        expect(names.filter((name) => name !== 'voll' && name !== 'locks')).toEqual([])
        if (free > 0) return
        const backup = await runCommand(app, 'backup', ['--to', join(small!, 'x.backup')])
        expect([backup.code, backup.out]).toEqual([1, `${NO_ROOM}\n`])
        expect((await readdir(small!)).filter((name) => name.includes('.part'))).toEqual([])
      } finally {
        await rm(join(small!, 'voll'), { force: true })
        await database?.drop()
        await app.stop()
      }
    },
  )
})

test.skipIf(!disk || DIALECT === 'postgres')(
  '[MOVE-10] a new database whose last pages do not fit on the disk is refused, and the former one stays',
  async () => {
    const small = smallDisk()!
    const [location, full] = [{ dataDir: join(small, 'blog') }, join(small, 'voll')]
    const lock = await takeAlone(location)
    const note = (letters: number) => (tx: Tx) =>
      tx
        .insertInto('meta')
        .values({ key: crypto.randomUUID(), value: 'x'.repeat(letters) })
        .execute()
    try {
      const renewed = renewDatabase(
        location,
        { stamp: 'probe', lock },
        {
          async fill(tx) {
            await migrateInside(tx, migrations)
            await note(6_000_000)(tx)
          },
          prove: () => fill(full),
          // The log file has reserved room for this, the database file has none.
          finish: async (tx) => void (await note(2_000_000)(tx)),
          decide: async () => null,
        },
      )
      const error = await renewed.catch((thrown: unknown) => thrown)
      expect(isFullDisk(error), String(error)).toBe(true)
    } finally {
      await lock.release()
      execFileSync('umount', [small])
      rmSync(small, { recursive: true, force: true })
    }
  },
)

async function repeated(work: () => Promise<unknown>): Promise<never> {
  for (;;) await work()
}

describe.runIf(DIALECT === 'sqlite')('a database at its size limit', () => {
  let app: TestApp
  let owner: TestAccount
  beforeAll(async () => {
    app = await startTestApp()
    owner = await app.register()
  })
  afterAll(() => app.stop())

  /** SQLite refuses further pages, as on a full disk. */
  async function bound(pages: number): Promise<void> {
    await sql`pragma max_page_count = ${sql.lit(pages)}`.execute(app.db)
  }

  test('is reported under every protocol, changes nothing, and has no effect once it may grow', async () => {
    const { body: article } = await owner.call('POST', '/api/articles', { title: 'Vorher' })
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(app.db)
    await bound(rows[0]?.page_count ?? 0)
    for (const size of [100_000, 3000, 300]) {
      const another = () =>
        app.db
          .insertInto('meta')
          .values({ key: crypto.randomUUID(), value: 'x'.repeat(size) })
          .execute()
      await expect(repeated(another)).rejects.toThrow('full')
    }
    const change = { version: article.version, content_markdown: LONG, tag_ids: [] }
    for (let i = 0; i < 3; i += 1) {
      const refused = await owner.call('PATCH', `/api/articles/${article.id}`, change)
      expect([refused.status, refused.body]).toEqual([507, FULL])
    }
    const rpc = await owner.call('POST', '/api/rpc/articles/update', { json: { id: article.id, ...change } })
    expect([rpc.status, JSON.stringify(rpc.body)]).toEqual([507, expect.stringContaining('Speicherplatz')])
    // Each session is a row; the last page has room for some.
    const signIn = () => app.call('POST', '/auth/v1/token?grant_type=password', owner, { 'accept-language': 'de' })
    let signedIn = await signIn()
    for (let i = 0; i < 60 && signedIn.status === 200; i += 1) signedIn = await signIn()
    // Clients keep their session on 503 and give it up on 507.
    expect([signedIn.status, signedIn.body.msg]).toEqual([503, FULL.message])
    expect((await app.call('GET', '/readyz')).status).toBe(503)
    expect((await owner.call('GET', `/api/articles/${article.id}`)).body).toEqual(article)

    await bound(1_000_000)
    await expect.poll(async () => (await app.call('GET', '/readyz')).status).toBe(200)
    expect((await owner.call('PATCH', `/api/articles/${article.id}`, change)).status).toBe(200)
  })
})
