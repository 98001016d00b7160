import { ApiError } from '../../../contract/errors.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { LockedText, TextNoun, TextTypes } from './text-noun.ts'
import { getRow, lockRow } from './text-rows.queries.ts'

/** The stored row, trashed ones too, locked until the transaction ends; null where there is none. */
export async function lockText<T extends TextTypes>(tx: Tx, noun: TextNoun<T>, id: string): Promise<T['row'] | null> {
  await noun.hold(tx)
  return lockRow(tx, noun, id)
}

/** The locked row of a living text; 404, or 409 `version_conflict` with `current` where it is not at `version`. */
export async function mustLock<T extends TextTypes>(
  tx: Tx,
  noun: TextNoun<T>,
  id: string,
  version?: number,
): Promise<T['row']> {
  const stored = await lockText(tx, noun, id)
  if (!stored || stored.deleted_at) throw new ApiError('not_found')
  if (version !== undefined && version !== stored.version) {
    throw new ApiError('version_conflict', { current: await noun.read(tx, id) })
  }
  return stored
}

/** A living text, locked, with all that is written of it. Errors: those of `mustLock`. */
export async function mustLockTexts<T extends TextTypes>(
  tx: Tx,
  noun: TextNoun<T>,
  id: string,
  version?: number,
): Promise<LockedText<T>> {
  return withTexts(tx, noun, await mustLock(tx, noun, id, version))
}

/** All that is written of a text whose row is locked. */
export async function withTexts<T extends TextTypes>(tx: Tx, noun: TextNoun<T>, row: T['row']): Promise<LockedText<T>> {
  return { row, ...(await noun.texts(tx, row)) }
}

/** A text of this id exists: 409 `version_conflict` with `current`, or 404 where it is in the trash. */
export async function refuseKnownId<T extends TextTypes>(tx: Tx, noun: TextNoun<T>, id: string): Promise<void> {
  const known = await lockRow(tx, noun, id)
  if (!known) return
  if (known.deleted_at) throw new ApiError('not_found')
  throw new ApiError('version_conflict', { current: await noun.read(tx, id) })
}

/** All that is written of a text whose row this transaction has made or locked. */
export async function textOfRow<T extends TextTypes>(tx: Tx, noun: TextNoun<T>, id: string): Promise<LockedText<T>> {
  return withTexts(tx, noun, await getRow(tx, noun, id))
}
