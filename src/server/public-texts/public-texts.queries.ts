import { sql } from 'kysely'
import { askedWords, PLACES, type PublicTerm, type SearchPlace } from '../../rules/public-search.ts'
import { dialectOf, type Db, type Tx } from '../platform/db/db.ts'
import type { ReadText } from './public-text.job.ts'

/** PostgreSQL only: so many of the newest texts are read before the index is asked for words that very many have. */
const NEWEST = 400
/** Texts of one millisecond. */
const ROOM = 4096
/** Milliseconds from here on are counted in places: 2000-01-01. */
const FIRST = 946_684_800_000

export type TextOrder = { noun: string; record_id: string; nonce: string }
export type TextOf = Pick<TextOrder, 'noun' | 'record_id'>

/** Has a text read anew: whoever is at it with an older order stops. */
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

/** The next orders, in the order in which they are taken. */
export async function nextOrders(db: Db, count: number): Promise<TextOrder[]> {
  return db.selectFrom('public_text_orders').selectAll().orderBy('noun').orderBy('record_id').limit(count).execute()
}

/** Takes an order away unless there is a newer one; whether it was still there. */
export async function takeOrder(tx: Tx, { noun, record_id, nonce }: TextOrder): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('public_text_orders')
    .where('noun', '=', noun)
    .where('record_id', '=', record_id)
    .where('nonce', '=', nonce)
    .executeTakeFirst()
  return Number(numDeletedRows) > 0
}

/** Nobody reads it any more; first the order, so that whoever is reading it has ended or stops. */
export async function removeText(tx: Tx, record: TextOf): Promise<void> {
  await tx
    .deleteFrom('public_text_orders')
    .where('noun', '=', record.noun)
    .where('record_id', '=', record.record_id)
    .execute()
  await forgetText(tx, record)
}

async function forgetText(tx: Tx, { noun, record_id }: TextOf): Promise<void> {
  const gone = await tx
    .deleteFrom('public_texts')
    .where('noun', '=', noun)
    .where('record_id', '=', record_id)
    .returning('place')
    .execute()
  if (dialectOf(tx) === 'postgres') return
  for (const { place } of gone) await sql`delete from public_texts_words where rowid = ${place}`.execute(tx)
}

/** Puts a text in place of its former version; `at` says where it stands among the others (ISO 8601). */
export async function replaceText(
  tx: Tx,
  record: TextOf,
  { plain, chapters, words, at }: ReadText & { at: string },
): Promise<void> {
  await forgetText(tx, record)
  const { noun, record_id } = record
  const postgres = dialectOf(tx) === 'postgres'
  const held = postgres ? sql`, array_to_tsvector(string_to_array(${words}, ' '))` : sql``
  for (let place = firstPlace(record_id, at); ; place += 1) {
    const { rows } = await sql<{ place: number }>`
      insert into public_texts (place, noun, record_id, plain, chapters ${postgres ? sql`, words` : sql``})
      values (${place}, ${noun}, ${record_id}, ${plain}, ${JSON.stringify(chapters)} ${held})
      on conflict (place) do nothing returning place`.execute(tx)
    if (rows.length === 0) continue
    if (!postgres) await sql`insert into public_texts_words (rowid, words) values (${place}, ${words})`.execute(tx)
    return
  }
}

function firstPlace(id: string, at: string): number {
  const within = Number.parseInt(id.slice(-3), 16)
  return (Date.parse(at) - FIRST) * ROOM + (Number.isNaN(within) ? 0 : within)
}

/**
 * Places of the texts in which every word stands, at most so many: first those that have all of them in their title, then those
 * that have them above the text, then all others, each newest first.
 */
export async function findPlaces(db: Db, terms: readonly PublicTerm[], most: number): Promise<number[]> {
  const postgres = dialectOf(db) === 'postgres'
  const newest = postgres ? await amongNewest(db, terms) : null
  const found = new Set<number>()
  for (const place of PLACES) {
    const wanted = most + found.size
    const known = newest?.[place]
    // All that is newer than the oldest of these has been looked at.
    const hits =
      known && (newest.complete || known.length >= wanted) ? known : await hitsAt(db, { terms, place, wanted })
    for (const hit of hits.slice(0, wanted)) if (found.size < most) found.add(hit)
    if (found.size >= most) break
  }
  return [...found]
}

async function hitsAt(
  db: Db,
  { terms, place, wanted }: { terms: readonly PublicTerm[]; place: SearchPlace; wanted: number },
): Promise<number[]> {
  if (dialectOf(db) === 'postgres') {
    const { rows } = await sql<{ place: number }>`
      select place from public_text_hits(${asked(terms, place)}::tsquery, ${wanted}) as hits (place)`.execute(db)
    return rows.map((row) => row.place)
  }
  const match = terms
    .map(
      (term) =>
        `(${askedWords(term, place)
          .map(({ word, open }) => `"${word}"${open ? ' *' : ''}`)
          .join(' OR ')})`,
    )
    .join(' AND ')
  const { rows } = await sql<{ place: number }>`
    select rowid as place from public_texts_words where public_texts_words match ${match}
    order by rowid desc limit ${wanted}`.execute(db)
  return rows.map((row) => row.place)
}

async function amongNewest(
  db: Db,
  terms: readonly PublicTerm[],
): Promise<{ [place in SearchPlace]: number[] } & { complete: boolean }> {
  const has = (place: SearchPlace) => sql`words @@ ${asked(terms, place)}::tsquery`
  const { rows } = await sql<{ place: number } & { [at in SearchPlace]: boolean }>`
    select place, ${has('t')} as t, ${has('h')} as h, ${has('a')} as a
    from (select place, words from public_texts order by place desc limit ${NEWEST}) as newest
    order by place desc`.execute(db)
  const of = (at: SearchPlace) => rows.filter((row) => row[at]).map(({ place }) => place)
  return { t: of('t'), h: of('h'), a: of('a'), complete: rows.length < NEWEST }
}

/** As PostgreSQL reads it; words are ASCII letters and digits, nothing in them is to be escaped. */
function asked(terms: readonly PublicTerm[], place: SearchPlace): string {
  return terms
    .map(
      (term) =>
        `(${askedWords(term, place)
          .map(({ word, open }) => word + (open ? ':*' : ''))
          .join(' | ')})`,
    )
    .join(' & ')
}

export type TextRow = { place: number; noun: string; record_id: string; plain: string; chapters: string }

/** The texts at these places. */
export async function textsAt(db: Db, places: readonly number[]): Promise<TextRow[]> {
  if (places.length === 0) return []
  return db
    .selectFrom('public_texts')
    .select(['place', 'noun', 'record_id', 'plain', 'chapters'])
    .where('place', 'in', places)
    .execute()
}

/** Those of the ids that are searched. */
export async function knownTexts(db: Db, noun: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('public_texts')
    .select('record_id')
    .where('noun', '=', noun)
    .where('record_id', 'in', ids)
    .execute()
  return new Set(rows.map((row) => row.record_id))
}
