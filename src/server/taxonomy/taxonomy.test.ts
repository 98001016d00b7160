import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestAccount, type TestApp } from '../../../tests/support/test-app.ts'
import type { CountedName } from '../../contract/taxonomy.ts'

let app: TestApp
let owner: TestAccount

beforeAll(async () => {
  app = await startTestApp()
  owner = await app.register()
})
afterAll(() => app.stop())

describe.each(['categories', 'tags'] as const)('%s', (noun) => {
  const add = async (name: string): Promise<string> => (await owner.call('POST', `/api/${noun}`, { name })).body.id
  const all = async (): Promise<CountedName[]> => (await owner.call('GET', `/api/${noun}`)).body.items
  const article = async (title: string, ids: string[]) =>
    (
      await owner.call('POST', '/api/articles', {
        title,
        status: 'published',
        ...(noun === 'categories' ? { category_id: ids[0] } : { tag_ids: ids }),
      })
    ).body
  const namesOf = async (id: string): Promise<string[]> => {
    const { body } = await owner.call('GET', `/api/articles/${id}`)
    return noun === 'categories' ? [body.category?.name].filter(Boolean) : body.tags.map((tag: CountedName) => tag.name)
  }

  test('are listed in German order with their counts, renamed without a new slug, merged and removed', async () => {
    const [spiele, aerger, zug] = [await add('Spiele'), await add('Ärger'), await add('Zug')]
    const first = await article(`Eins ${noun}`, [spiele])
    const second = await article(`Zwei ${noun}`, noun === 'tags' ? [spiele, zug] : [zug])
    expect((await all()).map((item) => item.name)).toEqual(['Ärger', 'Spiele', 'Zug'])
    expect((await all()).find((item) => item.id === spiele)?.article_count).toBe(noun === 'tags' ? 2 : 1)

    const renamed = await owner.call('PATCH', `/api/${noun}/${spiele}`, { name: 'Videospiele' })
    expect(renamed.body).toMatchObject({ name: 'Videospiele', slug: 'spiele' })
    const taken = await owner.call('PATCH', `/api/${noun}/${spiele}`, { name: 'ÄRGER' })
    expect([taken.status, taken.body.code]).toEqual([409, 'name_taken'])
    expect((await owner.call('PATCH', `/api/${noun}/${spiele}`, { name: 'videospiele' })).status).toBe(200)
    await owner.call('PATCH', `/api/${noun}/${spiele}`, { name: 'Videospiele' })

    const merged = await owner.call('POST', `/api/${noun}/${spiele}/merge`, { into_id: zug })
    expect(merged.body).toMatchObject({ name: 'Zug', article_count: 2 })
    expect(await namesOf(first.id)).toEqual(['Zug'])
    expect(await namesOf(second.id)).toEqual(['Zug'])
    expect((await owner.call('POST', `/api/${noun}/${zug}/merge`, { into_id: zug })).body.fields[0].field).toBe(
      'into_id',
    )
    expect((await owner.call('POST', `/api/${noun}/${spiele}/merge`, { into_id: zug })).status).toBe(404)

    expect((await owner.call('DELETE', `/api/${noun}/${zug}`)).status).toBe(204)
    expect(await namesOf(first.id)).toEqual([])
    expect((await all()).map((item) => item.id)).toEqual([aerger])
    await owner.call('DELETE', `/api/${noun}/${aerger}`)
  })
})
