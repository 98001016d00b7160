import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestAccount, type TestApp } from '../../../../../tests/support/test-app.ts'
import { readConfig } from '../../../config.ts'
import { readSettings } from '../../../settings/settings.service.ts'
import { PageCache } from './page-cache.ts'
import { PageMaker } from './page-maker.ts'
import { Overloaded } from '../../../platform/slots.ts'
import { workerJob } from '../../../platform/workers/worker-pool.ts'
import type { PageSource } from '../pages/site-source.ts'
import type { run } from '../../../../../tests/support/workers/odd.job.ts'
import { closedGate } from '../../../../../tests/support/workers/gate.ts'

let app: TestApp
let owner: TestAccount

beforeAll(async () => {
  app = await startTestApp()
  owner = await app.register()
})
afterAll(() => app.stop())

function maker() {
  const cache = new PageCache(1 << 20)
  return { cache, pages: new PageMaker({ db: app.db, config: readConfig({ DATA_DIR: app.dataDir }) }, cache) }
}

/** Renderings that start and end on demand. */
function heldRenderings() {
  const begun: { end: (html: string) => void }[] = []
  const make = async () => {
    const { promise, resolve } = Promise.withResolvers<string>()
    begun.push({ end: resolve })
    return { body: await promise, tags: ['list'] }
  }
  return { begun, make }
}

test('[RUL-40] concurrent requests share a rendering; a request after a change gets a new one, and the old one is not stored', async () => {
  const { cache, pages } = maker()
  const { begun, make } = heldRenderings()
  const [first, second] = [pages.get('/a', make), pages.get('/a', make)]
  await expect.poll(() => begun.length).toBe(1)
  cache.dropAll()
  const [third, fourth] = [pages.get('/a', make), pages.get('/a', make)]
  await expect.poll(() => begun.length).toBe(2)
  begun[0]!.end('alt')
  // The first one is made again.
  await expect.poll(() => begun.length).toBe(3)
  expect(cache.get('/a')).toBeUndefined()
  const fifth = pages.get('/a', make)
  for (const { end } of begun) end('neu')
  for (const page of await Promise.all([first, second, third, fourth, fifth]))
    expect(page?.plain.body.toString()).toBe('neu')
  expect(cache.get('/a')?.plain.body.toString()).toBe('neu')
  expect(await pages.get('/a', make)).toBe(cache.get('/a'))
  expect(begun.length).toBe(3)
})

describe('[RUL-40] a page from which something is taken away while it is made', () => {
  let { cache, pages } = {} as ReturnType<typeof maker>
  beforeAll(() => void ({ cache, pages } = maker()))
  /** Makes a page during which `change` happens, and reads a title before and after it. */
  const madeDuring = async (change: (times: number) => unknown) => {
    let times = 0
    const make = async ({ db }: PageSource) => {
      const before = (await readSettings(db)).site_title
      await change((times += 1))
      return { body: `${before} ${(await readSettings(db)).site_title}`, tags: ['article:1'] }
    }
    return { body: (await pages.get('/b', make))?.plain.body.toString(), times }
  }
  const name = (site_title: string) => owner.call('PATCH', '/api/settings', { site_title })
  beforeEach(async () => {
    await name('Alt')
    cache.dropAll()
  })

  test('is made again of the database at one instant, whatever changes then', async () => {
    const made = await madeDuring(async (times) => {
      await name(`Neu ${times}`)
      cache.drop(['article:1'])
    })
    expect(made).toEqual({ body: 'Neu 1 Neu 1', times: 2 })
    expect(cache.get('/b')).toBeUndefined()
  })

  test('is kept if nothing changed the second time', async () => {
    expect((await madeDuring((times) => times === 1 && cache.drop(['article:1']))).times).toBe(2)
    expect(cache.get('/b')?.plain.body.toString()).toBe('Alt Alt')
  })

  test('is made once where the change concerns other pages, or only adds', async () => {
    expect((await madeDuring(() => cache.drop(['article:2']))).times).toBe(1)
    cache.dropAll()
    expect((await madeDuring(() => cache.drop(['article:1'], null, true))).times).toBe(1)
    expect(cache.get('/b')).toBeUndefined()
  })

  test('concerns results that are not cached, of which no tags are known', async () => {
    let times = 0
    await pages.take(async (source) => {
      await source()
      times += 1
      cache.drop(['article:2'])
    })
    expect(times).toBe(2)
  })
})

test('queued renderings use the data at their start', async () => {
  const { cache, pages } = maker()
  const { begun, make } = heldRenderings()
  const before = Array.from({ length: 8 }, (_, index) => pages.get(`/${index}`, make))
  await expect.poll(() => begun.length).toBe(8)
  const waiting = pages.get('/wartet', make)
  cache.drop(['list'], null, true)
  for (const { end } of begun) end('alt')
  await Promise.all(before)
  await expect.poll(() => begun.length).toBe(9)
  begun[8]!.end('neu')
  expect((await waiting)?.plain.body.toString()).toBe('neu')
  expect([cache.size, cache.get('/wartet') === undefined]).toEqual([1, false])
})

test('a few run at once, some wait, and more are refused instead of filling the memory', async () => {
  const { pages } = maker()
  const { begun, make } = heldRenderings()
  const asked = Array.from({ length: 1000 }, (_, index) =>
    pages.get(`/${index}`, make).catch((error: unknown) => error),
  )
  await expect.poll(() => begun.length).toBe(8)
  let ended = 0
  const finishing = Promise.all(asked)
  while (ended < 257) {
    await expect.poll(() => begun.length).toBeGreaterThan(ended)
    begun[ended++]!.end('Seite')
  }
  const answers = await finishing
  expect(answers.filter((answer) => answer instanceof Overloaded).length).toBe(1000 - 257)
  expect(begun.length).toBe(257)
})

const odd = workerJob<typeof run>(new URL('../../../../../tests/support/workers/odd.job.ts', import.meta.url))

test('long pages that wait for a worker delay neither short ones nor other lanes', async () => {
  const { pages } = maker()
  const { gate, open } = closedGate()
  const long = Array.from({ length: 30 }, (_, index) =>
    pages.get(`/lang/${index}`, async ({ inWorker }) => ({
      body: String(await inWorker(odd, { kind: 'held', gate, value: index })),
      tags: [],
    })),
  )
  const short = await pages.get('/kurz', async () => ({ body: 'kurz', tags: [] }))
  expect(short?.plain.body.toString()).toBe('kurz')
  for (const lane of ['machines', 'previews'] as const) {
    const work = async (source: () => Promise<PageSource>) =>
      (await source()).inWorker(odd, { kind: 'echo', value: lane })
    expect(await pages.take(work, lane)).toBe(lane)
  }
  open()
  expect((await Promise.all(long)).map((page) => page?.plain.body.toString())).toEqual(
    long.map((_, index) => `${index}`),
  )
})
