import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { creating } from '../../../../tests/support/creating.ts'
import { startTestApp, type TestAccount, type TestApp } from '../../../../tests/support/test-app.ts'
import type { ResearchItem, ResearchSummary } from '../../../contract/research.ts'

let app: TestApp
let owner: TestAccount

beforeAll(async () => {
  app = await startTestApp()
  owner = await app.register()
})
afterAll(() => app.stop())

const add = creating<ResearchItem>('/api/research', () => owner)
const list = async (query = ''): Promise<ResearchSummary[]> =>
  (await owner.call('GET', `/api/research?${query}`)).body.items
const titles = async (query = '') => (await list(query)).map((item) => item.title)

describe('research', () => {
  test('[DATA-8] [DATA-2] items are inserted, listed newest first with the article’s title, changed, deleted', async () => {
    const article = (await owner.call('POST', '/api/articles', { title: 'Wie klingt ein Rechenzentrum?' })).body
    const first = await add({ title: 'Messreihe', url: 'https://messung.example', article_id: article.id })
    expect(first).toMatchObject({
      source_type: 'link',
      note: null,
      author_id: owner.id,
      article: { id: article.id, title: 'Wie klingt ein Rechenzentrum?', status: 'draft' },
      links: [],
      files: [],
    })
    const second = await add({ title: 'Gespräch', source_type: 'note', note: 'Über Lüfter' })
    expect(await titles()).toEqual(['Gespräch', 'Messreihe'])
    expect((await list())[1]?.article?.title).toBe('Wie klingt ein Rechenzentrum?')
    expect(await titles('source_type=note')).toEqual(['Gespräch'])
    expect(await titles('q=LUFTER')).toEqual(['Gespräch'])
    expect(await titles(`article_id=${article.id}`)).toEqual(['Messreihe'])

    const changed = await owner.call('PATCH', `/api/research/${first.id}`, { note: '  54 dB(A)\n' })
    expect(changed.body).toMatchObject({ title: 'Messreihe', url: 'https://messung.example', note: '  54 dB(A)\n' })
    expect((await owner.call('PATCH', `/api/research/${first.id}`, { article_id: null })).body.article).toBeNull()
    await owner.call('PATCH', `/api/research/${first.id}`, { article_id: article.id })
    await owner.call('DELETE', `/api/articles/${article.id}`)
    expect((await owner.call('GET', `/api/research/${first.id}`)).body.article).toBeNull()

    expect((await owner.call('DELETE', `/api/research/${second.id}`)).status).toBe(204)
    expect((await owner.call('GET', `/api/research/${second.id}`)).status).toBe(404)
    expect(await titles()).toEqual(['Messreihe'])
    expect((await owner.call('POST', `/api/trash/research/${second.id}/restore`)).status).toBe(200)
    expect(await titles()).toEqual(['Gespräch', 'Messreihe'])
  })

  test('[RUL-8] links of an item are stored, counted and deleted, and restored with it from the trash', async () => {
    const { id } = await add({ title: 'Mit Links' })
    const link = async (url: string) => owner.call('POST', `/api/research/${id}/links`, { url })
    const { status, body } = await link('https://a.example/1')
    expect([status, body.url, body.title]).toEqual([201, 'https://a.example/1', ''])
    await link('https://a.example/2')
    expect((await link('')).body.fields[0].field).toBe('url')
    expect((await link('javascript:alert(1)')).status).toBe(400)
    expect((await owner.call('DELETE', `/api/research/${id}/links/${body.id}`)).status).toBe(204)
    expect((await owner.call('DELETE', `/api/research/${id}/links/${body.id}`)).status).toBe(404)
    const stranger = await add({ title: 'Anderes' })
    const kept = (await owner.call('GET', `/api/research/${id}`)).body.links
    expect(kept.map((each: { url: string }) => each.url)).toEqual(['https://a.example/2'])
    expect((await owner.call('DELETE', `/api/research/${stranger.id}/links/${kept[0].id}`)).status).toBe(404)
    expect((await list('q=mit+links'))[0]?.link_count).toBe(1)

    await owner.call('DELETE', `/api/research/${id}`)
    expect((await link('https://a.example/3')).status).toBe(404)
    await owner.call('POST', `/api/trash/research/${id}/restore`)
    expect((await owner.call('GET', `/api/research/${id}`)).body.links).toHaveLength(1)
    await owner.call('DELETE', `/api/research/${id}`)
    expect((await owner.call('DELETE', `/api/trash/research/${id}`)).status).toBe(204)
  })

  test.each([
    [{ title: ' ' }, 'title', 'Bitte Titel eingeben'],
    [{ title: 'x', url: 'ftp://a.example' }, 'url', 'Bitte eine Adresse mit http:// oder https:// angeben'],
    [{ title: 'x', source_type: 'bild' }, 'source_type', 'Diese Art gibt es nicht'],
    [{ title: 'x', article_id: '01919191-9191-7191-9191-919191919191' }, 'article_id', 'Diesen Artikel gibt es nicht'],
  ])('refuses %j', async (input, field, reason) => {
    const before = await titles()
    const { status, body } = await owner.call('POST', '/api/research', input)
    expect([status, body.code]).toEqual([400, 'validation_failed'])
    expect(body.fields).toContainEqual({ field, reason })
    expect(await titles()).toEqual(before)
  })
})

test('[DESK-16] a source lists the articles that use it, as long as their text contains its address', async () => {
  const make = async (path: string, input: object) => (await owner.call('POST', path, input)).body
  const source = await make('/api/research', { title: 'Quelle', url: 'https://quelle.example/a_(b)' })
  const note = await make('/api/research', { title: 'Notiz', source_type: 'note' })
  const text = { content_markdown: '[^1]\n\n[^1]: [Quelle](https://quelle.example/a_%28b%29)' }
  const article = await make('/api/articles', { title: 'Nutzt sie', ...text })
  const other = await make('/api/articles', { title: 'Nutzt sie nicht' })
  const use = (id: string, articleId: string) => owner.call('PUT', `/api/research/${id}/uses/${articleId}`)
  const titles = async (id: string) =>
    (await owner.call('GET', `/api/research/${id}`)).body.used_in.map((one: { title: string }) => one.title)
  const answers = await Promise.all([1, 2, 3].map(() => use(source.id, article.id)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  await use(source.id, other.id)
  await use(note.id, other.id)
  expect(await titles(source.id)).toEqual(['Nutzt sie'])
  expect(await titles(note.id)).toEqual(['Nutzt sie nicht'])
  await owner.call('PATCH', `/api/articles/${article.id}`, { version: 1, content_markdown: 'Nichts mehr.' })
  expect(await titles(source.id)).toEqual([])
  await owner.call('DELETE', `/api/articles/${other.id}`)
  expect(await titles(note.id)).toEqual([])
  expect((await use(source.id, source.id)).status).toBe(400)
  expect((await use(article.id, article.id)).status).toBe(404)
})
