import { expect, test } from 'vitest'
import type { TaskStatus } from '../../../contract/tasks.ts'
import { disagreementOf } from './disagreement.ts'

const card = (status: TaskStatus, article: 'draft' | 'scheduled' | 'published') =>
  disagreementOf({ status, article: { id: 'a', title: 'A', status: article } })?.status ?? null

test('[DESK-8] a card that disagrees with its article shows the column that would agree', () => {
  expect(disagreementOf({ status: 'published', article: null })).toBeNull()
  expect((['idea', 'draft', 'editing', 'ready'] as const).map((status) => card(status, 'draft'))).toEqual([
    null,
    null,
    null,
    null,
  ])
  expect([card('scheduled', 'draft'), card('published', 'draft')]).toEqual(['editing', 'editing'])
  expect([card('ready', 'scheduled'), card('scheduled', 'scheduled'), card('published', 'scheduled')]).toEqual([
    'scheduled',
    null,
    'scheduled',
  ])
  expect([card('scheduled', 'published'), card('published', 'published')]).toEqual(['published', null])
})
