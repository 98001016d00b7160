import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startFeedServer, type FeedServer } from '../../../../tests/support/feeds/feed-server.ts'
import { HOSTILE_FEEDS } from '../../../../tests/support/feeds/hostile.ts'
import { run } from './read-feed.job.ts'
import { startTestApp, type TestAccount, type TestApp } from '../../../../tests/support/test-app.ts'

let app: TestApp
let owner: TestAccount
let server: FeedServer

beforeAll(async () => {
  server = await startFeedServer(
    HOSTILE_FEEDS.map(({ body, size, type }, index) => ({
      name: String(index),
      body: body(size),
      headers: { 'content-type': type ?? 'application/xml' },
    })),
  )
  app = await startTestApp({ env: { ALLOW_PRIVATE_FETCH: 'true' } })
  owner = await app.register()
})
afterAll(async () => {
  await app.stop()
  await server.stop()
})

describe('hostile feeds', () => {
  // Each is so large that quadratic parsing would exceed the limit of five seconds and fail.
  test.each(HOSTILE_FEEDS.map((feed, index) => [feed.name, feed, index] as const))(
    '%s',
    async (_name, expected, index) => {
      const { body: feed } = await owner.call('POST', '/api/feeds', { url: `${server.url}/${index}` })
      const { status, body } = await owner.call('POST', '/functions/v1/import-rss-feed', { feedId: feed.id })
      if (expected.fault) {
        expect([status, body.code, body.message]).toEqual([422, 'feed_failed', expect.stringMatching(expected.fault)])
        return
      }
      expect([status, body]).toEqual([200, { count: expected.entries }])
    },
  )
})

test('a long text is decoded in pieces, and no entity is split', () => {
  for (let place = 0; place < 10; place++) {
    const tags = '&lt;i>'.repeat(Math.floor(65_536 / 6) - 1) + ' '.repeat(place)
    const item = `<item><title>T</title><description>${tags}${'&amp;uuml;'.repeat(20)}</description></item>`
    const body = new TextEncoder().encode(`<rss version="2.0"><channel><title>F</title>${item}</channel></rss>`)
    const feed = run({ body, contentType: 'application/rss+xml', url: 'https://h.example/' })
    expect(feed).toMatchObject({ entries: [{ summary: 'ü'.repeat(20) }] })
  }
})
