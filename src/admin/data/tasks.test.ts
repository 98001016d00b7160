import { expect, test } from 'vitest'
import { taskCard } from '../../../tests/support/task-card.ts'
import type { Task } from '../../contract/tasks.ts'
import { withMoved } from './tasks.ts'

const board = [
  taskCard('a', 'idea'),
  taskCard('x', 'draft'),
  taskCard('b', 'idea'),
  taskCard('y', 'draft'),
  taskCard('c', 'idea'),
]
const column = (tasks: Task[], status: Task['status']) =>
  tasks
    .filter((task) => task.status === status)
    .map((task) => task.id)
    .join('')

test('a card moves behind a neighbour, to the top or to the bottom, within a column and across', () => {
  expect(column(withMoved(board, { id: 'a', status: 'idea', after_id: 'b' }), 'idea')).toBe('bac')
  expect(column(withMoved(board, { id: 'c', status: 'idea', after_id: null }), 'idea')).toBe('cab')
  const across = withMoved(board, { id: 'a', status: 'draft', after_id: 'x' })
  expect([column(across, 'idea'), column(across, 'draft')]).toEqual(['bc', 'xay'])
  expect(column(withMoved(board, { id: 'a', status: 'draft' }), 'draft')).toBe('xya')
})

test('a card whose neighbour is missing moves to the bottom', () => {
  expect(column(withMoved(board, { id: 'a', status: 'draft', after_id: 'gone' }), 'draft')).toBe('xya')
  expect(column(withMoved(board, { id: 'a', status: 'draft', after_id: 'b' }), 'draft')).toBe('xya')
})

test('an unknown card changes nothing', () => {
  expect(withMoved(board, { id: 'gone', status: 'draft', after_id: null })).toBe(board)
})
