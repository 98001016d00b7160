import { expect, test } from 'vitest'
import { canRecord, powerCuts } from './power.ts'

const seed = Date.now() % 1e9
const records = canRecord()
if (!records) console.warn('NOT TESTED: power cuts (no C compiler here)')

// Short form of `npm run torture -- power`. A failure names the seed.
test.skipIf(!records)('every acknowledged save survives a power cut, whatever was not synced', async () => {
  const report = await powerCuts({ rounds: 30, saves: 60, starts: 1, seed })
  expect(report).toMatchObject({ rounds: 30 })
  expect(report.lost).toBeGreaterThan(0)
})

test.skipIf(!records)('a disk that loses synced writes is detected', async () => {
  const lying = powerCuts({ rounds: 10, saves: 30, starts: 1, seed, lying: true })
  await expect(lying).rejects.toThrow(`seed ${seed}`)
})
