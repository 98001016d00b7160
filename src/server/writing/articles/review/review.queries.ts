import { sql } from 'kysely'
import type { ArticleSummary } from '../../../../contract/articles.ts'
import type { OpenReviews, Review } from '../../../../contract/articles/review.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import { statement } from '../../../platform/db/statement.ts'
import type { ArticleReviewsTable } from '../../../tables.ts'

export async function getReview(db: Db, articleId: string): Promise<ArticleReviewsTable | null> {
  return (
    (await db.selectFrom('article_reviews').selectAll().where('article_id', '=', articleId).executeTakeFirst()) ?? null
  )
}

export async function putReview(tx: Tx, row: ArticleReviewsTable): Promise<void> {
  const { article_id: _id, ...columns } = row
  await tx
    .insertInto('article_reviews')
    .values(row)
    .onConflict((conflict) => conflict.column('article_id').doUpdateSet(columns))
    .execute()
}

/** Ends a review, or only an approval. True when there was one. */
export async function dropReview(tx: Tx, articleId: string, state?: 'approved'): Promise<boolean> {
  let deletion = tx.deleteFrom('article_reviews').where('article_id', '=', articleId)
  if (state) deletion = deletion.where('state', '=', state)
  return (await deletion.executeTakeFirst()).numDeletedRows > 0n
}

const among = statement((db: Db, { ids }: { ids: readonly string[] }) =>
  db.selectFrom('article_reviews').selectAll().where('article_id', 'in', ids).compile(),
)

/** The reviews of these articles, as the wire has them. */
export async function reviewsOf(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, Pick<ArticleSummary, 'review' | 'review_details'>>> {
  if (ids.length === 0) return new Map()
  return new Map(
    (await among(db, { ids })).map(({ article_id, state, text_hash: _hash, ...review_details }) => [
      article_id,
      { review: state as ArticleSummary['review'], review_details },
    ]),
  )
}

/**
 * Accounts that wrote what readers do not have yet: the author of a text that was never live, and those of its versions and steps since
 * the last live one.
 */
export async function writersOf(db: Db, articleId: string): Promise<Set<string>> {
  const live = sql`select max(version) from article_revisions where article_id = ${articleId} and kind = 'published'`
  const since = sql`coalesce((select max(created_at) from article_revisions where article_id = ${articleId}
    and kind = 'published'), (select created_at from articles where id = ${articleId}))`
  const { rows } = await sql<{ id: string | null }>`
    select author_id as id from article_revisions
      where article_id = ${articleId} and kind <> 'kept' and version > coalesce((${live}), 0)
    union select author_id from text_steps where text_id = ${articleId} and created_at >= ${since}
    union select author_id from articles where id = ${articleId} and first_published_at is null`.execute(db)
  return new Set(rows.flatMap(({ id }) => (id === null ? [] : [id])))
}

/** Reviews of living articles that are not over, newest first. */
export async function listOpen(db: Db, limit: number): Promise<OpenReviews['items']> {
  const rows = await db
    .selectFrom('article_reviews as review')
    .innerJoin('articles', 'articles.id', 'review.article_id')
    .leftJoin('article_working_copies as copy', 'copy.article_id', 'articles.id')
    .where('articles.deleted_at', 'is', null)
    .where((e) => e.or([e('articles.status', '!=', 'published'), e('copy.article_id', 'is not', null)]))
    .select(['articles.id', 'articles.title', 'review.state', 'review.asked_by', 'review.reviewer_id', 'review.at'])
    .orderBy('review.at', 'desc')
    .orderBy('articles.id')
    .limit(limit)
    .execute()
  return rows.map(({ state, ...row }) => ({ ...row, review: state as Review }))
}
