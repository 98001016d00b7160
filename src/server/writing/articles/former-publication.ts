import type { Text } from '../../../rules/article-text.ts'
import type { ArticleRow } from './articles.queries.ts'
import type { LockedArticle } from './locked-article.service.ts'
import { isPublic } from './publication-dates.ts'

type LiveText = Text & { slug: string | null; tag_ids: string[] }

/** What readers saw of an article, or were to see; `live` is the text they read, null where they read none. */
export type FormerPublication = Pick<ArticleRow, 'status' | 'published_at' | 'unpublish_at' | 'first_published_at'> & {
  live: LiveText | null
  /** Addresses under which it had been public by then; missing in what the former release kept. */
  public_slugs?: string[]
  /** When their text had been changed last; missing in what the former release kept. */
  text_changed_at?: string | null
}

/** What an article that did not exist yet was to readers. */
export const NEVER_PUBLIC: FormerPublication = {
  status: 'draft',
  published_at: null,
  unpublish_at: null,
  first_published_at: null,
  live: null,
  public_slugs: [],
}

/** What readers see of an article before it is changed. */
export function publicationOf({ row, live, public_slugs }: LockedArticle): FormerPublication {
  const { status, published_at, unpublish_at, first_published_at, text_changed_at } = row
  const read = isPublic(row) ? live : null
  return { status, published_at, unpublish_at, first_published_at, live: read, public_slugs, text_changed_at }
}
