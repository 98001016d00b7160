import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DIALECT, startTestApp, type TestAccount, type TestApp } from '../../../../../tests/support/test-app.ts'
import type { Article } from '../../../../contract/articles.ts'
import { newId } from '../../../platform/ids.ts'

let app: TestApp
let owner: TestAccount
let ids: { categories: string[]; tags: string[] }

/** Enough for several pages of every list; each article belongs to two of five categories and tags by its number. */
const MANY = 120
const slugOf = (number: number) => `nummer-${number}`
/** The day of an article: number 0 is the oldest, ten a month. */
const dayOf = (number: number) => new Date(Date.UTC(2023, Math.floor(number / 10), 1 + (number % 10), 12)).toISOString()

beforeAll(async () => {
  app = await startTestApp()
  owner = await app.register()
  const add = async (noun: string, name: string) =>
    (await owner.call('POST', `/api/${noun}`, { name })).body.id as string
  const names = [0, 1, 2, 3, 4]
  ids = {
    categories: await Promise.all(names.map((name) => add('categories', `Kategorie ${name}`))),
    tags: await Promise.all(names.map((name) => add('tags', `Schlagwort ${name}`))),
  }
  const { body } = await owner.call('POST', '/api/articles', { title: 'Vorlage' })
  const template = await app.db.selectFrom('articles').selectAll().where('id', '=', body.id).executeTakeFirstOrThrow()
  await owner.call('DELETE', `/api/articles/${body.id}`)
  const { search_id: _search, ...row } = template as typeof template & { search_id?: number }
  const rows = Array.from({ length: MANY }, (_, number) => ({
    ...row,
    id: newId(),
    slug: slugOf(number),
    title: `Nummer ${number}`,
    status: 'published',
    byline: `Autor ${number % 3}`,
    author_slug: `autor-${number % 3}`,
    category_id: ids.categories[number % 5]!,
    published_at: dayOf(number),
    first_published_at: dayOf(number),
  }))
  await app.db.insertInto('articles').values(rows).execute()
  await app.db
    .insertInto('article_tags')
    .values(
      rows.map(({ id, created_at }, number) => ({
        article_id: id,
        tag_id: ids.tags[Math.floor(number / 5) % 5]!,
        article_created_at: created_at,
      })),
    )
    .execute()
})
afterAll(() => app.stop())

type Seen = { status: number; cached: boolean; body: string }
const see = async (path: string, instance = app): Promise<Seen> => {
  const answer = await fetch(instance.url + path, { redirect: 'manual' })
  const cached = answer.headers.get('server-timing') === 'cache;desc=hit'
  return { status: answer.status, cached, body: await answer.text() }
}

/** Every public address, found by following all links from the landing page. */
const crawl = async (): Promise<string[]> => {
  const found = new Set(['/'])
  for (const path of found) {
    const { status, body } = await see(path)
    if (status !== 200) continue
    for (const [, link = ''] of body.matchAll(/href="(\/(?!assets|auth|admin|favicon)[^"#]*)"/g)) found.add(link)
  }
  return [...found]
}

const articleAt = async (number: number): Promise<Article> => {
  const row = await app.db
    .selectFrom('articles')
    .select('id')
    .where('slug', '=', slugOf(number))
    .executeTakeFirstOrThrow()
  return (await owner.call('GET', `/api/articles/${row.id}`)).body
}
const change = async (number: number, input: Record<string, unknown>) => {
  const article = await articleAt(number)
  const answer = await owner.call('PATCH', `/api/articles/${article.id}`, { version: article.version, ...input })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
}

/** The addresses that a change drops: all are read before, and checked again afterwards. */
const droppedBy = async (work: () => Promise<unknown>): Promise<string[]> => {
  const addresses: string[] = []
  // The crawl has cached all of them.
  for (const path of await crawl()) if ((await see(path)).cached) addresses.push(path)
  await work()
  const dropped: string[] = []
  for (const path of addresses) if (!(await see(path)).cached) dropped.push(path)
  return dropped
}
const paths = (dropped: string[]) => dropped.filter((path) => !/\.(?:xml|json|txt|md|png|opml)$/.test(path)).sort()

/** An article, its neighbours, and related articles in either direction. */
const MOST_CONCERNED = 15

describe('[SITE-15] a change drops the affected pages and nothing else', () => {
  test('an edit: its page, its neighbours’, and the list pages it is on', async () => {
    const dropped = paths(await droppedBy(() => change(57, { excerpt: 'Neu gesagt' })))
    // Number 57 from the newest: 62 before it, so page 7 of all; the others by category 2, tag 1, author 0, month
    // 2023-06.
    expect(dropped).toEqual(
      [
        '/?seite=7',
        '/archiv/2023/06',
        '/article/nummer-56',
        '/article/nummer-57',
        '/article/nummer-58',
        '/autor/autor-0?seite=3',
        '/kategorie/kategorie-2?seite=2',
        '/kategorie/kategorie-2/2023?seite=2',
        '/kategorie/kategorie-2/2023/06',
        '/schlagwort/schlagwort-1?seite=2',
      ].sort(),
    )
  })

  test('a new title: also the title list of its year; the archive stays', async () => {
    const dropped = await droppedBy(() => change(57, { title: 'Siebenundfünfzig' }))
    expect(dropped).toContain('/archiv/2023')
    expect(dropped).not.toContain('/archiv')
    expect((await see('/archiv/2023')).body).toContain('Siebenundfünfzig')
    expect((await see('/article/nummer-58')).body).toContain('Siebenundfünfzig')
  })

  test('another category: both of them, and no other', async () => {
    const dropped = paths(await droppedBy(() => change(57, { category_id: ids.categories[3] })))
    const lists = dropped.filter((path) => path.startsWith('/kategorie'))
    expect([...new Set(lists.map((path) => path.split(/[?/]/, 3).join('/')))]).toEqual([
      '/kategorie/kategorie-2',
      '/kategorie/kategorie-3',
    ])
    // Its own page, its neighbours', and those of a few related articles.
    const articles = dropped.filter((path) => path.startsWith('/article'))
    expect(articles.length).toBeGreaterThanOrEqual(3)
    expect(articles.length).toBeLessThanOrEqual(MOST_CONCERNED)
    expect((await see('/kategorie/kategorie-3')).body).toContain('25 Artikel')
    await change(57, { category_id: ids.categories[2] })
  })

  test('withdrawn: all pages of its lists, its neighbours; other lists and articles stay', async () => {
    const dropped = paths(await droppedBy(() => change(57, { status: 'draft' })))
    const articles = dropped.filter((path) => path.startsWith('/article'))
    expect(articles).toEqual(expect.arrayContaining(['/article/nummer-56', '/article/nummer-57', '/article/nummer-58']))
    expect(articles.length).toBeLessThanOrEqual(MOST_CONCERNED)
    for (const other of [
      '/kategorie/kategorie-1',
      '/schlagwort/schlagwort-0',
      '/autor/autor-1',
      '/archiv/2023/05',
      '/archiv/2024',
    ])
      expect(dropped).not.toContain(other)
    for (const own of [
      '/',
      '/kategorie/kategorie-2',
      '/schlagwort/schlagwort-1',
      '/autor/autor-0',
      '/archiv/2023/06',
      '/archiv',
    ])
      expect(dropped).toContain(own)
    expect((await see('/article/nummer-56')).body).not.toContain('nummer-57')
    expect((await see('/article/nummer-57')).status).toBe(410)
  })

  test('withdrawn and back: of the list of all articles the pages from it on, and no feed that does not reach it', async () => {
    const back = { status: 'published', published_at: dayOf(30) }
    // The same number of pages with and without it: 119 articles and 118.
    for (const input of [{ status: 'draft' }, back]) {
      const dropped = await droppedBy(() => change(30, input))
      const pages = dropped.filter((path) => path === '/' || path.startsWith('/?'))
      // 88 articles precede it: page 9.
      expect(pages.sort()).toEqual(['/?seite=10', '/?seite=11', '/?seite=12', '/?seite=9'])
      expect(dropped).not.toContain('/feed.xml')
      expect(dropped).not.toContain('/autor/autor-0/feed.xml')
      expect(dropped).toContain('/autor/autor-0')
      expect((await see('/?seite=9')).body.includes('nummer-30"')).toBe(input === back)
    }
    // With 121 there is one page more, and all of them show that.
    await change(57, { status: 'published', published_at: dayOf(57) })
    const oldest = { title: 'Die älteste', status: 'published', published_at: '2022-01-01T00:00:00.000Z' }
    const dropped = await droppedBy(async () => {
      expect((await owner.call('POST', '/api/articles', oldest)).status).toBe(201)
    })
    expect(dropped).toEqual(expect.arrayContaining(['/', '/?seite=2', '/?seite=12']))
    expect((await see('/')).body).toContain('Seite 1 von 13')
    await change(57, { status: 'draft' })
  })

  test('changes invisible to readers drop nothing', async () => {
    expect(await droppedBy(() => change(57, { excerpt: 'Nur ein Entwurf' }))).not.toContain('/')
    const article = await articleAt(3)
    const { title, slug, cover_image_url, category_id } = article
    const text = { title, slug, cover_image_url, category_id, excerpt: 'Arbeitsfassung', content_markdown: 'x' }
    const work = async () => {
      const url = `/api/articles/${article.id}/working-copy`
      expect((await owner.call('PUT', url, { version: article.version, ...text })).status).toBe(200)
      await owner.call('POST', '/api/tags', { name: 'Neu und leer' })
      await owner.call('PATCH', '/api/settings', { registration: 'geschlossen' })
    }
    const kept = (await droppedBy(work)).filter((path) => path !== '/article/nummer-57')
    expect(kept).toEqual([])
  })

  test('a renamed category: everything that shows its name', async () => {
    const dropped = paths(
      await droppedBy(() => owner.call('PATCH', `/api/categories/${ids.categories[4]}`, { name: 'Werkstatt' })),
    )
    expect(dropped).toContain('/article/nummer-4')
    expect(dropped).not.toContain('/article/nummer-3')
    expect((await see('/article/nummer-4')).body).toContain(
      '<a class="badge" href="/kategorie/werkstatt">Werkstatt</a>',
    )
  })

  test.runIf(DIALECT === 'postgres')('another instance drops the same', async () => {
    const beside = await startTestApp({ beside: app })
    try {
      const addresses = await crawl()
      for (const path of addresses) for (const _twice of [1, 2]) await see(path, beside)
      await change(40, { excerpt: 'Von nebenan' })
      await expect.poll(async () => (await see('/article/nummer-40', beside)).body).toContain('Von nebenan')
      const dropped: string[] = []
      for (const path of addresses) if (!(await see(path, beside)).cached) dropped.push(path)
      const articles = dropped.filter(
        (path) => path.startsWith('/article') && !path.includes('.') && !path.endsWith('57'),
      )
      expect(articles.sort()).toEqual(['/article/nummer-39', '/article/nummer-41'])
    } finally {
      await beside.stop()
    }
  })
})
