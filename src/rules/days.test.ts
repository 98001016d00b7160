import { describe, expect, test } from 'vitest'
import {
  addMonths,
  addMonthsToDay,
  clockChange,
  dayNumber,
  isoWeek,
  monthName,
  readMonth,
  spanOf,
  weekdayOf,
  weeksOf,
} from './days.ts'

describe('the days of a month', () => {
  test('[CAL-1] weeks begin on Monday and are always six', () => {
    const weeks = weeksOf('2026-03')
    expect(weeks).toHaveLength(6)
    expect(weeks[0]).toEqual([
      '2026-02-23',
      '2026-02-24',
      '2026-02-25',
      '2026-02-26',
      '2026-02-27',
      '2026-02-28',
      '2026-03-01',
    ])
    expect(weeks.at(-1)?.at(-1)).toBe('2026-04-05')
    expect(weeksOf('2027-02')[0]?.[0]).toBe('2027-02-01')
    expect(weekdayOf('2026-03-01')).toBe(6)
  })

  test('weeks are counted by ISO 8601 at the turn of the year', () => {
    expect(['2026-01-01', '2025-12-29', '2027-01-01', '2021-01-03', '2020-12-31', '2026-03-09'].map(isoWeek)).toEqual([
      1, 1, 53, 53, 53, 11,
    ])
  })

  test('months are added over the turn of the year, days stay inside their month', () => {
    expect(addMonths('2026-12', 1)).toBe('2027-01')
    expect(addMonths('2026-01', -1)).toBe('2025-12')
    expect(addMonthsToDay('2026-01-31', 1)).toBe('2026-02-28')
    expect(addMonthsToDay('2026-03-31', -1)).toBe('2026-02-28')
  })

  test('the span is that of the site’s zone, on both sides of a change of clocks', () => {
    expect(spanOf(weeksOf('2026-03'), 'Europe/Berlin')).toEqual({
      from: '2026-02-22T23:00:00.000Z',
      to: '2026-04-05T22:00:00.000Z',
    })
    expect(clockChange('2026-03-29', 'Europe/Berlin')).toBe('Sommerzeit')
    expect(clockChange('2026-10-25', 'Europe/Berlin')).toBe('Winterzeit')
    expect(clockChange('2026-03-28', 'Europe/Berlin')).toBeNull()
  })

  test('an address that names no month is ignored', () => {
    expect(readMonth('2026-03')).toBe('2026-03')
    for (const wrong of ['2026-13', '2026-3', '0001-01', 'März', '2026-03-01', undefined]) {
      expect(readMonth(wrong)).toBeNull()
    }
  })

  test('names are German', () => {
    expect(monthName('2026-03')).toBe('März 2026')
    expect(dayNumber('2026-03-01')).toBe('1. März')
    expect(dayNumber('2026-03-09')).toBe('9')
  })
})
