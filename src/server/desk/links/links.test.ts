import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { creating } from '../../../../tests/support/creating.ts'
import { startTestApp, type TestAccount, type TestApp } from '../../../../tests/support/test-app.ts'
import type { Link } from '../../../contract/links.ts'

let app: TestApp
let owner: TestAccount

beforeAll(async () => {
  app = await startTestApp()
  owner = await app.register()
})
afterAll(() => app.stop())

const add = creating<Link>('/api/links', () => owner)
const titles = async (query = ''): Promise<string[]> =>
  (await owner.call('GET', `/api/links?${query}`)).body.items.map((item: Link) => item.title)

describe('links', () => {
  let [first, second] = [] as Link[] as [Link, Link]
  beforeAll(async () => {
    first = await add({ title: 'Ollama', url: 'https://ollama.example' })
    const news = { category: 'Gaming News', description: 'täglich' }
    second = await add({ title: 'Über Spiele', url: 'http://spiele.example', ...news })
  })

  test('[DATA-10] [DATA-2] are inserted with the default category', () => {
    expect(first).toMatchObject({ category: 'KI Tools', description: '', author_id: owner.id })
  })

  test('[DATA-10] are listed newest first', async () => {
    expect(await titles()).toEqual(['Über Spiele', 'Ollama'])
    expect(await titles('limit=1')).toEqual(['Über Spiele'])
  })

  test('[DATA-10] are found by category and by words', async () => {
    expect(await titles(`category=${encodeURIComponent('KI Tools')}`)).toEqual(['Ollama'])
    expect(await titles('q=TAGLICH')).toEqual(['Über Spiele'])
  })

  test('[DATA-10] are changed, and then found by their new words', async () => {
    const { body } = await owner.call('PATCH', `/api/links/${first.id}`, { category: 'Allgemein', title: 'Llama' })
    expect(body).toMatchObject({ title: 'Llama', category: 'Allgemein', url: 'https://ollama.example' })
    expect(await titles('q=llama')).toEqual(['Llama'])
  })

  test('[DATA-10] [SESS-11] are gone when deleted', async () => {
    expect((await owner.call('DELETE', `/api/links/${second.id}`)).status).toBe(204)
    expect((await owner.call('GET', `/api/links/${second.id}`)).status).toBe(404)
    expect((await owner.call('PATCH', `/api/links/${second.id}`, { title: 'x' })).status).toBe(404)
    expect(await titles()).toEqual(['Llama'])
  })

  test.each([
    [{ title: '', url: 'https://a.example' }, 'title', 'Titel und URL sind erforderlich'],
    [{ title: 'x', url: '' }, 'url', 'Titel und URL sind erforderlich'],
    [{ title: 'x', url: 'javascript:alert(1)' }, 'url', 'Bitte eine Adresse mit http:// oder https:// angeben'],
    [{ title: 'x', url: 'Idee: Artikel' }, 'url', 'Bitte eine Adresse mit http:// oder https:// angeben'],
    [{ title: 'x', url: 'https://a.example', category: 'Sonstiges' }, 'category', 'Diese Kategorie gibt es nicht'],
  ])('refuses %j', async (input, field, reason) => {
    const before = await titles()
    const { status, body } = await owner.call('POST', '/api/links', input)
    expect([status, body.code]).toEqual([400, 'validation_failed'])
    expect(body.fields).toContainEqual({ field, reason })
    expect(await titles()).toEqual(before)
  })
})
