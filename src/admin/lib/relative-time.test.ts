import { expect, test } from 'vitest'
import { relativeTime } from './relative-time.ts'

const at = (now: string, instant: string, zone = 'Europe/Berlin') => relativeTime(instant, Date.parse(now), zone)

test('[WEEK-13] days are those of the calendar: on 22 November the 24th is in 2 Tagen at any hour', () => {
  // 09:00 on 24 November in Berlin, asked for at each hour of the 22nd.
  for (let hour = 0; hour < 24; hour += 1) {
    const now = new Date(Date.parse('2026-11-21T23:00:30Z') + hour * 3_600_000).toISOString()
    expect(at(now, '2026-11-24T08:00:00Z')).toBe('in 2 Tagen')
    expect(at(now, '2026-11-20T08:00:00Z')).toBe('vor 2 Tagen')
  }
})

test('tomorrow and yesterday begin at midnight of the zone', () => {
  expect(at('2026-11-22T20:00:00Z', '2026-11-22T23:30:00Z')).toBe('morgen')
  expect(at('2026-11-22T20:00:00Z', '2026-11-22T23:30:00Z', 'UTC')).toBe('in 4 Stunden')
  expect(at('2026-11-22T00:30:00Z', '2026-11-21T20:00:00Z')).toBe('gestern')
})

test('minutes and hours of the same day, months, years, and the days of a change of clocks', () => {
  expect(at('2026-11-22T10:00:00Z', '2026-11-22T10:00:40Z')).toBe('gerade eben')
  expect(at('2026-11-22T22:50:00Z', '2026-11-22T23:10:00Z')).toBe('in 20 Minuten')
  expect(at('2026-11-22T10:00:00Z', '2026-11-22T08:00:00Z')).toBe('vor 2 Stunden')
  expect(at('2026-11-22T10:00:00Z', '2027-01-22T10:00:00Z')).toBe('in 2 Monaten')
  expect(at('2026-11-22T10:00:00Z', '2024-11-01T10:00:00Z')).toBe('vor 2 Jahren')
  expect(at('2027-03-26T23:30:00Z', '2027-03-28T22:30:00Z')).toBe('in 2 Tagen')
})
