import { expect, test } from 'vitest'
import { findTestBrowser } from '../support/chromium.ts'
import { offlineRounds } from './offline.ts'

const ROUNDS = 4

// The short form of `npm run torture -- offline`. A failure names the seed.
test.skipIf(!findTestBrowser())(
  '[RUL-65] texts, captures and moves arrive once, in order and under their account, whichever network, tab or session fails',
  async () => {
    const report = await offlineRounds({ rounds: ROUNDS, seed: Date.now() % 1e9 })
    expect(report.rounds).toBe(ROUNDS)
    expect(report.compared).toBeGreaterThan(0)
    expect(report.longestLoss).toBeLessThanOrEqual(1000)
  },
)
