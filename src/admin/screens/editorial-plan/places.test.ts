import { expect, test } from 'vitest'
import { taskCard } from '../../../../tests/support/task-card.ts'
import { columnsOf, neighbourAt, nextPlace, cardPlace } from './places.ts'

const b = taskCard('b', 'idea')
const columns = columnsOf([taskCard('a', 'idea'), b, taskCard('c', 'idea'), taskCard('x', 'draft')])

test('arrows walk through the places of a column and over to the next, and stop at the edges', () => {
  const start = cardPlace(columns, b)
  expect(start).toEqual({ status: 'idea', index: 1 })
  expect(nextPlace(columns, 'b', start, 'ArrowDown')).toEqual({ status: 'idea', index: 2 })
  expect(nextPlace(columns, 'b', { status: 'idea', index: 2 }, 'ArrowDown')).toBeNull()
  expect(nextPlace(columns, 'b', start, 'ArrowLeft')).toBeNull()
  expect(nextPlace(columns, 'b', { status: 'idea', index: 2 }, 'ArrowRight')).toEqual({ status: 'draft', index: 1 })
  expect(nextPlace(columns, 'b', { status: 'published', index: 0 }, 'ArrowRight')).toBeNull()
  expect(nextPlace(columns, 'b', start, 'x')).toBeNull()
})

test('a place names the card it is behind', () => {
  expect(neighbourAt(columns, 'b', { status: 'idea', index: 0 })).toBeNull()
  expect(neighbourAt(columns, 'b', { status: 'idea', index: 2 })).toBe('c')
  expect(neighbourAt(columns, 'b', { status: 'draft', index: 1 })).toBe('x')
  expect(neighbourAt(columns, 'b', { status: 'ready', index: 0 })).toBeNull()
})
