import type { PublicArticle } from '../../../contract/articles.ts'
import type { Db } from '../../platform/db/db.ts'
import { open, openText, TEXT_COLUMNS } from './articles.public.ts'
import { selectSummaries, toSummaries } from './articles.queries.ts'

/** Published articles with their live texts, in the order of these ids; others are omitted. */
export async function listPublishedTexts(db: Db, ids: readonly string[]): Promise<PublicArticle[]> {
  if (ids.length === 0) return []
  const rows = await selectSummaries(db)
    .select(TEXT_COLUMNS)
    .where('articles.status', '=', 'published')
    .where('articles.id', 'in', ids)
    .execute()
  const summaries = new Map((await toSummaries(db, rows)).map((summary) => [summary.id, open(summary)]))
  const texts = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const summary = summaries.get(id)
    const text = texts.get(id)
    if (!summary || !text) return []
    return [{ ...summary, ...openText(text) }]
  })
}
