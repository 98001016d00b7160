import { expect, test } from 'vitest'
import { findTestBrowser } from '../support/chromium.ts'
import { offlineRounds } from './offline.ts'

const ROUNDS = 4

/**
 * With this seed a text written in steps once opened without a network as it was before them. Other seeds: `npm run torture -- offline`.
 */
const SEED = 746_048_874

// The short form of `npm run torture -- offline`.
test.skipIf(!findTestBrowser())(
  '[RUL-65] texts, captures and moves arrive once, in order and under their account, whichever network, tab or session fails',
  async () => {
    const report = await offlineRounds({ rounds: ROUNDS, seed: SEED })
    expect(report.rounds).toBe(ROUNDS)
    expect(report.compared).toBeGreaterThan(0)
    expect(report.longestLoss).toBeLessThanOrEqual(1000)
  },
)
