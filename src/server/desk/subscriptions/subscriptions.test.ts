import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FEED_CORPUS, HANGING_FEED, type FeedCase } from '../../../../tests/support/feeds/corpus.ts'
import { startFeedServer, type FeedServer } from '../../../../tests/support/feeds/feed-server.ts'
import { startTestApp, type TestAccount, type TestApp } from '../../../../tests/support/test-app.ts'
import type { Subscription } from '../../../contract/subscriptions.ts'
import type { InboxItem } from '../../../contract/inbox.ts'

const same = (url: string, title = 'Dieselbe Seite') =>
  `<rss version="2.0"><channel><title>F</title><item><title>${title}</title><link>${url}</link><guid isPermaLink="false">1</guid></item></channel></rss>`
const changing: FeedCase = { name: 'wechselnd', body: same('https://wechsel.example/1', 'Eins') }
const more: FeedCase[] = [
  { name: 'seite-a', body: same('https://gleich.example/artikel?utm_source=a') },
  { name: 'seite-b', body: same('http://www.gleich.example/artikel/') },
  { name: 'wettlauf', body: same('https://wettlauf.example/1') },
  changing,
]

let app: TestApp
let owner: TestAccount
let server: FeedServer

beforeAll(async () => {
  server = await startFeedServer([...FEED_CORPUS, HANGING_FEED, ...more])
  app = await startTestApp({ env: { ALLOW_PRIVATE_FETCH: 'true' } })
  owner = await app.register()
})
afterAll(async () => {
  await app.stop()
  await server.stop()
})

const add = async (url: string): Promise<Subscription> => {
  const { status, body } = await owner.call('POST', '/api/feeds', { url })
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}
const importNow = (feedId: string) => owner.call('POST', '/functions/v1/import-rss-feed', { feedId })
const get = async (id: string): Promise<Subscription> => (await owner.call('GET', `/api/feeds/${id}`)).body
const urls = async () => (await owner.call('GET', '/api/feeds')).body.items.map((item: Subscription) => item.url)

/** The inbox entries of a feed, the newest on top. */
async function entriesOf(feedId: string): Promise<InboxItem[]> {
  const found: InboxItem[] = []
  let cursor = ''
  for (;;) {
    const { body } = await owner.call('GET', `/api/inbox?limit=200${cursor && `&cursor=${cursor}`}`)
    found.push(...body.items.filter((item: InboxItem) => item.feed?.id === feedId))
    if (body.next_cursor === null || found.length < body.items.length) return found
    cursor = body.next_cursor
  }
}

describe('feeds', () => {
  test('[DATA-11] are listed newest first, inserted and deleted; an import sets last_fetched', async () => {
    const first = await add(`${server.url}/rss-empty?1`)
    const second = await add(`  ${server.url}/rss-empty  `)
    expect(second).toMatchObject({ author_id: owner.id, last_fetched: null, last_error: null, title: null })
    expect(await urls()).toEqual([`${server.url}/rss-empty`, `${server.url}/rss-empty?1`])
    expect((await owner.call('GET', '/api/feeds?limit=1')).body.next_cursor).not.toBeNull()

    app.setClock('2026-03-05T10:00:00.000Z')
    expect((await importNow(second.id)).body).toEqual({ count: 0 })
    app.setClock()
    expect((await get(second.id)).last_fetched).toBe('2026-03-05T10:00:00.000Z')

    expect((await owner.call('DELETE', `/api/feeds/${first.id}`)).status).toBe(204)
    expect((await owner.call('GET', `/api/feeds/${first.id}`)).status).toBe(404)
    expect(await urls()).toEqual([`${server.url}/rss-empty`])
    expect((await owner.call('POST', `/api/trash/feeds/${first.id}/restore`)).body.title).toBe(
      `${server.url}/rss-empty?1`,
    )
    for (const id of [first.id, second.id]) await owner.call('DELETE', `/api/feeds/${id}`)
  })

  test.each([
    ['', 'Bitte RSS-Feed-URL eingeben'],
    ['   ', 'Bitte RSS-Feed-URL eingeben'],
    ['feed.xml', 'Bitte eine Adresse mit http:// oder https:// angeben'],
    ['file:///etc/passwd', 'Bitte eine Adresse mit http:// oder https:// angeben'],
  ])('[INT-7] „%s“ is no address of a feed', async (url, reason) => {
    const { status, body } = await owner.call('POST', '/api/feeds', { url })
    expect([status, body.code, body.message]).toEqual([400, 'validation_failed', reason])
  })

  test('an address can be subscribed once', async () => {
    const feed = await add(`${server.url}/einmal`)
    const again = await owner.call('POST', '/api/feeds', { url: `${server.url}/einmal` })
    expect([again.status, again.body.code]).toEqual([409, 'feed_exists'])
    await owner.call('DELETE', `/api/feeds/${feed.id}`)
    await add(`${server.url}/einmal`)
  })
})

describe('the function call import-rss-feed', () => {
  test.each(FEED_CORPUS.map((feed) => [feed.name, feed] as const))(
    '[INT-8] [RUL-17] corpus: %s',
    async (_name, expected) => {
      const feed = await add(`${server.url}/${expected.name}`)
      for (const round of ['first', 'second'] as const) {
        const { status, body } = await importNow(feed.id)
        const kept = await get(feed.id)
        if (expected.fault) {
          expect([status, body.code]).toEqual([422, 'feed_failed'])
          expect(body.message).toMatch(expected.fault)
          expect(kept).toMatchObject({ last_error: body.message, last_fetched: null })
          expect(await entriesOf(feed.id)).toEqual([])
          continue
        }
        expect([status, body]).toEqual([200, { count: round === 'first' ? expected.count : 0 }])
        expect(kept.last_error).toBeNull()
        expect(kept.last_fetched).not.toBeNull()
        if (expected.hint) expect(kept.hint).toMatch(expected.hint)
        else expect(kept.hint).toBeNull()
        if (expected.feedTitle) expect(kept.title).toBe(expected.feedTitle)
      }
      if (expected.fault || expected.count === undefined || expected.count > 200) return
      const entries = await entriesOf(feed.id)
      expect(entries).toHaveLength(expected.count)
      expect(entries.every((entry) => entry.status === 'open' && entry.source === 'feed')).toBe(true)
      if (expected.titles) expect(entries.map((entry) => entry.title)).toEqual(expected.titles)
      if (expected.urls)
        expect(entries.map((entry) => entry.url)).toEqual(
          expected.urls.map((url) => url?.replace('{server}', server.url) ?? null),
        )
    },
  )

  test('[INT-8] a server that never responds is given up after ten seconds', async () => {
    const feed = await add(`${server.url}/hang`)
    const { status, body } = await importNow(feed.id)
    expect([status, body.code]).toEqual([422, 'feed_failed'])
    expect(body.message).toMatch(HANGING_FEED.fault ?? '')
  })

  test('[RUL-17] the same page in two feeds is one entry, whatever tracking parameters its address has', async () => {
    const [a, b] = [await add(`${server.url}/seite-a`), await add(`${server.url}/seite-b`)]
    expect((await importNow(a.id)).body.count).toBe(1)
    expect((await importNow(b.id)).body.count).toBe(0)
  })

  test('[RUL-17] only new entries are counted; deleted ones do not come back', async () => {
    const feed = await add(`${server.url}/wechselnd`)
    expect((await importNow(feed.id)).body.count).toBe(1)
    const [entry] = await entriesOf(feed.id)
    await owner.call('DELETE', `/api/inbox/${entry?.id}`)
    await owner.call('DELETE', `/api/trash/inbox/${entry?.id}`)
    changing.body = same('https://wechsel.example/1', 'Eins').replace(
      '</channel>',
      '<item><title>Zwei</title><link>https://wechsel.example/2</link></item></channel>',
    )
    expect((await importNow(feed.id)).body.count).toBe(1)
    expect((await entriesOf(feed.id)).map((item) => item.title)).toEqual(['Zwei'])
  })

  test('[RUL-17] two concurrent imports of one feed add every entry once', async () => {
    const feed = await add(`${server.url}/wettlauf`)
    const answers = await Promise.all([importNow(feed.id), importNow(feed.id), importNow(feed.id)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(answers.map(({ body }) => body.count).sort((a, b) => a - b)).toEqual([0, 0, 1])
    expect(await entriesOf(feed.id)).toHaveLength(1)
  })

  test('[INT-8] the second import of the corpus uses conditional requests', () => {
    expect(server.notModified).toEqual(['etag'])
  })

  test('[INT-8] unknown and deleted feeds are 404, an invalid id is 400', async () => {
    const feed = await add(`${server.url}/rss-2?weg`)
    await owner.call('DELETE', `/api/feeds/${feed.id}`)
    expect((await importNow(feed.id)).status).toBe(404)
    expect((await importNow('01919191-9191-7191-9191-919191919191')).status).toBe(404)
    expect((await importNow('x')).body).toMatchObject({ code: 'validation_failed', fields: [{ field: 'feedId' }] })
    expect((await owner.call('POST', '/functions/v1/import-rss-feed', '{')).body.code).toBe('invalid_json')
    expect((await app.call('POST', '/functions/v1/import-rss-feed', { feedId: feed.id })).status).toBe(401)
  })
})

test('[RUL-36] [INT-8] feeds in the own network are refused unless the operator allows them', async () => {
  const strict = await startTestApp()
  try {
    const account = await strict.register()
    for (const url of [
      `${server.url}/rss-2`,
      'http://localhost:1234/',
      'http://[::1]:3000/',
      'http://169.254.169.254/',
    ]) {
      const { body: feed } = await account.call('POST', '/api/feeds', { url })
      const { status, body } = await account.call('POST', '/functions/v1/import-rss-feed', { feedId: feed.id })
      expect([status, body.code], url).toEqual([422, 'feed_failed'])
      expect(body.message, url).toContain('internen Netz')
    }
  } finally {
    await strict.stop()
  }
})
