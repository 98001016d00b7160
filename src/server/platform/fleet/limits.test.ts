import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DIALECT, startTestApp, type TestApp } from '../../../../tests/support/test-app.ts'
import type { RateLimit } from '../../config.ts'
import { addressKey } from '../http/client-address.ts'
import { SKEW_MS } from '../job.ts'
import type { Db } from '../db/db.ts'
import { createLimits, sweepLimits } from './limits.ts'

let app: TestApp
/** A second instance; a SQLite file has only one. */
let beside: TestApp
beforeAll(async () => {
  app = await startTestApp()
  beside = DIALECT === 'postgres' ? await startTestApp({ beside: app }) : app
})
afterAll(async () => {
  if (beside !== app) await beside.stop()
  await app.stop()
})

const LIMITS = {
  few: { count: 3, seconds: 30 },
  one: { count: 1, seconds: 300 },
  ten: { count: 10, seconds: 300 },
  many: { count: 300, seconds: 60 },
} as const
/** The limits of one instance, at a time set by the test. */
function limitsAt(
  clock: () => number,
  { db = app.db, overrides = {}, ahead = 0 }: { db?: Db; overrides?: Record<string, RateLimit>; ahead?: number } = {},
) {
  return createLimits(LIMITS, { db, config: { rateLimits: overrides }, clock: () => new Date(clock()) }, { ahead })
}
const allowed = (waits: readonly number[]) => waits.filter((wait) => wait === 0).length

test('a burst is allowed, then one request every seconds/count, and the wait is returned', async () => {
  let now = 1_000_000
  const limits = limitsAt(() => now)
  const take = async (times: number) => {
    const waits = []
    for (let time = 0; time < times; time += 1) waits.push(await limits.take('few', 'a'))
    return waits
  }
  expect(await take(4)).toEqual([0, 0, 0, 10])
  expect(await limits.take('few', 'b')).toBe(0)
  now += 9_000
  expect(await take(1)).toEqual([1])
  now += 1_000
  expect(await take(2)).toEqual([0, 10])
  await limits.giveBack('few', 'a')
  expect(await take(2)).toEqual([0, 10])
  now += 3_600_000
  expect(await take(4)).toEqual([0, 0, 0, 10])
})

test('a limit can be switched off or set to zero', async () => {
  const limits = limitsAt(() => 0, { overrides: { few: 'off', one: { count: 0, seconds: 60 } } })
  for (let time = 0; time < 1000; time++) expect(await limits.take('few', 'off')).toBe(0)
  expect(await limits.take('one', 'shut')).toBe(60)
})

test('two instances together allow no more than one, whatever the concurrency', async () => {
  const here = limitsAt(() => 0)
  const there = beside === app ? here : limitsAt(() => 0, { db: beside.db })
  const ask = (index: number) => (index % 2 ? here : there).take('ten', 'at once')
  expect(allowed(await Promise.all(Array.from({ length: 60 }, (_, index) => ask(index))))).toBe(10)
  await Promise.all([here.giveBack('ten', 'at once'), there.giveBack('ten', 'at once')])
  expect(allowed(await Promise.all(Array.from({ length: 60 }, (_, index) => ask(index))))).toBe(2)
})

describe.runIf(DIALECT === 'sqlite')('in memory', () => {
  test('a limited client is not forgotten when many others arrive', async () => {
    const limits = limitsAt(() => 0)
    for (let index = 0; index < 49_999; index++) await limits.take('one', `${index}`)
    expect(await limits.take('one', 'a')).toBe(0)
    expect(await limits.take('one', 'a')).toBeGreaterThan(0)
  })
})

describe.runIf(DIALECT === 'postgres')('in the database', () => {
  const rows = () => app.db.selectFrom('rate_limits').select(['id', 'whole_at']).execute()
  const clear = () => app.db.deleteFrom('rate_limits').execute()

  test('stores no address, and repeats a refusal for a second without a lookup', async () => {
    await clear()
    let now = 50_000_000
    const [here, there] = [limitsAt(() => now), limitsAt(() => now, { db: beside.db })]
    expect(await here.take('one', '203.0.113.9 jemand@redaktion.example')).toBe(0)
    expect(await here.take('one', '203.0.113.9 jemand@redaktion.example')).toBe(300)
    expect(JSON.stringify(await rows())).not.toMatch(/jemand|[.@]/)
    await clear()
    expect(await here.take('one', '203.0.113.9 jemand@redaktion.example')).toBe(300)
    expect(await rows()).toEqual([])
    now += 1000
    expect(await here.take('one', '203.0.113.9 jemand@redaktion.example')).toBe(0)
    expect(await there.take('one', '203.0.113.9 jemand@redaktion.example')).toBe(300)
  })

  test('a prefetched budget counts thirty with one write, and the total stays the same', async () => {
    await clear()
    const [here, there] = [app, beside].map(({ db }) => limitsAt(() => 0, { db, ahead: 0.1 }))
    const wholeAt = async () => (await rows()).map(({ whole_at }) => whole_at)
    for (let time = 0; time < 30; time += 1) {
      expect(await here!.take('many', 'reader')).toBe(0)
      expect(await wholeAt()).toEqual([30 * 200])
    }
    const asked = Array.from({ length: 800 }, (_, index) => (index % 2 ? here! : there!).take('many', 'reader'))
    expect(allowed(await Promise.all(asked))).toBe(270)
  })

  test('an instance whose clock is behind allows nothing extra', async () => {
    const [here, behind] = [limitsAt(() => 60_000_000), limitsAt(() => 60_000_000 - SKEW_MS, { db: beside.db })]
    const asked = Array.from({ length: 300 }, () => here.take('many', 'skew'))
    expect(allowed(await Promise.all(asked))).toBe(300)
    expect(await behind.take('many', 'skew')).toBeGreaterThan(0)
  })

  test('strangers do not fill it: full budgets go first, then the least used', async () => {
    await clear()
    const limits = limitsAt(() => 0)
    for (let time = 0; time < 10; time += 1) await limits.take('ten', 'used up')
    await Promise.all(Array.from({ length: 50 }, (_, index) => limits.take('ten', `stranger ${index}`)))
    await sweepLimits(app.db, new Date(0), 5)
    expect(await rows()).toHaveLength(5)
    expect(await limitsAt(() => 0).take('ten', 'used up')).toBe(30)
    await sweepLimits(app.db, new Date(400_000))
    expect(await rows()).toEqual([])
  })
})

test('an IPv6 subscriber counts as one', () => {
  expect(addressKey('2a00:1:2:3::1')).toBe(addressKey('2a00:0001:2:3:ffff:1:2:3'))
  expect(addressKey('2a00:1:2:4::1')).not.toBe(addressKey('2a00:1:2:3::1'))
  expect(addressKey('::1')).toBe('0:0:0:0::/64')
  expect(addressKey('203.0.113.9')).toBe('203.0.113.9')
})
