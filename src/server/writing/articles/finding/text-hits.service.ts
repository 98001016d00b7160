import { setImmediate } from 'node:timers/promises'
import type { TextHits } from '../../../../contract/articles/text-hits.ts'
import { hitInContext } from '../../../../markdown/block-with-words.ts'
import {
  finderOf,
  type Finder,
  foundIn,
  MATCHES,
  publicTerms,
  type PublicTerm,
  type SearchMatch,
} from '../../../../rules/public-search.ts'
import { searchTerms, termInTexts, termsInTexts, type SearchTerm } from '../../../../rules/search-text.ts'
import type { Db } from '../../../platform/db/db.ts'
import { isLong } from '../../../platform/search/search.ts'
import { findInTexts } from '../../../platform/search/text-search.ts'
import { conditionsOf, type ArticleFilter } from './list.queries.ts'

const TEXTS = { texts: 'article_texts', owner: 'article_id', records: 'articles' }
const COLUMNS = ['articles.id', 'articles.title', 'articles.status']
/** Maximum characters of a text scanned for the excerpt. */
const LOOKED_THROUGH = 300_000
/** Characters of an excerpt on either side of the hit. */
const CONTEXT = { before: 60, after: 120 }

type Query = ArticleFilter & {
  terms: readonly PublicTerm[]
  /** The query terms, one per word; `anywhere` as in `termInTexts`. */
  asked: (match: SearchMatch, anywhere: boolean) => readonly SearchTerm[]
  without: readonly SearchTerm[]
  limit: number
}
type Row = { id: string; title: string; status: string }

/**
 * Articles whose text contains every word while title and excerpt do not, each with an excerpt around the first hit:
 * whole words before prefixes before last parts of compounds, each newest first (RUL-108). Words under three
 * characters, which occur in every text, find nothing alone.
 */
export async function listTextHits(db: Db, query: ArticleFilter & { q: string; limit: number }): Promise<TextHits> {
  const terms = publicTerms(query.q)
  const rows = await textHits(db, {
    ...query,
    terms,
    asked: (match, anywhere) => termsInTexts(query.q, match, anywhere),
    without: searchTerms(query.q),
    limit: query.limit + 1,
  })
  const find = finderOf(terms)
  const items: TextHits['items'] = []
  for (const row of rows.slice(0, query.limit)) {
    // Long texts take time to read and scan: other requests are served in between.
    await setImmediate()
    const text = await textOf(db, row.id)
    const status = row.status as TextHits['items'][number]['status']
    if (text !== null) items.push({ ...row, status, excerpt: excerptOf(text, find) })
  }
  return { items, more: rows.length > query.limit }
}

/** The first hit with its context; empty where it is only in markup. */
function excerptOf(text: string, find: Finder): TextHits['items'][number]['excerpt'] {
  return hitInContext(text.slice(0, LOOKED_THROUGH), find, CONTEXT) ?? { before: '', hit: '', after: '' }
}

/**
 * The search strategies, tried one after the other. Where the newest texts contain the characters mostly inside words,
 * older texts are searched for better matches.
 */
const WAYS = [
  { match: 'whole', anywhere: false },
  { match: 'begins', anywhere: true },
  { match: 'begins', anywhere: false },
  { match: 'joined', anywhere: true },
  { match: 'joined', anywhere: false },
] as const

/** Articles with the words only in their text, best match first, then newest, for the global search. */
export async function findArticleTexts(
  db: Db,
  { terms, ...query }: { terms: readonly PublicTerm[]; author_id?: string | undefined; limit: number },
): Promise<{ id: string }[]> {
  const asked = (match: SearchMatch, anywhere = false) => terms.map((term) => termInTexts(term, match, anywhere))
  return textHits(db, { ...query, terms, asked, without: asked('joined') })
}

/** The articles themselves, except those whose title and excerpt contain the words of `without`. */
async function textHits(db: Db, { terms, asked, without, limit, ...filter }: Query): Promise<Row[]> {
  const found = new Map<string, Row>()
  const conditions = await conditionsOf(db, filter)
  const met = new Map<string, number>()
  let isMore = true
  for (const { match, anywhere } of WAYS) {
    const wanted = asked(match, anywhere)
    if (!wanted.some(isLong) || found.size >= limit) break
    // Everything that contains the characters anywhere has been checked.
    if (match !== 'whole' && !anywhere && !isMore) continue
    // The result includes those of better matches again, and false ones (`verlegen` for `legen`).
    const most = found.size + (match === 'whole' ? limit : 2 * limit)
    const rows = await findInTexts<Row>(db, TEXTS, {
      terms: wanted,
      without,
      conditions,
      columns: COLUMNS,
      limit: most,
    })
    isMore = rows.length === most
    for (const row of rows) {
      if (found.size >= limit) break
      if (found.has(row.id)) continue
      if (match !== 'whole') {
        if (!met.has(row.id)) met.set(row.id, await worstMatch(db, row.id, terms))
        if (met.get(row.id)! > MATCHES.indexOf(match)) continue
      }
      found.set(row.id, row)
    }
  }
  return [...found.values()]
}

/** The worst match of any word in a text, as an index in `MATCHES`; after the last one where a word is missing. */
async function worstMatch(db: Db, id: string, terms: readonly PublicTerm[]): Promise<number> {
  // Long texts take time to scan: other requests are served in between.
  await setImmediate()
  const text = (await textOf(db, id)) ?? ''
  return terms.reduce((worst, term) => Math.max(worst, bestMatch(text, term)), 0)
}

function bestMatch(text: string, term: PublicTerm): number {
  let best: number = MATCHES.length
  for (const { match } of foundIn(text, [term])) {
    best = Math.min(best, MATCHES.indexOf(match))
    if (best === 0) break
  }
  return best
}

/** Null where it was deleted in the meantime. */
async function textOf(db: Db, id: string): Promise<string | null> {
  const row = await db.selectFrom('articles').select('content_markdown').where('id', '=', id).executeTakeFirst()
  return row?.content_markdown ?? null
}
