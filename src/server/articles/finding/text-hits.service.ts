import type { Db } from '../../platform/db/db.ts'
import { textHitIds } from './text-hits.queries.ts'

/** Articles in whose text alone the words stand, newest first, for the search over everything. */
export async function findArticleTexts(
  db: Db,
  query: { q: string; author_id?: string | undefined; limit: number },
): Promise<{ id: string }[]> {
  return textHitIds(db, query)
}
