import type { Db } from '../../../platform/db/db.ts'

/**
 * The status of the article outside the trash at each slug, present or former (RUL-5). A draft at a former slug of a
 * published article takes nothing from readers.
 */
export async function statusOfSlugs(db: Db, slugs: string[]): Promise<Map<string, string>> {
  if (slugs.length === 0) return new Map()
  const present = await db
    .selectFrom('articles')
    .select(['slug', 'status'])
    .where('slug', 'in', slugs)
    .where('deleted_at', 'is', null)
    .execute()
  const former = await db
    .selectFrom('slug_history')
    .innerJoin('articles', 'articles.id', 'slug_history.article_id')
    .select(['slug_history.slug', 'articles.status'])
    .where('slug_history.slug', 'in', slugs)
    .where('articles.deleted_at', 'is', null)
    .execute()
  const known = [...former, ...present]
  const forReaders = known.filter(({ status }) => status === 'published')
  return new Map([...known, ...forReaders].flatMap(({ slug, status }) => (slug === null ? [] : [[slug, status]])))
}
