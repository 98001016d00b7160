import { describe, expect, test } from 'vitest'
import { appearsIn, calendarWeek, comingTime, dayAndMonth, editedTime, sinceTime, weekdayOf } from './moments.ts'

const ZONE = 'Europe/Berlin'
// Thursday, 5 March 2026, 14:32 in Berlin.
const NOW = Date.parse('2026-03-05T13:32:00Z')

describe('times of the dashboard', () => {
  test.each([
    ['2026-03-05T13:31:30Z', 'gerade eben'],
    ['2026-03-05T13:20:00Z', 'vor 12 Min.'],
    ['2026-03-05T11:30:00Z', 'vor 2 Std.'],
    ['2026-03-04T22:30:00Z', 'gestern'],
    ['2026-03-04T23:30:00Z', 'vor 14 Std.'],
    ['2026-03-03T10:00:00Z', 'Di, 3. März'],
    ['2025-03-03T10:00:00Z', '03.03.2025'],
  ])('edited %s is shown as %s', (instant, words) => {
    expect(editedTime(instant, NOW, ZONE)).toBe(words)
  })

  test.each([
    ['2026-03-05T17:00:00Z', 'erscheint in 3 Std. 28 Min.'],
    ['2026-03-05T13:40:00Z', 'erscheint in 8 Min.'],
    ['2026-03-05T14:32:00Z', 'erscheint in 1 Std.'],
    ['2026-03-05T13:31:00Z', 'erscheint jetzt'],
  ])('an article in %s is shown as %s', (instant, words) => {
    expect(appearsIn(instant, NOW)).toBe(words)
  })

  test('coming and lasting times', () => {
    expect(comingTime('2026-03-05T17:00:00Z', NOW, ZONE)).toBe('heute, 18:00')
    expect(comingTime('2026-03-06T07:00:00Z', NOW, ZONE)).toBe('morgen, 08:00')
    expect(comingTime('2026-03-10T07:00:00Z', NOW, ZONE)).toBe('Di, 10. März')
    expect(sinceTime('2026-03-05T08:12:00Z', NOW, ZONE)).toBe('seit 09:12')
    expect(sinceTime('2026-03-04T08:12:00Z', NOW, ZONE)).toBe('seit gestern')
    expect(dayAndMonth('2026-03-01T23:30:00Z', ZONE)).toBe('02.03.')
    expect(weekdayOf('2026-03-05')).toEqual({ weekday: 'Do', number: '5' })
  })

  test.each([
    ['2026-03-05', 10],
    ['2026-03-09', 11],
    ['2026-12-31', 53],
    ['2027-01-01', 53],
    ['2027-01-04', 1],
    ['2024-12-30', 1],
  ])('%s is in calendar week %i', (day, week) => {
    expect(calendarWeek(day)).toBe(week)
  })
})
