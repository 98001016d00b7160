import { readdir } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { StorageClient } from '@supabase/storage-js'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startServer } from '../../../../tests/support/server-process.ts'
import { DIALECT, startTestApp, type TestAccount, type TestApp } from '../../../../tests/support/test-app.ts'
import { readConfig } from '../../config.ts'
import { storedThumbnail } from '../bucket/addresses.ts'
import { storeUpload } from '../bucket/bucket.service.ts'
import { headers } from '../bucket/headers.service.ts'
import { spooled } from '../spool.ts'
import { keptFiles, removeKeptFiles } from '../store/guarded-files.ts'
import { openFiles } from '../store/open.ts'

// What clients of the storage protocol meet at its edges.

let app: TestApp
let owner: TestAccount
beforeAll(async () => {
  app = await startTestApp()
  owner = await app.register()
})
afterAll(() => app.stop())

const client = (headers: Record<string, string> = {}) =>
  new StorageClient(`${app.url}/storage/v1`, { authorization: `Bearer ${owner.accessToken}`, ...headers })
const bucket = (headers: Record<string, string> = {}) => client(headers).from('blog-media')
const png = (width = 20) =>
  sharp({ create: { width, height: 20, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
const newItem = async (): Promise<string> => (await owner.call('POST', '/api/research', { title: 'Quelle' })).body.id

test('a bucket says when it was made and changed', async () => {
  const one = await client().getBucket('blog-media')
  expect(one.data).toMatchObject({ id: 'blog-media', public: true })
  for (const at of [one.data?.created_at, one.data?.updated_at]) expect(Date.parse(at ?? '')).toBeGreaterThan(0)
  expect((await client().listBuckets()).data).toEqual([one.data])
  expect((await client().getBucket('fremd')).error).toMatchObject({ status: 404 })
})

describe('what the protocol knows and this storage does not', () => {
  const calls: [string, () => Promise<{ error: unknown }>][] = [
    ['move', () => bucket().move('a.png', 'b.png')],
    ['copy', () => bucket().copy('a.png', 'b.png')],
    ['createSignedUploadUrl', () => bucket().createSignedUploadUrl('a.png')],
    ['uploadToSignedUrl', () => bucket().uploadToSignedUrl('a.png', 'token', 'x')],
    ['listV2', () => bucket().listV2()],
    ['download, transformed', () => bucket().download('a.png', { transform: { width: 10 } })],
    ['createBucket', () => client().createBucket('neu')],
    ['updateBucket', () => client().updateBucket('blog-media', { public: false })],
    ['emptyBucket', () => client().emptyBucket('blog-media')],
    ['deleteBucket', () => client().deleteBucket('blog-media')],
  ]
  test.each(calls)('%s is told so', async (_name, call) => {
    expect((await call()).error).toMatchObject({ status: 501, message: 'This storage does not support that' })
  })

  test('in German where it is asked for, and only to whom it concerns', async () => {
    const { error } = await bucket({ 'accept-language': 'de' }).move('a.png', 'b.png')
    expect(error).toMatchObject({ message: 'Diese Funktion gibt es hier nicht.' })
    expect((await app.call('POST', '/storage/v1/object/move')).status).toBe(401)
  })
})

test('a link of more than five minutes is refused, field and reason named', async () => {
  await bucket().upload('link.png', await png())
  const year = await bucket().createSignedUrl('link.png', 365 * 86_400)
  expect(year.error).toMatchObject({
    status: 400,
    message: expect.stringMatching(/^expiresIn: .*höchstens 300 Sekunden/),
  })
  expect((await bucket().createSignedUrls(['link.png'], 301)).error).toMatchObject({ status: 400 })
  expect((await bucket().createSignedUrl('link.png', 0)).error).toMatchObject({ status: 400 })
  const { data } = await bucket().createSignedUrl('link.png', 300)
  expect((await fetch(data?.signedUrl ?? '')).status).toBe(200)
})

test('a name in the trash: the listing has it not, and an upload says where it lies', async () => {
  const item = await newItem()
  for (const name of ['weg.png', `${item}/1741000000009.txt`]) {
    const folder = name.includes('/') ? item : ''
    expect((await bucket().upload(name, await png())).error).toBeNull()
    expect((await bucket().upload(name, await png())).error).toMatchObject({ message: 'The resource already exists' })
    await bucket().remove([name])
    expect((await bucket().list(folder)).data?.map((entry) => entry.name)).not.toContain(name.split('/').at(-1))
    for (const upsert of [false, true]) {
      const inEnglish = await bucket().upload(name, await png(), { upsert })
      expect(inEnglish.error).toMatchObject({ status: 409, message: expect.stringContaining('in the trash') })
      const inGerman = await bucket({ 'accept-language': 'de' }).upload(name, await png(), { upsert })
      expect(inGerman.error).toMatchObject({ status: 409, message: expect.stringContaining('im Papierkorb') })
    }
  }
})

test('a picture at the root is not named like a folder of research', async () => {
  const item = await newItem()
  for (const name of [item, item.toUpperCase()])
    expect((await bucket().upload(name, await png())).error).toMatchObject({
      status: 400,
      message: expect.stringContaining('Ordner der Recherche'),
    })
  expect((await bucket().upload(`${item}.png`, await png())).error).toBeNull()
  expect((await bucket().upload(`${item}/1741000000001.txt`, 'Notiz')).error).toBeNull()
})

test('an item that goes while its file is on its way leaves no bytes', async () => {
  const item = await newItem()
  const name = `${item}/1741000000002.bin`
  const sending = httpRequest(`${app.url}/storage/v1/object/blog-media/${name}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${owner.accessToken}`, 'content-type': 'application/octet-stream' },
  })
  const answered = new Promise<number>((resolve, reject) => {
    sending.once('response', (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    sending.once('error', reject)
  })
  sending.write('der Anfang')
  // The server has begun to take it, so the item was there.
  await expect.poll(() => readdir(join(app.dataDir, 'uploads')).catch(() => [])).not.toEqual([])
  expect((await owner.call('DELETE', `/api/research/${item}`)).status).toBe(204)
  expect((await owner.call('DELETE', `/api/trash/research/${item}`)).status).toBe(204)
  sending.end(' und das Ende')
  expect(await answered).toBe(404)
  expect(await readdir(join(app.dataDir, 'media'), { recursive: true })).not.toContain(`blog-media/${name}`)
  expect(await readdir(join(app.dataDir, 'uploads'))).toEqual([])
  expect(await app.db.selectFrom('storage_objects').select('name').where('name', '=', name).execute()).toEqual([])
  expect(await app.db.selectFrom('meta').select('key').where('key', 'like', 'upload %').execute()).toEqual([])
})

test('one name sent to two instances at once is stored once, and its bytes are its own', async () => {
  // A process of its own: what one process holds for itself must not be what helps.
  const other =
    DIALECT === 'postgres' ? await startServer({ dataDir: app.dataDir, databaseUrl: app.databaseUrl ?? '' }) : app
  const item = await newItem()
  try {
    for (let round = 0; round < 6; round += 1) {
      const name = round % 2 ? `${item}/17410000001${round}0.png` : `zugleich-${round}.png`
      const bytes = await Promise.all([10, 400].map(png))
      const sent = await Promise.all(
        [app, other].map((at, index) =>
          new StorageClient(`${at.url}/storage/v1`, { authorization: `Bearer ${owner.accessToken}` })
            .from('blog-media')
            .upload(name, bytes[index]!, { contentType: 'image/png' }),
        ),
      )
      expect(
        sent.map(({ error }) => (error as { status?: number } | null)?.status ?? 200).toSorted((a, b) => a - b),
      ).toEqual([200, 409])
      const info = await owner.call('GET', `/storage/v1/object/info/blog-media/${name}`)
      const stored = await bucket().download(name)
      expect(stored.data?.size).toBe(info.body.size)
    }
  } finally {
    if (other !== app) await other.stop()
  }
})

test('an upload or removal during an upload of the same name is 409 with a code and a sentence; the claim of a dead instance runs out', async () => {
  const header = `${owner.id}/dashboard-header-1741000000001.png`
  expect((await bucket().upload(header, await png())).error).toBeNull()
  const value = `${new Date().toISOString()} x`
  await app.db
    .insertInto('meta')
    .values([
      { key: 'upload verwaist.png', value },
      { key: `upload ${header}`, value },
    ])
    .execute()
  const [upload, removal] = await Promise.all([
    bucket().upload('verwaist.png', await png()),
    bucket({ 'accept-language': 'de' }).remove([header]),
  ])
  expect(upload.error).toMatchObject({ status: 409, message: expect.stringContaining('try again in a moment') })
  expect(removal.error).toMatchObject({
    status: 409,
    message: expect.stringContaining('wird gerade etwas hochgeladen'),
  })
  app.setClock(new Date(Date.now() + 16 * 60_000))
  expect((await bucket().upload('verwaist.png', await png())).error).toBeNull()
  app.setClock()
})

test('a header cannot be removed while another one is uploaded in its place, and the new one stays', async () => {
  const name = `${owner.id}/dashboard-header-1741000000000.png`
  expect((await bucket().upload(name, await png())).error).toBeNull()
  const config = readConfig({ DATA_DIR: app.dataDir })
  const clock = () => new Date()
  const kept = keptFiles(await openFiles(config), { db: app.db, clock })
  const actor = { caller: { userId: owner.id }, now: clock() }
  const removed: unknown[] = []
  const files: typeof kept = {
    ...kept,
    async put(stored, source) {
      await kept.put(stored, source)
      if (stored !== storedThumbnail(name)) return
      // All its bytes are there, its row is not.
      const object = (await headers.find(app.db, name))!
      removed.push(await headers.remove({ db: app.db, files: kept, clock }, object, actor).catch(({ code }) => code))
    },
  }
  await spooled([await png(30)], { config, filename: 'neu.png', maxBytes: 1_000_000 }, (file) =>
    storeUpload({ db: app.db, files, config }, headers, { name, file, filename: 'neu.png', upsert: true }, actor),
  )
  expect(removed).toEqual(['being_uploaded'])
  await removeKeptFiles.run({ db: app.db, config, files: kept, clock } as Parameters<typeof removeKeptFiles.run>[0])
  const served = await fetch(bucket().getPublicUrl(name).data.publicUrl)
  expect([served.status, (await sharp(Buffer.from(await served.arrayBuffer())).metadata()).width]).toEqual([200, 30])
})
