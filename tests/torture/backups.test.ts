import { expect, test } from 'vitest'
import { findPostgres } from '../support/postgres.ts'
import { backupRounds } from './backups.ts'

// Short form of `npm run torture -- backups`.
test.skipIf(!findPostgres())(
  '[RUL-55] a backup made under load holds one instant and comes back on the other database; altered bytes are refused',
  async () => {
    const report = await backupRounds({ rounds: 1, database: 'sqlite', alterations: 20 })
    expect(report).toMatchObject({ rounds: 1, refused: 20 })
    expect(report.writesPerSecond).toBeGreaterThan(1)
  },
)
