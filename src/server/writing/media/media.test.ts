import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestAccount, type TestApp } from '../../../../tests/support/test-app.ts'
import { join } from 'node:path'
import { existsSync } from 'node:fs'
import { storedName } from '../../files/bucket/addresses.ts'
import { diskFiles } from '../../files/store/disk.ts'
import { keptFiles, removeKeptFiles } from '../../files/store/guarded-files.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { purgeIn } from '../../desk/trash/trash.service.ts'
import { addImage } from '../../../../tests/support/add-image.ts'

let app: TestApp
let owner: TestAccount

beforeAll(async () => {
  app = await startTestApp()
  owner = await app.register()
})
afterAll(() => app.stop())

const files = () => diskFiles(join(app.dataDir, 'media'))
const image = (objectName: string, filename: string) =>
  addImage(app.db, files(), {
    objectName,
    filename,
    mimeType: 'image/webp',
    bytes: Buffer.from('RIFF'),
    width: 4,
    height: 3,
    alt: '',
    authorId: owner.id,
    now: new Date(),
  })

test('images are listed newest first, searched, and served to everyone with an ETag', async () => {
  await image('eins.webp', 'Nordsee.webp')
  const { url } = await image('zwei.webp', 'Übersicht.webp')
  const { body } = await owner.call('GET', '/api/media')
  expect(body.items.map((item: { filename: string }) => item.filename)).toEqual(['Übersicht.webp', 'Nordsee.webp'])
  expect((await owner.call('GET', '/api/media?q=ubersicht')).body.items).toHaveLength(1)

  const served = await app.call('GET', url)
  expect([served.status, served.body]).toEqual([200, 'RIFF'])
  expect(served.headers.get('content-type')).toBe('image/webp')
  expect(served.headers.get('x-content-type-options')).toBe('nosniff')
  expect(served.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'")
  expect((await app.call('GET', url, undefined, { 'if-none-match': served.headers.get('etag') ?? '' })).status).toBe(
    304,
  )
})

test('[WEEK-4] images are looked up by their addresses, with their trash state; unknown addresses are missing', async () => {
  const [one, gone] = [await image('drei.webp', 'Drei.webp'), await image('vier.webp', 'Vier.webp')]
  await owner.call('DELETE', `/api/media/${gone.id}`)
  const urls = [one.url, one.url, gone.url, '/anderswo.png', "';drop"]
  const { status, body } = await owner.call('POST', '/api/media/lookup', { urls })
  const found = body.items.toSorted((a: { filename: string }, b: { filename: string }) =>
    a.filename.localeCompare(b.filename),
  )
  expect([status, found]).toMatchObject([
    200,
    [
      { filename: 'Drei.webp', url: one.url, width: 4, height: 3, in_trash: false },
      { filename: 'Vier.webp', url: gone.url, in_trash: true },
    ],
  ])
  expect((await owner.call('POST', '/api/media/lookup', { urls: [] })).body).toEqual({ items: [] })
  expect((await owner.call('POST', '/api/media/lookup', { urls: Array(501).fill('/x') })).status).toBe(400)
  expect((await app.call('POST', '/api/media/lookup', { urls })).status).toBe(401)
})

test('nothing outside the store is served, and a failed row keeps the object of the row with its name', async () => {
  for (const name of [
    '../blog-cms.sqlite',
    '..%2Fblog-cms.sqlite',
    '%2e%2e/%2e%2e/etc/passwd',
    'eins.webp%00',
    '%E0%A4%A',
  ]) {
    expect((await app.call('GET', `/storage/v1/object/public/blog-media/${name}`)).status, name).toBe(404)
  }
  await expect(image('eins.webp', 'doppelt.webp')).rejects.toThrow()
  await expect(files().put('../draußen', Buffer.from('x'))).rejects.toThrow('no object name')
  expect((await app.call('GET', '/storage/v1/object/public/blog-media/eins.webp')).body).toBe('RIFF')
})

const photo = (color: string) =>
  sharp({ create: { width: 90, height: 60, channels: 3, background: color } })
    .withExif({ IFD0: { Copyright: 'geheim' }, IFD3: { GPSLatitude: '52/1 31/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
const upload = async (bytes: Buffer, filename: string) =>
  owner.call('POST', `/api/media?filename=${encodeURIComponent(filename)}`, bytes, { 'content-type': 'image/jpeg' })

test('[DATA-9] [MEDIA-1] an upload becomes a row under a random name, upright and without its metadata', async () => {
  const first = await upload(await photo('#a33'), 'Ordner/Nebel über Köln.JPG')
  expect(first.status, JSON.stringify(first.body)).toBe(201)
  expect(first.body).toMatchObject({
    filename: 'Nebel über Köln.JPG',
    mime_type: 'image/jpeg',
    width: 60,
    height: 90,
    author_id: owner.id,
    alt: '',
    duplicate_of: null,
  })
  expect(first.body.url).toMatch(/^\/storage\/v1\/object\/public\/blog-media\/[0-9a-f-]{36}\.jpg$/)
  expect(first.body.preview).toMatch(/^data:image\/webp;base64,/)
  const served = await fetch(app.url + first.body.url)
  expect(served.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  const bytes = Buffer.from(await served.arrayBuffer())
  expect(bytes.byteLength).toBe(first.body.size_bytes)
  const { exif, orientation, width } = await sharp(bytes).metadata()
  expect([exif, orientation, width]).toEqual([undefined, undefined, 60])
  expect(bytes.includes('geheim')).toBe(false)
  const small = await fetch(app.url + first.body.thumbnail_url)
  expect([small.status, small.headers.get('content-type')]).toEqual([200, 'image/webp'])

  const again = await upload(await photo('#a33'), 'Kopie.jpg')
  expect(again.body.duplicate_of).toEqual({ id: first.body.id, filename: 'Nebel über Köln.JPG' })
  const { body: list } = await owner.call('GET', '/api/media?limit=2')
  expect(list.items.map((item: { filename: string }) => item.filename)).toEqual(['Kopie.jpg', 'Nebel über Köln.JPG'])
  expect(list.total).toBeGreaterThan(2)

  expect((await owner.call('DELETE', `/api/media/${again.body.id}`)).status).toBe(204)
  expect((await owner.call('GET', `/api/media/${again.body.id}`)).status).toBe(404)
  expect((await owner.call('GET', '/api/media?q=kopie')).body.items).toEqual([])
})

test('alternative text, caption and credit are changed, searched, and limited', async () => {
  const { body: image } = await upload(await photo('#363'), 'wald.jpg')
  const changed = await owner.call('PATCH', `/api/media/${image.id}`, {
    alt: 'Nebel zwischen Höhenzügen',
    caption: 'Im Herbst',
    credit: 'Foto: Ruth Adler',
  })
  expect(changed.body).toMatchObject({
    alt: 'Nebel zwischen Höhenzügen',
    credit: 'Foto: Ruth Adler',
    filename: 'wald.jpg',
  })
  expect((await owner.call('PATCH', `/api/media/${image.id}`, { caption: '' })).body.alt).toContain('Nebel')
  expect((await owner.call('GET', '/api/media?q=hohenzugen')).body.total).toBe(1)
  expect((await owner.call('GET', '/api/media?q=100%25')).body.total).toBe(0)
  const long = await owner.call('PATCH', `/api/media/${image.id}`, { alt: 'x'.repeat(1001) })
  expect([long.status, long.body.fields[0].field]).toEqual([400, 'alt'])
})

const article = async (input: object) => (await owner.call('POST', '/api/articles', input)).body

test('[MEDIA-3] the articles that use an image are known, without those in the trash', async () => {
  const { body: image } = await upload(await photo('#336'), 'meer.jpg')
  await article({ title: 'Live', status: 'published', cover_image_url: image.url })
  const draft = await article({ title: 'Entwurf', content_markdown: `Text\n\n![Meer](${app.url}${image.url})` })
  await article({ title: 'Ohne Bild', status: 'published' })
  const titles = async () =>
    (await owner.call('GET', `/api/media/${image.id}/usage`)).body.items
      .map((item: { title: string }) => item.title)
      .sort()
  expect(await titles()).toEqual(['Entwurf', 'Live'])
  await owner.call('DELETE', `/api/articles/${draft.id}`)
  expect(await titles()).toEqual(['Live'])
})

test('[RUL-20] a trashed image is readable while a published article shows it, and again when it is restored', async () => {
  const { body: image } = await upload(await photo('#474'), 'wald.jpg')
  const live = await article({ title: 'Wald', status: 'published', cover_image_url: image.url })
  await owner.call('DELETE', `/api/media/${image.id}`)
  expect((await app.call('GET', image.url)).status).toBe(200)
  await owner.call('DELETE', `/api/articles/${live.id}`)
  expect((await app.call('GET', image.url)).status).toBe(404)
  expect((await app.call('GET', image.thumbnail_url)).status).toBe(404)
  expect((await owner.call('POST', `/api/trash/media/${image.id}/restore`)).body.title).toBe('wald.jpg')
  expect((await app.call('GET', image.url)).status).toBe(200)
})

test('[RUL-20] an image deleted for good leaves no bytes, and no order that would delete a later object of its name', async () => {
  const { body: image } = await upload(await photo('#633'), 'weg.jpg')
  const name = image.url.split('/').at(-1)
  expect(await files().get(`blog-media/${name}`)).not.toBeNull()
  await owner.call('DELETE', `/api/media/${image.id}`)
  expect((await owner.call('DELETE', `/api/trash/media/${image.id}`)).status).toBe(204)
  expect(await files().get(`blog-media/${name}`)).toBeNull()
  expect(await files().get(`thumbnails/${name}`)).toBeNull()
  expect(await app.db.selectFrom('file_removals').selectAll().execute()).toEqual([])
})

test('[RUL-20] bytes of an image deleted for good are removed by the next job if the server was killed in between', async () => {
  const { id, url } = await image('halb.webp', 'Halb.webp')
  await owner.call('DELETE', `/api/media/${id}`)
  const clock = () => new Date()
  const runtime = { db: app.db, files: keptFiles(files(), { db: app.db, clock }), clock } as unknown as Runtime
  // The returned function would remove the bytes now.
  await inTransaction(app.db, (tx) => purgeIn(runtime, tx, 'media', id))
  const stored = join(app.dataDir, 'media', storedName('halb.webp'))
  expect([(await app.call('GET', url)).status, existsSync(stored)]).toEqual([404, true])
  await removeKeptFiles.run({ ...runtime, config: { dataDir: app.dataDir } as Runtime['config'] })
  expect(existsSync(stored)).toBe(false)
})

test('[RUL-20] a slow removal in the store blocks no writes to the database, and a new file of that name stays', async () => {
  const disk = files()
  const [begun, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const slow = {
    ...disk,
    async remove(name: string) {
      begun.resolve()
      await answer.promise
      await disk.remove(name)
    },
  }
  const clock = () => new Date()
  const runtime = { db: app.db, files: keptFiles(slow, { db: app.db, clock }), clock } as unknown as Runtime
  await disk.put('blog-media/langsam.bin', Buffer.from('alt'))
  await app.db.insertInto('file_removals').values({ name: 'blog-media/langsam.bin' }).execute()
  const job = removeKeptFiles.run({ ...runtime, config: { dataDir: app.dataDir } as Runtime['config'] })
  await begun.promise
  const stored = runtime.files.put('blog-media/langsam.bin', Buffer.from('neu'))
  expect((await owner.call('POST', '/api/articles', { title: 'Inzwischen' })).status).toBe(201)
  answer.resolve()
  await Promise.all([job, stored])
  expect(await disk.get('blog-media/langsam.bin')).not.toBeNull()
  expect(await app.db.selectFrom('file_removals').selectAll().execute()).toEqual([])
})
