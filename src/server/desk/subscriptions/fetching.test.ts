import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseOpml as parseWithFeedsmith } from 'feedsmith'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Subscription } from '../../../contract/subscriptions.ts'
import { startTwoInstances, type TwoInstances } from '../../../../tests/support/two-instances.ts'
import type { TestApp } from '../../../../tests/support/test-app.ts'
import { readConfig } from '../../config.ts'
import { createLog } from '../../platform/log.ts'
import { changesOf } from '../../platform/db/transaction.ts'
import { nextFetch, retryAfter } from './fetch-times.ts'
import { fetchFeeds } from '../../schedule.ts'
import { feedNewsOf, type FeedNews } from './fetch-feed.service.ts'

let both: TwoInstances
let server: Server
let site: string
/** Responses by path; each may change between requests. */
let pages: Record<string, (request: IncomingMessage, response: ServerResponse) => void> = {}
let requests: { path: string; headers: IncomingMessage['headers'] }[] = []
const news: FeedNews[] = []

beforeAll(async () => {
  server = createServer((request, response) => {
    const path = request.url ?? ''
    requests.push({ path, headers: request.headers })
    const page = pages[path]
    if (page) page(request, response)
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  both = await startTwoInstances({ ALLOW_PRIVATE_FETCH: 'true' })
  for (const { db } of new Set([both.app, both.beside]))
    changesOf(db).onChange(async (_tx, change) => {
      const found = feedNewsOf(change)
      if (found) news.push(found)
    })
})
afterAll(async () => {
  await both.stop()
  server.closeAllConnections()
  server.close()
})
beforeEach(async () => {
  const { body } = await both.owner.call('GET', '/api/feeds?limit=200')
  for (const { id } of body.items) await both.owner.call('DELETE', `/api/feeds/${id}`)
  pages = {}
  requests = []
  news.length = 0
})

const rss = (...titles: string[]) =>
  `<rss version="2.0"><channel><title>Feed</title>${titles.map((title) => `<item><title>${title}</title><link>https://eintrag.example/${title}</link></item>`).join('')}</channel></rss>`
const gives =
  (body: string, headers: Record<string, string> = {}, status = 200) =>
  (_request: IncomingMessage, response: ServerResponse) =>
    void response.writeHead(status, { 'content-type': 'application/rss+xml', ...headers }).end(body)
const add = async (path: string): Promise<string> =>
  (await both.owner.call('POST', '/api/feeds', { url: `${site}${path}` })).body.id
const get = async (id: string): Promise<Subscription> => (await both.owner.call('GET', `/api/feeds/${id}`)).body
const state = async () => (await both.owner.call('GET', '/api/feeds/fetches')).body

const START = Date.parse('2026-03-02T08:00:00.000Z')
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const at = (ms: number) => new Date(START + ms).toISOString()

/** The job on one instance, this long after the start. */
function job(after: number, app: TestApp = both.app) {
  const runtime = {
    db: app.db,
    config: readConfig({ DATA_DIR: app.dataDir, ALLOW_PRIVATE_FETCH: 'true' }),
    log: createLog('silent'),
    clock: () => new Date(START + after),
  } as Parameters<typeof fetchFeeds.run>[0]
  return { run: () => fetchFeeds.run(runtime), hasWork: () => fetchFeeds.hasWork?.(runtime) }
}
/** Sets the clock of both instances. */
const clock = (after?: number) => {
  for (const app of [both.app, both.beside]) app.setClock(after === undefined ? undefined : at(after))
}
/** Adds a feed at the start. */
const addAtStart = async (path: string) => {
  clock(0)
  const id = await add(path)
  clock()
  return id
}

describe('feeds fetched by themselves', () => {
  test('[WEEK-22] [RUL-106] a feed is fetched hourly by default, daily if so chosen, and not at all', async () => {
    for (const path of ['/stunde', '/tag', '/nie']) pages[path] = gives(rss(path.slice(1)))
    const [hourly, daily, never] = [await addAtStart('/stunde'), await addAtStart('/tag'), await addAtStart('/nie')]
    expect((await get(hourly)).fetch_every).toBe('hourly')
    clock(0)
    expect((await both.owner.call('PATCH', `/api/feeds/${daily}`, { fetch_every: 'daily' })).body.fetch_every).toBe(
      'daily',
    )
    const off = await both.owner.call('PATCH', `/api/feeds/${never}`, { fetch_every: 'off' })
    expect(off.body).toMatchObject({ fetch_every: 'off', next_fetch_at: null })
    clock()
    await job(HOUR).run()
    expect(requests.map(({ path }) => path).sort()).toEqual(['/stunde', '/tag'])
    expect(await get(hourly)).toMatchObject({ last_fetched: at(HOUR), next_fetch_at: at(2 * HOUR) })
    expect(await get(daily)).toMatchObject({ last_fetched: at(HOUR), next_fetch_at: at(25 * HOUR) })
    expect(await job(2 * HOUR - 1).hasWork()).toBe(false)
    await job(2 * HOUR).run()
    expect(requests.map(({ path }) => path).sort()).toEqual(['/stunde', '/stunde', '/tag'])
    const invalid = await both.owner.call('PATCH', `/api/feeds/${never}`, { fetch_every: 'weekly' })
    expect([invalid.status, invalid.body.fields[0].field]).toEqual([400, 'fetch_every'])
  })

  test('[WEEK-22] new entries belong to the subscriber, and a request says what the server sent before', async () => {
    pages['/marken'] = gives(rss('Marke'), { etag: '"v1"', 'last-modified': 'Mon, 02 Mar 2026 07:00:00 GMT' })
    const id = await addAtStart('/marken')
    await job(HOUR).run()
    const { body } = await both.owner.call('GET', '/api/inbox?limit=1')
    expect(body.items[0]).toMatchObject({ title: 'Marke', source: 'feed', author_id: both.owner.id })
    pages['/marken'] = (_request, response) => void response.writeHead(304).end()
    await job(2 * HOUR).run()
    expect(requests[1]?.headers).toMatchObject({
      'if-none-match': '"v1"',
      'if-modified-since': 'Mon, 02 Mar 2026 07:00:00 GMT',
    })
    expect(await get(id)).toMatchObject({ last_fetched: at(2 * HOUR), next_fetch_at: at(3 * HOUR), last_error: null })
  })

  test('[WEEK-22] pauses double to a day after faults, the series is news once, and its end is news', async () => {
    pages['/kaputt'] = gives('', {}, 503)
    const id = await addAtStart('/kaputt')
    const hours = []
    let now = HOUR
    for (let fault = 0; fault < 7; fault++) {
      await job(now).run()
      const { next_fetch_at, failing_since, last_error, last_fetched } = await get(id)
      expect([failing_since, last_fetched]).toEqual([at(HOUR), null])
      expect(last_error).toContain('503')
      hours.push((Date.parse(next_fetch_at ?? '') - START - now) / HOUR)
      now = Date.parse(next_fetch_at ?? '') - START
    }
    expect(hours).toEqual([1, 2, 4, 8, 16, 24, 24])
    expect(news).toEqual([{ kind: 'feed-broken', name: `${site}/kaputt`, reason: expect.stringContaining('503') }])
    expect(await state()).toMatchObject({ feeds: 1, broken: 1 })
    pages['/kaputt'] = gives(rss('Geheilt'))
    await job(now).run()
    expect(news.slice(1)).toEqual([{ kind: 'feed-mended' }])
    expect(await get(id)).toMatchObject({ failing_since: null, last_error: null, next_fetch_at: at(now + HOUR) })
    pages['/kaputt'] = gives('', {}, 500)
    await job(now + HOUR).run()
    expect(news.map(({ kind }) => kind)).toEqual(['feed-broken', 'feed-mended', 'feed-broken'])
  })

  test('[WEEK-22] concurrent faults of one feed are one news', async () => {
    pages['/wettlauf'] = gives('', {}, 500)
    const id = await add('/wettlauf')
    const calls = Array.from({ length: 8 }, () =>
      both.owner.call('POST', '/functions/v1/import-rss-feed', { feedId: id }),
    )
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(Array(8).fill(422))
    expect(news).toHaveLength(1)
    // Nobody who presses the button eight times waits for a day.
    const { next_fetch_at } = await get(id)
    expect(Date.parse(next_fetch_at ?? '')).toBeLessThan(Date.now() + HOUR)
  })

  test('[WEEK-22] Retry-After is respected, also when all feeds are requested', async () => {
    pages['/warten'] = gives('', { 'retry-after': String(3 * 3600) }, 429)
    pages['/datum'] = gives('', { 'retry-after': new Date(START + 6 * HOUR).toUTCString() }, 503)
    const [seconds, date] = [await addAtStart('/warten'), await addAtStart('/datum')]
    await job(HOUR).run()
    expect((await get(seconds)).next_fetch_at).toBe(at(4 * HOUR))
    expect((await get(date)).next_fetch_at).toBe(at(6 * HOUR))
    clock(2 * HOUR)
    expect((await both.owner.call('POST', '/api/feeds/fetches')).body).toEqual({ requested: 0, since: at(2 * HOUR) })
    // A shorter interval does not come before it either.
    await both.owner.call('PATCH', `/api/feeds/${date}`, { fetch_every: 'hourly' })
    expect((await get(date)).next_fetch_at).toBe(at(6 * HOUR))
    clock(4 * HOUR)
    expect((await both.owner.call('POST', '/api/feeds/fetches')).body.requested).toBe(1)
    clock()
  })

  test('[WEEK-22] a feed that is gone (410) is not fetched by itself again until somebody wants it', async () => {
    pages['/weg'] = gives('', {}, 410)
    const id = await addAtStart('/weg')
    await job(HOUR).run()
    expect(await get(id)).toMatchObject({ gone_at: at(HOUR), next_fetch_at: null })
    expect(await job(1000 * HOUR).hasWork()).toBe(false)
    clock(2 * HOUR)
    expect((await both.owner.call('POST', '/api/feeds/fetches')).body.requested).toBe(0)
    await both.owner.call('PATCH', `/api/feeds/${id}`, { fetch_every: 'daily' })
    clock()
    pages['/weg'] = gives(rss('Zurück'))
    await job(2 * HOUR).run()
    expect(await get(id)).toMatchObject({ gone_at: null, last_error: null, last_fetched: at(2 * HOUR) })
  })

  test('[WEEK-22] a feed left by an ended instance is fetched again when its claim ends', async () => {
    pages['/liegen'] = gives(rss('Liegen geblieben'))
    const id = await addAtStart('/liegen')
    await both.app.db
      .updateTable('rss_feeds')
      .set({ claimed_until: at(HOUR + 2 * MINUTE) })
      .where('id', '=', id)
      .execute()
    expect(await job(HOUR + MINUTE).hasWork()).toBe(false)
    await job(HOUR + MINUTE).run()
    expect(requests).toEqual([])
    await job(HOUR + 3 * MINUTE).run()
    expect((await get(id)).last_fetched).toBe(at(HOUR + 3 * MINUTE))
  })

  test('[WEEK-22] instances that run the job at the same time fetch each feed once', async () => {
    const paths = Array.from({ length: 30 }, (_, n) => `/viele/${n}`)
    for (const path of paths) {
      pages[path] = gives(rss(path))
      await addAtStart(path)
    }
    await Promise.all([both.app, both.beside, both.app, both.beside].map((app) => job(HOUR, app).run()))
    expect(requests.map(({ path }) => path).sort()).toEqual(paths.toSorted())
  })

  test('[WEEK-22] a server that does not respond delays no other feed', async () => {
    const slow = Promise.withResolvers<ServerResponse>()
    pages['/langsam'] = (_request, response) => slow.resolve(response)
    await addAtStart('/langsam')
    const others: string[] = []
    for (let n = 0; n < 12; n++) {
      pages[`/schnell/${n}`] = gives(rss(`Schnell ${n}`))
      others.push(await addAtStart(`/schnell/${n}`))
    }
    const running = job(HOUR).run()
    const response = await slow.promise
    await expect
      .poll(async () => (await Promise.all(others.map(get))).every(({ last_fetched }) => last_fetched !== null))
      .toBe(true)
    response.writeHead(200, { 'content-type': 'application/rss+xml' }).end(rss('Endlich'))
    await running
    expect(await state()).toMatchObject({ feeds: 13, broken: 0 })
  })

  test('[WEEK-22] a request for all feeds says how many wait, and what they brought', async () => {
    for (const name of ['a', 'b', 'c']) {
      pages[`/${name}`] = gives(rss(`${name}1`, `${name}2`))
      await add(`/${name}`)
    }
    pages['/c'] = gives('<html></html>')
    const off = (await both.owner.call('GET', '/api/feeds?limit=1')).body.items[0].id
    await both.owner.call('PATCH', `/api/feeds/${off}`, { fetch_every: 'off' })
    const { status, body } = await both.editor.call('POST', '/api/feeds/fetches')
    expect([status, body.requested]).toEqual([201, 3])
    expect(await state()).toEqual({ feeds: 3, waiting: 3, broken: 0, entries: 0 })
    await job(Date.now() - START).run()
    const after = (await both.owner.call('GET', `/api/feeds/fetches?since=${body.since}`)).body
    expect(after).toEqual({ feeds: 3, waiting: 0, broken: 1, entries: 4 })
  })
})

test('[WEEK-22] [RUL-106] the wait that a server asks for is bounded, whatever it writes', () => {
  const now = new Date(START)
  const days = (header: string) => ((retryAfter(header, now)?.getTime() ?? Number.NaN) - START) / (24 * HOUR)
  expect(days('999999999999')).toBe(30)
  expect(days('Fri, 31 Dec 9999 23:59:59 GMT')).toBe(30)
  for (const header of [undefined, '', '0', '-5', 'bald', '1e9', 'Mon, 02 Mar 2026 07:00:00 GMT'])
    expect(retryAfter(header, now), header).toBeNull()
  expect(nextFetch('hourly', 5000, now).getTime() - START).toBe(24 * HOUR)
})

describe('OPML', () => {
  const send = (body: string | Buffer) =>
    fetch(`${both.app.url}/api/feeds/feeds.opml`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${both.editor.accessToken}`, 'Content-Type': 'text/x-opml' },
      body: typeof body === 'string' ? body : new Uint8Array(body),
    })
  const file = (outlines: string) => `<?xml version="1.0"?><opml version="1.0"><body>${outlines}</body></opml>`

  test('[WEEK-22] feeds of an OPML file are subscribed with their titles, and fetched at once', async () => {
    pages['/eins'] = gives(rss('Eins'))
    pages['/zwei'] = gives(rss('Zwei'))
    await add('/bekannt')
    const answer = await send(
      file(
        `<outline text="Ordner"><outline text="Tief"><outline text="x" title="Mein &amp; Titel" xmlUrl="${site}/eins"/></outline></outline>` +
          `<OUTLINE xmlurl='${site}/zwei'/><outline text="noch einmal" xmlUrl="${site}/eins"/>` +
          `<outline text="da" xmlUrl="${site}/bekannt"/><outline text="böse" xmlUrl="javascript:alert(1)"/>`,
      ),
    )
    expect(answer.status).toBe(201)
    expect(await answer.json()).toEqual({
      added: 2,
      known: 1,
      refused: [{ url: 'javascript:alert(1)', reason: 'Bitte eine Adresse mit http:// oder https:// angeben' }],
    })
    expect(await state()).toMatchObject({ feeds: 3, waiting: 2 })
    await job(Date.now() - START).run()
    const { body } = await both.owner.call('GET', '/api/feeds')
    expect(body.items.slice(0, 2)).toMatchObject([
      { url: `${site}/eins`, title: 'Mein & Titel', author_id: both.editor.id },
      { url: `${site}/zwei`, title: 'Feed' },
    ])
  })

  test('[WEEK-22] the list as OPML is read by another parser, and by this one', async () => {
    await send(file(`<outline title="A &lt;b&gt; &quot;C&quot; ä" xmlUrl="${site}/a?x=1&amp;y=2"/>`))
    await both.owner.call('POST', '/api/feeds', { url: 'https://nutzer:geheim@feed.example/rss' })
    const answer = await both.editor.call<string>('GET', '/api/feeds/feeds.opml')
    expect(answer.headers.get('content-type')).toBe('text/x-opml; charset=utf-8')
    expect(parseWithFeedsmith(answer.body).body?.outlines).toMatchObject([
      { text: 'A <b> "C" ä', xmlUrl: `${site}/a?x=1&y=2`, type: 'rss' },
      { xmlUrl: 'https://feed.example/rss' },
    ])
    expect(await (await send(answer.body)).json()).toMatchObject({ added: 1, known: 1 })
  })

  test('[WEEK-22] other files are refused with the reason, and nothing is subscribed', async () => {
    const many = Array.from({ length: 2001 }, (_, n) => `<outline xmlUrl="https://f.example/${n}"/>`).join('')
    for (const [body, reason] of [
      ['', 'keine OPML-Datei'],
      ['<rss/>', 'keine OPML-Datei'],
      [Buffer.from([0xff, 0xd8, 0xff, 0x00]), 'keine OPML-Datei'],
      [file('<outline text="leer"/>'), 'steht kein Feed'],
      [file(many), 'mehr als 2.000 Feeds'],
    ] as const) {
      const answer = await send(body)
      expect(answer.status).toBe(400)
      expect(await answer.json()).toMatchObject({
        code: 'validation_failed',
        fields: [{ field: 'file', reason: expect.stringContaining(reason) }],
      })
    }
    expect((await send('x'.repeat(1024 * 1024 + 1))).status).toBe(413)
    expect((await state()).feeds).toBe(0)
    const latin = Buffer.from(
      `<?xml version="1.0" encoding="iso-8859-1"?><opml><outline title="Gr\xfc\xdfe" xmlUrl="https://l.example/f"/></opml>`,
      'latin1',
    )
    expect((await send(latin)).status).toBe(201)
    expect((await both.owner.call('GET', '/api/feeds')).body.items[0].title).toBe('Grüße')
  })

  test('[WEEK-22] two people who import the same file at once subscribe each feed once', async () => {
    const outlines = Array.from({ length: 40 }, (_, n) => `<outline xmlUrl="https://doppelt.example/${n}"/>`).join('')
    const answers = await Promise.all(Array.from({ length: 4 }, async () => (await send(file(outlines))).json()))
    expect(answers.map(({ added }) => added).sort((a, b) => a - b)).toEqual([0, 0, 0, 40])
    expect((await state()).feeds).toBe(40)
  })
})
