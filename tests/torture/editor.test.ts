import { expect, test } from 'vitest'
import { findTestBrowser } from '../support/chromium.ts'
import { editorRounds } from './editor.ts'

const ROUNDS = 3

// The short form of `npm run torture -- editor`. A failure names the seed.
test.skipIf(!findTestBrowser())(
  'text shown as saved survives any kill during typing, and no older text replaces it',
  async () => {
    const report = await editorRounds({ rounds: ROUNDS, seed: Date.now() % 1e9 })
    expect(report.rounds).toBe(ROUNDS)
    expect(report.typed).toBeGreaterThan(ROUNDS)
    expect(report.longestLoss).toBeLessThanOrEqual(1000)
  },
)
