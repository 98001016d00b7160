import { expect, test } from 'vitest'
import { UNREADABLE_INSTANT } from './instants.ts'
import { instantOfWallTime, shownDay, wallTimeOfInstant } from './wall-time.ts'

const BERLIN = 'Europe/Berlin'

test('an ordinary time, winter and summer', () => {
  expect(instantOfWallTime('2026-03-09T08:00', BERLIN)).toEqual({
    instant: '2026-03-09T07:00:00.000Z',
    skipped: false,
    repeated: false,
  })
  expect(instantOfWallTime('2026-07-01T08:00', BERLIN)).toEqual({
    instant: '2026-07-01T06:00:00.000Z',
    skipped: false,
    repeated: false,
  })
})

test('a time in the spring gap means one hour later and says so (RUL-3)', () => {
  expect(instantOfWallTime('2027-03-28T02:30', BERLIN)).toEqual({
    instant: '2027-03-28T01:30:00.000Z',
    skipped: true,
    repeated: false,
  })
  expect(wallTimeOfInstant('2027-03-28T01:30:00.000Z', BERLIN)).toBe('2027-03-28T03:30')
})

test('a doubled hour means the first (RUL-3)', () => {
  expect(instantOfWallTime('2027-10-31T02:30', BERLIN)).toEqual({
    instant: '2027-10-31T00:30:00.000Z',
    skipped: false,
    repeated: true,
  })
  expect(instantOfWallTime('2027-10-31T03:30', BERLIN)?.repeated).toBe(false)
})

test('other zones, half hours and midnight', () => {
  expect(instantOfWallTime('2026-01-01T00:00', 'Asia/Kolkata')?.instant).toBe('2025-12-31T18:30:00.000Z')
  expect(instantOfWallTime('2026-11-01T01:30', 'America/New_York')?.instant).toBe('2026-11-01T05:30:00.000Z')
  expect(instantOfWallTime('2026-03-08T02:15', 'America/New_York')).toEqual({
    instant: '2026-03-08T07:15:00.000Z',
    skipped: true,
    repeated: false,
  })
  for (const zone of [BERLIN, 'Asia/Kolkata', 'Pacific/Apia', 'America/St_Johns']) {
    expect(instantOfWallTime(wallTimeOfInstant('2026-06-15T12:34:00.000Z', zone), zone)?.instant).toBe(
      '2026-06-15T12:34:00.000Z',
    )
  }
})

test('what is no date is null', () => {
  for (const wall of ['', '2026-13-01T10:00', 'morgen', '2026-01-01'])
    expect(instantOfWallTime(wall, BERLIN)).toBeNull()
})

test('years before 1900 are those they are, and clocks that show no year of four digits stop at the first and last moment', () => {
  // Berlin's clocks followed the sun until 1893: 53 minutes and 28 seconds before UTC.
  expect(instantOfWallTime('1000-06-01T12:00', BERLIN)?.instant).toBe('1000-06-01T11:06:32.000Z')
  expect(wallTimeOfInstant('1099-05-05T00:00:00.000Z', BERLIN)).toBe('1099-05-05T00:53')
  expect(instantOfWallTime('1000-06-01T12:00', 'UTC')?.instant).toBe('1000-06-01T12:00:00.000Z')
  for (const wall of [
    '0000-01-01T00:00',
    '0001-01-01T00:00',
    '0099-05-05T00:00',
    '0999-12-31T23:59',
    '1000-01-01T00:00',
  ])
    expect(instantOfWallTime(wall, BERLIN)).toBeNull()
  expect(wallTimeOfInstant('9999-12-31T23:30:00.000Z', BERLIN)).toBe('9999-12-31T23:59')
  expect(wallTimeOfInstant('1000-01-01T00:00:00.000Z', 'America/New_York')).toBe('1000-01-01T00:00')
  expect(shownDay('9999-12-31T23:30:00.000Z', BERLIN)).toBe('9999-12-31')
  expect(wallTimeOfInstant(UNREADABLE_INSTANT, BERLIN)).toBe('1000-01-01T00:00')
})
