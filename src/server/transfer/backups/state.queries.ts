import type { Selectable } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import { cannotWrite } from '../../platform/transient.ts'
import type { BackupStateTable } from '../../tables.ts'

const ID = 'one'
export type StateRow = Selectable<BackupStateTable>

/**
 * The row, which is created at the first read that can write: backups scheduled before are not made.
 */
export async function readState(db: Db, now: Date): Promise<StateRow> {
  const known = await db.selectFrom('backup_state').selectAll().where('id', '=', ID).executeTakeFirst()
  if (known) return known
  const nothing = { failed_at: null, failure: null, rehearsed_at: null, rehearsal: null }
  const first = { id: ID, schedule: 'daily', time: '03:00', planned_at: now.toISOString(), ...nothing }
  try {
    await db
      .insertInto('backup_state')
      .values(first)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
  } catch (error) {
    if (!cannotWrite(error)) throw error
    return first
  }
  return db.selectFrom('backup_state').selectAll().where('id', '=', ID).executeTakeFirstOrThrow()
}

export async function writeState(db: Db, values: Partial<StateRow>): Promise<void> {
  await db.updateTable('backup_state').set(values).where('id', '=', ID).execute()
}

/** Claims the backup scheduled for this instant; false when it was claimed already. */
export async function takePlanned(db: Db, planned: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('backup_state')
    .set({ planned_at: planned })
    .where('id', '=', ID)
    .where((where) => where.or([where('planned_at', 'is', null), where('planned_at', '<', planned)]))
    .executeTakeFirst()
  return Number(numUpdatedRows) > 0
}
