import { expect, test } from 'vitest'
import type { Task, TaskStatus } from '../../../contract/tasks.ts'
import { columnsOf, neighbourAt, nextPlace, cardPlace } from './places.ts'

const card = (id: string, status: TaskStatus): Task => ({
  id,
  status,
  title: id,
  priority: 'med',
  position: '',
  due_at: null,
  article_id: null,
  article: null,
  author_id: null,
  created_at: '2026-11-21T08:00:00.000Z',
})
const b = card('b', 'idea')
const columns = columnsOf([card('a', 'idea'), b, card('c', 'idea'), card('x', 'draft')])

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
