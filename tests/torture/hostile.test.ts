import { expect, test } from 'vitest'
import { hostileRounds } from './hostile.ts'

// Short form of `npm run torture -- hostile`: every fourth type at small sizes, always the same ones. Strange values
// for endpoints are tested in `odd-values.test.ts`.
test('hostile input never blocks the event loop, costs linear time and leaves nothing behind', async () => {
  const report = await hostileRounds({
    seed: 11,
    minutes: 0,
    database: 'sqlite',
    doublings: 3,
    every: 4,
    randomOnes: 4,
    leaveOut: 'endpoint: ',
  })
  expect(report.faults).toEqual([])
  expect(report.kinds).toBeGreaterThan(50)
})
