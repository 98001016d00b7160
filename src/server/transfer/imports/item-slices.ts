import type { Db } from '../../platform/db/db.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { giveWay } from '../../platform/slots.ts'
import { type Slice, sliceEnd } from './imports.queries.ts'

/** Items of a slice: a few milliseconds of writing. */
const TOGETHER = 100

/**
 * Does something with all items of an import, a slice of them in each transaction: on SQLite a save waits for the end of a
 * transaction, and everybody for the end of a statement. What ends in between has done a part; doing it again does the rest.
 */
export async function forSlices(
  db: Db,
  importId: string,
  work: (tx: Db, slice: Slice) => Promise<void>,
  stopped?: AbortSignal,
): Promise<void> {
  for (let after = -1; !stopped?.aborted;) {
    const upTo = await sliceEnd(db, importId, after, TOGETHER)
    if (upTo === null) return
    const slice = { importId, after, upTo }
    const began = performance.now()
    await inTransaction(db, (tx) => work(tx, slice))
    after = upTo
    await giveWay(performance.now() - began)
  }
}
