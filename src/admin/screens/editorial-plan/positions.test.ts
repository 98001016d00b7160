import { expect, test } from 'vitest'
import { taskCard } from '../../../../tests/support/task-card.ts'
import { isShown, readBoardFilter } from './board-filter.ts'
import { ALL, assigneeIn, cardPlace, neighbourAt, NOBODY, nextPlace, oneRow, rowsByPerson } from './positions.ts'

const b = taskCard('b', 'idea')
const columns = oneRow([taskCard('a', 'idea'), b, taskCard('c', 'idea'), taskCard('x', 'draft')])

test('arrows move through the positions of a column and to the next one, and stop at the edges', () => {
  const start = cardPlace(columns, b)
  expect(start).toEqual({ row: ALL, status: 'idea', index: 1 })
  expect(nextPlace(columns, 'b', start, 'ArrowDown')).toEqual({ row: ALL, status: 'idea', index: 2 })
  expect(nextPlace(columns, 'b', { row: ALL, status: 'idea', index: 2 }, 'ArrowDown')).toBeNull()
  expect(nextPlace(columns, 'b', start, 'ArrowLeft')).toBeNull()
  expect(nextPlace(columns, 'b', { row: ALL, status: 'idea', index: 2 }, 'ArrowRight')).toEqual({
    row: ALL,
    status: 'draft',
    index: 1,
  })
  expect(nextPlace(columns, 'b', { row: ALL, status: 'published', index: 0 }, 'ArrowRight')).toBeNull()
  expect(nextPlace(columns, 'b', start, 'x')).toBeNull()
})

test('a position names the card before it', () => {
  expect(neighbourAt(columns, 'b', { row: ALL, status: 'idea', index: 0 })).toBeNull()
  expect(neighbourAt(columns, 'b', { row: ALL, status: 'idea', index: 2 })).toBe('c')
  expect(neighbourAt(columns, 'b', { row: ALL, status: 'draft', index: 1 })).toBe('x')
  expect(neighbourAt(columns, 'b', { row: ALL, status: 'ready', index: 0 })).toBeNull()
})

const anna = { ...taskCard('n', 'draft'), assignee_id: 'anna' }
const gone = { ...taskCard('g', 'draft'), assignee_id: 'gone' }
const rows = rowsByPerson(
  [anna, b, taskCard('c', 'idea'), gone],
  [
    { id: 'anna', name: 'Anna' },
    { id: 'bert', name: 'Bert' },
  ],
)

test('rows by person list everyone, with unassigned cards last', () => {
  expect(rows.map(({ name, columns: { idea, draft } }) => [name, idea.length, draft.length])).toEqual([
    ['Anna', 0, 1],
    ['Bert', 0, 0],
    ['Früher dabei', 0, 1],
    ['Niemand', 2, 0],
  ])
})

test('[DESK-8] the filter by person shows the cards of each row, also of people who have left, and those of nobody', () => {
  const tasks = [anna, b, taskCard('c', 'idea'), gone]
  for (const { key, columns: own } of rows) {
    const shown = tasks.filter(
      isShown(readBoardFilter({ person: key }), { zone: 'Europe/Berlin', today: '2026-03-03' }),
    )
    expect(shown.map(({ id }) => id)).toEqual(Object.values(own).flatMap((cards) => cards.map(({ id }) => id)))
  }
})

test('arrows move between rows by person', () => {
  const start = cardPlace(rows, anna)
  expect(start).toEqual({ row: 'anna', status: 'draft', index: 0 })
  expect(nextPlace(rows, 'n', start, 'ArrowUp')).toBeNull()
  const below = { row: 'bert', status: 'draft' as const, index: 0 }
  expect(nextPlace(rows, 'n', start, 'ArrowDown')).toEqual(below)
  expect(nextPlace(rows, 'n', { row: 'gone', status: 'draft', index: 0 }, 'ArrowUp')).toEqual(below)
  expect(nextPlace(rows, 'n', { row: NOBODY, status: 'idea', index: 1 }, 'ArrowLeft')).toBeNull()
  expect(nextPlace(rows, 'n', { row: NOBODY, status: 'idea', index: 2 }, 'ArrowDown')).toBeNull()
  // Last of all if the row has no card there, so that the order of others does not change.
  expect(neighbourAt(rows, 'n', below)).toBeUndefined()
  expect(neighbourAt(rows, 'n', { row: NOBODY, status: 'idea', index: 1 })).toBe('b')
  expect(['bert', NOBODY, ALL].map(assigneeIn)).toEqual(['bert', null, undefined])
})
