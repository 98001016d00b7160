import { expect, test } from 'vitest'
import { findTestBrowser } from '../support/chromium.ts'
import { offlineRounds } from './offline.ts'

const ROUNDS = 4

// The short form of `npm run torture -- offline`. A failure names the seed.
test.skipIf(!findTestBrowser())(
  '[RUL-65] whatever line, tab and session go: what was written, captured and moved arrives once, in order, under its account',
  async () => {
    const report = await offlineRounds({ rounds: ROUNDS, seed: Date.now() % 1e9 })
    expect(report.rounds).toBe(ROUNDS)
    expect(report.compared).toBeGreaterThan(0)
    expect(report.longestLoss).toBeLessThanOrEqual(1000)
  },
)
