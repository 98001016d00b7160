import { expect, test } from 'vitest'
import { together } from './together.ts'

// The short form of `npm run torture -- together`. A failure names the seed.
test('[TEAM-1] [TEAM-3] [TEAM-16] five writers, lost networks, killed pages and a killed server: every character is there once, in equal texts', async () => {
  const report = await together({ writers: 5, minutes: 0.2, seed: Date.now() % 1e9, database: 'sqlite' })
  expect(report.compared).toBeGreaterThan(0)
  expect(report.typed).toBeGreaterThan(100)
})
