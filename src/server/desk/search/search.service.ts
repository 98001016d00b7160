import { setImmediate } from 'node:timers/promises'
import type { SearchGroups, SearchInput } from '../../../contract/search.ts'
import { ApiError } from '../../../contract/errors.ts'
import { publicTerms, type PublicTerm } from '../../../rules/public-search.ts'
import { SEARCH_NOUNS } from '../../../nouns/registries.ts'
import type { Db } from '../../platform/db/db.ts'
import { lockFor } from '../../platform/db/locks.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { searchesHere } from '../../platform/search/search.ts'
import { giveWay, Overloaded, Slots } from '../../platform/slots.ts'
import { cannotWrite } from '../../platform/transient.ts'
import { rankedHits } from './ranked-hits.service.ts'
import * as queries from './search.queries.ts'
import { showHits } from './shown-hits.service.ts'

export { orderEverything, orderOldForms, hasOrders as waitsToBeRead } from './search.queries.ts'

/** Records per transaction, some 20 ms. */
const TOGETHER = 50
/**
 * Maximum number of orders a search waits for: recent writing is found at once, a newly imported blog a little later.
 */
const PATIENCE = 200
/**
 * Searches at a time. SQLite answers on this thread: readers come between the queries of one search, whatever the number of
 * editors, and searches never take more than half of the thread.
 */
const HERE = new Slots({ atOnce: 1, mostWaiting: 64 })
const ELSEWHERE = new Slots({ atOnce: 4, mostWaiting: 64 })

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
  const found = Promise.withResolvers<SearchGroups>()
  const isHere = searchesHere(db)
  const search = async () => {
    const began = performance.now()
    await findTerms(db, input, terms).then(found.resolve, found.reject)
    if (isHere) await giveWay(performance.now() - began)
  }
  const slots = isHere ? HERE : ELSEWHERE
  slots
    .take(search)
    .catch((error: unknown) => found.reject(error instanceof Overloaded ? new ApiError('rate_limited') : error))
  return found.promise
}

async function findTerms(db: Db, input: SearchInput, terms: readonly PublicTerm[]): Promise<SearchGroups> {
  try {
    if (await queries.hasOrders(db)) await readOrders(db, PATIENCE)
  } catch (error) {
    // What is not indexed yet is not found while nothing can be written.
    if (!cannotWrite(error)) throw error
  }
  const ranked = await rankedHits(db, input, terms)
  const groups: SearchGroups['groups'] = []
  for (const noun of input.noun ? [input.noun] : SEARCH_NOUNS) {
    const hits = ranked
      .filter((hit) => hit.noun === noun)
      .toSorted((one, other) => one.rank - other.rank || other.place - one.place)
    const items = await showHits(db, noun, hits.slice(0, input.limit))
    if (items.length > 0) groups.push({ noun, items, more: hits.length > input.limit })
  }
  return { groups }
}
