import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { emptyHome, runCommand, type Home } from '../../../../tests/support/backups.ts'
import { answerChallenge, withTotp, type Totp } from '../../../../tests/support/second-factor.ts'
import {
  callAs,
  DIALECT,
  startTestApp,
  TEST_SECRET,
  type TestAccount,
  type TestApp,
} from '../../../../tests/support/test-app.ts'
import { codeAt } from '../../../../tests/support/totp.ts'
import { uploadPicture } from '../../../../tests/support/upload-picture.ts'
import { readConfig } from '../../config.ts'
import { removeKeptFiles } from '../../files/store/guarded-files.ts'
import { openFiles } from '../../files/store/open.ts'
import { openDatabase } from '../../platform/db/db.ts'
import type { DialectName } from '../../platform/db/dialect.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { purgeIn } from '../../desk/trash/trash.service.ts'

// The commands as npm runs them, beside a running server, between both databases if PostgreSQL is available.

const PASSPHRASE = 'Eine Nachtigall im Oktober'
let app: TestApp
let owner: TestAccount
let totp: Totp
let articleId: string
let picture: { id: string; url: string }
let folder: string
let file: string
const homes: Home[] = []

beforeAll(async () => {
  app = await startTestApp()
  folder = await mkdtemp(join(tmpdir(), 'blog-cms-backups-'))
  ;({ totp, raised: owner } = await withTotp(app, await app.register('mira@nachtausgabe.example')))
  picture = await uploadPicture(app, owner)
  const { body } = await owner.call('POST', '/api/articles', {
    title: 'Warum lokale Sprachmodelle zurückkehren',
    content_markdown: `Grüße – „Anführung“ 🎈\n\n![Bild](${picture.url})`,
    status: 'published',
  })
  articleId = body.id
  await owner.call('PUT', `/api/articles/${articleId}/working-copy`, {
    title: 'Später',
    slug: body.slug,
    excerpt: '',
    cover_image_url: null,
    category_id: null,
    content_markdown: 'Noch nicht öffentlich',
    version: body.version,
  })
  await owner.call('POST', '/api/links', { title: 'Quelle', url: 'https://example.org/', category: 'Allgemein' })
  file = join(folder, 'nacht.backup')
  expect(await runCommand(app, 'backup', ['--to', file])).toMatchObject({ code: 0 })
})
afterEach(async () => {
  for (const home of homes.splice(0)) await home.drop()
})
afterAll(async () => {
  await app.stop()
  await rm(folder, { recursive: true, force: true })
})

async function home(dialect: DialectName): Promise<Home> {
  const made = await emptyHome(dialect)
  homes.push(made)
  return made
}

describe('[MOVE-7] restored on a bare machine, from PostgreSQL to SQLite if available', () => {
  test('the blog is the same: texts, pictures, accounts, second factors, sessions', async () => {
    const there = await home('sqlite')
    const answer = await runCommand(there, 'restore', [file])
    expect(answer).toMatchObject({ code: 0 })
    expect(answer.out).toContain('alle Prüfsummen gleich')
    const moved = await startTestApp({ beside: there })
    try {
      // The session continues, with the former tokens.
      const same = callAs(moved.url, owner.accessToken)
      const article = (await same('GET', `/api/articles/${articleId}`)).body
      expect(article).toEqual((await owner.call('GET', `/api/articles/${articleId}`)).body)
      const refreshed = await moved.call('POST', '/auth/v1/token?grant_type=refresh_token', {
        refresh_token: owner.refreshToken,
      })
      expect(refreshed.status).toBe(200)
      // A new sign-in requires the second factor and accepts it.
      const { email, password } = owner
      const again = (await moved.call('POST', '/auth/v1/token?grant_type=password', { email, password })).body
      const weak = callAs(moved.url, again.access_token)
      expect((await weak('GET', '/api/articles')).body.code).toBe('insufficient_aal')
      const next = new Date(Date.now() + 30_000)
      expect((await answerChallenge(weak, totp.id, { code: codeAt(totp.secret, next) })).status).toBe(200)
      for (const path of [picture.url, `/article/${article.slug}`])
        expect((await fetch(moved.url + path)).status).toBe(200)
      const [before, after] = await Promise.all(
        [app.url, moved.url].map(async (url) => Buffer.from(await (await fetch(url + picture.url)).arrayBuffer())),
      )
      expect(after!.equals(before!)).toBe(true)
      expect((await moved.call('GET', `/article/${article.slug}`)).body).toContain('Grüße – „Anführung“ 🎈')
      expect((await same('GET', '/api/links')).body.items).toHaveLength(1)
    } finally {
      await moved.stop()
    }
  })

  test('a further backup, restored with another SECRET_KEY on the first database, is complete', async () => {
    const there = await home('sqlite')
    const env = { SECRET_KEY: 'quite another secret of forty characters' }
    expect(await runCommand(there, 'restore', [file], env)).toMatchObject({ code: 0 })
    const second = join(there.dataDir, 'zweite.backup')
    expect(await runCommand(there, 'backup', ['--to', second], env)).toMatchObject({ code: 0 })
    const third = await home(DIALECT)
    expect(await runCommand(third, 'restore', [second])).toMatchObject({ code: 0 })
    for (const [place, secret] of [
      [there, env],
      [third, {}],
    ] as const) {
      const moved = await startTestApp({ beside: place, env: secret })
      const { status } = await callAs(moved.url, owner.accessToken)('GET', `/api/articles/${articleId}`)
      await moved.stop()
      expect(status).toBe(200)
    }
  })
})

describe.runIf(DIALECT === 'sqlite')('[MOVE-7] npm run backup', () => {
  test('makes one private file, and never overwrites another', async () => {
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const again = await runCommand(app, 'backup', ['--to', file])
    expect(again).toMatchObject({ code: 1 })
    expect(again.out).toContain('gibt es schon')
    expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([])
    expect(await runCommand(app, 'backup', ['--nach', file])).toMatchObject({ code: 2 })
  })

  test('without --to it is stored in its place, named by its instant', async () => {
    expect(await runCommand(app, 'backup', [])).toMatchObject({ code: 0 })
    const names = (await readdir(join(app.dataDir, 'backups'))).filter((name) => name.endsWith('.backup'))
    expect(names).toEqual([expect.stringMatching(/^blog-cms-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.backup$/)])
    expect((await stat(join(app.dataDir, 'backups', names[0]!))).mode & 0o777).toBe(0o600)
  })

  test('with BACKUP_PASSPHRASE nothing in it is readable without it; the right one opens it', async () => {
    const sealed = join(folder, 'geheim.backup')
    const env = { BACKUP_PASSPHRASE: PASSPHRASE }
    expect(await runCommand(app, 'backup', ['--to', sealed], env)).toMatchObject({ code: 0 })
    const there = await home('sqlite')
    for (const [passphrase, says] of [
      ['', 'ist verschlüsselt'],
      ['eine ganz andere Wendung', 'Passphrase passt nicht'],
    ] as const) {
      const refused = await runCommand(there, 'restore', [sealed], { BACKUP_PASSPHRASE: passphrase })
      expect(refused.code).toBe(1)
      expect(refused.out).toContain(says)
      expect(await readdir(there.dataDir)).toEqual([])
    }
    expect(await runCommand(there, 'restore', [sealed], env)).toMatchObject({ code: 0 })
  })
})

describe.runIf(DIALECT === 'sqlite')('[MOVE-7] npm run restore refuses and changes nothing', () => {
  test.each([
    ['a foreign file', async () => Buffer.from('PK\u0003\u0004 irgendein Archiv'), 'keine Sicherung'],
    ['an empty file', async () => Buffer.alloc(0), 'keine Sicherung'],
    ['one that is cut off', async () => (await readFile(file)).subarray(0, -40), 'beschädigt'],
    ['one with something behind it', async () => Buffer.concat([await readFile(file), Buffer.from('x')]), 'beschädigt'],
    [
      'a newer format',
      async () => Buffer.from((await readFile(file)).toString('latin1').replace('"format":1', '"format":2'), 'latin1'),
      'neueres Format',
    ],
  ])('%s', async (_what, bytes, says) => {
    const there = await home('sqlite')
    const other = join(folder, `andere-${crypto.randomUUID()}.backup`)
    await writeFile(other, await bytes())
    const refused = await runCommand(there, 'restore', [other])
    expect(refused.code).toBe(1)
    expect(refused.out).toContain(says)
    expect(refused.out).toContain('nichts geändert')
    expect(await readdir(there.dataDir)).toEqual([])
  })

  test('a backup of a newer release is refused, naming the migration', async () => {
    const newer = await startTestApp()
    const at = new Date().toISOString()
    await newer.db
      .insertInto('kysely_migration' as never)
      .values({ name: '9999-spaeter', timestamp: at } as never)
      .execute()
    const { makeBackup } = await import('./making.service.ts')
    const config = readConfig({ DATA_DIR: newer.dataDir, SECRET_KEY: 'a secret of forty characters, for tests.' })
    const later = join(folder, 'spaeter.backup')
    await makeBackup({ db: newer.db, config, files: await openFiles(config), clock: () => new Date() }, { to: later })
    await newer.stop()
    const there = await home('sqlite')
    const refused = await runCommand(there, 'restore', [later])
    expect(refused.out).toContain('neueren Version von Blog CMS (9999-spaeter)')
    expect(await readdir(there.dataDir)).toEqual([])
  })
})

describe('[MOVE-7] a place that already holds a blog', () => {
  test('is not touched without --yes or while its server runs; afterwards the former data stay beside it', async () => {
    const there = await home(DIALECT)
    const other = await startTestApp({ beside: there })
    const stranger = await other.register('bisher@example.org')
    await uploadPicture(other, stranger)
    const running = await runCommand(there, 'restore', [file, '--yes'])
    expect(running.out).toContain('Der Server läuft noch')
    await other.stop()

    const unasked = await runCommand(there, 'restore', [file])
    expect(unasked.out).toContain('--yes')
    const db = await openDatabase({ dataDir: there.dataDir, DATABASE_URL: there.databaseUrl })
    expect(await db.selectFrom('users').select('email').execute()).toEqual([{ email: 'bisher@example.org' }])
    await db.destroy()

    const replaced = await runCommand(there, 'restore', [file, '--yes'])
    expect(replaced, replaced.out).toMatchObject({ code: 0 })
    expect(replaced.out).toMatch(/daneben: .*\.vor-\d{4}-/)
    const names = await readdir(there.dataDir)
    expect(names.filter((name) => name.startsWith('media.vor-'))).toHaveLength(1)
    if (DIALECT === 'sqlite') expect(names.filter((name) => /^blog-cms\.sqlite\.vor-[^.]*$/.test(name))).toHaveLength(1)
    const after = await openDatabase({ dataDir: there.dataDir, DATABASE_URL: there.databaseUrl })
    expect(await after.selectFrom('users').select('email').execute()).toEqual([{ email: owner.email }])
    await after.destroy()
  })
})

test('[MOVE-7] one record is restored by `--only`, once its server has stopped', async () => {
  const there = await home(DIALECT)
  expect(await runCommand(there, 'restore', [file])).toMatchObject({ code: 0 })
  const moved = await startTestApp({ beside: there })
  const same = callAs(moved.url, owner.accessToken)
  await same('DELETE', `/api/articles/${articleId}`)
  await same('DELETE', `/api/trash/articles/${articleId}`)
  const one = [file, '--only', `articles:${articleId}`]
  if (DIALECT === 'sqlite') expect((await runCommand(there, 'restore', one)).out).toContain('Der Server läuft noch')
  // A picture is deleted for good, and the server ends before its bytes are deleted.
  await same('DELETE', `/api/media/${picture.id}`)
  const clock = () => new Date()
  const config = readConfig({ DATA_DIR: there.dataDir, SECRET_KEY: TEST_SECRET })
  const runtime = { db: moved.db, config, files: await openFiles(config), clock } as unknown as Runtime
  await inTransaction(moved.db, (tx) => purgeIn(runtime, tx, 'media', picture.id))
  await moved.stop()
  const itsPicture = await runCommand(there, 'restore', [file, '--only', `media:${picture.id}`])
  expect(itsPicture, itsPicture.out).toMatchObject({ code: 0, err: '' })
  const answer = await runCommand(there, 'restore', one)
  expect(answer, answer.out).toMatchObject({ code: 0, err: '' })
  const again = await startTestApp({ beside: there })
  const { status, body } = await callAs(again.url, owner.accessToken)('GET', `/api/articles/${articleId}`)
  expect([status, body.title]).toEqual([200, 'Warum lokale Sprachmodelle zurückkehren'])
  expect((await again.call('GET', `/api/articles/by-slug/${body.slug}`)).status).toBe(200)
  await removeKeptFiles.run({ ...runtime, db: again.db })
  expect((await fetch(again.url + picture.url)).status).toBe(200)
  await again.stop()
  const nowhere = await runCommand(there, 'restore', ['/gibt/es/nicht.backup'])
  expect(nowhere).toMatchObject({ code: 1, out: expect.stringContaining('Es gibt keine Datei') })
  for (const bad of ['articles', 'users:1', `users:${articleId}`])
    expect((await runCommand(there, 'restore', [file, '--only', bad])).code).toBe(2)
  const unknown = await runCommand(there, 'restore', [file, '--only', `articles:${owner.id}`])
  expect([unknown.code, unknown.out]).toEqual([1, expect.stringContaining('Nicht zurückgeholt')])
})
