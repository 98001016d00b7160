import type { Db } from '../../../platform/db/db.ts'

/** A due date: the article, and the action. */
export type DueArticle = { id: string; title: string; turn: 'publish' | 'take-down' }

/** Articles outside the trash that are due by `now`, earliest first; publications before take-downs. */
export async function listDue(db: Db, now: string, limit: number): Promise<DueArticle[]> {
  const appearing = await selectAppearing(db, now)
    .select(['id', 'title'])
    .orderBy('published_at')
    .limit(limit)
    .execute()
  const going = await selectGoing(db, now).select(['id', 'title']).orderBy('unpublish_at').limit(limit).execute()
  return [
    ...appearing.map((row) => ({ ...row, turn: 'publish' as const })),
    ...going.map((row) => ({ ...row, turn: 'take-down' as const })),
  ]
}

function selectAppearing(db: Db, now: string) {
  return db
    .selectFrom('articles')
    .where('deleted_at', 'is', null)
    .where('status', '=', 'scheduled')
    .where('published_at', '<=', now)
}

function selectGoing(db: Db, now: string) {
  return db
    .selectFrom('articles')
    .where('deleted_at', 'is', null)
    .where('status', '=', 'published')
    .where('unpublish_at', '<=', now)
}
