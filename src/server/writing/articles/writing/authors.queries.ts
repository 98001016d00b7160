import type { Db, Tx } from '../../../platform/db/db.ts'

/** How many articles an account is the author of, trashed ones too. */
export async function countArticlesBy(db: Db, authorId: string): Promise<number> {
  const row = await db
    .selectFrom('articles')
    .select((select) => select.fn.countAll<number>().as('articles'))
    .where('author_id', '=', authorId)
    .executeTakeFirstOrThrow()
  return Number(row.articles)
}

/** Makes another account, or nobody, the author of all articles and working texts of one. */
export async function changeAuthor(tx: Tx, from: string, to: string | null): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('articles')
    .set({ author_id: to })
    .where('author_id', '=', from)
    .executeTakeFirst()
  await tx.updateTable('article_working_copies').set({ author_id: to }).where('author_id', '=', from).execute()
  return Number(numUpdatedRows)
}
