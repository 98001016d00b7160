import { sql } from 'kysely'
import type { ArticleReview, OpenReviews, Review } from '../../../contract/articles/review.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { isReadBy } from '../../platform/guests.ts'
import type { ArticleReviewsTable } from '../../tables.ts'
import { accountsOf } from './revision-runs.ts'
import { asArticles, type WrittenTables } from './written-tables.ts'

/** A review without its text. */
export type StoredReview = Omit<ArticleReviewsTable, 'article_id'>

export async function getReview(db: Db, tables: WrittenTables, textId: string): Promise<StoredReview | null> {
  const { reviews, owner } = asArticles(tables)
  const row = await db
    .selectFrom(reviews)
    .select(['state', 'version', 'text_hash', 'asked_by', 'reviewer_id', 'decided_by', 'note', 'at'])
    .where(owner, '=', textId)
    .executeTakeFirst()
  return row ?? null
}

export async function putReview(tx: Tx, tables: WrittenTables, textId: string, row: StoredReview): Promise<void> {
  const { reviews, owner } = asArticles(tables)
  await tx
    .insertInto(reviews)
    .values({ [owner]: textId, ...row } as ArticleReviewsTable)
    .onConflict((conflict) => conflict.column(owner).doUpdateSet(row))
    .execute()
}

/** Ends a review, or only an approval. True when there was one. */
export async function dropReview(tx: Tx, tables: WrittenTables, textId: string, state?: 'approved'): Promise<boolean> {
  const { reviews, owner } = asArticles(tables)
  let deletion = tx.deleteFrom(reviews).where(owner, '=', textId)
  if (state) deletion = deletion.where('state', '=', state)
  return (await deletion.executeTakeFirst()).numDeletedRows > 0n
}

/** What the review of a living text has come to, as the wire has it; null where there is no such text. */
export async function getOpenReview(db: Db, tables: WrittenTables, textId: string): Promise<ArticleReview | null> {
  const { rows } = await sql<{ status: string; working: string | null }>`
    select status, copy.${sql.ref(tables.owner)} as working from ${sql.table(tables.texts)} as text
    left join ${sql.table(tables.workingCopies)} as copy on copy.${sql.ref(tables.owner)} = text.id
    where text.id = ${textId} and text.deleted_at is null`.execute(db)
  const [text] = rows
  if (!text) return null
  // Readers have all of it: its review is over.
  const isOver = text.status === 'published' && text.working === null
  const review = isOver ? null : await getReview(db, tables, textId)
  if (!review) return { review: 'none', review_details: null }
  const { state, text_hash: _hash, ...review_details } = review
  return { review: state as Review, review_details }
}

/**
 * Accounts that wrote what readers do not have yet: all who took part in the versions and steps of a text since the last live one. The
 * author of one that was never live counts, too, unless its first version says who began it: an account that was deleted may have left
 * the text to one that wrote nothing of it.
 */
export async function writersOf(
  db: Db,
  { texts, revisions, owner }: WrittenTables,
  textId: string,
): Promise<Set<string>> {
  const [table, column] = [sql.table(revisions), sql.ref(owner)]
  const live = sql`select max(version) from ${table} where ${column} = ${textId} and kind = 'published'`
  const since = sql`coalesce((select max(created_at) from ${table} where ${column} = ${textId}
    and kind = 'published'), (select created_at from ${sql.table(texts)} where id = ${textId}))`
  const { rows } = await sql<{ author_id: string | null; authors: string | null }>`
    select author_id, authors from ${table}
      where ${column} = ${textId} and kind <> 'kept' and version > coalesce((${live}), 0)
    union select author_id, null from text_steps where text_id = ${textId} and created_at >= ${since}
    union select suggested_by, null from text_steps where text_id = ${textId} and created_at >= ${since}
    union select author_id, null from ${sql.table(texts)} as text where id = ${textId} and first_published_at is null
      and not exists (select 1 from ${table} where ${column} = ${textId} and kind <> 'kept' and authors is not null
        and begun_at = text.created_at)`.execute(db)
  return new Set(rows.flatMap(accountsOf))
}

/** Reviews of living texts of one noun that are not over, newest first; of a guest those of articles it reads. */
export async function listOpen(
  db: Db,
  tables: WrittenTables,
  { limit, guest }: { limit: number; guest: string | null },
): Promise<OpenReviews['items']> {
  const { texts, reviews, workingCopies, owner } = tables
  const { rows } = await sql<Omit<OpenReviews['items'][number], 'noun'>>`
    select text.id, text.title, review.state as review, review.asked_by, review.reviewer_id, review.at
    from ${sql.table(reviews)} as review
    join ${sql.table(texts)} as text on text.id = review.${sql.ref(owner)}
    left join ${sql.table(workingCopies)} as copy on copy.${sql.ref(owner)} = text.id
    where text.deleted_at is null and (text.status <> 'published' or copy.${sql.ref(owner)} is not null)
      ${guest === null ? sql`` : sql`and ${isReadBy(guest, 'text.id')}`}
    order by review.at desc, text.id limit ${limit}`.execute(db)
  return rows.map((row) => ({ noun: texts, ...row }))
}
