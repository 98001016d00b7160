import type { SearchInput } from '../../../contract/search.ts'
import { SEARCH_NOUNS, type SearchNoun } from '../../../nouns/registries.ts'
import type { PublicTerm } from '../../../rules/public-search.ts'
import type { Db } from '../../platform/db/db.ts'
import { findArticleTexts } from '../../writing/articles/finding/text-hits.service.ts'
import * as queries from './search.queries.ts'
import { mended } from './typing-errors.ts'

/** With fewer hits than this, spelling correction is tried. */
const FEW = 3

/** Rank of a hit: lower is better. */
const EXACT = 0
const BEGINS = 1
const IN_TITLE = 2
const ANYWHERE = 3
const IN_TEXT = 4
const MENDED = 10

/** A hit with its rank. `terms` are the words that found it. */
export type RankedHit = { noun: SearchNoun; id: string; rank: number; place: number; terms: readonly PublicTerm[] }

/** Whether a hit was found with a typing error corrected. */
export const isMended = ({ rank }: RankedHit) => rank >= MENDED
/** Whether the title has the words. */
export const isInTitle = ({ rank }: RankedHit) => rank % MENDED < ANYWHERE
/** Whether only the text of an article has them. */
export const isInText = ({ rank }: RankedHit) => rank % MENDED === IN_TEXT

/** All hits of the words; where there are hardly any, also those with one typing error corrected. */
export async function rankedHits(db: Db, input: SearchInput, typed: readonly PublicTerm[]): Promise<RankedHit[]> {
  const ranked = new Map<string, RankedHit>()
  for (const penalty of [0, MENDED]) {
    if (ranked.size >= FEW) break
    const terms = penalty === 0 ? typed : await mended(typed, (beginnings) => queries.begunWords(db, beginnings))
    if (!terms) break
    for (const [key, hit] of await hitsOf(db, input, terms))
      if (!ranked.has(key)) ranked.set(key, { ...hit, rank: hit.rank + penalty })
  }
  return [...ranked.values()]
}

async function hitsOf(db: Db, input: SearchInput, terms: readonly PublicTerm[]): Promise<Map<string, RankedHit>> {
  const { noun, author_id, limit } = input
  const key = queries.titleKey(input.q)
  const ranked = new Map<string, RankedHit>()
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
  ranked: Map<string, RankedHit>,
): Promise<void> {
  const known = [...ranked.values()].filter(({ noun }) => noun === 'articles').length
  if (known > limit) return
  const hits = await findArticleTexts(db, { terms, author_id, limit: limit + 1 })
  for (const [index, { id }] of hits.entries())
    if (!ranked.has(`articles ${id}`))
      ranked.set(`articles ${id}`, { noun: 'articles', id, rank: IN_TEXT, place: -index, terms })
}
