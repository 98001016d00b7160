import type { Person } from '../../../contract/account.ts'
import type { ArticleReview, OpenReviews, ReviewRequest, ReviewReturn } from '../../../contract/articles/review.ts'
import { ApiError, found, invalidField } from '../../../contract/errors.ts'
import type { ActivityVerb } from '../../../rules/activity.ts'
import { personName } from '../../../rules/person-name.ts'
import { may, roleOf } from '../../../rules/roles.ts'
import type { Actor } from '../../platform/caller.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { announce, inTransaction } from '../../platform/db/transaction.ts'
import { notify, settleNotice } from '../../platform/notify.ts'
import { hashOf, isRequired } from './approval.service.ts'
import { mustLockTexts, settled } from './locked-text.service.ts'
import { refuseByRole } from './permission.ts'
import * as queries from './reviews.queries.ts'
import { isPublic, type LockedText, type TextNoun, type TextTypes } from './text-noun.ts'
import type { WrittenTables } from './written-tables.ts'

const writtenIn = <T extends TextTypes>({ live, working }: LockedText<T>): T['text'] => working ?? live

/**
 * Gives a text to review: to an account that may approve it, or to all of them. Errors: 404; 409 `version_conflict` with `current`;
 * 403 `role_forbidden`; 400 `reviewer_id` for an account that may not, or the caller; 400 where nothing waits to go live.
 */
export async function requestReview<T extends TextTypes>(
  db: Db,
  noun: TextNoun<T>,
  { id, version, reviewer_id, note }: ReviewRequest,
  actor: Actor,
): Promise<T['record']> {
  const { caller, now } = actor
  return inReview(db, noun, { id, version, done: 'submitted' }, async (tx, locked) => {
    refuseByRole(locked, actor, { status: null })
    if (isPublic(locked.row) && !locked.working)
      throw invalidField('version', 'Es gibt keine Änderungen, die noch nicht öffentlich sind')
    const reviewers = (await listReviewers(tx))
      .map((account) => account.id)
      .filter((account) => account !== caller.userId)
    if (reviewer_id !== null && !reviewers.includes(reviewer_id))
      throw invalidField('reviewer_id', 'Diese Person kann den Text nicht freigeben')
    await store(tx, noun, locked, {
      state: 'requested',
      asked_by: caller.userId,
      reviewer_id,
      decided_by: null,
      note,
      now,
    })
    await settleNotice(tx, { kind: 'returned', id })
    const things = [{ noun: noun.tables.texts, id, title: writtenIn(locked).title, reason: note || null }]
    const to = reviewer_id === null ? reviewers : [reviewer_id]
    await notify(tx, { kind: 'submitted', things, to, by: caller.userId, at: now, group: id })
  })
}

/**
 * Approves the text of a version. Under `Vier-Augen-Prinzip` only an account that wrote nothing of what readers do not have yet. Errors:
 * 404; 409 `version_conflict` with `current`: what was written since has not been seen; 403 `own_text`.
 */
export async function approve<T extends TextTypes>(
  db: Db,
  noun: TextNoun<T>,
  { id, version }: { id: string; version: number },
  actor: Actor,
): Promise<T['record']> {
  const { caller, now } = actor
  return inReview(db, noun, { id, version, done: 'approved' }, async (tx, locked) => {
    const former = await queries.getReview(tx, noun.tables, id)
    const isOwn = former?.asked_by === caller.userId
    if (isOwn || ((await isRequired(tx)) && (await queries.writersOf(tx, noun.tables, id)).has(caller.userId)))
      throw new ApiError('own_text')
    const asked_by = former?.asked_by ?? null
    const decision = { reviewer_id: former?.reviewer_id ?? null, decided_by: caller.userId, note: '', now }
    await store(tx, noun, locked, { state: 'approved', asked_by, ...decision })
    await tellOf(
      tx,
      noun.tables,
      locked,
      { kind: 'approved', to: asked_by ?? locked.row.author_id, reason: null },
      actor,
    )
  })
}

/** Returns a text with the reason, also an approved one. Errors: those of `approve`, and 400 where nobody asked for a review. */
export async function returnText<T extends TextTypes>(
  db: Db,
  noun: TextNoun<T>,
  { id, version, reason }: ReviewReturn,
  actor: Actor,
): Promise<T['record']> {
  const { caller, now } = actor
  return inReview(db, noun, { id, version, done: 'returned' }, async (tx, locked) => {
    const former = await queries.getReview(tx, noun.tables, id)
    if (!former || former.state === 'returned') throw invalidField('version', 'Dieser Text liegt nicht zur Abnahme vor')
    const { asked_by, reviewer_id } = former
    await store(tx, noun, locked, {
      state: 'returned',
      asked_by,
      reviewer_id,
      decided_by: caller.userId,
      note: reason,
      now,
    })
    await tellOf(tx, noun.tables, locked, { kind: 'returned', to: asked_by ?? locked.row.author_id, reason }, actor)
  })
}

/** Takes the request, the approval or the return away. Errors: 404; 409 `version_conflict`; 403 `role_forbidden`. */
export async function endReview<T extends TextTypes>(
  db: Db,
  noun: TextNoun<T>,
  { id, version }: { id: string; version: number },
  actor: Actor,
): Promise<T['record']> {
  return inReview(db, noun, { id, version, done: 'review-ended' }, async (tx, locked) => {
    refuseByRole(locked, actor, { status: null })
    await queries.dropReview(tx, noun.tables, id)
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

async function store<T extends TextTypes>(
  tx: Tx,
  noun: TextNoun<T>,
  locked: LockedText<T>,
  { now, ...review }: Reviewed,
): Promise<void> {
  const { id, version } = locked.row
  const text_hash = hashOf(noun, writtenIn(locked))
  await queries.putReview(tx, noun.tables, id, { version, text_hash, at: now.toISOString(), ...review })
}

async function tellOf<T extends TextTypes>(
  tx: Tx,
  { texts }: WrittenTables,
  locked: LockedText<T>,
  { kind, to, reason }: { kind: 'approved' | 'returned'; to: string | null; reason: string | null },
  { caller, now }: Actor,
): Promise<void> {
  const { id } = locked.row
  await settleNotice(tx, { kind: 'submitted', id })
  const things = [{ noun: texts, id, title: writtenIn(locked).title, reason }]
  if (to !== null) await notify(tx, { kind, things, to: [to], by: caller.userId, at: now, group: id })
}

function inReview<T extends TextTypes>(
  db: Db,
  noun: TextNoun<T>,
  { id, version, done }: { id: string; version: number; done: ActivityVerb },
  work: (tx: Tx, locked: LockedText<T>) => Promise<void>,
): Promise<T['record']> {
  return settled(db, noun, { id }, () =>
    inTransaction(db, async (tx) => {
      await work(tx, await mustLockTexts(tx, noun, id, version))
      await announce(tx, { noun: noun.tables.texts, id, verb: 'updated', hidden: true, done })
      return found(await noun.read(tx, id))
    }),
  )
}

/** What the review of a text has come to. Error: 404. */
export async function readReview(db: Db, tables: WrittenTables, id: string): Promise<ArticleReview> {
  return found(await queries.getOpenReview(db, tables, id))
}

const MOST_LISTED = 500

/** Every review of these nouns that is not over, newest first, and who may approve. A guest sees those of articles it reads. */
export async function listReviews(db: Db, nouns: readonly WrittenTables[], guest: string | null): Promise<OpenReviews> {
  const items: OpenReviews['items'] = []
  for (const tables of nouns) items.push(...(await queries.listOpen(db, tables, { limit: MOST_LISTED, guest })))
  items.sort((a, b) => b.at.localeCompare(a.at))
  const requested = items.filter(({ noun, review }) => noun === 'articles' && review === 'requested').length
  const reviewers = (await listReviewers(db)).toSorted((a, b) => a.name.localeCompare(b.name, 'de'))
  return { requested, items: items.slice(0, MOST_LISTED), reviewers }
}

/** Approved accounts that may approve texts. */
async function listReviewers(db: Db): Promise<Person[]> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'email', 'display_name', 'role', 'lesser_role'])
    .where('approval', '=', 'approved')
    .execute()
  return rows.filter((row) => may(roleOf(row), 'texts.publish')).map((row) => ({ id: row.id, name: personName(row) }))
}
