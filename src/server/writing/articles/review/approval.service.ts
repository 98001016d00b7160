import { createHash } from 'node:crypto'
import { ApiError } from '../../../../contract/errors.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import { announce } from '../../../platform/db/transaction.ts'
import { readSettings } from '../../../settings/settings.service.ts'
import { revised } from '../../texts/revised-text.ts'
import { isPublic } from '../../texts/text-noun.ts'
import type { WholeText } from '../stored-text.ts'
import { dropReview, getReview, writersOf } from './review.queries.ts'

/** What is approved of a text: everything an author writes. Category and tags are the desk's, and change without a review. */
export function hashOf({ slug: _slug, ...text }: Omit<WholeText, 'slug'> & { slug?: string | undefined }): string {
  return createHash('sha256')
    .update(JSON.stringify(revised({ ...text, category_id: null, tag_ids: [] })))
    .digest('hex')
}

/** Whether the setting `Vier-Augen-Prinzip` is on. */
export async function isRequired(db: Db): Promise<boolean> {
  return (await readSettings(db)).four_eyes
}

/** A text that is about to be the live one, and what is stored of it; `before` is null for a new one. */
export type GoingLive = {
  before: { row: { status: string }; live: WholeText } | null
  id: string
  status: string
  text: Omit<WholeText, 'slug'>
  /** It was live before, and a withdrawal of it is taken back. */
  isBack: boolean
}

/**
 * `Vier-Augen-Prinzip`, where every text goes live: 409 `approval_required` for one that nobody but its writers has approved exactly so
 * (RUL-61). What readers have already, and what they had a moment ago, needs no approval.
 */
export async function refuseUnapproved(tx: Tx, { before, id, status, text, isBack }: GoingLive): Promise<void> {
  if (!isPublic({ status }) || isBack) return
  if (before && isPublic(before.row) && hashOf(before.live) === hashOf(text)) return
  if (!(await isRequired(tx))) return
  const review = before && (await getReview(tx, id))
  const { decided_by = null } = review ?? {}
  const isApproved = review?.state === 'approved' && review.text_hash === hashOf(text)
  if (!isApproved || decided_by === null || (await writersOf(tx, id)).has(decided_by))
    throw new ApiError('approval_required')
}

/** What was approved is not what is written any more (RUL-76): the review is none again. True when there was an approval. */
export async function forgetApproval(tx: Tx, id: string): Promise<void> {
  if (await dropReview(tx, id, 'approved')) await announce(tx, { noun: 'articles', id, verb: 'updated', hidden: true })
}

/** The same where a text has been written: one that changes in words or details. */
export async function followWriting(tx: Tx, id: string, before: WholeText, after: WholeText): Promise<void> {
  if (hashOf(before) !== hashOf(after)) await forgetApproval(tx, id)
}
