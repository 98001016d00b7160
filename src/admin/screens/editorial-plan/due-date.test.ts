import { expect, test } from 'vitest'
import { dayOf, dueAtOf, isOverdue, shortDay } from './due-date.ts'

const zone = 'Europe/Berlin'

test('a task is due until the end of its day in the site’s zone, in summer and winter time', () => {
  expect(dueAtOf('2026-03-28', zone)).toBe('2026-03-28T22:59:00.000Z')
  expect(dueAtOf('2026-03-29', zone)).toBe('2026-03-29T21:59:00.000Z')
  expect(dueAtOf('', zone)).toBeNull()
  expect(dayOf('2026-03-28T23:30:00.000Z', zone)).toBe('2026-03-29')
})

test('a task is overdue from the next day until its publication', () => {
  const task = { due_at: dueAtOf('2026-03-09', zone), status: 'draft' }
  expect(isOverdue(task, zone, '2026-03-09')).toBe(false)
  expect(isOverdue(task, zone, '2026-03-10')).toBe(true)
  expect(isOverdue({ ...task, status: 'published' }, zone, '2026-03-10')).toBe(false)
  expect(isOverdue({ ...task, due_at: null }, zone, '2026-03-10')).toBe(false)
})

test('the year is shown only if it is not the current one', () => {
  expect(shortDay('2026-03-09', '2026-11-21')).toBe('09.03.')
  expect(shortDay('2027-01-02', '2026-11-21')).toBe('02.01.27')
})
