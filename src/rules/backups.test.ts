import { describe, expect, test } from 'vitest'
import { addDays } from './days.ts'
import { expiredOf, keepingOf, plannedUpTo } from './backups.ts'

const ZONE = 'Europe/Berlin'
const at = (day: string) => `${day}T02:00:00.000Z`

describe('[RUL-55] backups are kept', () => {
  test('as daily, weekly or monthly ones, with the day they go', () => {
    const days = ['2026-02-01', '2026-02-22', '2026-03-01', '2026-03-02', '2026-03-08']
    expect([...keepingOf(days.map(at), ZONE).values()]).toEqual([
      { as: 'monthly', until: '2026-08-01' },
      { as: 'weekly', until: '2026-03-22' },
      { as: 'monthly', until: '2026-09-01' },
      { as: 'daily', until: '2026-03-09' },
      { as: 'weekly', until: '2026-04-05' },
    ])
  })

  test('after a year of daily ones seven daily, four weekly and six monthly are left', () => {
    let kept: string[] = []
    for (let day = '2025-03-01'; day <= '2026-03-10'; day = addDays(day, 1)) {
      kept.push(at(day))
      const expired = new Set(expiredOf(kept, at(day), ZONE))
      kept = kept.filter((one) => !expired.has(one))
    }
    const as = [...keepingOf(kept, ZONE).values()].map((keeping) => keeping.as)
    expect(as.filter((one) => one === 'monthly')).toHaveLength(6)
    expect(as.filter((one) => one === 'weekly').length).toBeGreaterThanOrEqual(3)
    // Of the last seven days some are the first of a week or month, and are counted there.
    const week = kept.filter((one) => one > at('2026-03-03'))
    expect(week).toHaveLength(7)
  })

  test('and the newest one stays however old it is', () => {
    expect(expiredOf([at('2025-01-01'), at('2025-01-02')], at('2026-01-01'), ZONE)).toEqual([at('2025-01-01')])
  })
})

describe('a backup is planned', () => {
  test('every day at its time in the site’s zone, over changed clocks', () => {
    const plan = { schedule: 'daily', time: '03:00' } as const
    expect(plannedUpTo(plan, '2026-03-05T01:59:59.000Z', ZONE)).toBe('2026-03-04T02:00:00.000Z')
    expect(plannedUpTo(plan, '2026-03-05T02:00:00.000Z', ZONE)).toBe('2026-03-05T02:00:00.000Z')
    expect(plannedUpTo(plan, '2026-03-29T05:00:00.000Z', ZONE)).toBe('2026-03-29T01:00:00.000Z')
  })

  test('every Sunday, or never', () => {
    const plan = { schedule: 'weekly', time: '03:00' } as const
    expect(plannedUpTo(plan, '2026-03-05T10:00:00.000Z', ZONE)).toBe('2026-03-01T02:00:00.000Z')
    expect(plannedUpTo(plan, '2026-03-01T01:00:00.000Z', ZONE)).toBe('2026-02-22T02:00:00.000Z')
    expect(plannedUpTo({ schedule: 'off', time: '03:00' }, '2026-03-05T10:00:00.000Z', ZONE)).toBeNull()
  })
})
