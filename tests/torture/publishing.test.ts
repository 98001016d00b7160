import { expect, test } from 'vitest'
import { findPostgres } from '../support/postgres.ts'
import { publishingRounds } from './publishing.ts'

const ROUNDS = 1
const seed = Date.now() % 1e9

// Short forms of `npm run torture -- publishing`. A failure names the seed.
test('[RUL-3] planned articles appear and disappear once, at most five seconds late, despite kills of the server, on SQLite', async () => {
  const report = await publishingRounds({ rounds: ROUNDS, seed, database: 'sqlite' })
  expect(report).toMatchObject({ rounds: ROUNDS, published: 6 * ROUNDS, takenDown: 3 * ROUNDS })
  expect(report.latest).toBeLessThanOrEqual(5000)
})

test.skipIf(!findPostgres())(
  '[RUL-3] planned articles appear and disappear once, at most five seconds late, despite kills of one of two servers, on PostgreSQL',
  async () => {
    const report = await publishingRounds({ rounds: ROUNDS, seed, database: 'postgres' })
    expect(report).toMatchObject({ rounds: ROUNDS, published: 6 * ROUNDS, takenDown: 3 * ROUNDS })
    expect(report.latest).toBeLessThanOrEqual(5000)
  },
)
