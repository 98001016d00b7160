import { expect, test } from 'vitest'
import type { Task } from '../../contract/tasks.ts'
import { withMoved } from './tasks.ts'

const card = (id: string, status: Task['status']): Task => ({
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
const board = [card('a', 'idea'), card('x', 'draft'), card('b', 'idea'), card('y', 'draft'), card('c', 'idea')]
const column = (tasks: Task[], status: Task['status']) =>
  tasks
    .filter((task) => task.status === status)
    .map((task) => task.id)
    .join('')

test('a card goes behind its neighbour, first or last, within a column and across', () => {
  expect(column(withMoved(board, { id: 'a', status: 'idea', after_id: 'b' }), 'idea')).toBe('bac')
  expect(column(withMoved(board, { id: 'c', status: 'idea', after_id: null }), 'idea')).toBe('cab')
  const across = withMoved(board, { id: 'a', status: 'draft', after_id: 'x' })
  expect([column(across, 'idea'), column(across, 'draft')]).toEqual(['bc', 'xay'])
  expect(column(withMoved(board, { id: 'a', status: 'draft' }), 'draft')).toBe('xya')
})

test('where the neighbour has gone or left the column, the card goes last; an unknown card changes nothing', () => {
  expect(column(withMoved(board, { id: 'a', status: 'draft', after_id: 'gone' }), 'draft')).toBe('xya')
  expect(column(withMoved(board, { id: 'a', status: 'draft', after_id: 'b' }), 'draft')).toBe('xya')
  expect(withMoved(board, { id: 'gone', status: 'draft', after_id: null })).toBe(board)
})
