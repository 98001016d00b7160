import type { Job } from '../job.ts'
import { dialectOf } from '../db/dialect.ts'
import { sweepLimits } from './limits.ts'

/** Deletes budgets that are full again; a SQLite installation counts in memory. */
export const forgetLimits: Job = {
  name: 'forget-limits',
  everySeconds: 60,
  hasWork: async ({ db }) => dialectOf(db) === 'postgres',
  run: ({ db, clock }) => sweepLimits(db, clock()),
}
