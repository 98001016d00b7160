import { expect, test } from 'vitest'
import type { CalendarOccurrence } from '../../../contract/events.ts'
import { withRescheduled } from '../../data/events.ts'
import { articleEntry, entriesByDay, eventEntry, onDay, shortTitle } from './entries.ts'

const event = (id: string, starts_at: string): CalendarOccurrence => ({
  id,
  title: id,
  starts_at,
  type: 'milestone',
  author_id: null,
  created_at: starts_at,
  recurrence: null,
  day: null,
  first_at: starts_at,
})
const article = {
  id: 'x',
  title: 'x',
  slug: 'x',
  status: 'scheduled' as const,
  version: 3,
  author_id: null,
  assignee_id: null,
  category_id: null,
  published_at: '2026-03-28T07:00:00.000Z',
}
const zone = 'Europe/Berlin'
const nothing = { planned: [], tasks: [], overdue: [], holidays: [], pauses: [], articles: [], undated: [] }

test('[CAL-2] titles are cut to 15 characters plus an ellipsis, never inside a character', () => {
  expect(shortTitle('Warum lokale Sprachmodelle')).toBe('Warum lokale Sp…')
  expect(shortTitle('Quartalsplanung')).toBe('Quartalsplanung')
  expect(shortTitle('👩‍👩‍👧'.repeat(16))).toBe(`${'👩‍👩‍👧'.repeat(15)}…`)
})

test('badges are on the day of the site’s zone, ordered by time', () => {
  const data = {
    events: [event('late', '2026-03-09T15:00:00.000Z'), event('midnight', '2026-03-08T23:30:00.000Z')],
    ...nothing,
  }
  expect(
    entriesByDay(data, zone)
      .get('2026-03-09')
      ?.map(({ id }) => id),
  ).toEqual(['midnight', 'late'])
})

test('what is planned stands before tasks, and those before what is published', () => {
  const at = (hour: string) => `2026-03-09T${hour}:00:00.000Z`
  const task = { id: 'task', title: 'task', due_at: at('01'), author_id: null } as never
  const planned = { id: 'draft', title: 'draft', planned_on: '2026-03-09', author_id: null, category_id: null } as never
  const data = {
    ...nothing,
    events: [event('event', at('15'))],
    articles: [
      { ...article, id: 'public', status: 'published' as const, published_at: at('06') },
      { ...article, id: 'scheduled', published_at: at('08') },
    ],
    planned: [planned],
    tasks: [task],
  }
  expect(
    entriesByDay(data, zone)
      .get('2026-03-09')
      ?.map(({ id }) => id),
  ).toEqual(['draft', 'scheduled', 'event', 'task', 'public'])
})

test('a move to another day keeps the wall time across both clock changes', () => {
  const spring = articleEntry(article)
  expect(onDay(spring, '2026-03-30', zone)).toMatchObject({ instant: '2026-03-30T06:00:00.000Z', skipped: false })
  expect(onDay(spring, '2026-03-28', zone)).toBeNull()
  const autumn = eventEntry(event('e', '2026-10-24T06:00:00.000Z'))
  expect(onDay(autumn, '2026-10-26', zone)?.instant).toBe('2026-10-26T07:00:00.000Z')
  const night = eventEntry(event('e', '2026-03-28T01:30:00.000Z'))
  expect(onDay(night, '2026-03-29', zone)).toMatchObject({ instant: '2026-03-29T01:30:00.000Z', skipped: true })
  expect(onDay(articleEntry({ ...article, published_at: null }), '2026-03-30', zone)?.instant).toBe(
    '2026-03-30T06:00:00.000Z',
  )
})

test('an article moves between days and tray as it gains or loses its date', () => {
  const data = { ...nothing, events: [event('e', '2026-03-09T15:00:00.000Z')], articles: [article] }
  const parked = withRescheduled(data, { article: 'x', version: 3, at: null })
  expect([parked.articles.length, parked.undated.length]).toEqual([0, 1])
  const back = withRescheduled(parked, { article: 'x', version: 4, at: article.published_at })
  expect(back.articles).toEqual([article])
  expect(withRescheduled(data, { event: 'e', day: null, at: '2026-04-01T08:00:00.000Z' }).events[0]?.starts_at).toBe(
    '2026-04-01T08:00:00.000Z',
  )
})
