import { expect, test } from 'vitest'
import { taskCard } from '../../../../tests/support/task-card.ts'
import { countWords, overflowWords, totalsOf } from './limits.ts'

test('[DESK-8] a column shows its number of cards and its limit, and the excess in words', () => {
  expect(totalsOf([taskCard('a', 'idea'), taskCard('b', 'idea'), taskCard('c', 'ready')])).toMatchObject({
    idea: 2,
    draft: 0,
    ready: 1,
  })
  // A filter hides cards, but the limit counts all of them.
  expect(countWords(2, 5, undefined)).toBe('2')
  expect(countWords(2, 5, 4)).toBe('5 / 4')
  expect(overflowWords(5, 4)).toBe('1 über der Grenze')
  expect([overflowWords(4, 4), overflowWords(900, undefined)]).toEqual([null, null])
})
