import { expect, test } from 'vitest'
import { taskCard } from '../../../../tests/support/task-card.ts'
import { countWords, overflowWords, totalsOf } from './limits.ts'

test('[DESK-8] a column tells how many cards it holds of how many, and what is too many in words', () => {
  expect(totalsOf([taskCard('a', 'idea'), taskCard('b', 'idea'), taskCard('c', 'ready')])).toMatchObject({
    idea: 2,
    draft: 0,
    ready: 1,
  })
  // A filter hides cards; the limit still is about all of them.
  expect(countWords(2, 5, undefined)).toBe('2')
  expect(countWords(2, 5, 4)).toBe('5 / 4')
  expect(overflowWords(5, 4)).toBe('1 über der Grenze')
  expect([overflowWords(4, 4), overflowWords(900, undefined)]).toEqual([null, null])
})
