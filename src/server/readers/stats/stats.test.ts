import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Article } from '../../../contract/articles.ts'
import { startTestApp, type TestAccount, type TestApp } from '../../../../tests/support/test-app.ts'
import { ownAddress } from '../../platform/own-address.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { createLog } from '../../platform/log.ts'
import { forgetOldReferrers, writeDownViews } from './stats.jobs.ts'
import { ViewCounter } from './view-counter.ts'

const BROWSER = 'Mozilla/5.0 (X11; Linux x64; rv:140.0) Gecko/20100101 Firefox/140.0'
const BASE = 'https://blog.example'

let app: TestApp
let owner: TestAccount
let article: Article

beforeAll(async () => {
  app = await startTestApp()
  owner = await app.register()
  await owner.call('PATCH', '/api/settings', { base_url: BASE, timezone: 'Europe/Berlin' })
})
afterAll(() => app.stop())
let number = 0
beforeEach(async () => {
  app.setClock('2026-11-22T10:00:00Z')
  await app.db.deleteFrom('article_views').execute()
  article = (await owner.call('POST', '/api/articles', { title: `Gelesen ${(number += 1)}`, status: 'published' })).body
})

const runtime = (of: TestApp = app) =>
  ({
    db: of.db,
    config: { PORT: 1 },
    log: createLog('silent'),
    clock: () => new Date('2028-01-01'),
  }) as unknown as Runtime
const write = (of: TestApp = app) => writeDownViews.run(runtime(of))
const read = async (headers: Record<string, string> = {}, { method = 'GET', path = `/article/${article.slug}` } = {}) =>
  (await fetch(app.url + path, { method, headers: { 'user-agent': BROWSER, ...headers }, redirect: 'manual' })).status
const counted = async (query = 'from=2026-11-01&to=2026-11-30') => {
  await write()
  return (await owner.call('GET', `/api/stats/articles?${query}`)).body.items
}

describe('[SITE-13] [RUL-50] view statistics', () => {
  test('views of an article by day and referrer host, from the cache and past it', async () => {
    expect(await read({ referer: 'https://News.Example:8443/weg?geheim=1' })).toBe(200)
    for (let time = 0; time < 3; time += 1) await read({ referer: 'https://news.example/' })
    await read()
    for (const own of [`${BASE}/`, `${app.url}/`, `${ownAddress({ PORT: 1 } as never)}/x`]) await read({ referer: own })
    for (const odd of ['about:blank', 'https://', 'https://<script>/', 'android-app://org.example', 'x'.repeat(3000)])
      await read({ referer: odd })
    app.setClock('2026-11-22T23:00:00Z')
    await read()
    app.setClock('2026-11-22T10:00:00Z')
    expect(await counted()).toEqual([
      {
        article_id: article.id,
        views: 14,
        days: [
          { day: '2026-11-22', views: 13 },
          { day: '2026-11-23', views: 1 },
        ],
        referrers: [{ host: 'news.example', views: 4 }],
      },
    ])
    expect(await counted('from=2026-11-23&to=2026-11-23')).toMatchObject([{ views: 1 }])
    expect(await counted('from=2026-11-24&to=2026-11-24')).toEqual([])
  })

  test('a response with 304 counts', async () => {
    const first = await fetch(`${app.url}/article/${article.slug}`, { headers: { 'user-agent': BROWSER } })
    expect(await read({ 'if-none-match': first.headers.get('etag') ?? '' })).toBe(304)
    expect(await counted()).toMatchObject([{ views: 2 }])
  })

  test('HEAD does not count', async () => {
    await read()
    await read({}, { method: 'HEAD' })
    expect(await counted()).toMatchObject([{ views: 1 }])
  })

  test('bots, prefetches, signed-in users and pages other than articles are not counted', async () => {
    const machines = ['Googlebot/2.1 (+http://www.google.com/bot.html)', 'curl/8.5.0', '', 'GPTBot/1.2']
    for (const name of machines) await read({ 'user-agent': name })
    for (const [name, value] of [
      ['sec-purpose', 'prefetch;prerender'],
      ['purpose', 'prefetch'],
      ['x-moz', 'prefetch'],
    ] as const)
      await read({ [name]: value })
    await read({ cookie: `blog-cms-reader=${'a'.repeat(43)}` })
    for (const path of ['/', '/article/nein', '/suche?q=gelesen', `/article/${article.slug}/`]) await read({}, { path })
    expect(await counted()).toEqual([])
  })

  test('instances add up, and no personal data is stored', async () => {
    const beside = await startTestApp({ beside: app })
    try {
      beside.setClock('2026-11-22T10:00:00Z')
      await Promise.all(
        Array.from({ length: 10 }, async (_, at) => {
          const headers = {
            'user-agent': BROWSER,
            'x-forwarded-for': '203.0.113.7',
            referer: 'https://a.example/?wer=ich',
          }
          await fetch(`${(at % 2 ? app : beside).url}/article/${article.slug}`, { headers })
        }),
      )
      // Two connections of one process would block each other on SQLite.
      await write()
      await write(beside)
      expect(await counted()).toMatchObject([{ views: 10, referrers: [{ host: 'a.example', views: 10 }] }])
      const rows = await app.db.selectFrom('article_views').selectAll().execute()
      expect(rows).toEqual([{ article_id: article.id, day: '2026-11-22', host: 'a.example', views: 10 }])
    } finally {
      await beside.stop()
    }
  })

  test('invented referrers take bounded space, and all views are counted', async () => {
    for (let round = 0; round < 3; round += 1) {
      for (let at = 0; at < 60; at += 1) await read({ referer: `https://h${round}-${at}.example/` })
      await write()
    }
    const hosts = await app.db.selectFrom('article_views').select('host').execute()
    expect(hosts.length).toBeLessThanOrEqual(101)
    expect(await counted()).toMatchObject([{ views: 180 }])
  })

  test('views that cannot be stored are kept', async () => {
    await read()
    const broken = { ...runtime(), db: app.db, config: undefined } as unknown as Runtime
    await expect(writeDownViews.run(broken)).rejects.toThrow()
    expect(await counted()).toMatchObject([{ views: 1 }])
  })

  test('a deleted article takes its numbers along', async () => {
    await read()
    expect(await counted()).toMatchObject([{ views: 1 }])
    await read()
    await owner.call('DELETE', `/api/articles/${article.id}`)
    await owner.call('DELETE', `/api/trash/articles/${article.id}`)
    expect(await counted()).toEqual([])
  })

  test('days must be ordered and their number is limited', async () => {
    for (const query of ['', 'from=2026-11-02&to=2026-11-01', 'from=gestern&to=heute', 'from=2020-01-01&to=2026-01-01'])
      expect((await owner.call('GET', `/api/stats/articles?${query}`)).status, query).toBe(400)
  })

  test('strangers have no access', async () => {
    expect((await app.call('GET', '/api/stats/articles?from=2026-11-01&to=2026-11-30')).status).toBe(401)
  })

  test('the overview names the most viewed articles', async () => {
    await read({ referer: 'https://news.example/' })
    await write()
    const { body } = await owner.call('GET', '/api/stats/overview?from=2026-11-01&to=2026-11-30')
    const days = [{ day: '2026-11-22', views: 1 }]
    expect(body).toEqual({
      views: 1,
      days,
      articles: [{ article_id: article.id, title: article.title, views: 1, days }],
      referrers: [{ host: 'news.example', views: 1 }],
    })
  })

  test('old hosts are deleted and their views stay', async () => {
    await read({ referer: 'https://news.example/' })
    await read()
    await write()
    await forgetOldReferrers.run(runtime())
    expect(await counted()).toMatchObject([{ views: 2, referrers: [] }])
  })
})

test('[RUL-50] a counter holds a bounded number of counts', () => {
  const counter = new ViewCounter()
  const headers = (at: number) => ({ 'user-agent': BROWSER, referer: `https://h${at}.example/` })
  for (let at = 0; at < 120_000; at += 1) counter.count(`article ${at % 1000}`, headers(at), 0)
  const counts = counter.take()
  expect(counts.length).toBeLessThanOrEqual(52_000)
  expect(counts.reduce((sum, { views }) => sum + views, 0)).toBe(120_000)
  expect(counter.isEmpty).toBe(true)
})
