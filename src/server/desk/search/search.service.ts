import { setImmediate } from 'node:timers/promises'
import type { SearchGroups, SearchHit, SearchInput } from '../../../contract/search.ts'
import { publicTerms, type PublicTerm } from '../../../rules/public-search.ts'
import { SEARCH_NOUNS, type SearchNoun } from '../../../nouns/registries.ts'
import { findArticleTexts } from '../../writing/articles/finding/text-hits.service.ts'
import type { Db } from '../../platform/db/db.ts'
import { lockFor } from '../../platform/db/locks.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { excerptOf, marksIn } from './searched-fields.ts'
import * as queries from './search.queries.ts'
import { mended } from './typing-errors.ts'

export { orderEverything, orderOldForms, hasOrders as waitsToBeRead } from './search.queries.ts'

/** Records per transaction, some 20 ms. */
const TOGETHER = 50
/**
 * Maximum number of orders a search waits for: recent writing is found at once, a newly imported blog a little later.
 */
const PATIENCE = 200
/** With fewer hits than this, spelling correction is tried. */
const FEW = 3

/** Rank of a hit: lower is better. */
const EXACT = 0
const BEGINS = 1
const IN_TITLE = 2
const ANYWHERE = 3
const IN_TEXT = 4
const MENDED = 10

type Ranked = { noun: SearchNoun; id: string; rank: number; place: number; terms: readonly PublicTerm[] }

/** Indexes waiting records, at most `most`. */
export async function readOrders(db: Db, most = Infinity): Promise<void> {
  for (let read = 0; read < most; read += TOGETHER) {
    const taken = await inTransaction(db, async (tx) => {
      // Serialised: a search that skipped records being indexed elsewhere would miss them.
      await lockFor(tx, 'search-orders')
      const orders = await queries.takeOrders(tx, Math.min(TOGETHER, most - read))
      const living: queries.SearchedRecord[] = []
      for (const noun of SEARCH_NOUNS) {
        const ids = orders.filter((order) => order.noun === noun).map(({ record_id }) => record_id)
        if (ids.length === 0) continue
        const found = await queries.readRecords(tx, noun, ids)
        await queries.replaceRecords(tx, noun, ids, found)
        living.push(...found)
      }
      await queries.addWords(tx, living)
      return orders.length
    })
    if (taken < TOGETHER) return
    await setImmediate()
  }
}

/**
 * Finds all records with the words (RUL-63): the same on both databases, since the hits come from one word index and
 * are ranked here. Titles before other fields, newest first; articles also by their texts; with hardly any hits, also
 * with one typing error corrected.
 */
export async function findEverywhere(db: Db, input: SearchInput): Promise<SearchGroups> {
  const terms = publicTerms(input.q)
  if (terms.length === 0) return { groups: [] }
  if (await queries.hasOrders(db)) await readOrders(db, PATIENCE)
  const ranked = await ranking(db, input, terms)
  if (ranked.size < FEW) {
    const better = await mended(terms, (beginnings) => queries.begunWords(db, beginnings))
    if (better)
      for (const [key, hit] of await ranking(db, input, better))
        if (!ranked.has(key)) ranked.set(key, { ...hit, rank: hit.rank + MENDED })
  }
  const groups: SearchGroups['groups'] = []
  for (const noun of input.noun ? [input.noun] : SEARCH_NOUNS) {
    const hits = [...ranked.values()]
      .filter((hit) => hit.noun === noun)
      .toSorted((one, other) => one.rank - other.rank || other.place - one.place)
    const items = await showHits(db, noun, hits.slice(0, input.limit))
    if (items.length > 0) groups.push({ noun, items, more: hits.length > input.limit })
  }
  return { groups }
}

async function ranking(db: Db, input: SearchInput, terms: readonly PublicTerm[]): Promise<Map<string, Ranked>> {
  const { noun, author_id, limit } = input
  const key = queries.titleKey(input.q)
  const ranked = new Map<string, Ranked>()
  let nouns: readonly SearchNoun[] = noun ? [noun] : SEARCH_NOUNS
  for (const [where, found] of [
    ['t', IN_TITLE],
    ['a', ANYWHERE],
  ] as const) {
    for (const row of await queries.recordsWith(db, terms, where, { nouns, author_id }, key)) {
      const name = `${row.noun} ${row.record_id}`
      const begins = row.title_key === key ? EXACT : row.title_key.startsWith(key) ? BEGINS : ANYWHERE
      const rank = Math.min(begins, found)
      if (!ranked.has(name)) ranked.set(name, { noun: row.noun, id: row.record_id, rank, place: row.place, terms })
    }
    const counts = Map.groupBy(ranked.values(), (hit) => hit.noun)
    nouns = nouns.filter((one) => (counts.get(one)?.length ?? 0) <= limit)
    if (nouns.length === 0) break
  }
  if (!noun || noun === 'articles') await addTexts(db, input, terms, ranked)
  return ranked
}

/** Adds articles with the words only in their text. */
async function addTexts(
  db: Db,
  { author_id, limit }: SearchInput,
  terms: readonly PublicTerm[],
  ranked: Map<string, Ranked>,
): Promise<void> {
  const known = [...ranked.values()].filter(({ noun }) => noun === 'articles').length
  if (known > limit) return
  const hits = await findArticleTexts(db, { terms, author_id, limit: limit + 1 })
  for (const [index, { id }] of hits.entries())
    if (!ranked.has(`articles ${id}`))
      ranked.set(`articles ${id}`, { noun: 'articles', id, rank: IN_TEXT, place: -index, terms })
}

async function showHits(db: Db, noun: SearchNoun, hits: readonly Ranked[]): Promise<SearchHit[]> {
  const shown = await queries.showRecords(
    db,
    noun,
    hits.map(({ id }) => id),
  )
  const items: SearchHit[] = []
  for (const { id, rank, terms } of hits) {
    const record = shown.get(id)
    // Deleted since it was read.
    if (!record) continue
    const { title, others, state, at, width, height } = record
    const inTitle = rank % MENDED < ANYWHERE
    const text = rank % MENDED === IN_TEXT ? await queries.articleText(db, id) : others
    items.push({
      noun,
      id,
      title,
      title_marks: marksIn(title, terms),
      excerpt: inTitle ? null : excerptOf(text, terms),
      state,
      at,
      size: width && height ? `${width} × ${height}` : null,
      is_mended: rank >= MENDED,
    })
  }
  return items
}
