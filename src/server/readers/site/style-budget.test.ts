import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestAccount, type TestApp } from '../../../../tests/support/test-app.ts'
import { TYPE_PAIRINGS } from '../../../contract/appearance.ts'

let app: TestApp
let owner: TestAccount

beforeAll(async () => {
  app = await startTestApp()
  owner = await app.register()
  const category = (await owner.call('POST', '/api/categories', { name: 'Moor' })).body
  const tag = (await owner.call('POST', '/api/tags', { name: 'Torf' })).body
  const text = { content_markdown: '# Eins\n\n```js\nlet x\n```', category_id: category.id, tag_ids: [tag.id] }
  const published_at = '2026-03-01T10:00:00Z'
  await owner.call('POST', '/api/articles', { title: 'Eins', status: 'published', published_at, ...text })
  await owner.call('POST', '/api/pages', { title: 'Team', content_markdown: 'Wir.', status: 'published' })
})
afterAll(() => app.stop())

const PAGES = [
  '/',
  '/article/eins',
  '/article/fehlt',
  '/team',
  '/kategorie/moor',
  '/schlagwort/torf',
  '/archiv',
  '/archiv/2026',
  '/archiv/2026/03',
  '/suche?q=eins',
  '/gibt-es-nicht',
]
const read = async (address: string) =>
  (await app.call<string>('GET', address, undefined, { 'accept-encoding': 'identity' })).body.toString()

test('the styles of one page stay within 24 KiB, 6 KiB as brotli, fonts and identity included', async () => {
  for (const pairing of TYPE_PAIRINGS) {
    expect((await owner.call('PATCH', '/api/appearance', { accent: '#2a9d9a', pairing })).status).toBe(200)
    for (const page of PAGES) {
      const links = [...(await read(page)).matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, href]) => href!)
      const sheets = await Promise.all(links.map(read))
      const compressed = sheets.map((sheet) => brotliCompressSync(sheet).byteLength)
      const sum = (sizes: number[]) => sizes.reduce((total, size) => total + size, 0)
      expect(sheets.join('').length, page).toBeGreaterThan(5000)
      expect(sum(sheets.map((sheet) => Buffer.byteLength(sheet))), `${pairing} ${page}`).toBeLessThanOrEqual(24 * 1024)
      expect(sum(compressed), `${pairing} ${page}`).toBeLessThanOrEqual(6 * 1024)
    }
  }
})
