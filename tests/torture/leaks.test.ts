import { expect, test } from 'vitest'
import { findPostgres } from '../support/postgres.ts'
import { leakRounds } from './leaks.ts'

const CHANGES = 40
const seed = Date.now() % 1e9

// Short forms of `npm run torture -- leaks`. A failure names the seed.
test('[RUL-40] readers never see a byte of non-public data while texts, pictures and links change, on SQLite', async () => {
  const { seen } = await leakRounds({ changes: CHANGES, seed, database: 'sqlite' })
  expect(seen).toBeGreaterThan(CHANGES)
})

test.skipIf(!findPostgres())(
  '[RUL-40] readers of two instances never see a byte of non-public data, on PostgreSQL',
  async () => {
    const { seen } = await leakRounds({ changes: CHANGES, seed, database: 'postgres' })
    expect(seen).toBeGreaterThan(CHANGES)
  },
)
