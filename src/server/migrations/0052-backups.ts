import type { Kysely } from 'kysely'
import { columnTypes } from './column-types.ts'

/** When backups are made and how the last ones went (RUL-55), and bytes that wait to be removed until one has been made. */
export async function up(db: Kysely<never>): Promise<void> {
  const { instant } = columnTypes(db)
  await db.schema
    .createTable('backup_state')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('schedule', 'text', (c) => c.notNull())
    .addColumn('time', 'text', (c) => c.notNull())
    .addColumn('planned_at', instant)
    .addColumn('failed_at', instant)
    .addColumn('failure', 'text')
    .addColumn('rehearsed_at', instant)
    .addColumn('rehearsal', 'text')
    .execute()
  await db.schema
    .createTable('file_removals')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .execute()
}
