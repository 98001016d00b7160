import { expect, test } from 'vitest'
import { findPostgres } from '../support/postgres.ts'
import { crashRounds } from './crash.ts'

// The third round also kills the database server.
const ROUNDS = 3
const seed = Date.now() % 1e9

// Short forms of `npm run torture -- crash`. A failure names the seed.
test('every acknowledged save survives kills of the server on SQLite', async () => {
  const report = await crashRounds({ rounds: ROUNDS, seed, database: 'sqlite' })
  expect(report).toMatchObject({ rounds: ROUNDS })
  expect(report.acknowledged).toBeGreaterThan(ROUNDS)
})

test.skipIf(!findPostgres())(
  'every acknowledged save survives kills of the server and of the database server on PostgreSQL',
  async () => {
    const report = await crashRounds({ rounds: ROUNDS, seed, database: 'postgres' })
    expect(report).toMatchObject({ rounds: ROUNDS })
    expect(report.acknowledged).toBeGreaterThan(ROUNDS)
  },
)
