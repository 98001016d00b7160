import { readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { bytesOf, emptyHome, rowsOf, runCommand, type Home } from '../../../../tests/support/backups.ts'
import { openSharedWriter } from '../../../../tests/api/writer.ts'
import { Clock, postForm, publish, stampIn } from '../../../../tests/support/commenting.ts'
import { startS3Peer } from '../../../../tests/support/s3-peer.ts'
import {
  DIALECT,
  startTestApp,
  TEST_SECRET,
  callAs,
  type TestAccount,
  type TestApp,
} from '../../../../tests/support/test-app.ts'
import { uploadPicture } from '../../../../tests/support/upload-picture.ts'
import { readConfig } from '../../config.ts'
import { openFiles } from '../../files/store/open.ts'
import { stopWriting } from '../database/departure.ts'
import { LEFT_OUT } from './making.service.ts'
import { arrive } from './moving.service.ts'

const homes: Home[] = []
afterEach(async () => {
  for (const home of homes.splice(0)) await home.drop()
})

async function home(dialect: 'sqlite' | 'postgres'): Promise<Home> {
  const made = await emptyHome(dialect)
  homes.push(made)
  return made
}

/** A small blog with an account, a public article and a picture. */
async function fill(app: TestApp): Promise<{ owner: TestAccount; slug: string; picture: { url: string } }> {
  const owner = await app.register()
  const picture = await uploadPicture(app, owner)
  const { body } = await owner.call('POST', '/api/articles', {
    title: 'Umzug mit Umlauten: äöü 🎈',
    content_markdown: `![Bild](${picture.url})`,
    status: 'published',
  })
  return { owner, slug: body.slug, picture }
}

/** Reads public pages, and tries to write, until stopped. */
function watch(app: TestApp, owner: TestAccount, paths: string[]) {
  const seen = { reads: 0, failed: [] as string[], writes: [] as string[] }
  let over = false
  const run = (async () => {
    while (!over) {
      for (const path of paths) {
        const { status } = await fetch(app.url + path)
        seen.reads += 1
        if (status !== 200) seen.failed.push(`${path} ${status}`)
      }
      const { status, body } = await owner.call('POST', '/api/tasks', { title: 'Währenddessen' })
      seen.writes.push(status === 201 ? 'written' : `${status} ${body.code} ${body.message}`)
      await setTimeout(20)
    }
  })()
  return async () => {
    over = true
    await run
    return seen
  }
}

/** The public content of a page, independent of the port. */
async function seen(app: TestApp, path: string): Promise<string> {
  const page = await (await fetch(app.url + path)).text()
  return page.replaceAll(new RegExp(`(localhost|127\\.0\\.0\\.1)(:|%3A)${new URL(app.url).port}`, 'g'), '')
}

const NOTICE = '503 moving Der Blog zieht gerade um. Lesen geht weiter; Speichern geht in wenigen Minuten wieder.'
const MOVED_NOTICE = '503 moving Der Blog ist umgezogen. Hier wird nur noch gelesen; gespeichert wird am neuen Ort.'

describe.runIf(DIALECT === 'postgres')('[MOVE-8] from SQLite to PostgreSQL and back', () => {
  test('a blog with its secret in a file continues with it where SECRET_KEY is set, at either place', async () => {
    const [first, second] = [await home('sqlite'), await home('postgres')]
    let app = await startTestApp({ beside: first, env: { SECRET_KEY: '' } })
    const { owner } = await fill(app)
    const factor = await owner.call('POST', '/auth/v1/factors', { factor_type: 'totp', friendly_name: 'Handy' })
    expect(factor.status).toBe(200)
    await app.stop()

    const keyFile = join(first.dataDir, 'secret.key')
    await rename(keyFile, `${keyFile}.fort`)
    const without = await runCommand(first, 'move', [second.databaseUrl!])
    expect(without.code).toBe(1)
    expect(without.out).toContain('gehören zu einem anderen geheimen Schlüssel')
    await rename(`${keyFile}.fort`, keyFile)
    const there = await runCommand(first, 'move', [second.databaseUrl!])
    expect(there, there.out).toMatchObject({ code: 0 })
    // Data sealed under the file can be opened there: a code of the factor is checked without a server error.
    app = await startTestApp({ beside: { dataDir: second.dataDir, databaseUrl: second.databaseUrl } })
    const moved = callAs(app.url, owner.accessToken)
    const challenge = await moved('POST', `/auth/v1/factors/${factor.body.id}/challenge`)
    const verify = { challenge_id: challenge.body.id, code: '000000' }
    expect((await moved('POST', `/auth/v1/factors/${factor.body.id}/verify`, verify)).status).toBe(422)
    await app.stop()
    expect(await runCommand(first, 'move', ['--back'])).toMatchObject({ code: 0 })
    app = await startTestApp({ beside: first })
    expect((await callAs(app.url, owner.accessToken)('GET', '/api/tasks')).status).toBe(200)
    await app.stop()
  })

  test('readers are served throughout, writes are refused, every row arrives, and no acknowledged write is lost', async () => {
    const [first, second] = [await home('sqlite'), await home('postgres')]
    let app = await startTestApp({ beside: first })
    const { owner, slug, picture } = await fill(app)
    const stop = watch(app, owner, [`/article/${slug}`, picture.url, `/api/articles/by-slug/${slug}`])
    const there = await runCommand(first, 'move', [second.databaseUrl!])
    expect(there, there.out).toMatchObject({ code: 0 })
    expect(there.out).toContain('alle gleich')
    await expect.poll(async () => (await owner.call('POST', '/api/tasks', { title: 'Danach' })).status).toBe(503)
    expect((await fetch(`${app.url}/readyz`)).status).toBe(200)
    const { reads, failed, writes } = await stop()
    expect(failed).toEqual([])
    expect(reads).toBeGreaterThan(3)
    const refusals = new Set(writes.filter((write) => write !== 'written'))
    expect([NOTICE, MOVED_NOTICE]).toEqual(expect.arrayContaining([...refusals]))
    expect(refusals.size).toBeGreaterThan(0)
    await app.stop()
    const before = await rowsOf(first)
    expect(await rowsOf(second)).toEqual(before)

    const moved = { dataDir: first.dataDir, databaseUrl: second.databaseUrl }
    app = await startTestApp({ beside: moved })
    const same = callAs(app.url, owner.accessToken)
    const tasks = (await same('GET', '/api/tasks?limit=200')).body.items
    expect(tasks).toHaveLength(writes.filter((write) => write === 'written').length)
    expect((await same('POST', '/api/tasks', { title: 'Am neuen Ort' })).status).toBe(201)
    const again = await runCommand(moved, 'move', ['sqlite'])
    expect(again, again.out).toMatchObject({ code: 0 })
    // The old data stay beside it.
    expect(again.out).toContain('liegt daneben')
    await app.stop()
    expect(await rowsOf(first)).toEqual(await rowsOf(moved))
    app = await startTestApp({ beside: first })
    expect((await callAs(app.url, owner.accessToken)('GET', '/api/tasks?limit=200')).body.items).toHaveLength(
      tasks.length + 1,
    )
    await app.stop()
  })

  test('[TEAM-3] editors with unsent steps lose nothing: what was acknowledged arrives, the rest waits and goes on there', async () => {
    const [first, second] = [await home('sqlite'), await home('postgres')]
    let app = await startTestApp({ beside: first })
    const owner = await app.register()
    const { body: article } = await owner.call('POST', '/api/articles', {
      title: 'Unterwegs',
      content_markdown: 'Text.',
    })
    const open = () => openSharedWriter(app, owner, { article })
    const [one, two] = [open(), open()]
    for (const { sync } of [one, two]) sync.share()
    await expect.poll(() => [one, two].every(({ sync }) => sync.steps !== null)).toBe(true)
    one.type(' Eins')
    await expect.poll(() => one.isClean() && two.body() === one.body()).toBe(true)
    // Typed without a network, on its way while its answer is lost, and against the blog that has moved.
    one.network.state = 'down'
    one.type(' zwei')
    two.network.state = 'answers lost'
    two.type('Vorn. ', 0)
    await expect
      .poll(async () => (await owner.call('GET', `/api/articles/${article.id}`)).body.content_markdown)
      .toContain('Vorn')
    const there = await runCommand(first, 'move', [second.databaseUrl!])
    expect(there, there.out).toMatchObject({ code: 0 })
    one.network.state = two.network.state = 'up'
    one.type(' drei')
    for (const { sync } of [one, two]) await sync.steps?.send()
    expect([one.isClean(), one.state().sync, one.body()]).toEqual([false, 'local', 'Vorn. Text. Eins zwei drei'])
    expect(one.state().delay).toMatchObject({ message: expect.stringContaining('Der Blog ist umgezogen') })
    expect(one.copy()?.copy.text.content_markdown).toContain(' zwei drei')
    await app.stop()
    app = await startTestApp({ beside: { dataDir: first.dataDir, databaseUrl: second.databaseUrl } })
    for (const { network, sync } of [one, two]) {
      network.url = app.url
      await sync.steps?.send()
    }
    await expect.poll(() => one.isClean() && two.isClean()).toBe(true)
    for (const { sync } of [one, two]) await sync.steps?.pull()
    const { body: stored } = await callAs(app.url, owner.accessToken)('GET', `/api/articles/${article.id}`)
    expect(stored.content_markdown).toBe('Vorn. Text. Eins zwei drei')
    expect(one.state().delay).toBeNull()
    expect([one.body(), two.body()]).toEqual([stored.content_markdown, stored.content_markdown])
    await Promise.all([one, two].map((writer) => writer.close()))
    await app.stop()
  })

  test('database and media move together, disk to S3 and back: every row and byte is the same, and the blog works there', async () => {
    const [first, second] = [await home('sqlite'), await home('postgres')]
    const peer = await startS3Peer()
    let app = await startTestApp({ beside: first })
    try {
      const { owner, slug, picture } = await fill(app)
      const page = await seen(app, `/article/${slug}`)
      const config = (env: Record<string, string>) =>
        readConfig({ DATA_DIR: first.dataDir, SECRET_KEY: TEST_SECRET, ...env })
      const [disk, bucket] = [await openFiles(config({})), await openFiles(config(peer.env))]
      const there = await runCommand(first, 'move', [second.databaseUrl!, '--media', peer.address])
      expect(there, there.out).toMatchObject({ code: 0 })
      await app.stop()
      const [rows, bytes] = [await rowsOf(first), await bytesOf(disk)]
      expect([await rowsOf(second), await bytesOf(bucket)]).toEqual([rows, bytes])
      expect(Object.keys(bytes).length).toBeGreaterThan(0)

      const moved = { dataDir: first.dataDir, databaseUrl: second.databaseUrl }
      app = await startTestApp({ beside: moved, env: peer.env })
      expect(await seen(app, `/article/${slug}`)).toBe(page)
      const mover = { ...owner, call: callAs(app.url, owner.accessToken) }
      const added = await uploadPicture(app, mover)
      expect((await mover.call('POST', '/api/tasks', { title: 'Am neuen Ort' })).status).toBe(201)
      const back = await runCommand(moved, 'move', ['sqlite', '--media', 'disk'], peer.env)
      expect(back, back.out).toMatchObject({ code: 0 })
      await app.stop()
      expect([await rowsOf(first), await bytesOf(disk)]).toEqual([await rowsOf(moved), await bytesOf(bucket)])
      app = await startTestApp({ beside: first })
      expect(await seen(app, `/article/${slug}`)).toBe(page)
      for (const { url } of [picture, added]) expect((await fetch(app.url + url)).status).toBe(200)
    } finally {
      await app.stop()
      await peer.stop()
    }
  })

  test('a target with another blog is refused, and a cancelled move leaves the blog writable', async () => {
    const [first, second] = [await home('sqlite'), await home('postgres')]
    const other = await startTestApp({ beside: second })
    await other.register()
    await other.stop()
    const app = await startTestApp({ beside: first })
    const { owner } = await fill(app)
    const write = async () => (await owner.call('POST', '/api/tasks', { title: 'Weiter' })).status
    const refused = await runCommand(first, 'move', [second.databaseUrl!])
    expect(refused).toMatchObject({ code: 1 })
    expect(refused.out).toContain('schon Konten oder Artikel')
    expect(await write()).toBe(201)
    // An unreachable target changes nothing either.
    expect((await runCommand(first, 'move', ['postgres://niemand@127.0.0.1:1/nichts'])).code).toBe(1)
    expect(await write()).toBe(201)
    const third = await home('postgres')
    expect(await runCommand(first, 'move', [third.databaseUrl!])).toMatchObject({ code: 0 })
    expect(await write()).toBe(503)
    expect(await runCommand(first, 'move', ['--back'])).toMatchObject({ code: 0 })
    expect(await write()).toBe(201)
    await app.stop()
  })
})

test('[MOVE-8] a comment that is sent while the blog moves is refused with a sentence', async () => {
  const app = await startTestApp()
  const owner = await app.register()
  await owner.call('PATCH', '/api/settings', { comments: 'moderated' })
  const { slug } = await publish(owner, 'Mit Gespräch')
  const clock = new Clock(app, '2026-03-16T10:00:00Z')
  const write = (more = {}) =>
    postForm(app, `/article/${slug}/kommentare`, { name: 'Eva', text: 'Kommt das an?', ...more })
  const preview = await write()
  clock.pass(5)
  await stopWriting(app.db, 'another database', LEFT_OUT)
  const sent = await write({ stamp: stampIn(preview.body) })
  expect([sent.status, sent.body]).toEqual([503, expect.stringContaining('ist nicht angekommen')])
  await app.stop()
})

test('[MOVE-8] media move from the disk to S3 and back, every byte compared, while readers are served', async () => {
  const peer = await startS3Peer()
  const app = await startTestApp()
  try {
    const { owner, slug, picture } = await fill(app)
    const stop = watch(app, owner, [`/article/${slug}`, picture.url])
    const there = await runCommand(app, 'move', ['--media', peer.address])
    expect(there, there.out).toMatchObject({ code: 0 })
    const { failed } = await stop()
    expect(failed).toEqual([])
    expect((await owner.call('POST', '/api/tasks', { title: 'Danach' })).status).toBe(503)

    const configOf = (env: Record<string, string>) =>
      readConfig({
        DATA_DIR: app.dataDir,
        SECRET_KEY: TEST_SECRET,
        ...(app.databaseUrl ? { DATABASE_URL: app.databaseUrl } : {}),
        ...env,
      })
    const [disk, bucket] = [await openFiles(configOf({})), await openFiles(configOf(peer.env))]
    const before = await bytesOf(disk)
    expect(Object.keys(before).length).toBeGreaterThan(0)
    expect(await bytesOf(bucket)).toEqual(before)
    // As at the start of the server: with the old store it stays read-only, with the new one it becomes writable.
    await arrive(app.db, configOf({}))
    expect((await owner.call('POST', '/api/tasks', { title: 'Alt' })).status).toBe(503)
    await arrive(app.db, configOf(peer.env))
    expect((await owner.call('POST', '/api/tasks', { title: 'Neu' })).status).toBe(201)

    const back = await runCommand(app, 'move', ['--media', 'disk'], peer.env)
    expect(back, back.out).toMatchObject({ code: 0 })
    expect((await readdir(app.dataDir)).filter((name) => name.startsWith('media.vor-'))).toHaveLength(1)
    expect(await bytesOf(disk)).toEqual(before)
    expect((await fetch(app.url + picture.url)).status).toBe(200)
  } finally {
    await app.stop()
    await peer.stop()
  }
})
