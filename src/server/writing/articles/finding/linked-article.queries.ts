import type { Db } from '../../../platform/db/db.ts'

/** True when an article outside the trash has this id. */
export async function lives(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('articles')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}
