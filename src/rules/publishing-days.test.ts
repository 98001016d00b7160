import { describe, expect, test } from 'vitest'
import { movedDays, obstacles, publishingDay, pushedDays, USUAL_WEEKDAYS } from './publishing-days.ts'

const obstacle = obstacles({
  weekdays: USUAL_WEEKDAYS,
  pauses: [{ name: 'Umzug', from_day: '2026-04-13', to_day: '2026-04-17' }],
  holidayOf: (day) => (day === '2026-04-03' ? 'Karfreitag' : day === '2026-04-06' ? 'Ostermontag' : null),
})

describe('publishing days [RUL-64]', () => {
  test('say what keeps a day from being one', () => {
    expect(['2026-04-02', '2026-04-03', '2026-04-04', '2026-04-14'].map(obstacle)).toEqual([
      null,
      'Karfreitag',
      'Samstag',
      'Pause „Umzug“',
    ])
    expect(publishingDay('2026-04-03', obstacle)).toBe('2026-04-07')
    expect(publishingDay('2026-04-06', obstacle, -1)).toBe('2026-04-02')
    expect(publishingDay('2026-04-06', () => 'nie')).toBeNull()
  })

  test('two days further: what falls on a free day goes on, and nothing overtakes or joins another', () => {
    expect([...(movedDays(['2026-03-30', '2026-04-02', '2026-03-31'], 2, obstacle) ?? [])]).toEqual([
      ['2026-03-30', '2026-04-01'],
      ['2026-03-31', '2026-04-02'],
      ['2026-04-02', '2026-04-07'],
    ])
    // Friday and Saturday after Good Friday would both come to lie on the Tuesday.
    expect([...(movedDays(['2026-04-01', '2026-04-02'], 2, obstacle) ?? [])].map(([, to]) => to)).toEqual([
      '2026-04-07',
      '2026-04-08',
    ])
    expect([...(movedDays(['2026-04-07', '2026-04-08'], -2, obstacle) ?? [])]).toEqual([
      ['2026-04-08', '2026-04-02'],
      ['2026-04-07', '2026-04-01'],
    ])
    expect(movedDays(['2026-03-28'], 7, null)?.get('2026-03-28')).toBe('2026-04-04')
  })

  test('pushing goes to the next free day, one behind the other', () => {
    expect([...(pushedDays(['2026-04-02', '2026-04-02', '2026-04-07', '2026-04-10'], obstacle) ?? [])]).toEqual([
      ['2026-04-02', '2026-04-07'],
      ['2026-04-07', '2026-04-08'],
      // The week of the pause is passed over.
      ['2026-04-10', '2026-04-20'],
    ])
  })
})
