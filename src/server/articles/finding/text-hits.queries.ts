import type { TextHits } from '../../../contract/articles/text-hits.ts'
import { blockWithWords } from '../../../markdown/block-with-words.ts'
import { foundIn, MATCHES, publicTerms, type PublicTerm, type SearchMatch } from '../../../rules/public-search.ts'
import { searchTerms, termsInTexts, type SearchTerm } from '../../../rules/search-text.ts'
import type { Db } from '../../platform/db/db.ts'
import { isLong } from '../../platform/db/search.ts'
import { findInTexts } from '../../platform/db/text-search.ts'
import { conditionsOf, type ArticleFilter } from './list.queries.ts'

const TEXTS = { texts: 'article_texts', owner: 'article_id', records: 'articles' }
const COLUMNS = ['articles.id', 'articles.title', 'articles.status']
/** Characters of a text that are looked through for the place to show. */
const LOOKED_THROUGH = 300_000

type Query = ArticleFilter & {
  terms: readonly PublicTerm[]
  /** What is looked for, one for each word. */
  asked: (match: SearchMatch) => readonly SearchTerm[]
  without: readonly SearchTerm[]
  limit: number
}
type Row = { id: string; title: string; status: string }

/**
 * Articles whose text contains every word while title and excerpt do not, each with the place around the first hit: whole words
 * before beginnings before last parts of compounds, each newest first (RUL-108). Words under three letters, which stand in
 * every text, find nothing alone.
 */
export async function listTextHits(db: Db, query: ArticleFilter & { q: string; limit: number }): Promise<TextHits> {
  const terms = publicTerms(query.q)
  const rows = await textHits(db, {
    ...query,
    terms,
    asked: (match) => termsInTexts(query.q, match),
    without: searchTerms(query.q),
    limit: query.limit + 1,
  })
  const items: TextHits['items'] = []
  for (const row of rows.slice(0, query.limit)) {
    // Long texts take their time, to be read and to be looked through: others are answered in between.
    await new Promise((resolve) => setImmediate(resolve))
    const text = await textOf(db, row.id)
    const status = row.status as TextHits['items'][number]['status']
    if (text !== null) items.push({ ...row, status, excerpt: excerptOf(text.slice(0, LOOKED_THROUGH), terms) })
  }
  return { items, more: rows.length > query.limit }
}

/** The articles themselves, but those whose title and excerpt have the words of `without`. */
export async function textHits(db: Db, { terms, asked, without, limit, ...filter }: Query): Promise<Row[]> {
  const found = new Map<string, Row>()
  const conditions = await conditionsOf(db, filter)
  for (const match of MATCHES) {
    const wanted = asked(match)
    if (!wanted.some(isLong) || found.size >= limit) break
    // Those of the better matches are among them again, and some are none (`verlegen` for `legen`).
    const most = match === 'joined' ? 2 * limit : limit
    const rows = await findInTexts<Row>(db, TEXTS, {
      terms: wanted,
      without,
      conditions,
      columns: COLUMNS,
      limit: found.size + most,
    })
    for (const row of rows) {
      if (found.size >= limit) break
      if (found.has(row.id) || (match === 'joined' && !(await hasWords(db, row.id, terms)))) continue
      found.set(row.id, row)
    }
  }
  return [...found.values()]
}

/** Whether a text has every word as a reader's search would find it. */
async function hasWords(db: Db, id: string, terms: readonly PublicTerm[]): Promise<boolean> {
  const text = await textOf(db, id)
  const met = new Set<number>()
  for (const { term } of foundIn(text ?? '', terms)) if (met.add(term).size === terms.length) return true
  return false
}

/** Null where it has gone meanwhile. */
async function textOf(db: Db, id: string): Promise<string | null> {
  const row = await db.selectFrom('articles').select('content_markdown').where('id', '=', id).executeTakeFirst()
  return row?.content_markdown ?? null
}

const BEFORE = 60
const AFTER = 120

/** The words with what stands around them, on one line, as readers read it; empty where they stand in markup alone. */
function excerptOf(text: string, terms: readonly PublicTerm[]): TextHits['items'][number]['excerpt'] {
  const block = blockWithWords(text, terms)
  if (!block) return { before: '', hit: '', after: '' }
  const { plain, hit } = block
  const from = Math.max(0, hit.start - BEFORE)
  const to = Math.min(plain.length, hit.end + AFTER)
  const before = plain.slice(from, hit.start)
  const after = plain.slice(hit.end, to)
  return {
    before: from > 0 ? `… ${before.replace(/^\S*\s/, '')}` : before,
    hit: plain.slice(hit.start, hit.end),
    after: to < plain.length ? `${after.replace(/\s\S*$/, '')} …` : after,
  }
}
