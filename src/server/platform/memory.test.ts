import { expect, test } from 'vitest'
import { restAfterWork } from './memory.ts'

test('memory is given back once after work, at the first look that finds the server at rest', () => {
  const isTime = restAfterWork()
  const looks = [700, 750, 760, 2000, 9000, 9100, 9110, 9190, 9400, 9450, 9700]
  expect(looks.filter((activeMs) => isTime(activeMs))).toEqual([750, 9100])
})

test('memory is given back at the second look after a start, however quick it was', () => {
  const isTime = restAfterWork()
  expect([40, 45, 50].map((activeMs) => isTime(activeMs))).toEqual([false, true, false])
})
