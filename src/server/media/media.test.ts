import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestAccount, type TestApp } from '../../../tests/support/test-app.ts'
import { join } from 'node:path'
import { diskFiles } from '../platform/files.ts'
import { addImage } from './media.service.ts'

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

test('nothing outside the store is served, and a failed row leaves no object', async () => {
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
})
