import type { ArticleStatus } from '../../../../contract/articles.ts'
import { invalidField } from '../../../../contract/errors.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { lives } from '../articles.queries.ts'

type Joined = { article_id: string | null; article_title: string | null; article_status: string | null }
type Linked = { id: string; title: string; status: ArticleStatus }

/** A record with an optional article in its wire format, null if that is in the trash. */
export function withArticle<T extends Joined>(
  row: T,
): Omit<T, 'article_title' | 'article_status'> & { article: Linked | null } {
  const { article_title: title, article_status: status, ...record } = row
  const linked = row.article_id !== null && title !== null
  return { ...record, article: linked ? { id: row.article_id ?? '', title, status: status as ArticleStatus } : null }
}

/** Refuses (400 at `article_id`) an article that does not exist or is in the trash; null is valid. */
export async function checkArticle(tx: Tx, id: string | null | undefined): Promise<void> {
  if (id && !(await lives(tx, id))) throw invalidField('article_id', 'Diesen Artikel gibt es nicht')
}
