import { sql } from 'kysely'
import {
  askedWords,
  INDEX_FORM,
  MATCHES,
  PLACES,
  type PublicTerm,
  type SearchMatch,
  type SearchPlace,
} from '../../../rules/public-search.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import {
  insertText,
  placesAmongNewest,
  placesOf,
  placesWithin,
  removeTexts,
  type AskedWords,
  type WordIndex,
} from '../../platform/search/word-index.ts'
import type { ReadText } from './reader-text.job.ts'

const INDEX: WordIndex = { table: 'public_texts', words: 'public_texts_words', hits: 'public_text_hits' }

export type TextOrder = { noun: string; record_id: string; nonce: string }
export type TextOf = Pick<TextOrder, 'noun' | 'record_id'>

/** Orders a text to be indexed again: a run with an older order stops. */
export async function putOrder(tx: Tx, order: TextOrder): Promise<void> {
  await tx
    .insertInto('public_text_orders')
    .values(order)
    .onConflict((conflict) => conflict.columns(['noun', 'record_id']).doUpdateSet({ nonce: order.nonce }))
    .execute()
}

/** The same for the articles of a category or tag. */
export async function orderNamed(
  tx: Tx,
  { noun, id, nonce }: { noun: 'categories' | 'tags'; id: string; nonce: string },
): Promise<void> {
  const articles =
    noun === 'categories'
      ? sql`select id from articles where category_id = ${id} and status = 'published' and deleted_at is null`
      : sql`select articles.id from article_tags join articles on articles.id = article_id
          where tag_id = ${id} and status = 'published' and deleted_at is null`
  await sql`insert into public_text_orders (noun, record_id, nonce)
    select 'articles', found.id, ${nonce} from (${articles}) as found where true
    on conflict (noun, record_id) do update set nonce = excluded.nonce`.execute(tx)
}

/** The next orders, those of the newest texts first: a recent publication does not wait for all texts of a restore. */
export async function nextOrders(db: Db, count: number): Promise<TextOrder[]> {
  return db
    .selectFrom('public_text_orders')
    .selectAll()
    .orderBy('noun', 'desc')
    .orderBy('record_id', 'desc')
    .limit(count)
    .execute()
}

/** Removes an order unless there is a newer one; whether it was still there. */
export async function takeOrder(tx: Tx, { noun, record_id, nonce }: TextOrder): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('public_text_orders')
    .where('noun', '=', noun)
    .where('record_id', '=', record_id)
    .where('nonce', '=', nonce)
    .executeTakeFirst()
  return Number(numDeletedRows) > 0
}

/** Removes a text from the index; first its order, so that a concurrent run has ended or stops. */
export async function removeText(tx: Tx, record: TextOf): Promise<void> {
  await tx
    .deleteFrom('public_text_orders')
    .where('noun', '=', record.noun)
    .where('record_id', '=', record.record_id)
    .execute()
  await removeTexts(tx, INDEX, { noun: record.noun, ids: [record.record_id] })
}

/** Replaces the indexed version of a text; `at` is its position among the others (ISO 8601). */
export async function replaceText(
  tx: Tx,
  { noun, record_id }: TextOf,
  { plain, chapters, words, at }: ReadText & { at: string },
): Promise<void> {
  await removeTexts(tx, INDEX, { noun, ids: [record_id] })
  await insertText(tx, INDEX, { noun, record_id, at, plain, chapters: JSON.stringify(chapters) }, words)
}

/**
 * Index keys of at most `most` texts with every word: first those with all words in the title, then above the text,
 * then all others; within that whole words before prefixes before last parts of compounds; within that the newest
 * first. Texts without the `named` words above them are left out.
 */
export async function findPlaces(
  db: Db,
  terms: readonly PublicTerm[],
  { most, named = [] }: { most: number; named?: readonly PublicTerm[] },
): Promise<number[]> {
  const beside = named.map((term) => askedWords(term, 'h', 'whole'))
  const asked = (place: SearchPlace, match: SearchMatch): AskedWords => [
    ...terms.map((term) => askedWords(term, place, match)),
    ...beside,
  ]
  const newest = await placesAmongNewest(
    db,
    INDEX,
    PLACES.map((place) => MATCHES.map((match) => asked(place, match))),
  )
  /** At most `count` of the newest texts that match a search; those that match an earlier one may be missing. */
  const newestWith = async (place: SearchPlace, match: SearchMatch, count: number) => {
    const last = PLACES.indexOf(place) * MATCHES.length + MATCHES.indexOf(match)
    const known = newest?.ranked.filter(({ rank }) => rank <= last)
    // Everything newer than the oldest of these has been checked.
    if (known && (newest?.complete || known.length >= count)) return known.slice(0, count).map((hit) => hit.place)
    return placesOf(db, INDEX, asked(place, match), count)
  }
  const found = new Set<number>()
  const add = (places: readonly number[]) => places.forEach((place) => found.size < most && found.add(place))
  const all = await newestWith('a', 'joined', most)
  for (const place of PLACES) {
    if (found.size === all.length) break
    const count = most + found.size
    const within = (match: SearchMatch, places: readonly number[]) =>
      placesWithin(db, INDEX, asked(place, match), places)
    const joined =
      all.length === most ? await newestWith(place, 'joined', count) : place === 'a' ? all : await within('joined', all)
    for (const match of ['whole', 'begins'] as const)
      if (found.size < most && joined.some((one) => !found.has(one)))
        add(joined.length < count ? await within(match, joined) : await newestWith(place, match, most + found.size))
    add(joined)
  }
  return [...found]
}

export type TextRow = { place: number; noun: string; record_id: string; plain: string; chapters: string }

/** The texts with these keys. */
export async function textsAt(db: Db, places: readonly number[]): Promise<TextRow[]> {
  if (places.length === 0) return []
  return db
    .selectFrom('public_texts')
    .select(['place', 'noun', 'record_id', 'plain', 'chapters'])
    .where('place', 'in', places)
    .execute()
}

/** The categories of the articles with these keys; other texts have none. */
export async function categoriesAt(
  db: Db,
  places: readonly number[],
): Promise<{ place: number; id: string; name: string; slug: string }[]> {
  if (places.length === 0) return []
  return db
    .selectFrom('public_texts')
    .innerJoin('articles', 'articles.id', 'public_texts.record_id')
    .innerJoin('categories', 'categories.id', 'articles.category_id')
    .select(['public_texts.place', 'categories.id', 'categories.name', 'categories.slug'])
    .where('public_texts.noun', '=', 'articles')
    .where('public_texts.place', 'in', places)
    .execute()
}

/** Those of the ids that are indexed, in the present form of the index or a newer release's. */
export async function knownTexts(db: Db, noun: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('public_texts')
    .select('record_id')
    .where('noun', '=', noun)
    .where('record_id', 'in', ids)
    .where('form', '>=', INDEX_FORM)
    .execute()
  return new Set(rows.map((row) => row.record_id))
}
