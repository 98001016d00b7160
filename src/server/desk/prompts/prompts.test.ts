import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { creating } from '../../../../tests/support/creating.ts'
import { startTestApp, type TestAccount, type TestApp } from '../../../../tests/support/test-app.ts'
import type { Prompt } from '../../../contract/prompts.ts'

let app: TestApp
let owner: TestAccount

beforeAll(async () => {
  app = await startTestApp()
  owner = await app.register()
})
afterAll(() => app.stop())

const add = creating<Prompt>('/api/prompts', () => owner)
const titles = async (query = ''): Promise<string[]> =>
  (await owner.call('GET', `/api/prompts?${query}`)).body.items.map((item: Prompt) => item.title)

describe('prompts', () => {
  const content = '  Fasse {text} zusammen.\n\n\tFünf Sätze, bitte.\n'
  let [first, second] = [] as Prompt[] as [Prompt, Prompt]
  beforeAll(async () => {
    first = await add({ title: 'Zusammenfassung', content })
    second = await add({ title: 'Überschriften', content: 'Schlage fünf vor.', category: 'Claude' })
  })

  test('[DATA-10] are inserted as typed, with the default category', () => {
    expect(first).toMatchObject({ category: 'ChatGPT', description: '', content, author_id: owner.id })
  })

  test('[DATA-10] are listed newest first', async () => {
    expect(await titles()).toEqual(['Überschriften', 'Zusammenfassung'])
    expect(await titles('limit=1')).toEqual(['Überschriften'])
  })

  test('[DATA-10] are found by category and by words', async () => {
    expect(await titles('category=Claude')).toEqual(['Überschriften'])
    expect(await titles('q=FUNF')).toEqual(['Überschriften', 'Zusammenfassung'])
  })

  test('[DATA-10] are changed, and then found by their new words', async () => {
    const { body } = await owner.call('PATCH', `/api/prompts/${first.id}`, { category: 'Claude', content: 'Kürzer!' })
    expect(body).toMatchObject({ title: 'Zusammenfassung', category: 'Claude', content: 'Kürzer!' })
    expect(await titles('q=kurzer')).toEqual(['Zusammenfassung'])
  })

  test('[DATA-10] are gone when deleted', async () => {
    expect((await owner.call('DELETE', `/api/prompts/${second.id}`)).status).toBe(204)
    expect((await owner.call('GET', `/api/prompts/${second.id}`)).status).toBe(404)
    expect((await owner.call('PATCH', `/api/prompts/${second.id}`, { title: 'x' })).status).toBe(404)
    expect(await titles()).toEqual(['Zusammenfassung'])
  })

  test('[DATA-10] are back in their place when restored', async () => {
    const restored = await owner.call('POST', `/api/trash/prompts/${second.id}/restore`)
    expect(restored.body).toEqual({ noun: 'prompts', id: second.id, title: 'Überschriften' })
    expect(await titles('category=Claude')).toEqual(['Überschriften', 'Zusammenfassung'])
  })

  test.each([
    [{ title: ' ', content: 'x' }, 'title', 'Titel und Inhalt sind erforderlich'],
    [{ title: 'x', content: ' \n ' }, 'content', 'Titel und Inhalt sind erforderlich'],
    [{ title: 'x', content: 'x', category: 'Andere' }, 'category', 'Diese Kategorie gibt es nicht'],
  ])('refuses %j', async (input, field, reason) => {
    const before = await titles()
    const { status, body } = await owner.call('POST', '/api/prompts', input)
    expect([status, body.code]).toEqual([400, 'validation_failed'])
    expect(body.fields).toContainEqual({ field, reason })
    expect(await titles()).toEqual(before)
  })
})
