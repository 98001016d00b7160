import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../tests/support/test-app.ts'
import type { RateLimit } from '../../config.ts'
import { addressKey } from '../http/client-address.ts'
import { createLimits } from './limits.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

/** The limits of one instance, at a time of the test's own. */
function limitsAt(clock: () => number, overrides: Record<string, RateLimit> = {}) {
  return createLimits(
    { few: { count: 3, seconds: 30 }, one: { count: 1, seconds: 300 } },
    { db: app.db, config: { rateLimits: overrides }, clock: () => new Date(clock()) },
  )
}

test('a burst is allowed, then one request every seconds/count, and it says when', async () => {
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

test('a limit can be switched off or shut', async () => {
  const limits = limitsAt(() => 0, { few: 'off', one: { count: 0, seconds: 60 } })
  for (let time = 0; time < 1000; time++) expect(await limits.take('few', 'off')).toBe(0)
  expect(await limits.take('one', 'shut')).toBe(60)
})

test('nobody who is limited is forgotten when many others come by', async () => {
  const limits = limitsAt(() => 0)
  for (let index = 0; index < 49_999; index++) await limits.take('one', `${index}`)
  expect(await limits.take('one', 'a')).toBe(0)
  expect(await limits.take('one', 'a')).toBeGreaterThan(0)
})

test('an IPv6 subscriber counts as one', () => {
  expect(addressKey('2a00:1:2:3::1')).toBe(addressKey('2a00:0001:2:3:ffff:1:2:3'))
  expect(addressKey('2a00:1:2:4::1')).not.toBe(addressKey('2a00:1:2:3::1'))
  expect(addressKey('::1')).toBe('0:0:0:0::/64')
  expect(addressKey('203.0.113.9')).toBe('203.0.113.9')
})
