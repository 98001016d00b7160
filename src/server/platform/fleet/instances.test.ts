import pg from 'pg'
import { afterEach, describe, expect, test } from 'vitest'
import { createDatabase } from '../../../../tests/support/postgres.ts'
import { startS3Peer } from '../../../../tests/support/s3-peer.ts'
import { startServer, type ServerOptions, type ServerProcess } from '../../../../tests/support/server-process.ts'
import { DIALECT, startTestApp } from '../../../../tests/support/test-app.ts'
import { INSTANCES_LOCK, NEEDS_SHARED_STORAGE, OtherInstance, databaseClaim } from './instances.ts'
import { takeLock } from './process-locks.ts'

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

async function newDatabase(): Promise<string> {
  const database = await createDatabase(process.env.TEST_DATABASE_URL ?? '')
  ends.push(database.drop)
  return database.url
}

/** A real server with a data folder of its own, as on another machine. */
async function start(databaseUrl: string, options: ServerOptions = {}): Promise<ServerProcess> {
  const server = await startServer({ databaseUrl, ...options })
  ends.push(() => server.kill())
  return server
}

/** The listening connection of an instance. */
async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  ends.push(() => client.end())
  return client
}

describe.runIf(DIALECT === 'postgres')('instances on one PostgreSQL database', () => {
  test('media on a disk: a second one is refused with one line, and the only one can restart at any time', async () => {
    const url = await newDatabase()
    const first = await start(url)
    const refused = await start(url).catch((error: Error) => error.message)
    expect(String(refused).trim().split('\n').slice(1)).toEqual([NEEDS_SHARED_STORAGE])
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200)
    await first.kill()
    const second = await start(url)
    // The stop is requested when the next one has begun to start.
    const [third] = await Promise.all([start(url), second.stop()])
    expect(await third.stop()).toBe(0)
    expect(await (await start(url)).stop()).toBe(0)
  })

  test('media in one bucket: any number of instances, but none with a disk of its own', async () => {
    const url = await newDatabase()
    const peer = await startS3Peer()
    ends.push(peer.stop)
    const first = await start(url, { env: peer.env })
    await start(url, { env: peer.env })
    await expect(start(url)).rejects.toThrow(NEEDS_SHARED_STORAGE)
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200)
  })

  test('one that died without closing its connection no longer counts', async () => {
    const url = await newDatabase()
    const hold = () => databaseClaim({ alone: true, onRefused: () => {} }, { overlapMs: 100, silentMs: 1000 })
    const [former, present, next] = [await connect(url), await connect(url), await connect(url)]
    await hold()(former)
    const attend = hold()
    await attend(present)
    await expect(former.query('select 1')).rejects.toThrow()
    // A live instance reports from time to time.
    const alive = setInterval(() => void attend(present), 50)
    ends.push(async () => clearInterval(alive))
    await expect(hold()(next)).rejects.toThrow(OtherInstance)
  })

  test('one that lost its claim to another reports it, and has it again when that one is gone', async () => {
    const url = await newDatabase()
    const [broken, other, anew] = [await connect(url), await connect(url), await connect(url)]
    let refusals = 0
    const attend = databaseClaim({ alone: true, onRefused: () => (refusals += 1) })
    await attend(broken)
    await broken.end()
    await databaseClaim({ alone: true, onRefused: () => {} })(other)
    await attend(anew)
    expect(refusals).toBe(1)
    await other.end()
    // PostgreSQL takes a moment to notice.
    await expect
      .poll(async () => {
        const before = refusals
        await attend(anew)
        return refusals - before
      })
      .toBe(0)
  })

  test('[MOVE-7] one that lost its claim to a restore is reported as replaced, not as refused', async () => {
    const url = await newDatabase()
    const [broken, anew] = [await connect(url), await connect(url)]
    const heard: string[] = []
    const attend = databaseClaim({
      alone: false,
      onRefused: () => heard.push('refused'),
      onReplaced: () => heard.push('replaced'),
    })
    await attend(broken)
    await broken.end()
    const place = { DATABASE_URL: url, dataDir: '' }
    // PostgreSQL takes a moment to notice.
    let restoring: Awaited<ReturnType<typeof takeLock>> = null
    await expect.poll(async () => (restoring ??= await takeLock(place, INSTANCES_LOCK, 'alone'))).not.toBeNull()
    ends.push(async () => restoring?.release())
    await attend(anew)
    expect(heard).toEqual(['replaced'])
  })

  test('[SYS-2] the system check names it', async () => {
    const app = await startTestApp()
    ends.push(app.stop)
    const owner = await app.register()
    const storage = async () =>
      (await owner.call('GET', '/api/system/checks')).body.checks.find(({ key }: { key: string }) => key === 'storage')
    expect(await storage()).toMatchObject({ ok: true })
    const beside = await startTestApp({ beside: app })
    expect(await storage()).toMatchObject({ ok: false, message: NEEDS_SHARED_STORAGE })
    await beside.stop()
    await expect.poll(async () => (await storage()).ok).toBe(true)
  })
})
