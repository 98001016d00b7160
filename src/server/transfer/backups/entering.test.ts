import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { emptyHome, runCommand, type Home } from '../../../../tests/support/backups.ts'
import { freePort } from '../../../../tests/support/free-port.ts'
import { startS3Peer } from '../../../../tests/support/s3-peer.ts'
import { startServer, type ServerOptions, type ServerProcess } from '../../../../tests/support/server-process.ts'
import {
  callAs,
  DIALECT,
  startTestApp,
  TEST_SECRET,
  type TestAccount,
  type TestApp,
} from '../../../../tests/support/test-app.ts'
import { uploadPicture } from '../../../../tests/support/upload-picture.ts'
import { readConfig, type Config } from '../../config.ts'
import { openFiles } from '../../files/store/open.ts'
import { finishFiles, renewFiles, type FilesPlan } from '../../files/store/swap.ts'
import { openDatabase, sqliteFile, type Tx } from '../../platform/db/db.ts'
import { takeLock } from '../../platform/fleet/process-locks.ts'
import { decideInside, readRecord, writeRecord, type RenewalRecord } from '../database/swap-record.ts'
import { becomeOnlyServer, enterBlog, MOVING_LOCK, takeMedia, takeOver } from './entering.service.ts'
import { exchange, settle } from './exchange.service.ts'

// Locks and recovery with the real server and the real commands, running or killed.

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

let source: TestApp
let account: TestAccount
let token: string
let slug: string
let backup: string

beforeAll(async () => {
  source = await startTestApp()
  const owner = await source.register()
  account = owner
  token = owner.accessToken
  await uploadPicture(source, owner)
  const { body } = await owner.call('POST', '/api/articles', { title: 'Bleibt lesbar', status: 'published' })
  slug = body.slug
  backup = join(source.dataDir, 'vorher.backup')
  expect(await runCommand(source, 'backup', ['--to', backup])).toMatchObject({ code: 0 })
})
afterAll(() => source.stop())

/** A data folder into which the backup has been restored. */
async function furnished(dialect = DIALECT): Promise<Home> {
  const home = await emptyHome(dialect)
  ends.push(home.drop)
  const restored = await runCommand(home, 'restore', [backup])
  expect(restored, restored.out).toMatchObject({ code: 0 })
  return home
}

function configOf({ dataDir, databaseUrl }: Pick<Home, 'dataDir' | 'databaseUrl'>, env = {}): Config {
  return readConfig({
    DATA_DIR: dataDir,
    SECRET_KEY: TEST_SECRET,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    ...env,
  })
}

/** The real server of a data folder. `said` is its output so far, also during the start. */
function start(home: Home, options: ServerOptions = {}): { ready: Promise<ServerProcess>; said: () => string } {
  let said = ''
  const ready = startServer({
    dataDir: home.dataDir,
    databaseUrl: home.databaseUrl,
    ...options,
    env: { SECRET_KEY: TEST_SECRET, ...options.env },
    onSpawn: (child) => {
      for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (said += String(chunk)))
    },
  })
  ends.push(async () => (await ready.catch(() => null))?.kill())
  return { ready, said: () => said }
}

describe('[MOVE-7] while a restore runs', () => {
  test('a starting server waits, prints a German line, and accepts writes only for the restored data', async () => {
    const home = await furnished()
    const lock = await takeOver(configOf(home), { media: true })
    const { ready, said } = start(home)
    await expect.poll(said).toContain('Hier wird gerade eine Sicherung zurückgespielt')
    // A second restore cannot begin.
    const second = await runCommand(home, 'restore', [backup, '--yes'])
    expect([second.code, second.out]).toEqual([1, expect.stringContaining('Der Server läuft noch')])
    expect(said()).not.toContain('Blog CMS läuft')
    await lock.release()
    const server = await ready
    expect((await callAs(server.url, token)('POST', '/api/tasks', { title: 'Danach' })).status).toBe(201)
    expect(
      said()
        .split('\n')
        .filter((line) => line.includes('zurückgespielt')),
    ).toHaveLength(1)
  })

  test('no restore begins beside a server', async () => {
    const home = await furnished()
    const server = await start(home).ready
    const refused = await runCommand(home, 'restore', [backup, '--yes'])
    expect([refused.code, refused.out]).toEqual([1, expect.stringContaining('Der Server läuft noch')])
    await server.kill()
    // Nothing left by a killed server blocks it.
    expect(await runCommand(home, 'restore', [backup, '--yes'])).toMatchObject({ code: 0 })
  })

  test.runIf(DIALECT === 'postgres')(
    'no restore replaces media that a process with another database uses',
    async () => {
      const home = await emptyHome(DIALECT)
      ends.push(home.drop)
      // `DATABASE_URL` was forgotten.
      const elsewhere = configOf({ dataDir: home.dataDir, databaseUrl: undefined })
      const server = await enterBlog(configOf(home))
      await expect(takeOver(elsewhere, { media: true })).rejects.toThrow('anderen Datenbank arbeitet mit den Medien')
      await server.release()
      // A server with media in a bucket uses none of the folder.
      const keys = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' }
      const bucket = { S3_ENDPOINT: 'http://127.0.0.1:9', S3_BUCKET: 'blog', ...keys }
      const beside = await enterBlog(configOf(home, bucket))
      const restoring = await takeOver(elsewhere, { media: true })
      await expect(enterBlog(configOf(home))).rejects.toThrow('Hier wird gerade eine Sicherung zurückgespielt')
      for (const lock of [restoring, beside]) await lock.release()
    },
  )

  test('none replaces media in a bucket that a process with another database uses, or used until it was killed', async () => {
    const peer = await startS3Peer()
    ends.push(peer.stop)
    const [home, other] = [await emptyHome(DIALECT), await emptyHome(DIALECT)]
    ends.push(home.drop, other.drop)
    const names = async () => (await (await openFiles(configOf(home, peer.env))).list('')).map(({ name }) => name)
    const take = (into: Home) => takeOver(configOf(into, peer.env), { media: true })
    const server = await start(home, { env: peer.env }).ready
    const refused = await runCommand(other, 'restore', [backup, '--yes'], peer.env)
    expect([refused.code, refused.out]).toEqual([1, expect.stringMatching(/^Ein Server .* anderen Datenbank.*\n$/)])
    expect(await names()).toHaveLength(1)
    await server.kill()
    await expect(take(other)).rejects.toThrow(/Läuft er nicht mehr, ist der Bucket um \d\d:\d\d:\d\d Uhr frei\./)
    // Those of its own database are kept out by that.
    await (await take(home)).release()
    await peer.setTime('in-use', new Date(Date.now() - 181_000))
    const restoring = await take(other)
    await expect(take(home)).rejects.toThrow('anderen Datenbank')
    const waiting = start(home, { env: peer.env })
    await expect.poll(waiting.said).toContain('Hier wird gerade eine Sicherung zurückgespielt')
    await restoring.release()
    await (await waiting.ready).stop()
    expect((await names()).filter((name) => name.startsWith('in-use'))).toEqual([])
  })

  test('a server that started while the bucket did not answer ends once it does and its media are being replaced', async () => {
    const port = await freePort()
    const [home, other] = [await emptyHome(DIALECT), await emptyHome(DIALECT)]
    ends.push(home.drop, other.drop)
    const keys = { S3_ACCESS_KEY_ID: 'S3RVER', S3_SECRET_ACCESS_KEY: 'S3RVER' }
    const env = { S3_ENDPOINT: `http://127.0.0.1:${port}`, S3_BUCKET: 'blog', ...keys }
    const { ready, said } = start(home, { env })
    await ready
    const peer = await startS3Peer(port)
    ends.push(peer.stop)
    const restoring = await takeMedia(configOf(other, env))
    await expect.poll(said, { timeout: 60_000 }).toContain('Der Server beginnt, sobald das fertig ist.')
    await restoring.release()
  })

  test('media of a bucket stay as they were if the claim on it could not be renewed', async () => {
    const peer = await startS3Peer()
    ends.push(peer.stop)
    const home = await emptyHome(DIALECT)
    ends.push(home.drop)
    const place = configOf(home, peer.env)
    const files = await openFiles(place)
    await files.put('blog-media/bisher.txt', Buffer.from('bisher'))
    vi.useFakeTimers({ toFake: ['performance'] })
    try {
      const lock = await takeMedia(place)
      const replaced = exchange(
        { place, lock, stamp: '2026-11-26T13-00-00-000', database: false, media: true },
        {
          async copyMedia(fresh) {
            await fresh.put('blog-media/neu.txt', Buffer.from('neu'))
            vi.advanceTimersByTime(181_000)
          },
        },
      )
      await expect(replaced).rejects.toThrow('unterwegs abgerissen')
      await lock.release()
    } finally {
      vi.useRealTimers()
    }
    expect((await files.list('')).map(({ name }) => name)).toEqual(['blog-media/bisher.txt'])
  })

  test('of two that begin at once to replace the media of one bucket, at most one goes on', async () => {
    const peer = await startS3Peer()
    ends.push(peer.stop)
    const homes = await Promise.all(Array.from({ length: 6 }, () => emptyHome('sqlite')))
    ends.push(...homes.map(({ drop }) => drop))
    const locks = await Promise.allSettled(homes.map((home) => takeMedia(configOf(home, peer.env))))
    const taken = locks.flatMap((lock) => (lock.status === 'fulfilled' ? [lock.value] : []))
    expect(taken.length).toBeLessThanOrEqual(1)
    for (const lock of taken) await lock.release()
    await (await takeMedia(configOf(homes[0]!, peer.env))).release()
  })

  test('a restore without its store of files says so in one line', async () => {
    const home = await emptyHome(DIALECT)
    ends.push(home.drop)
    const keys = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' }
    const bucket = { S3_ENDPOINT: 'http://127.0.0.1:9', S3_BUCKET: 'blog', ...keys }
    const refused = await runCommand(home, 'restore', [backup, '--yes'], bucket)
    expect([refused.code, refused.out]).toEqual([
      1,
      expect.stringMatching(/^Die Dateiablage ist nicht zu erreichen.*\n$/),
    ])
  })

  test.runIf(DIALECT === 'sqlite')(
    'no second server begins, whose pages would be stale; it waits for one that ends',
    async () => {
      const home = await emptyHome(DIALECT)
      ends.push(home.drop)
      const first = await becomeOnlyServer(configOf(home), 0)
      await expect(becomeOnlyServer(configOf(home), 0)).rejects.toThrow('Ein anderer Server arbeitet schon')
      const { ready } = start(home)
      await first.release()
      const server = await ready
      await expect(becomeOnlyServer(configOf(home), 0)).rejects.toThrow('Mit SQLite läuft nur einer')
      await server.kill()
      await (await becomeOnlyServer(configOf(home), 0)).release()
    },
  )

  test('no command begins, and no restore beside a command', async () => {
    const home = await furnished()
    const restoring = await takeOver(configOf(home), { media: true })
    const refused = await runCommand(home, 'backup', [])
    expect([refused.code, refused.out]).toEqual([
      1,
      expect.stringContaining('wird gerade eine Sicherung zurückgespielt'),
    ])
    await restoring.release()
    const command = await enterBlog(configOf(home))
    const beside = await runCommand(home, 'restore', [backup, '--yes'])
    expect([beside.code, beside.out]).toEqual([1, expect.stringContaining('ein anderer Befehl arbeitet mit ihr')])
    // Commands can run concurrently.
    expect(await runCommand(home, 'backup', [])).toMatchObject({ code: 0 })
    await command.release()
    expect(await runCommand(home, 'restore', [backup, '--yes'])).toMatchObject({ code: 0 })
  })
})

/** A bucket with one file, and a killed restore or move of its media that had another file. */
async function killedInBucket(renewed: 'blog' | 'media' = 'blog') {
  const peer = await startS3Peer()
  ends.push(peer.stop)
  const home = await emptyHome(DIALECT)
  ends.push(home.drop)
  const config = configOf(home, peer.env)
  const files = await openFiles(config)
  await files.put('blog-media/bisher.txt', Buffer.from('bisher'))
  const stamp = '2026-11-26T13-00-00-000'
  const record = (plan: FilesPlan, decided: boolean): RenewalRecord => ({
    stamp,
    decided,
    sqliteFile: false,
    files: plan,
  })
  const renewal = await renewFiles(config, stamp, (plan) => writeRecord(config, renewed, record(plan, false)))
  await renewal.put('blog-media/neu.txt', Buffer.from('neu'))
  const decision = record(await renewal.ready(), true)
  const names = async () => (await files.list('blog-media')).map(({ name }) => name.slice('blog-media/'.length)).sort()
  return { home, config, files, decision, names }
}

describe('[MOVE-8] the record of media in a bucket', () => {
  test.each([false, true])(
    'is void once a later restore has filled the bucket, of which nothing is deleted (decided: %s)',
    async (decided) => {
      const { config, files, decision, names } = await killedInBucket('media')
      if (decided) await writeRecord(config, 'media', decision)
      // From another database: the record stays in its place.
      const later = '2026-11-26T14-00-00-000'
      const renewal = await renewFiles(config, later, async () => {})
      for (const name of ['bisher.txt', 'später.txt']) await renewal.put(`blog-media/${name}`, Buffer.from(name))
      await finishFiles(config, later, await renewal.ready())
      await files.put('blog-media/hochgeladen.txt', Buffer.from('danach'))
      await settle(config, 'media')
      expect(await names()).toEqual(['bisher.txt', 'hochgeladen.txt', 'später.txt'])
      expect(await readRecord(config, 'media')).toBeNull()
    },
  )

  test('blocks no command with another store configured', async () => {
    const home = await furnished()
    const plan = { store: 'http://127.0.0.1:1/fort', former: [], gone: [] }
    const record = { stamp: '2026', decided: false, sqliteFile: home.databaseUrl === undefined, files: plan }
    await writeRecord(configOf(home), 'blog', record)
    await writeFile(join(home.dataDir, '.probe-1'), '')
    await start(home).ready
    expect(await readdir(home.dataDir)).not.toContain('.probe-1')
    const made = await runCommand(home, 'backup', [])
    expect(made, made.out).toMatchObject({ code: 0 })
  })
})

describe.runIf(DIALECT === 'postgres')('[MOVE-7] a record in PostgreSQL', () => {
  /** Runs work in a transaction that ends when the returned function is called. */
  async function holding(config: Config, work: (tx: Tx) => Promise<unknown>) {
    const db = await openDatabase(config)
    ends.push(() => db.destroy())
    const tx = await db.startTransaction().execute()
    await work(tx)
    return { db, end: (how: 'commit' | 'rollback') => tx[how]().execute() }
  }
  const waiting = async (db: Awaited<ReturnType<typeof openDatabase>>) =>
    Number(
      (
        await sql<{ count: number }>`
          select count(*) as count from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%for update%'
            and pid <> pg_backend_pid()`.execute(db)
      ).rows[0]?.count,
    )

  test.each(['commit', 'rollback'] as const)(
    'is ended only once the transaction that decides it has ended, with %s',
    async (how) => {
      const { config, decision, names } = await killedInBucket()
      const { db, end } = await holding(config, (tx) => decideInside(tx, decision))
      const settled = settle(config, 'blog')
      await expect.poll(() => waiting(db)).toBe(1)
      await end(how)
      await settled
      expect(await names()).toEqual(how === 'commit' ? ['neu.txt'] : ['bisher.txt'])
      // A late decision has no effect.
      expect(await db.transaction().execute((tx) => decideInside(tx, decision))).toBe(false)
    },
  )

  test('is settled by one of two servers that start concurrently: files stored afterwards stay', async () => {
    const { config, decision, files, names } = await killedInBucket()
    const { db, end } = await holding(config, (tx) => decideInside(tx, decision))
    const both = [settle(config, 'blog'), settle(config, 'blog')]
    await expect.poll(() => waiting(db)).toBe(2)
    await end('rollback')
    await Promise.any(both)
    await files.put('blog-media/danach.txt', Buffer.from('danach'))
    await Promise.all(both)
    expect(await names()).toEqual(['bisher.txt', 'danach.txt'])
  })
})

describe('[MOVE-7] media in a bucket', () => {
  test.each([false, true])('a killed restore is undone, or completed if it was decided: %s', async (decided) => {
    const peer = await startS3Peer()
    ends.push(peer.stop)
    const home = await emptyHome(DIALECT)
    ends.push(home.drop)
    const config = configOf(home, peer.env)
    const files = await openFiles(config)
    await files.put('blog-media/beide.txt', Buffer.from('bisher'))
    await files.put('blog-media/bisher.txt', Buffer.from('bisher'))
    const stamp = '2026-11-26T13-00-00-000'
    const note = (plan: FilesPlan, isDecided = false) =>
      writeRecord(config, 'blog', { stamp, decided: isDecided, sqliteFile: false, files: plan })
    const renewal = await renewFiles(config, stamp, note)
    await renewal.put('blog-media/beide.txt', Buffer.from('neu'))
    await renewal.put('blog-media/neu.txt', Buffer.from('neu'))
    if (decided) await note(await renewal.ready(), true)

    await settle(config, 'blog')
    const names = (await files.list('blog-media')).map(({ name }) => name.slice('blog-media/'.length)).sort()
    expect(names).toEqual(decided ? ['beide.txt', 'neu.txt'] : ['beide.txt', 'bisher.txt'])
    const both = await files.get('blog-media/beide.txt')
    expect(both?.size).toBe(decided ? 3 : 6)
    expect(await files.list(`blog-media.vor-${stamp}`)).toHaveLength(decided ? 2 : 0)
    expect(await readRecord(config, 'blog')).toBeNull()
  })
})

describe.runIf(DIALECT === 'sqlite')('[MOVE-7] a data folder', () => {
  test('without its database, but with a former one, no empty blog is created: server and commands give advice', async () => {
    const home = await furnished()
    expect(await runCommand(home, 'restore', [backup, '--yes'])).toMatchObject({ code: 0 })
    // The state left by an earlier release that was killed between two renames.
    await rm(sqliteFile(home.dataDir))
    const { ready } = start(home)
    await expect(ready).rejects.toThrow('Es wird kein leerer Blog angelegt')
    const refused = await runCommand(home, 'backup', [])
    expect([refused.code, refused.out]).toEqual([1, expect.stringContaining('umbenennen oder eine Sicherung')])
    expect(existsSync(sqliteFile(home.dataDir))).toBe(false)
    const former = (await readdir(home.dataDir)).find((name) => /sqlite\.vor-[^.]*$/.test(name))!
    await rename(join(home.dataDir, former), sqliteFile(home.dataDir))
    const server = await start(home).ready
    expect((await fetch(`${server.url}/article/${slug}`)).status).toBe(200)
  })

  test('with media on a volume of their own, a restore is refused and the blog keeps running', async ({ skip }) => {
    const home = await furnished()
    const media = join(home.dataDir, 'media')
    try {
      execFileSync('mount', ['--bind', media, media], { stdio: 'ignore' })
    } catch {
      skip('only root can mount a volume')
    }
    ends.push(async () => execFileSync('umount', [media]))
    const refused = await runCommand(home, 'restore', [backup, '--yes'])
    expect([refused.code, refused.out]).toEqual([1, expect.stringContaining('eigenes Laufwerk')])
    const left = (await readdir(home.dataDir)).filter((name) => /neu-|vor-|renewal/.test(name))
    expect(left).toEqual([])
    const server = await start(home).ready
    expect((await fetch(`${server.url}/article/${slug}`)).status).toBe(200)
  })

  test('a starting server removes partial files of killed processes, and nothing else', async () => {
    const home = await furnished()
    const part = `.${crypto.randomUUID()}.part`
    const left = [
      '.neu-2026',
      'media.neu-2026',
      '.probe-1',
      part,
      `uploads/${crypto.randomUUID()}`,
      `media/${part}`,
      `backups/${part}`,
    ]
    const kept = [
      'blog-cms.sqlite.vor-2026',
      'media.vor-2026',
      'media/eigen.part',
      'uploads/import-1',
      'backups/andere.backup',
      '.eigen',
    ]
    for (const name of ['uploads', 'media', 'backups']) await mkdir(join(home.dataDir, name), { recursive: true })
    for (const name of [...left, ...kept]) await writeFile(join(home.dataDir, name), '')
    await (await start(home).ready).kill()
    const there = await readdir(home.dataDir, { recursive: true })
    expect(left.filter((name) => there.includes(name))).toEqual([])
    expect(kept.filter((name) => !there.includes(name))).toEqual([])
  })
})

describe('[MOVE-8] a moving or moved blog', () => {
  test('a starting server is read-only, says so, names the target, and accepts writes again with --back', async () => {
    const home = await furnished()
    const before = await start(home).ready
    const drafted = await callAs(before.url, token)('POST', '/api/articles', { title: 'Vorschau' })
    const link = await callAs(before.url, token)('POST', `/api/articles/${drafted.body.id}/preview-links`, {})
    await before.kill()
    const target = await startS3Peer()
    ends.push(target.stop)
    const moved = await runCommand(home, 'move', ['--media', target.address])
    expect(moved, moved.out).toMatchObject({ code: 0 })
    const { ready, said } = start(home, { env: { LOG_LEVEL: 'warn' } })
    const server = await ready
    expect((await fetch(`${server.url}/article/${slug}`)).status).toBe(200)
    const write = () => callAs(server.url, token)('POST', '/api/tasks', { title: 'Wartet' })
    expect(await write()).toMatchObject({
      status: 503,
      body: { code: 'moving', message: expect.stringContaining('ist umgezogen') },
    })
    // Who is signed in goes on reading, with the refresh token that is valid at both places.
    const auth = async (grant: string, body: object) => {
      const headers = { 'content-type': 'application/json', 'accept-language': 'de' }
      const request = { method: 'POST', headers, body: JSON.stringify(body) }
      const response = await fetch(`${server.url}/auth/v1/token?grant_type=${grant}`, request)
      return { status: response.status, body: await response.json() }
    }
    for (const _again of [1, 2]) {
      const { status, body } = await auth('refresh_token', { refresh_token: account.refreshToken })
      expect([status, body.refresh_token]).toEqual([200, account.refreshToken])
      expect((await callAs(server.url, body.access_token)('GET', '/api/articles')).status).toBe(200)
    }
    const entry = await auth('password', { email: account.email, password: account.password })
    expect([entry.status, entry.body.msg]).toEqual([
      503,
      expect.stringMatching(/^Der Blog ist umgezogen; .* Anmelden können Sie sich am neuen Ort\./),
    ])
    // A link of a preview records its use where it can, and a backup how it ended.
    expect((await fetch(server.url + new URL(link.body.url).pathname)).status).toBe(200)
    expect((await callAs(server.url, token)('POST', '/api/backups', {})).status).toBe(202)
    await expect
      .poll(async () => (await callAs(server.url, token)('GET', '/api/backups')).body)
      .toMatchObject({
        running: false,
        items: [expect.anything()],
      })
    await expect.poll(said).toContain('S3_ENDPOINT, S3_BUCKET und die Schlüssel auf das Ziel setzen')
    expect(said()).toContain('npm run move -- --back')
    expect(said()).not.toMatch(/blog-cms is moving|\n {4}at /)
    for (const [command, words] of [
      ['rotate-keys', []],
      ['reset-password', ['a@example.org']],
    ] as const) {
      const refused = await runCommand(home, command, [...words])
      expect([refused.code, refused.out]).toEqual([1, expect.stringMatching(/^Der Blog zieht von hier um.*\n$/)])
    }
    expect(await runCommand(home, 'backup', ['--to', join(home.dataDir, 'x.backup')])).toMatchObject({ code: 0 })
    expect(await runCommand(home, 'move', ['--back'])).toMatchObject({ code: 0 })
    expect((await write()).status).toBe(201)
    const next = await auth('refresh_token', { refresh_token: account.refreshToken })
    expect([next.status, next.body.refresh_token]).toEqual([200, expect.not.stringMatching(account.refreshToken)])
  })

  test('a killed move ends at its source: the server that runs accepts writes again', async () => {
    const home = await furnished()
    const { stopWriting } = await import('../database/departure.ts')
    const db = await openDatabase(configOf(home))
    const moving = await takeLock(configOf(home), MOVING_LOCK, 'alone')
    await stopWriting(db, 'another database', [])
    await db.destroy()
    // A running move is not disturbed, and a second one is refused.
    for (const words of [['--back'], ['--media', 'http://a:b@127.0.0.1:1/eimer']]) {
      const refused = await runCommand(home, 'move', words)
      expect([refused.code, refused.out]).toEqual([1, expect.stringContaining('läuft schon ein Umzug')])
    }
    const replaced = await runCommand(home, 'restore', [backup, '--yes'])
    expect([replaced.code, replaced.out]).toEqual([1, expect.stringContaining('zieht gerade von hier um')])
    const reading = start(home)
    const server = await reading.ready
    await expect.poll(reading.said).toContain('Bis der Umzug fertig ist, wird hier nur gelesen.')
    const write = async () => (await callAs(server.url, token)('POST', '/api/tasks', { title: 'Wartet' })).status
    expect(await write()).toBe(503)
    await moving?.release()
    await expect.poll(write, { timeout: 60_000 }).toBe(201)
  })
})

test('[MOVE-7] a killed backup does not block the next one', async () => {
  const home = await furnished()
  const { COPYING_KEY } = await import('../../files/store/guarded-files.ts')
  const db = await openDatabase(configOf(home))
  ends.push(() => db.destroy())
  // A killed backup leaves a row in the database that is valid for minutes.
  const value = `${new Date(Date.now() + 180_000).toISOString()} jemand`
  await db.insertInto('meta').values({ key: COPYING_KEY, value }).execute()
  const server = await start(home).ready
  const call = callAs(server.url, token)
  expect((await call('GET', '/api/backups')).body.running).toBe(false)
  expect(await runCommand(home, 'backup', [])).toMatchObject({ code: 0 })
})
