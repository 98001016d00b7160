import { setImmediate } from 'node:timers/promises'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { freePort } from '../../../tests/support/free-port.ts'
import { DIALECT, startTestApp, type TestAccount, type TestApp } from '../../../tests/support/test-app.ts'
import { openDoor } from '../startup-server.ts'
import { ArchiveWriter } from '../transfer/export/archive.ts'
import { spooled } from '../files/spool.ts'
import { diskFiles } from '../files/store/disk.ts'
import { CHANGE_CHANNEL, changesOf } from './db/transaction.ts'
import { fileBytes, openStored } from './file-store.ts'

// An error of a stream or emitter without a listener ends the process. The test records it instead.
const ends: unknown[] = []
const note = (error: unknown) => ends.push(error)
let others: NodeJS.UncaughtExceptionListener[] = []
let app: TestApp
let owner: TestAccount
let folder: string

beforeAll(async () => {
  app = await startTestApp()
  owner = await app.register()
  folder = await mkdtemp(join(tmpdir(), 'blog-cms-emitters-'))
})
afterAll(async () => {
  await app.stop()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(() => {
  ends.length = 0
  others = process.listeners('uncaughtException')
  process.removeAllListeners('uncaughtException').on('uncaughtException', note)
})
afterEach(() => {
  process.off('uncaughtException', note)
  for (const listener of others) process.on('uncaughtException', listener)
  expect(ends).toEqual([])
})

test('a file that vanishes before it is read is a fault of its reader alone', async () => {
  const files = diskFiles(folder)
  await writeFile(join(folder, 'da'), 'x')
  const found = await files.get('da')
  await rm(join(folder, 'da'))
  const config = { dataDir: folder }
  for (const bytes of [found!.stream(), fileBytes(join(folder, 'nie'))])
    await expect(spooled(bytes, { config, filename: 'x', maxBytes: 9 }, async () => {})).rejects.toMatchObject({
      code: 'ENOENT',
    })
})

test('a client that goes away while bytes are buffered ends its own request alone', async () => {
  await writeFile(join(folder, 'gross'), Buffer.alloc(300_000))
  const files = diskFiles(folder)
  for (let turn = 0; turn < 40; turn++) {
    const found = await files.get('gross')
    const body = await openStored(found!)
    if (turn % 2 === 1) await Promise.resolve()
    await body?.cancel(new Error('gone'))
    // What would throw does so in a later round of the event loop.
    await setImmediate()
  }
})

test('an archive takes texts of every date, and an error in the middle reaches its reader', async () => {
  const archive = new ArchiveWriter()
  const bytes = buffer(Readable.toWeb(archive.stream))
  for (const at of ['0001-01-01', '1965-05-03', '1969-12-31', '2038-02-01', '9999-12-31', 'nie'])
    await archive.add(`${at}.md`, 'Text', { at: new Date(at) })
  archive.end()
  expect((await bytes).toString('latin1')).toContain('9999-12-31.md')

  const broken = new ArchiveWriter()
  const read = buffer(Readable.toWeb(broken.stream))
  const failing = broken.add('a.md', fileBytes(join(folder, 'nie')), { at: new Date() })
  failing.catch((error: unknown) => broken.fail(error))
  await expect(read).rejects.toMatchObject({ code: 'ENOENT' })
})

test('[MOVE-6] an export with a text of 1965 is answered, every time', async () => {
  const { body } = await owner.call('POST', '/api/articles', { title: 'Von 1965' })
  await app.db
    .updateTable('articles')
    .set({ created_at: '1965-05-03T10:00:00.000Z', updated_at: '1965-05-03T10:00:00.000Z' })
    .where('id', '=', body.id)
    .execute()
  for (let time = 0; time < 2; time += 1) {
    const answer = await fetch(`${app.url}/api/export.zip`, {
      headers: { authorization: `Bearer ${owner.accessToken}` },
    })
    const zip = Buffer.from(await answer.arrayBuffer()).toString('latin1')
    expect([answer.status, zip.includes('manifest.json')]).toEqual([200, true])
  }
})

test('a connection that cannot be accepted leaves the server listening', async () => {
  const PORT = await freePort()
  const door = await openDoor({ HOST: '127.0.0.1', PORT })
  door.open((_request, response) => void response.end('da'))
  let server: Server | undefined
  const take = (message: unknown) => (server = (message as { server: Server }).server)
  subscribe('http.server.request.start', take)
  await fetch(`http://127.0.0.1:${PORT}/`)
  unsubscribe('http.server.request.start', take)
  // The event that net.js emits for EMFILE; the first one was harmless, since a listener of the start was still
  // attached.
  for (let time = 0; time < 2; time += 1)
    expect(() => server?.emit('error', Object.assign(new Error('accept EMFILE'), { code: 'EMFILE' }))).not.toThrow()
  expect(await (await fetch(`http://127.0.0.1:${PORT}/`)).text()).toBe('da')
  await door.close(0)
})

test.runIf(DIALECT === 'postgres')('a notification nobody can read counts as a loss of changes', async () => {
  const bus = changesOf(app.db)
  let losses = 0
  const stop = bus.onLoss(() => (losses += 1))
  for (const payload of ['kein JSON', 'null', '7', '{"changes":[null]}', '{"changes":{}}'])
    await sql`select pg_notify(${CHANGE_CHANNEL}, ${payload})`.execute(app.db)
  await expect.poll(() => losses).toBe(5)
  stop()
})
