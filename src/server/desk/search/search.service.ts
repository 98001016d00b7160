import { setImmediate } from 'node:timers/promises'
import type { SearchGroups, SearchInput } from '../../../contract/search.ts'
import { publicTerms } from '../../../rules/public-search.ts'
import { SEARCH_NOUNS } from '../../../nouns/registries.ts'
import type { Db } from '../../platform/db/db.ts'
import { lockFor } from '../../platform/db/locks.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
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
