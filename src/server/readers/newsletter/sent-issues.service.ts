import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import type { Neighbour } from '../../writing/articles/articles.public.ts'

/** The articles sent last, newest first, as far as they are public (`at` is the beginning of the sending). */
export async function listSentArticles(db: Db, limit: number): Promise<(Neighbour & { at: string })[]> {
  const rows = await db
    .selectFrom('newsletter_issues as issue')
    .innerJoin('articles', 'articles.id', 'issue.article_id')
    .select(['articles.id', 'articles.slug', 'articles.title', 'articles.lang', 'articles.advert', 'issue.started_at'])
    .where('issue.started_at', 'is not', null)
    .where(sql<boolean>`articles.status = 'published' and articles.deleted_at is null`)
    .orderBy('issue.started_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ slug, started_at, ...row }) => ({ ...row, slug: slug ?? '', at: started_at ?? '' }))
}
