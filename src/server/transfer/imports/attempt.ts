import { isApiError } from '../../../contract/errors.ts'
import type { Db } from '../../platform/db/db.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { giveWay } from '../../platform/slots.ts'
import { isTransient } from '../../platform/transient.ts'
import * as queries from './imports.queries.ts'
import type { ImportRow, ItemRow } from './imports.queries.ts'

/** What work on an import has at hand. */
export type ImportRuntime = Pick<Runtime, 'db' | 'files' | 'config' | 'clock' | 'log' | 'ending' | 'fetchRemote'>

/** An item with the import it belongs to, while it is written. */
export type Writing = {
  row: ImportRow
  item: ItemRow
  runtime: ImportRuntime
  /** Nothing else was written in this transaction: what locks a record of its own has to come first (ADR 16). */
  isFirst: boolean
}

/** Why a record that an earlier import has made stays as it is. */
export const EDITED = 'Wurde hier seit dem letzten Import bearbeitet und bleibt, wie es ist.'
export const DELETED = 'Wurde hier seither gelöscht und kommt nicht wieder.'

/** What has become of an item, and what there is to say of it. */
export type Outcome = Partial<Pick<ItemRow, 'noun' | 'record_id' | 'before' | 'redirects' | 'url'>> & {
  outcome: 'created' | 'updated' | 'unchanged' | 'skipped'
  reasons?: readonly string[]
}

/**
 * What an item does, or its failure as its outcome: one that cannot be written holds up no other. Throws where it is not the
 * item's fault. False once the import is to go no further.
 */
export async function attempt(
  { db, log }: Pick<ImportRuntime, 'db' | 'log'>,
  item: ItemRow,
  work: () => Promise<boolean>,
): Promise<boolean> {
  try {
    return await work()
  } catch (error) {
    if (isTransient(error)) throw error
    const isKnown = isApiError(error) && error.code !== 'internal_error'
    if (!isKnown)
      log.error('an item could not be imported', { import: item.import_id, place: item.place, error: String(error) })
    const reason = isKnown ? error.message : 'Beim Schreiben ist auf dem Server ein Fehler aufgetreten.'
    await queries.settleItem(db, item, { outcome: 'failed', reason: said(item, reason) })
    return true
  }
}

/** Readings that ended with their process; after these it is read no more, or the server would die at each start. */
export const MOST_ATTEMPTS = 2
const ENDED_THE_SERVER = 'Der Server ist zweimal ausgefallen, während er dieses Bild gelesen hat; es kommt nicht mit.'

/**
 * `attempt` for an item whose bytes are decoded in this process, and may end it. Items are decoded in their order, so the readings
 * counted at the import are those of this one.
 */
export async function attemptDecoding(
  runtime: Pick<ImportRuntime, 'db' | 'log'>,
  item: ItemRow,
  work: () => Promise<boolean>,
): Promise<boolean> {
  const { db } = runtime
  const id = item.import_id
  return attempt(runtime, item, async () => {
    const row = await queries.getImport(db, id)
    if (row && row.reading_attempts >= MOST_ATTEMPTS) {
      await queries.settleItem(db, item, { outcome: 'failed', reason: said(item, ENDED_THE_SERVER) })
      await queries.forgetReadings(db, id)
      return true
    }
    await queries.countReading(db, id, 1)
    try {
      const isDone = await work()
      await queries.forgetReadings(db, id)
      return isDone
    } catch (error) {
      await queries.countReading(db, id, -1)
      throw error
    }
  })
}

/** What the report says of an item: what its reader said, and what else there is to say. */
export function said(item: Pick<ItemRow, 'reasons'>, ...reasons: readonly string[]): string {
  return [...new Set([...item.reasons.split('\n'), ...reasons])].filter((reason) => reason !== '').join('\n')
}

/** Items of a slice; writing them takes a few milliseconds. */
const TOGETHER = 100

/**
 * Processes all items of an import, one slice a transaction: on SQLite a save waits for the end of a transaction, and every request
 * for the end of a statement. After an interruption, a second call processes the rest.
 */
export async function forSlices(
  db: Db,
  importId: string,
  work: (tx: Db, slice: queries.Slice) => Promise<void>,
  stopped?: AbortSignal,
): Promise<void> {
  for (let after = -1; !stopped?.aborted;) {
    const upTo = await queries.sliceEnd(db, importId, after, TOGETHER)
    if (upTo === null) return
    const slice = { importId, after, upTo }
    const began = performance.now()
    await inTransaction(db, (tx) => work(tx, slice))
    after = upTo
    await giveWay(performance.now() - began)
  }
}
