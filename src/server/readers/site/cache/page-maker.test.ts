import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../tests/support/test-app.ts'
import { readConfig } from '../../../config.ts'
import { PageCache } from './page-cache.ts'
import { PageMaker } from './page-maker.ts'
import { Overloaded } from '../../../platform/slots.ts'
import { workerJob } from '../../../platform/workers/worker-pool.ts'
import type { PageSource } from '../pages/site-source.ts'
import type { run } from '../../../../../tests/support/workers/odd.job.ts'
import { closedGate } from '../../../../../tests/support/workers/gate.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
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
    return { body: await promise, tags: [] }
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
  expect((await Promise.all([first, second])).map((page) => page?.plain.body.toString())).toEqual(['alt', 'alt'])
  expect(cache.get('/a')).toBeUndefined()
  const fifth = pages.get('/a', make)
  begun[1]!.end('neu')
  for (const page of await Promise.all([third, fourth, fifth])) expect(page?.plain.body.toString()).toBe('neu')
  expect(cache.get('/a')?.plain.body.toString()).toBe('neu')
  expect(await pages.get('/a', make)).toBe(cache.get('/a'))
  expect(begun.length).toBe(2)
})

test('queued renderings use the data at their start', async () => {
  const { cache, pages } = maker()
  const { begun, make } = heldRenderings()
  const before = Array.from({ length: 8 }, (_, index) => pages.get(`/${index}`, make))
  await expect.poll(() => begun.length).toBe(8)
  const waiting = pages.get('/wartet', make)
  cache.dropAll()
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
