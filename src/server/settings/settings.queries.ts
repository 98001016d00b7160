import type { Db } from '../platform/db/db.ts'
import type { SettingsTable } from '../tables.ts'

export const SETTINGS_ID = '00000000-0000-7000-8000-000000000001'

/** The settings row, or null before the first write. */
export async function getSettings(db: Db): Promise<SettingsTable | null> {
  return (await db.selectFrom('settings').selectAll().where('id', '=', SETTINGS_ID).executeTakeFirst()) ?? null
}

export async function insertSettings(db: Db, row: SettingsTable): Promise<void> {
  await db
    .insertInto('settings')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

export async function updateSettings(db: Db, values: Partial<SettingsTable>): Promise<void> {
  await db.updateTable('settings').set(values).where('id', '=', SETTINGS_ID).execute()
}

/** Whether there is a page with this id outside the trash. */
export async function hasPage(db: Db, id: string): Promise<boolean> {
  return (
    (await db
      .selectFrom('pages')
      .select('id')
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()) !== undefined
  )
}
