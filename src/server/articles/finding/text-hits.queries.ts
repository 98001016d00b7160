import type { TextHits } from '../../../contract/articles/text-hits.ts'
import { findWords } from '../../../rules/find-words.ts'
import { searchTerms, type SearchTerm } from '../../../rules/search-text.ts'
import type { Db } from '../../platform/db/db.ts'
import { isLong } from '../../platform/db/search.ts'
import { findInTexts } from '../../platform/db/text-search.ts'
import { conditionsOf, type ArticleFilter } from './list.queries.ts'

const TEXTS = { texts: 'article_texts', owner: 'article_id', records: 'articles' }
const COLUMNS = ['articles.id', 'articles.title', 'articles.status']

type Query = ArticleFilter & { q: string; limit: number }
type Row = { id: string; title: string; status: string }

/**
 * Articles whose text contains every word while title and excerpt do not, newest first, each with the place around the first
 * hit. Words under three letters, which stand in every text, find nothing alone.
 */
export async function listTextHits(db: Db, query: Query): Promise<TextHits> {
  const rows = await textHitIds(db, { ...query, limit: query.limit + 1 })
  const terms = searchTerms(query.q)
  const items: TextHits['items'] = []
  for (const row of rows.slice(0, query.limit)) {
    // Long texts take their time, to be read and to be looked through: others are answered in between.
    await new Promise((resolve) => setImmediate(resolve))
    const text = await textOf(db, row.id)
    const status = row.status as TextHits['items'][number]['status']
    if (text !== null) items.push({ ...row, status, excerpt: excerptOf(text, terms) })
  }
  return { items, more: rows.length > query.limit }
}

export async function textHitIds(db: Db, query: Query): Promise<Row[]> {
  const terms = searchTerms(query.q)
  if (!terms.some(isLong)) return []
  const conditions = await conditionsOf(db, query)
  return findInTexts<Row>(db, TEXTS, { terms, conditions, columns: COLUMNS, limit: query.limit })
}

/** Null where it has gone meanwhile. */
async function textOf(db: Db, id: string): Promise<string | null> {
  const row = await db.selectFrom('articles').select('content_markdown').where('id', '=', id).executeTakeFirst()
  return row?.content_markdown ?? null
}

const BEFORE = 60
const AFTER = 120

/** The words with what stands around them, on one line, without markdown's marks. */
function excerptOf(text: string, terms: SearchTerm[]): TextHits['items'][number]['excerpt'] {
  const place = findWords(text, terms)
  if (!place) return { before: '', hit: '', after: '' }
  const from = Math.max(0, place.start - BEFORE)
  const to = Math.min(text.length, place.end + AFTER)
  const before = plain(text.slice(from, place.start))
  const after = plain(text.slice(place.end, to))
  return {
    before: from > 0 ? `… ${before.replace(/^\S*\s/, '')}` : before.trimStart(),
    hit: text.slice(place.start, place.end),
    after: to < text.length ? `${after.replace(/\s\S*$/, '')} …` : after.trimEnd(),
  }
}

function plain(markdown: string): string {
  return markdown.replace(/[#*_`>[\]|~]/g, '').replace(/\s+/g, ' ')
}
