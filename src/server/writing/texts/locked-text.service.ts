import { ApiError, found, isApiError } from '../../../contract/errors.ts'
import { clockFrom } from '../../platform/caller.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { cannotWrite } from '../../platform/transient.ts'
import { foldSteps, hasFolded } from './fold.service.ts'
import { findHead, giveTurn, isTurnDue, isUnfolded } from './steps.queries.ts'
import type { LockedText, TextNoun, TextTypes } from './text-noun.ts'
import { getRow, lockRow } from './text-rows.queries.ts'
import { lockFor } from '../../platform/db/locks.ts'

/**
 * The stored row with all acknowledged steps (RUL-74), trashed ones too, locked until the transaction ends; null where there is
 * none.
 */
export async function lockText<T extends TextTypes>(tx: Tx, noun: TextNoun<T>, id: string): Promise<T['row'] | null> {
  await noun.hold(tx)
  const row = await lockRow(tx, noun, id)
  return row && foldSteps(tx, noun, row)
}

/**
 * A refusal by a transaction that has folded steps: rolled back, their version is not there any more, and must not be reported as
 * `current`. `settled` folds again and reports what is stored then.
 */
class Unsettled extends ApiError {}

/** 409 `version_conflict` with `current`. */
export async function conflictOf<T extends TextTypes>(
  tx: Tx,
  noun: TextNoun<T>,
  id: string,
  message?: string,
): Promise<ApiError> {
  const worded = message === undefined ? {} : { message }
  if (hasFolded(tx, id)) return new Unsettled('version_conflict', worded)
  return new ApiError('version_conflict', { ...worded, current: await noun.read(tx, id) })
}

/**
 * Runs a verb whose 409 `version_conflict` holds what is stored, also where steps came first. A refused `saver` of a whole text
 * gets a turn: steps wait for its next save, so that it does not starve beside people who type (RUL-73).
 */
export async function settled<T extends TextTypes, R>(
  db: Db,
  noun: TextNoun<T>,
  { id, saver, now }: { id: string; saver?: string | null; now?: Date },
  work: () => Promise<R>,
): Promise<R> {
  if (db.isTransaction) return work()
  const instant = now && clockFrom(now)
  try {
    return await work()
  } catch (error) {
    if (!isApiError(error, 'version_conflict')) throw error
    const turn =
      typeof saver === 'string' && instant && (await isTurnDue(db, id, instant())) ? { saver, instant } : null
    if (!turn && !(error instanceof Unsettled)) throw error
    await inTransaction(db, async (tx) => {
      await lockText(tx, noun, id)
      // Together, so that no step comes between the text that the saver gets and its turn.
      if (turn) await giveTurn(tx, id, { saver: turn.saver, now: turn.instant() })
    })
    throw new ApiError('version_conflict', { message: error.message, current: found(await noun.read(db, id)) })
  }
}

/** Writes acknowledged steps into their text, in a transaction of its own. */
export async function foldNow<T extends TextTypes>(db: Db, noun: TextNoun<T>, id: string): Promise<void> {
  await inTransaction(db, (tx) => lockText(tx, noun, id))
}

/** A living text with all acknowledged steps (RUL-74), or null. While nothing can be written it lacks the last of them. */
export async function readText<T extends TextTypes>(
  db: Db,
  noun: TextNoun<T>,
  id: string,
): Promise<T['record'] | null> {
  await foldBefore(db, noun, id)
  return noun.read(db, id)
}

/** The same before something else reads the text. */
export async function foldBefore<T extends TextTypes>(db: Db, noun: TextNoun<T>, id: string): Promise<void> {
  if (db.isTransaction || !(await isUnfolded(db, id))) return
  await foldNow(db, noun, id).catch((error: unknown) => {
    if (!cannotWrite(error)) throw error
  })
}

/** Whether nothing but steps has changed a text since `version`. */
async function isOnlyTyped<T extends TextTypes>(tx: Tx, row: T['row'], version: number): Promise<boolean> {
  const head = await findHead(tx, row.id)
  return head !== null && head.folded_version === row.version && head.since_version <= version && version < row.version
}

/**
 * The locked row of a living text; 404, or 409 `version_conflict` with `current` where it is not at `version`. Steps since then
 * are no conflict for a change `besideSteps`, which leaves the content alone (RUL-73).
 */
export async function mustLock<T extends TextTypes>(
  tx: Tx,
  noun: TextNoun<T>,
  id: string,
  version?: number,
  { besideSteps = false } = {},
): Promise<T['row']> {
  const stored = await lockText(tx, noun, id)
  if (!stored || stored.deleted_at) throw new ApiError('not_found')
  if (version === undefined || version === stored.version) return stored
  if (besideSteps && (await isOnlyTyped<T>(tx, stored, version))) return stored
  throw await conflictOf(tx, noun, id)
}

/** A living text, locked, with all that is written of it. Errors: those of `mustLock`. */
export async function mustLockTexts<T extends TextTypes>(
  tx: Tx,
  noun: TextNoun<T>,
  id: string,
  version?: number,
  how?: { besideSteps?: boolean },
): Promise<LockedText<T>> {
  return withTexts(tx, noun, await mustLock(tx, noun, id, version, how))
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

/**
 * Shared lock that keeps categories, tags and pictures from being deleted while an article or page that may use them is
 * written. Taken before the row's lock: a deletion first excludes all writers and then changes the texts.
 */
export async function shareReferences(tx: Tx): Promise<void> {
  await lockFor(tx, 'article-references', { shared: true })
}

/** Exclusive lock against all writers of articles and pages, while a category, tag, account or picture changes or is deleted. */
export async function lockReferences(tx: Tx): Promise<void> {
  await lockFor(tx, 'article-references')
}
