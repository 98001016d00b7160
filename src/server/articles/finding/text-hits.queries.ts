import { sql, type SqlBool } from 'kysely'
import type { TextHits } from '../../../contract/articles/text-hits.ts'
import { findWords } from '../../../rules/find-words.ts'
import { searchTerms, type SearchTerm } from '../../../rules/search-text.ts'
import { dialectOf, type Db } from '../../platform/db/db.ts'
import { containsTerms, isLong, trigramsOf } from '../../platform/db/search.ts'
import { conditionsOf, filtered, type ArticleFilter } from './list.queries.ts'

/** PostgreSQL only: so many of the newest texts are read before the trigram index is asked. */
const NEWEST = 150

/** With a word of one or two letters, which no index of texts knows: so many of the newest with the others are looked through. */
const LOOKED_THROUGH = 2000

type Query = ArticleFilter & { q: string; limit: number }
type Row = { id: string; title: string; status: string }

/**
 * Articles whose text contains every word while title and excerpt do not, newest first, each with the place around the first
 * hit. Words under three letters, which stand in every text, find nothing alone.
 */
export async function listTextHits(db: Db, query: Query): Promise<TextHits> {
  const terms = searchTerms(query.q)
  if (!terms.some(isLong)) return { items: [], more: false }
  const rows =
    dialectOf(db) === 'postgres' ? await findOnPostgres(db, query, terms) : await findOnSqlite(db, query, terms)
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

/** Null where it has gone meanwhile. */
async function textOf(db: Db, id: string): Promise<string | null> {
  const row = await db.selectFrom('articles').select('content_markdown').where('id', '=', id).executeTakeFirst()
  return row?.content_markdown ?? null
}

const COLUMNS = ['articles.id', 'articles.title', 'articles.status'] as const

/** The trigram index gives its rows newest first, one after the other, so that reading ends with the last one wanted. */
async function findOnSqlite(db: Db, query: Query, terms: SearchTerm[]): Promise<Row[]> {
  const conditions = await conditionsOf(db, query)
  const match = trigramsOf(terms.filter(isLong))
  const newest = terms.every(isLong)
    ? sql``
    : sql`and article_texts_search.rowid >= (select min(found) from (select rowid as found from article_texts_search
        where article_texts_search match ${match} order by rowid desc limit ${LOOKED_THROUGH}))`
  // Cross joins keep SQLite from changing the order of the tables.
  const { rows } = await sql<Row>`
    select ${sql.join(COLUMNS.map((column) => sql.ref(column)))}
    from article_texts_search cross join article_texts on article_texts.search_id = article_texts_search.rowid
      cross join articles on articles.id = article_texts.article_id
    where article_texts_search match ${match} ${newest}
      and ${containsTerms(db, 'article_texts.search_text', terms)}
      and ${sql.join(conditions, sql` and `)} and not (${containsTerms(db, 'articles.search_text', terms)})
    order by article_texts_search.rowid desc limit ${query.limit + 1}`.execute(db)
  return rows
}

/**
 * Words that many texts contain are among the newest ones; asking the index for them would unpack every text. Only words
 * that are not are looked for there.
 */
async function findOnPostgres(db: Db, query: Query, terms: SearchTerm[]): Promise<Row[]> {
  const long = containsTerms(db, 'article_texts.search_text', terms.filter(isLong))
  const newestOfLong = sql`article_id >= (select min(found) from (select article_id as found from article_texts
    where ${long} order by article_id desc limit ${LOOKED_THROUGH}) as newest)`
  const all = containsTerms(db, 'article_texts.search_text', terms)
  const inText = terms.every(isLong) ? all : sql<SqlBool>`${newestOfLong} and ${all}`
  const base = (await filtered(db, query))
    .innerJoin('article_texts', 'article_texts.article_id', 'articles.id')
    .select(COLUMNS)
    .where(sql<boolean>`not (${containsTerms(db, 'articles.search_text', terms)})`)
  const newest = await base
    .where(
      'articles.id',
      'in',
      (await filtered(db, query)).select('articles.id').orderBy('articles.id', 'desc').limit(NEWEST),
    )
    .where(inText)
    .orderBy('articles.id', 'desc')
    .limit(query.limit + 1)
    .execute()
  if (newest.length > query.limit) return newest
  const hits = sql<string>`(with hits as materialized (select article_id from article_texts where ${inText}) select article_id from hits)`
  return base
    .where('articles.id', 'in', hits)
    .orderBy('articles.id', 'desc')
    .limit(query.limit + 1)
    .execute()
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
