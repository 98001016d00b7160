import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { fold } from '../../../rules/fold.ts'
import { askedWords, foldedWords, INDEX_FORM, indexWords, type PublicTerm } from '../../../rules/public-search.ts'
import { cardWith } from '../../../nouns/nouns.ts'
import { SEARCH_NOUNS, type SearchNoun } from '../../../nouns/registries.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { beginningsOf } from '../../platform/db/expressions.ts'
import { forUpdateOfFree } from '../../platform/db/locks.ts'
import {
  bestOfEachNoun,
  insertText,
  placesOf,
  removeTexts,
  type AskedWords,
  type TitleIndex,
} from '../../platform/search/word-index.ts'

const INDEX: TitleIndex = {
  table: 'searched_records',
  words: 'searched_records_words',
  hits: 'searched_record_hits',
  best: 'searched_records_best',
}
/** Maximum characters indexed of a record, beside its title. */
const SEARCHED = 20_000
const TITLE_KEY = 200
/** Maximum words of a record used for spelling correction. */
const SPELLED = 3000
const WORDS_TOGETHER = 500
const SHORTEST_SPELLED = 4
const LONGEST_SPELLED = 30
/** Maximum ranked hits of a noun; SQLite's index is first queried for this many of all nouns. */
const RANKED_OF_NOUN = 60
const RANKED = 300

export type SearchOrder = { noun: SearchNoun; record_id: string }

export async function hasOrders(db: Db): Promise<boolean> {
  return (await db.selectFrom('search_orders').select('turn').limit(1).execute()).length > 0
}

/**
 * Takes the next index orders, except those being written: a concurrent change orders such a record again. The newest
 * of a noun come first, so that recent writing is found while a restored or imported blog still waits.
 */
export async function takeOrders(tx: Tx, count: number): Promise<SearchOrder[]> {
  const { rows } = await sql<SearchOrder>`
    delete from search_orders where (noun, record_id) in (
      select noun, record_id from search_orders order by noun desc, record_id desc limit ${count} ${forUpdateOfFree(tx)})
    returning noun, record_id`.execute(tx)
  return rows.filter(({ noun }) => SEARCH_NOUNS.includes(noun))
}

/** Orders every record outside the trash to be indexed. */
export async function orderEverything(tx: Tx): Promise<void> {
  for (const noun of SEARCH_NOUNS)
    await sql`insert into search_orders (noun, record_id, turn)
      select ${noun}, id, 0 from ${sql.table(cardWith(noun, 'search').table)} where deleted_at is null
      on conflict (noun, record_id) do nothing`.execute(tx)
}

/** Orders records that a former release indexed in its own form. */
export async function orderOldForms(db: Db): Promise<void> {
  await sql`insert into search_orders (noun, record_id, turn)
    select noun, record_id, 0 from searched_records where form < ${INDEX_FORM}
    on conflict (noun, record_id) do nothing`.execute(db)
}

export type SearchedRecord = {
  id: string
  title: string
  others: string
  text: string
  author_id: string | null
  created_at: string
}

/** Records outside the trash in their indexed form. */
export async function readRecords(db: Db, noun: SearchNoun, ids: readonly string[]): Promise<SearchedRecord[]> {
  const { table, title, search } = cardWith(noun, 'search')
  const { others, text } = search
  const columns = [sql`author_id`, ...others.map(otherColumn)]
  if (text !== null) columns.push(sql`substr(${sql.ref(text)}, 1, ${SEARCHED}) as text`)
  const { rows } = await sql<Record<string, string | null>>`
    select id, ${sql.ref(title)} as title, created_at, ${sql.join(columns)}
    from ${sql.table(table)} where id in (${sql.join(ids)}) and deleted_at is null`.execute(db)
  return rows.map((row) => ({
    id: row.id ?? '',
    title: row.title ?? '',
    others: joinOthers(noun, row),
    text: row.text ?? '',
    author_id: row.author_id ?? null,
    created_at: row.created_at ?? '',
  }))
}

const otherColumn = (column: string) => sql`substr(${sql.ref(column)}, 1, ${SEARCHED}) as ${sql.id(`other_${column}`)}`

function joinOthers(noun: SearchNoun, row: Record<string, string | number | null>): string {
  return cardWith(noun, 'search')
    .search.others.map((column) => row[`other_${column}`] ?? '')
    .join('\n')
}

/** Replaces the index entries of records by their present state; ids without a record are removed. */
export async function replaceRecords(
  tx: Tx,
  noun: SearchNoun,
  ids: readonly string[],
  records: readonly SearchedRecord[],
): Promise<void> {
  await removeTexts(tx, INDEX, { noun, ids })
  for (const record of records) {
    const row = { noun, record_id: record.id, at: record.created_at, title_key: titleKey(record.title) }
    await insertText(tx, INDEX, row, [...wordsOf(noun, record)].join(' '))
    // Long texts take milliseconds each: other requests are served in between.
    await setImmediate()
  }
}

/** Adds words for spelling correction; always in one order, so that concurrent writers never deadlock. */
export async function addWords(tx: Tx, records: readonly SearchedRecord[]): Promise<void> {
  const words = new Set<string>()
  for (const { title, others, text } of records)
    for (const word of foldedWords(`${title}\n${plainAddress(`${others.slice(0, SPELLED)}\n${text}`)}`))
      if (word.length >= SHORTEST_SPELLED && word.length <= LONGEST_SPELLED) words.add(word)
  const sorted = [...words].sort()
  for (let from = 0; from < sorted.length; from += WORDS_TOGETHER) {
    await tx
      .insertInto('search_words')
      .values(sorted.slice(from, from + WORDS_TOGETHER).map((word) => ({ word })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await setImmediate()
  }
}

/** The normalised title for comparison, whole or by prefix. */
export function titleKey(title: string): string {
  return fold(title).replace(/\s+/g, ' ').trim().slice(0, TITLE_KEY).toWellFormed()
}

function wordsOf(noun: SearchNoun, { title, others, author_id }: SearchedRecord): Set<string> {
  const words = indexWords(title, 't')
  // While typing, the first characters of a title's words are searched, too.
  for (const word of foldedWords(title))
    for (const begun of indexWords(`${word.slice(0, 1)} ${word.slice(0, 2)}`, 't')) words.add(begun)
  for (const word of indexWords(`${title}\n${plainAddress(others)}`, 'a')) words.add(word)
  words.add(nounWord(noun))
  if (author_id !== null) words.add(authorWord(author_id))
  return words
}

/** Removes the common beginning of addresses, which is not searched. */
function plainAddress(text: string): string {
  return text.replaceAll(/https?:\/\/(?:www\.)?/g, '')
}

const nounWord = (noun: SearchNoun) => `n${noun}`
const authorWord = (id: string) => `p${id.replaceAll(/[^0-9a-z]/g, '')}`

export type Filter = { nouns: readonly SearchNoun[]; author_id?: string | undefined }

export type PlaceRow = { place: number; noun: SearchNoun; record_id: string; title_key: string }

/**
 * For each noun the newest records in whose title (or anywhere) every word occurs; where the title is searched,
 * including those whose title equals or starts with the typed text (`key`).
 */
export async function recordsWith(
  db: Db,
  terms: readonly PublicTerm[],
  where: 't' | 'a',
  filter: Filter,
  key: string,
): Promise<PlaceRow[]> {
  const [only] = filter.nouns.length === 1 ? filter.nouns : []
  const asked = askedFor(terms, where, { noun: only, author_id: filter.author_id })
  const rows = await bestOfEachNoun(db, INDEX, asked, key, RANKED_OF_NOUN)
  return (rows ?? (await recordsOneByOne(db, terms, where, filter, key))) as PlaceRow[]
}

/** The same, noun by noun: for an index that stops at the last row needed. */
async function recordsOneByOne(
  db: Db,
  terms: readonly PublicTerm[],
  where: 't' | 'a',
  { nouns, author_id }: Filter,
  key: string,
): Promise<PlaceRow[]> {
  const [only] = nouns.length === 1 ? nouns : []
  const newest = await placesOf(db, INDEX, askedFor(terms, where, { noun: only, author_id }), RANKED)
  const places = new Set(newest)
  const add = (more: readonly number[]) => more.forEach((place) => places.add(place))
  if (newest.length === RANKED)
    for (const noun of nouns) {
      if (noun !== only) add(await placesOf(db, INDEX, askedFor(terms, where, { noun, author_id }), RANKED_OF_NOUN))
      // An exact title must not be missed among many.
      if (where === 't' && !author_id) add(await placesBegun(db, noun, key))
    }
  return recordsAt(db, [...places])
}

function askedFor(
  terms: readonly PublicTerm[],
  where: 't' | 'a',
  { noun, author_id }: { noun?: SearchNoun | undefined; author_id?: string | undefined },
): AskedWords {
  return [
    ...terms.map((term) => askedWords(term, where, 'joined')),
    ...(noun ? [[{ word: nounWord(noun), open: false }]] : []),
    ...(author_id ? [[{ word: authorWord(author_id), open: false }]] : []),
  ]
}

/** Index keys of a noun's records whose title equals or starts with the typed text. */
async function placesBegun(db: Db, noun: SearchNoun, key: string): Promise<number[]> {
  const rows = await db
    .selectFrom('searched_records')
    .select('place')
    .where('noun', '=', noun)
    .where('title_key', '>=', key)
    .where('title_key', '<', `${key}\u{10ffff}`)
    .where('place', '<=', Number.MAX_SAFE_INTEGER)
    .orderBy('title_key')
    .orderBy('place', 'desc')
    .limit(RANKED_OF_NOUN)
    .execute()
  return rows.map(({ place }) => place)
}

async function recordsAt(db: Db, places: readonly number[]): Promise<PlaceRow[]> {
  if (places.length === 0) return []
  const rows = await db
    .selectFrom('searched_records')
    .select(['place', 'noun', 'record_id', 'title_key'])
    .where('place', 'in', places)
    .execute()
  return rows as PlaceRow[]
}

/** Which of these prefixes begin an existing word. */
export async function begunWords(db: Db, beginnings: readonly string[]): Promise<string[]> {
  return beginningsOf(db, { table: 'search_words', column: 'word' }, beginnings)
}

export type Shown = {
  id: string
  title: string
  others: string
  state: string | null
  at: string | null
  width: number | null
  height: number | null
}

/** Displayed fields of records outside the trash. */
export async function showRecords(db: Db, noun: SearchNoun, ids: readonly string[]): Promise<Map<string, Shown>> {
  if (ids.length === 0) return new Map()
  const { table, title, search } = cardWith(noun, 'search')
  const { others, state, at } = search
  const instants = [...at, ...at.slice(-1)].map((column) => sql.ref(column))
  const columns = [sql`coalesce(${sql.join(instants)}) as at`, ...others.map(otherColumn)]
  if (noun === 'media') columns.push(sql`width`, sql`height`)
  const { rows } = await sql<Record<string, string | number | null>>`
    select id, ${sql.ref(title)} as title, ${state === null ? sql`null` : sql.ref(state)} as state,
      ${sql.join(columns)}
    from ${sql.table(table)} where id in (${sql.join(ids)}) and deleted_at is null`.execute(db)
  return new Map(
    rows.map((row) => [
      String(row.id),
      {
        id: String(row.id),
        title: String(row.title),
        others: joinOthers(noun, row),
        state: row.state === null ? null : String(row.state),
        at: row.at === null ? null : new Date(row.at as string).toISOString(),
        width: Number(row.width ?? 0) || null,
        height: Number(row.height ?? 0) || null,
      },
    ]),
  )
}

export async function articleText(db: Db, id: string): Promise<string> {
  const row = await db.selectFrom('articles').select('content_markdown').where('id', '=', id).executeTakeFirst()
  return row?.content_markdown ?? ''
}
