import { createHash } from 'node:crypto'
import { ApiError } from '../../../contract/errors.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { announce } from '../../platform/db/transaction.ts'
import { readSettings } from '../../settings/settings.service.ts'
import { dropReview, getReview, writersOf } from './reviews.queries.ts'
import { isPublic, type LockedText, type TextNoun, type TextTypes } from './text-noun.ts'

/** What is approved of a text, as a hash. */
export function hashOf<T extends TextTypes>(noun: TextNoun<T>, text: Omit<T['text'], 'slug'>): string {
  return createHash('sha256')
    .update(JSON.stringify(noun.reviewed(text)))
    .digest('hex')
}

/** Whether the setting `Vier-Augen-Prinzip` is on. */
export async function isRequired(db: Db): Promise<boolean> {
  return (await readSettings(db)).four_eyes
}

/** A text that is about to be the live one, and what is stored of it; `before` is null for a new one. */
type GoingLive<T extends TextTypes> = {
  before: Pick<LockedText<T>, 'row' | 'live'> | null
  id: string
  status: string
  text: Omit<T['text'], 'slug'>
  /** It was live before, and a withdrawal of it is taken back. */
  isBack: boolean
}

/**
 * `Vier-Augen-Prinzip`, where every text goes live: 409 `approval_required` for one that nobody but its writers has approved exactly so
 * (RUL-61). What readers have already, and what they had a moment ago, needs no approval.
 */
export async function refuseUnapproved<T extends TextTypes>(
  tx: Tx,
  noun: TextNoun<T>,
  { before, id, status, text, isBack }: GoingLive<T>,
): Promise<void> {
  if (!isPublic({ status }) || isBack) return
  const hash = hashOf(noun, text)
  if (before && isPublic(before.row) && hashOf(noun, before.live) === hash) return
  if (!(await isRequired(tx))) return
  const review = before && (await getReview(tx, noun.tables, id))
  const { decided_by = null } = review ?? {}
  const isApproved = review?.state === 'approved' && review.text_hash === hash
  if (!isApproved || decided_by === null || (await writersOf(tx, noun.tables, id)).has(decided_by))
    throw new ApiError('approval_required')
}

/** What was approved is not what is written any more (RUL-76): the review is none again. */
export async function forgetApproval<T extends TextTypes>(tx: Tx, { tables }: TextNoun<T>, id: string): Promise<void> {
  if (await dropReview(tx, tables, id, 'approved'))
    await announce(tx, { noun: tables.texts, id, verb: 'updated', hidden: true })
}
