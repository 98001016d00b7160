import type { Db, Tx } from '../../platform/db/db.ts'

/** How many pages an account is the author of, trashed ones too. */
export async function countPagesBy(db: Db, authorId: string): Promise<number> {
  const row = await db
    .selectFrom('pages')
    .select((select) => select.fn.countAll<number>().as('pages'))
    .where('author_id', '=', authorId)
    .executeTakeFirstOrThrow()
  return Number(row.pages)
}

/**
 * Hands the pages of an account over to another one, or to nobody, in the transaction that removes it; texts, dates and
 * versions stay. Returns how many there were.
 */
export async function handOver(tx: Tx, from: string, to: string | null): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('pages')
    .set({ author_id: to })
    .where('author_id', '=', from)
    .executeTakeFirst()
  await tx.updateTable('page_working_copies').set({ author_id: to }).where('author_id', '=', from).execute()
  return Number(numUpdatedRows)
}
