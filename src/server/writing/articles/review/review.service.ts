import type { Article } from '../../../../contract/articles.ts'
import type { Person } from '../../../../contract/account.ts'
import type { OpenReviews, ReviewRequest, ReviewReturn } from '../../../../contract/articles/review.ts'
import { ApiError, found, invalidField } from '../../../../contract/errors.ts'
import { personName } from '../../../../rules/person-name.ts'
import { may, roleOf } from '../../../../rules/roles.ts'
import type { Actor } from '../../../platform/caller.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import { announce, inTransaction } from '../../../platform/db/transaction.ts'
import { notify, settleNotice } from '../../../platform/notify.ts'
import { mustLockTexts, settled } from '../../texts/locked-text.service.ts'
import { refuseByRole } from '../../texts/permission.ts'
import { isPublic, type LockedText } from '../../texts/text-noun.ts'
import { ARTICLES, type ArticleTypes } from '../article-noun.ts'
import { getArticle } from '../articles.queries.ts'
import { hashOf, isRequired } from './approval.service.ts'
import { dropReview, getReview, listOpen, putReview, writersOf } from './review.queries.ts'

type Locked = LockedText<ArticleTypes>
const writtenIn = ({ live, working }: Pick<Locked, 'live' | 'working'>) => working ?? live

/**
 * Gives an article to review: to an account that may approve it, or to all of them. Errors: 404; 409 `version_conflict` with `current`;
 * 403 `role_forbidden`; 400 `reviewer_id` for an account that may not, or the caller; 400 where nothing waits to go live.
 */
export async function requestReview(
  db: Db,
  { id, version, reviewer_id, note }: ReviewRequest,
  actor: Actor,
): Promise<Article> {
  const { caller, now } = actor
  return inReview(db, id, version, async (tx, locked) => {
    refuseByRole(locked, actor, { status: null })
    if (isPublic(locked.row) && !locked.working)
      throw invalidField('version', 'Es gibt keine Änderungen, die noch nicht öffentlich sind')
    const reviewers = (await listReviewers(tx))
      .map((account) => account.id)
      .filter((account) => account !== caller.userId)
    if (reviewer_id !== null && !reviewers.includes(reviewer_id))
      throw invalidField('reviewer_id', 'Diese Person kann den Artikel nicht freigeben')
    await store(tx, locked, { state: 'requested', asked_by: caller.userId, reviewer_id, decided_by: null, note, now })
    await settleNotice(tx, { kind: 'returned', id })
    const things = [{ noun: 'articles', id, title: writtenIn(locked).title, reason: note || null }]
    const to = reviewer_id === null ? reviewers : [reviewer_id]
    await notify(tx, { kind: 'submitted', things, to, by: caller.userId, at: now, group: id })
  })
}

/**
 * Approves the text of a version. Under `Vier-Augen-Prinzip` only an account that wrote nothing of what readers do not have yet. Errors:
 * 404; 409 `version_conflict` with `current`: what was written since has not been seen; 403 `own_text`.
 */
export async function approve(
  db: Db,
  { id, version }: { id: string; version: number },
  actor: Actor,
): Promise<Article> {
  const { caller, now } = actor
  return inReview(db, id, version, async (tx, locked) => {
    const former = await getReview(tx, id)
    const isOwn = former?.asked_by === caller.userId
    if (isOwn || ((await isRequired(tx)) && (await writersOf(tx, id)).has(caller.userId)))
      throw new ApiError('own_text')
    const asked_by = former?.asked_by ?? null
    const decision = { reviewer_id: former?.reviewer_id ?? null, decided_by: caller.userId, note: '', now }
    await store(tx, locked, { state: 'approved', asked_by, ...decision })
    await tellOf(tx, locked, { kind: 'approved', to: asked_by ?? locked.row.author_id, reason: null }, actor)
  })
}

/** Returns an article with the reason, also an approved one. Errors: those of `approve`, and 400 where nobody asked for a review. */
export async function returnArticle(db: Db, { id, version, reason }: ReviewReturn, actor: Actor): Promise<Article> {
  const { caller, now } = actor
  return inReview(db, id, version, async (tx, locked) => {
    const former = await getReview(tx, id)
    if (!former || former.state === 'returned')
      throw invalidField('version', 'Dieser Artikel liegt nicht zur Abnahme vor')
    const { asked_by, reviewer_id } = former
    await store(tx, locked, { state: 'returned', asked_by, reviewer_id, decided_by: caller.userId, note: reason, now })
    await tellOf(tx, locked, { kind: 'returned', to: asked_by ?? locked.row.author_id, reason }, actor)
  })
}

/** Takes the request, the approval or the return away. Errors: 404; 409 `version_conflict`; 403 `role_forbidden`. */
export async function endReview(
  db: Db,
  { id, version }: { id: string; version: number },
  actor: Actor,
): Promise<Article> {
  return inReview(db, id, version, async (tx, locked) => {
    refuseByRole(locked, actor, { status: null })
    await dropReview(tx, id)
    for (const kind of ['submitted', 'returned'] as const) await settleNotice(tx, { kind, id })
  })
}

type Reviewed = {
  state: 'requested' | 'approved' | 'returned'
  asked_by: string | null
  reviewer_id: string | null
  decided_by: string | null
  note: string
  now: Date
}

async function store(tx: Tx, locked: Locked, { now, ...review }: Reviewed): Promise<void> {
  const { id, version } = locked.row
  const text_hash = hashOf(writtenIn(locked))
  await putReview(tx, { article_id: id, version, text_hash, at: now.toISOString(), ...review })
}

async function tellOf(
  tx: Tx,
  locked: Locked,
  { kind, to, reason }: { kind: 'approved' | 'returned'; to: string | null; reason: string | null },
  { caller, now }: Actor,
): Promise<void> {
  const { id } = locked.row
  await settleNotice(tx, { kind: 'submitted', id })
  const things = [{ noun: 'articles', id, title: writtenIn(locked).title, reason }]
  if (to !== null) await notify(tx, { kind, things, to: [to], by: caller.userId, at: now, group: id })
}

function inReview(
  db: Db,
  id: string,
  version: number,
  work: (tx: Tx, locked: Locked) => Promise<void>,
): Promise<Article> {
  return settled(db, ARTICLES, { id }, () =>
    inTransaction(db, async (tx) => {
      await work(tx, await mustLockTexts(tx, ARTICLES, id, version))
      await announce(tx, { noun: 'articles', id, verb: 'updated', hidden: true })
      return found(await getArticle(tx, id))
    }),
  )
}

const MOST_LISTED = 500

/** Every review that is not over, and who may approve. */
export async function listReviews(db: Db): Promise<OpenReviews> {
  const items = await listOpen(db, MOST_LISTED)
  const requested = items.filter(({ review }) => review === 'requested').length
  const reviewers = (await listReviewers(db)).toSorted((a, b) => a.name.localeCompare(b.name, 'de'))
  return { requested, items, reviewers }
}

/** Approved accounts that may approve articles. */
async function listReviewers(db: Db): Promise<Person[]> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'email', 'display_name', 'role', 'lesser_role'])
    .where('approval', '=', 'approved')
    .execute()
  return rows.filter((row) => may(roleOf(row), 'texts.publish')).map((row) => ({ id: row.id, name: personName(row) }))
}
