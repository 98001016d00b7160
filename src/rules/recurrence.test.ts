import { describe, expect, test } from 'vitest'
import { occurrences, recurrenceWords, type Recurrence } from './recurrence.ts'

const endless = { until: null, count: null }
const tuesdays: Recurrence = { every: 'week', interval: 1, weekdays: [1], ...endless }

describe('recurrence', () => {
  test.each<[string, Recurrence, string, [string, string], string[]]>([
    [
      'jeden Dienstag',
      tuesdays,
      '2026-03-03',
      ['2026-03-01', '2026-03-20'],
      ['2026-03-03', '2026-03-10', '2026-03-17'],
    ],
    ['jeden Dienstag', tuesdays, '2026-03-03', ['2036-03-03', '2036-03-12'], ['2036-03-04', '2036-03-11']],
    [
      'alle 2 Wochen Mo, Do',
      { every: 'week', interval: 2, weekdays: [3, 0], ...endless },
      '2026-03-05',
      ['2026-03-01', '2026-03-31'],
      ['2026-03-05', '2026-03-16', '2026-03-19', '2026-03-30'],
    ],
    [
      'am 31. jedes Monats',
      { every: 'month', interval: 1, day: 31, ...endless },
      '2026-01-31',
      ['2026-01-01', '2026-06-30'],
      ['2026-01-31', '2026-03-31', '2026-05-31'],
    ],
    [
      'jeden letzten Freitag im Monat, 3-mal',
      { every: 'month', interval: 1, nth: -1, weekday: 4, until: null, count: 3 },
      '2026-01-30',
      ['2026-02-01', '2026-12-31'],
      ['2026-02-27', '2026-03-27'],
    ],
    [
      'am zweiten Mittwoch alle 3 Monate, bis 30. Juni 2026',
      { every: 'month', interval: 3, nth: 2, weekday: 2, until: '2026-06-30', count: null },
      '2026-01-14',
      ['2026-01-01', '2026-12-31'],
      ['2026-01-14', '2026-04-08'],
    ],
    [
      'jeden Dienstag, 2-mal',
      { ...tuesdays, count: 2 },
      '2026-03-02',
      ['2026-03-01', '2026-04-01'],
      ['2026-03-02', '2026-03-03'],
    ],
  ])('%s', (wording, rule, start, [from, to], days) => {
    expect(occurrences(rule, start, from, to)).toEqual(days)
    expect(
      recurrenceWords({
        ...rule,
        weekdays: 'weekdays' in rule ? rule.weekdays.toSorted((one, other) => one - other) : [],
      } as Recurrence),
    ).toBe(wording)
  })

  test('every span of a year agrees with the whole, and nothing runs on for ever', () => {
    const rule: Recurrence = { every: 'week', interval: 3, weekdays: [0, 2, 6], ...endless }
    const whole = occurrences(rule, '2026-01-07', '2026-01-01', '2028-12-31')
    for (const day of ['2026-05-11', '2027-02-28', '2028-10-01'])
      expect(occurrences(rule, '2026-01-07', day, '2028-12-31')).toEqual(whole.filter((one) => one >= day))
    expect(occurrences(tuesdays, '1000-01-01', '1000-01-01', '9999-12-31').length).toBeLessThanOrEqual(801)
    const monthly: Recurrence = { every: 'month', interval: 12, day: 31, ...endless }
    expect(occurrences(monthly, '9999-12-31', '9999-01-01', '9999-12-31')).toEqual(['9999-12-31'])
    expect(occurrences(tuesdays, '9999-12-28', '9999-12-01', '9999-12-31')).toEqual(['9999-12-28'])
    const never: Recurrence = { every: 'month', interval: 12, day: 31, ...endless }
    expect(occurrences(never, '2026-02-28', '2026-01-01', '9999-12-31')).toEqual(['2026-02-28'])
  })
})
