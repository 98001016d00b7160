import { expect, test } from 'vitest'
import { growsTooFast } from './growth.ts'

/** Visits each of `size` elements this many times. */
function looks(size: number, times: number): number {
  let seen = 0
  for (let one = 0; one < size; one += 1) for (let other = 0; other < times; other += 1) seen += (one ^ other) & 1
  return seen
}

test('quadratic work is distinguished from linear work', () => {
  expect(growsTooFast(20_000, (size) => void looks(size, 20_000))).toBeNull()
  expect(growsTooFast(20_000, (size) => void looks(size, size))).toMatch(/ ms for the whole, .* for its four quarters$/)
})
