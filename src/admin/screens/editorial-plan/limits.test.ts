import { expect, test } from 'vitest'
import { taskCard } from '../../../../tests/support/task-card.ts'
import { countWords, overflowWords, totalsOf } from './limits.ts'

test('[DESK-8] cards are counted per column', () => {
  expect(totalsOf([taskCard('a', 'idea'), taskCard('b', 'idea'), taskCard('c', 'ready')])).toMatchObject({
    idea: 2,
    draft: 0,
    ready: 1,
  })
})

test('[DESK-8] a column shows its number of cards and its limit', () => {
  // A filter hides cards, but the limit counts all of them.
  expect(countWords(2, 5, undefined)).toBe('2')
  expect(countWords(2, 5, 4)).toBe('5 / 4')
})

test('[DESK-8] the excess over a limit is shown in words', () => {
  expect(overflowWords(5, 4)).toBe('1 über der Grenze')
  expect([overflowWords(4, 4), overflowWords(900, undefined)]).toEqual([null, null])
})
