import type { Db } from '../../platform/db/db.ts'
import type { AppearanceTable } from '../../tables.ts'

export const APPEARANCE_ID = '00000000-0000-7000-8000-000000000002'

/** The chosen values as JSON; null before the first choice. */
export async function getChoices(db: Db): Promise<string | null> {
  const row = await db.selectFrom('appearance').select('choices').where('id', '=', APPEARANCE_ID).executeTakeFirst()
  return row?.choices ?? null
}

/** The CSS as typed and as sent to readers. */
export async function getCss(db: Db): Promise<Pick<AppearanceTable, 'custom_css' | 'shown_css'>> {
  const row = await db
    .selectFrom('appearance')
    .select(['custom_css', 'shown_css'])
    .where('id', '=', APPEARANCE_ID)
    .executeTakeFirst()
  return row ?? { custom_css: '', shown_css: '' }
}

export async function putAppearance(db: Db, values: Omit<AppearanceTable, 'id'>): Promise<void> {
  await db
    .insertInto('appearance')
    .values({ id: APPEARANCE_ID, ...values })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute()
}
