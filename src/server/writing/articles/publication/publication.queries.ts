import type { Db } from '../../../platform/db/db.ts'
import { lookedAt } from '../../../platform/db/expressions.ts'

/** A due date: the article, and the action. */
export type DueArticle = { id: string; title: string; turn: 'publish' | 'update' | 'take-down' }

/**
 * Articles outside the trash that are due by `now`, earliest first; publications, then working texts, then take-downs. With
 * `approvedOnly` what is not approved waits (RUL-61).
 */
export async function listDue(
  db: Db,
  now: string,
  { limit, approvedOnly }: { limit: number; approvedOnly: boolean },
): Promise<DueArticle[]> {
  const appearing = await selectAppearing(db, now)
    .$if(approvedOnly, (select) => select.where('articles.id', 'in', approvedIn(db)))
    .select(['id', 'title'])
    .orderBy('published_at')
    .limit(limit)
    .execute()
  const changing = await selectChanging(db, now)
    .$if(approvedOnly, (select) => select.where('articles.id', 'in', approvedIn(db)))
    .select(['articles.id', 'articles.title'])
    .orderBy('copy.goes_live_at')
    .limit(limit)
    .execute()
  const going = await selectGoing(db, now).select(['id', 'title']).orderBy('unpublish_at').limit(limit).execute()
  return [
    ...appearing.map((row) => ({ ...row, turn: 'publish' as const })),
    ...changing.map((row) => ({ ...row, turn: 'update' as const })),
    ...going.map((row) => ({ ...row, turn: 'take-down' as const })),
  ]
}

function approvedIn(db: Db) {
  return db.selectFrom('article_reviews').select('article_id').where('state', '=', 'approved')
}

function selectAppearing(db: Db, now: string) {
  return db
    .selectFrom('articles')
    .where('deleted_at', 'is', null)
    .where('status', '=', 'scheduled')
    .where('published_at', '<=', now)
}

function selectChanging(db: Db, now: string) {
  return db
    .selectFrom('article_working_copies as copy')
    .innerJoin('articles', 'articles.id', 'copy.article_id')
    .where('articles.deleted_at', 'is', null)
    .where(lookedAt(db, 'articles.status'), '=', 'published')
    .where('copy.goes_live_at', '<=', now)
}

/** When the working text of an article goes live; null for never. */
export async function setGoesLive(db: Db, articleId: string, goes_live_at: string | null): Promise<void> {
  await db.updateTable('article_working_copies').set({ goes_live_at }).where('article_id', '=', articleId).execute()
}

/** Forgets a date that has passed by `now`. */
export async function forgetPassed(db: Db, articleId: string, now: string): Promise<void> {
  await db
    .updateTable('article_working_copies')
    .set({ goes_live_at: null })
    .where('article_id', '=', articleId)
    .where('goes_live_at', '<=', now)
    .execute()
}

function selectGoing(db: Db, now: string) {
  return db
    .selectFrom('articles')
    .where('deleted_at', 'is', null)
    .where('status', '=', 'published')
    .where('unpublish_at', '<=', now)
}
