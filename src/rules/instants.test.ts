import { expect, test } from 'vitest'
import { instantAt, storedDay, storedInstant, UNREADABLE_INSTANT } from './instants.ts'

test('a stored instant is one of the years 1000 to 9999 and of a day there is; all else is unreadable', () => {
  for (const stored of [
    '1000-01-01T00:00:00.000Z',
    '2026-03-09T08:00:00Z',
    '2024-02-29T23:59:59.123456Z',
    '2026-12-31T00:00:00.000Z',
    '9999-12-31T23:59:59.999Z',
  ])
    expect(storedInstant(stored)).toBe(stored)
  for (const stored of [
    '0001-01-01T00:00:00.000Z',
    '0999-12-31T23:59:59.999Z',
    '+010000-01-01T00:00:00.000Z',
    '-001899-01-01T00:06:32.000Z',
    '2026-02-29T00:00:00.000Z',
    '2026-04-31T00:00:00.000Z',
    '2026-13-01T00:00:00.000Z',
    '2026-01-01T24:00:00.000Z',
    '2026-01-01 00:00:00',
    'NaN',
    '',
  ])
    expect(storedInstant(stored), stored).toBe(UNREADABLE_INSTANT)
  expect(['2026-03-31', '2026-02-29', '0001-01-01', ''].map(storedDay)).toEqual([
    '2026-03-31',
    '1000-01-01',
    '1000-01-01',
    '1000-01-01',
  ])
})

test('a time outside the years 1000 to 9999 is no instant', () => {
  expect(instantAt(0)).toBe('1970-01-01T00:00:00.000Z')
  expect(instantAt(-30_610_224_000_000)).toBe('1000-01-01T00:00:00.000Z')
  for (const time of [-30_610_224_000_001, 253_402_300_800_000, 8e15, -8e15, 1e300, Number.NaN, Infinity])
    expect(instantAt(time), String(time)).toBeNull()
})
