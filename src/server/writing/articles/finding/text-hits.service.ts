import type { PublicTerm, SearchMatch } from '../../../../rules/public-search.ts'
import { termInTexts } from '../../../../rules/search-text.ts'
import type { Db } from '../../../platform/db/db.ts'
import { textHits } from './text-hits.queries.ts'

/** Articles with the words only in their text, best match first, then newest, for the global search. */
export async function findArticleTexts(
  db: Db,
  { terms, ...query }: { terms: readonly PublicTerm[]; author_id?: string | undefined; limit: number },
): Promise<{ id: string }[]> {
  const asked = (match: SearchMatch, anywhere = false) => terms.map((term) => termInTexts(term, match, anywhere))
  return textHits(db, { ...query, terms, asked, without: asked('joined') })
}
