import { zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, TEST_SECRET, type TestAccount, type TestApp } from '../../../../tests/support/test-app.ts'
import { readConfig } from '../../config.ts'
import { openFiles } from '../../files/store/open.ts'
import { workOnImports } from '../../transfer/imports/run-import.service.ts'
import { createLog } from '../../platform/log.ts'
import { readOrdered } from '../../writing/reader-index/reader-index.service.ts'

let app: TestApp
let owner: TestAccount

beforeAll(async () => {
  app = await startTestApp()
  owner = await app.register()
})
afterAll(() => app.stop())

/** Characters that folding makes longer: to 18, 8, 6, 3, 2 and 3; and one that lower case makes longer. */
const GROWING = ['ﷺ', 'ﷻ', 'ﬃ', 'ß', 'ΐ', 'İ']
const LISTS = ['articles', 'media', 'inbox', 'links', 'prompts', 'research', 'redirects', 'tasks', 'imports']

describe.each([...GROWING, '㌖'])('text of %s, which is longer once it is folded', (letter) => {
  test.each([1, 17, 60, 200])('can be searched, %i in one query', async (count) => {
    const q = encodeURIComponent(letter.repeat(count))
    expect((await fetch(`${app.url}/suche?q=${q}`)).status).toBe(200)
    expect((await owner.call('GET', `/api/search?q=${q}`)).status).toBe(200)
    for (const noun of LISTS)
      expect([noun, (await owner.call('GET', `/api/${noun}?q=${q}`)).status]).toEqual([noun, 200])
  })

  test('can be written in every text, and are found', async () => {
    const long = letter.repeat(300)
    const name = letter.repeat(50)
    const created = async (path: string, body: object) => {
      const answer = await owner.call('POST', path, body)
      expect([path, answer.status, answer.body.message]).toEqual([path, 201, undefined])
      return answer.body
    }
    const tag = await created('/api/tags', { name })
    const category = await created('/api/categories', { name })
    const content_markdown = `# ${long}\n\n${letter.repeat(5000)} und ${long}`
    const texts = { title: long, excerpt: long, content_markdown, tag_ids: [tag.id], category_id: category.id }
    const article = await created('/api/articles', { ...texts, status: 'published' })
    await created('/api/pages', { title: long, content_markdown, status: 'published' })
    await created('/api/tasks', { title: long })
    await created('/api/inbox', { title: long })
    await created('/api/links', { title: long, url: `https://a.example/${long}` })
    await created('/api/prompts', { title: long, content: long })
    await created('/api/research', { title: long, note: long })
    await readOrdered({ db: app.db, log: createLog('silent') })
    expect((await fetch(`${app.url}/article/${article.slug}`)).status).toBe(200)
    const q = encodeURIComponent(letter.repeat(20))
    // A character that is no `\p{L}` belongs to no word.
    if (!/\p{L}/u.test(letter)) return
    expect(await (await fetch(`${app.url}/suche?q=${q}`)).text()).toContain(`/article/${article.slug}`)
    const { groups } = (await owner.call('GET', `/api/search?q=${q}`)).body
    expect(groups.map(({ noun }: { noun: string }) => noun)).toContain('articles')
  })
})

/** Incompressible text, to reach the limits of an index. */
const mixed = (count: number, from: number) =>
  Array.from({ length: count }, (_, index) => String.fromCodePoint(from + ((index * 7919) % 20_000))).join('')

describe('long addresses, which grow in their ASCII form', () => {
  test('are stored, or refused with their field', async () => {
    const url = `https://lang.example/${mixed(1900, 0x4e00)}`
    const asked: [string, object][] = [
      ['/api/inbox', { title: 'Lang', url }],
      ['/api/inbox', { title: url }],
      ['/api/links', { title: 'Lang', url }],
      ['/api/feeds', { url }],
      ['/api/research', { title: 'Lang', url }],
      ['/api/redirects', { from: `/${mixed(1900, 0x4e00)}`, to: '/' }],
      ['/api/redirects', { from: '/kurz', to: url }],
      ['/api/tags', { name: mixed(100, 0x4e00) }],
      ['/api/articles', { title: mixed(300, 0x4e00), cover_image_url: url }],
    ]
    for (const [path, body] of asked) {
      const { status, body: answer } = await owner.call('POST', path, body)
      expect([201, 400], `${path} ${JSON.stringify(answer)}`).toContain(status)
    }
  })

  test('do not block an import as paths of its files', async () => {
    const form = new FormData()
    const archive = zipSync({ [`content/${mixed(950, 0x4e00)}.md`]: Buffer.from('---\ntitle: Lang\n---\nText.') })
    form.append('file', new Blob([Buffer.from(archive)]), 'blog.zip')
    form.append('dry_run', 'false')
    const headers = { authorization: `Bearer ${owner.accessToken}` }
    const answer = await fetch(`${app.url}/api/imports`, { method: 'POST', headers, body: form })
    const { id } = (await answer.json()) as { id: string }
    const config = readConfig({ DATA_DIR: app.dataDir, SECRET_KEY: TEST_SECRET })
    const files = await openFiles(config)
    await workOnImports({ config, db: app.db, files, log: createLog('silent'), clock: () => new Date() })
    const { body } = await owner.call('GET', `/api/imports/${id}?limit=200`)
    expect(body).toMatchObject({ state: 'finished', counts: { failed: 0 } })
    expect(body.items.find(({ title }: any) => title === 'Lang')).toMatchObject({ outcome: 'created' })
  })
})
