import { afterAll, beforeAll, expect, test } from 'vitest'
import { DIALECT, startTestApp, type TestAccount, type TestApp } from '../../../../../tests/support/test-app.ts'

let app: TestApp
let owner: TestAccount
/** SQLite has one process that reads and writes. */
let instances: TestApp[]

beforeAll(async () => {
  app = await startTestApp()
  instances = DIALECT === 'postgres' ? [app, await startTestApp({ beside: app })] : [app]
  owner = await app.register()
})
afterAll(async () => {
  for (const one of instances.toReversed()) await one.stop()
})

const send = async <T = { id: string; version: number }>(method: string, path: string, body?: object): Promise<T> => {
  const answer = await owner.call(method, path, body)
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  return answer.body as T
}
const entries = async (on = app) => {
  const { body } = await on.call<string>('GET', '/')
  const shown = (opening: string) => body.split(opening)[1]?.split('</ul>')[0] ?? ''
  return [...shown('aria-label="Rubriken"').matchAll(/<a href="([^"]+)"/g)].map(([, href]) => href)
}
const publish = async (title: string, more: object) =>
  send('POST', '/api/articles', { title, status: 'published', ...more })
const withdraw = async ({ id, version }: { id: string; version: number }) =>
  send('PATCH', `/api/articles/${id}`, { version, status: 'draft' })

test('[SITE-1] [SITE-12] a list is in the navigation from its first article to its last, on both instances', async () => {
  const category = await send('POST', '/api/categories', { name: 'Spiele' })
  const tag = await send('POST', '/api/tags', { name: 'Würfel' })
  const navigation = [
    { label: 'Spiele', href: '/kategorie/spiele' },
    { label: 'Würfel', href: '/schlagwort/wuerfel' },
    { label: 'Texte von Jana', href: '/autor/jana' },
    { label: 'Verschrieben', href: '/kategorie/spile' },
    { label: 'Alles', href: '/archiv' },
    { label: 'Anderswo', href: 'https://anderswo.example/kategorie/spiele' },
    { label: 'Eine Seite', href: '/ueber-uns' },
  ]
  await send('PATCH', '/api/appearance', { navigation })
  const always = ['https://anderswo.example/kategorie/spiele', '/ueber-uns']
  const expectEntries = async (...lists: string[]) => {
    for (const one of instances)
      await expect.poll(async () => new Set(await entries(one))).toEqual(new Set([...lists, ...always]))
  }
  await expectEntries()
  const bare = await publish('Ohne alles', { byline: 'Öz' })
  await expectEntries('/archiv')
  const first = await publish('Erster', { category_id: category.id })
  await expectEntries('/archiv', '/kategorie/spiele')
  const second = await publish('Zweiter', { category_id: category.id, tag_ids: [tag.id], byline: 'Jana' })
  await expectEntries('/archiv', '/kategorie/spiele', '/schlagwort/wuerfel', '/autor/jana')
  await withdraw(first)
  await expectEntries('/archiv', '/kategorie/spiele', '/schlagwort/wuerfel', '/autor/jana')
  // Its former address still redirects there.
  await send('PATCH', `/api/categories/${category.id}`, { name: 'Brettspiele' })
  await expectEntries('/archiv', '/kategorie/spiele', '/schlagwort/wuerfel', '/autor/jana')
  await send('PATCH', `/api/articles/${second.id}`, { version: second.version, category_id: null, byline: 'Öz' })
  await expectEntries('/archiv', '/schlagwort/wuerfel')
  await send('DELETE', `/api/tags/${tag.id}`)
  await expectEntries('/archiv')
  await send('DELETE', `/api/articles/${bare.id}`)
  await send('DELETE', `/api/articles/${second.id}`)
  await expectEntries()
})

test('the last two articles of a list, withdrawn concurrently by two instances, remove its entry', async () => {
  const category = await send('POST', '/api/categories', { name: 'Zugleich' })
  await send('PATCH', '/api/appearance', { navigation: [{ label: 'Zugleich', href: '/kategorie/zugleich' }] })
  const callers = [app, instances.at(-1)!]
  for (let round = 0; round < 12; round += 1) {
    const both = await Promise.all(
      callers.map(async (_, place) => publish(`Runde ${round}, ${place}`, { category_id: category.id })),
    )
    expect(await entries()).toEqual(['/kategorie/zugleich'])
    await Promise.all(
      both.map(async ({ id, version }, place) => {
        const headers = { authorization: `Bearer ${owner.accessToken}` }
        const answer = await callers[place]!.call('PATCH', `/api/articles/${id}`, { version, status: 'draft' }, headers)
        expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      }),
    )
    for (const one of instances) await expect.poll(async () => entries(one)).toEqual([])
  }
})
