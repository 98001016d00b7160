import { expect, test } from 'vitest'
import { findPostgres } from '../support/postgres.ts'
import { clusterUnderFire, RECOVERY_MS } from './cluster.ts'
import { History } from './cluster/history.ts'

const seed = Date.now() % 1e9

// Short form of `npm run torture -- cluster`. A failure names the seed.
test.skipIf(!findPostgres())(
  '[MOVE-10] [RUL-40] three instances lose no acknowledged write and show no outdated page while they, their connections and their database fail',
  async () => {
    const report = await clusterUnderFire({ seconds: 8, seed })
    expect(report.saves).toBeGreaterThan(0)
    expect(report.slowestRecovery).toBeLessThanOrEqual(RECOVERY_MS)
  },
)

test('the model of the history detects reads that are outdated, invented, or marked without need', () => {
  const history = new History()
  const read = (number: number, began: number, marked = false) =>
    history.read({ text: 'a', number, began, ended: began + 5, by: 'one', marked })
  for (const number of [0, 1, 2]) history.asks('a', number, number * 100)
  history.saved({ text: 'a', number: 1, began: 100, ended: 150, outcome: 'ok' })
  history.saved({ text: 'a', number: 2, began: 200, ended: 250, outcome: 'ok' })
  // While a save is running either state may be shown.
  for (const [number, at] of [
    [0, 149],
    [1, 151],
    [1, 249],
    [2, 210],
    [2, 260],
  ] as const)
    read(number, at)
  expect(history.faults()).toEqual([])
  read(0, 151)
  read(1, 251)
  read(3, 300)
  read(2, 150)
  read(0, 300, true)
  expect(history.faults()).toHaveLength(5)
  history.lost({ by: 'one', began: 290, ended: 295 })
  read(0, 300, true)
  expect(history.faults()).toEqual([])
})
