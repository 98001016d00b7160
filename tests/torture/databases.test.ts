import { expect, test } from 'vitest'
import { findPostgres } from '../support/postgres.ts'
import { compareDatabases } from './databases.ts'

const REQUESTS = 400
const SEED = 6

// The short form of `npm run torture -- databases`, which tries other seeds.
test.skipIf(!findPostgres())('random requests are answered alike on SQLite and on PostgreSQL', async () => {
  const { done, differences } = await compareDatabases({ requests: REQUESTS, seed: SEED })
  expect(differences).toEqual([])
  expect(done).toBeGreaterThan(REQUESTS / 5)
})
