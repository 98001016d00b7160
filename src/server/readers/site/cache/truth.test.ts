import { afterAll, beforeAll, expect, test } from 'vitest'
import { DIALECT, startTestApp, type TestAccount, type TestApp } from '../../../../../tests/support/test-app.ts'
import type { Article } from '../../../../contract/articles.ts'
import { readConfig } from '../../../config.ts'
import { isPaged, routeOf } from '../routes.ts'
import { asked } from './page-key.ts'
import { PageCache } from './page-cache.ts'
import { PageMaker } from './page-maker.ts'

/** Each seed is an order in which every kind of change is made once. */
const SEEDS = (process.env.TRUTH_SEEDS ?? (DIALECT === 'sqlite' ? '13,77' : '13')).split(',').map(Number)

/** A page that should have been dropped stays wrong, so further orders and the second database are checked after every sixth change only. */
const EVERY = 6

let app: TestApp
let owner: TestAccount

beforeAll(async () => {
  app = await startTestApp()
  owner = await app.register()
})
afterAll(() => app.stop())

let state = SEEDS[0]!
/** A number below `below`, reproducible for each seed. */
function pick(below: number): number {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0
  return Math.floor((state / 2 ** 32) * below)
}
const some = <T>(of: readonly T[]): T => of[pick(of.length)]!
const shuffled = <T>(of: readonly T[]): T[] =>
  of
    .map((one) => ({ one, at: pick(2 ** 30) }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ one }) => one)
const day = () => new Date(Date.UTC(2024 + pick(2), pick(12), 1 + pick(28), pick(24))).toISOString()

/** A page maker without a cache: its results are what readers have to get. */
function newMaker(): PageMaker {
  const config = readConfig({ DATA_DIR: app.dataDir, PORT: new URL(app.url).port })
  return new PageMaker({ db: app.db, config }, new PageCache(0))
}

async function made(pages: PageMaker, path: string): Promise<string | null> {
  const [plain = ''] = path.split('?', 1)
  const found = routeOf(plain)
  if (!found) return null
  const page = Number((isPaged(plain) ? asked(path, 'seite') : null) ?? 1)
  const answer = await pages.get(path, (source) => found.route.make(source, { params: found.params, page, query: '' }))
  return answer?.plain.body.toString() ?? null
}

test(`[SITE-15] whatever changes, nobody reads what was (seeds ${SEEDS.join(', ')})`, async () => {
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await owner.call(method, path, body)
    expect(answer.status, `${method} ${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300)
    return answer.body
  }
  const named = { categories: [] as string[], tags: [] as string[] }
  for (const noun of ['categories', 'tags'] as const)
    for (let number = 0; number < 4; number++)
      named[noun].push((await call('POST', `/api/${noun}`, { name: `${noun} ${number}` })).id)
  const tags = () => [...new Set([some(named.tags), some(named.tags)])]
  const create = async (number: number): Promise<string> =>
    (
      await call('POST', '/api/articles', {
        title: `Titel ${number}`,
        status: 'published',
        published_at: day(),
        category_id: some(named.categories),
        tag_ids: tags(),
        byline: some([null, 'Jana Öztürk', 'Jana Oeztuerk', 'Ali Kaya', 'Ali Kaya und Jana Öztürk']),
        content_markdown: 'Ein Text.',
      })
    ).id
  const { id: front } = await call('POST', '/api/pages', { title: 'Vorne', status: 'published' })
  const ids: string[] = []
  const trashed: string[] = []
  for (let number = 0; number < 26; number++) ids.push(await create(number))

  const patch = async (input: Record<string, unknown>) => {
    const id = some(ids)
    const article = (await owner.call('GET', `/api/articles/${id}`)).body as Article
    const answer = await owner.call('PATCH', `/api/articles/${id}`, { version: article.version, ...input })
    expect([200, 400, 409], JSON.stringify(answer.body)).toContain(answer.status)
  }
  let number = 100
  const authors = async () => shuffled((await call('GET', '/api/authors')).items as { id: string }[])
  const withAuthor = async (work: (path: string) => Promise<unknown>) => {
    const [author] = await authors()
    if (author) await work(`/api/authors/${author.id}`)
  }
  const patchAuthor = (input: object) => withAuthor((path) => call('PATCH', path, input))
  const changes: Record<string, () => Promise<unknown>> = {
    title: () => patch({ title: `Anders ${number++}` }),
    slug: () => patch({ slug: `adresse-${pick(12)}` }),
    excerpt: () => patch({ excerpt: `Auszug ${number++}` }),
    text: () => patch({ content_markdown: `Satz ${number++}. ${'Wort '.repeat(pick(900))}` }),
    category: () => patch({ category_id: some([null, ...named.categories]) }),
    tags: () => patch({ tag_ids: tags() }),
    byline: () => patch({ byline: some([null, 'Jana Öztürk', 'Ali Kaya', 'Neu Dabei', 'Neu Dabei, Ali Kaya']) }),
    author: async () => patchAuthor({ text: `Über ${number++}`, picture: some([null, '/favicon.svg']) }),
    authorRenamed: async () => patchAuthor({ name: `Person ${number++}` }),
    authorMerged: async () => {
      const [from, into] = await authors()
      if (from && into) await call('POST', `/api/authors/${from.id}/merge`, { into_id: into.id })
    },
    authorRemoved: () => withAuthor((path) => call('DELETE', path)),
    lang: () => patch({ lang: some(['de', 'en', 'he']), version_of: some([null, ...ids]) }),
    labels: () => patch({ advert: some([null, 'anzeige', 'werbung']), ai_share: some([null, 'assisted']) }),
    pin: () => call('PUT', `/api/articles/${some(ids)}/pin`),
    unpin: () => call('DELETE', `/api/articles/${some(ids)}/pin`),
    date: () => patch({ published_at: day() }),
    withdraw: () => patch({ status: 'draft' }),
    publish: () => patch({ status: 'published', published_at: day() }),
    create: async () => ids.push(await create(number++)),
    trash: async () => {
      const [id = ''] = ids.splice(pick(ids.length), 1)
      await call('DELETE', `/api/articles/${id}`)
      trashed.push(id)
    },
    restore: async () => {
      const id = trashed.pop()
      if (id === undefined) return
      await call('POST', `/api/trash/articles/${id}/restore`)
      ids.push(id)
    },
    rename: () => {
      const noun = some(['categories', 'tags'] as const)
      return call('PATCH', `/api/${noun}/${some(named[noun])}`, { name: `${noun} neu ${number++}` })
    },
    merge: async () => {
      const noun = some(['categories', 'tags'] as const)
      const [from = '', into = ''] = named[noun].splice(0, 2)
      await call('POST', `/api/${noun}/${from}/merge`, { into_id: into })
      const { id } = await call('POST', `/api/${noun}`, { name: `${noun} dazu ${number++}` })
      named[noun].push(into, id)
    },
    remove: async () => {
      const noun = some(['categories', 'tags'] as const)
      await call('DELETE', `/api/${noun}/${named[noun].shift()}`)
      named[noun].push((await call('POST', `/api/${noun}`, { name: `${noun} danach ${number++}` })).id)
    },
    settings: () => call('PATCH', '/api/settings', { site_title: `Blog ${number++}` }),
    look: () => call('PATCH', '/api/appearance', { pairing: some(['buch', 'blatt', 'klar']) }),
    page: () => call('POST', '/api/pages', { title: `Seite ${number++}`, status: 'published', placement: 'footer' }),
    front: () => call('PATCH', '/api/settings', { front_page: front }),
    list: () => call('PATCH', '/api/settings', { front_page: null }),
    sections: () => call('PATCH', '/api/appearance', { landing: some(['abschnitte', 'abschnitte', 'liste']) }),
    bulk: () =>
      call('POST', '/api/articles/bulk', {
        ids: ids.slice(0, 3),
        action: { do: 'category', category_id: some(named.categories) },
      }),
  }

  const known = new Set([
    '/',
    '/?seite=2',
    '/archiv',
    '/feed.xml',
    '/sitemap.xml',
    '/llms.txt',
    '/autor/neu-dabei',
    '/themen',
    '/artikel',
  ])
  const look = async (after: string) => {
    const pages = newMaker()
    for (const path of known) {
      const answer = await fetch(app.url + path, { redirect: 'manual' })
      const body = await answer.text()
      const truth = await made(pages, path)
      expect([path, answer.status === 200, answer.status === 200 && body], `after ${after}`).toEqual([
        path,
        truth !== null,
        truth ?? false,
      ])
      for (const [, link = ''] of body.matchAll(/href="(\/(?!assets|auth|admin|favicon|icon|apple|site[./])[^"#]*)"/g))
        if (!/\.png$|^\/(?:kategorie|schlagwort)\/.*\/2024/.test(link)) known.add(link.replaceAll('&amp;', '&'))
    }
  }
  await look('the beginning')
  const history: string[] = []
  for (const seed of SEEDS) {
    state = seed
    for (const [index, [name, work]] of shuffled(Object.entries(changes)).entries()) {
      await work()
      history.push(name)
      if ((seed === SEEDS[0] && DIALECT === 'sqlite') || index % EVERY === EVERY - 1)
        await look(`${history.slice(-3).join(', ')} (seed ${seed})`)
    }
  }
  expect(known.size).toBeGreaterThan(60)
})
