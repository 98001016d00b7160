import { expect, test } from 'vitest'
import { hostileRounds } from './hostile.ts'

// Short form of `npm run torture -- hostile`: every fourth kind at small sizes, the same ones each time. What endpoints do with
// strange values is `odd-values.test.ts`.
test('hostile input holds nothing up, grows nothing out of proportion and leaves nothing behind', async () => {
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
