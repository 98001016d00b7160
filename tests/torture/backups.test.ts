import { expect, test } from 'vitest'
import { findPostgres } from '../support/postgres.ts'
import { backupRounds } from './backups.ts'

// Short form of `npm run torture -- backups`.
test.skipIf(!findPostgres())(
  '[RUL-55] [MOVE-7] a backup made under load is consistent, can be restored on the other database, and is refused if altered',
  async () => {
    const report = await backupRounds({ rounds: 1, database: 'sqlite', alterations: 20 })
    expect(report).toMatchObject({ rounds: 1, refused: 20 })
    expect(report.writesPerSecond).toBeGreaterThan(1)
  },
)
