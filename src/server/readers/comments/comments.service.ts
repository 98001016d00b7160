import type { ArticleComments, Comment } from '../../../contract/comments.ts'
import { ApiError, found } from '../../../contract/errors.ts'
import {
  closingTime,
  EDIT_MINUTES,
  LONGEST_COMMENT,
  LONGEST_COMMENTER,
  type CommentMode,
} from '../../../rules/comments.ts'
import type { ActivityVerb } from '../../../rules/activity.ts'
import { comparableText, suspicionsOf } from '../../../rules/comment-filter.ts'
import { looksLikeTaken } from '../../../rules/look-alikes.ts'
import { personName } from '../../../rules/person-name.ts'
import type { CallerActor } from '../../platform/caller.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { closeToReferences, holdRecord, lockFor } from '../../platform/db/locks.ts'
import { announce, inTransaction } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import { notify, settleNotice } from '../../platform/notify.ts'
import { readSettings, siteTitle, type FullSettings } from '../../settings/settings.service.ts'
import * as queries from './comments.queries.ts'
import type { CommentRow } from './comments.queries.ts'
import { type CommentSecrets, hashOfToken } from './secrets.ts'

/** Longest time for which a keyed hash of a network address is kept (COM-9): the job that forgets it comes in between. */
const NETWORK_KEPT_MS = 23 * 3_600_000

/** Whether an article takes comments: its mode, until when, and whether it does now. */
export type Commenting = { mode: CommentMode; closesAt: string | null; isOpen: boolean }

/** What holds for the comments of an article: what it says itself, else what the blog says (RUL-82). */
export async function commentingOn(
  db: Db,
  {
    settings,
    article,
    now,
  }: { settings: FullSettings; article: { id: string; published_at: string | null }; now: Date },
): Promise<Commenting> {
  const own = await queries.getChoice(db, article.id)
  const mode = own?.mode ?? settings.comments
  const closesAt = closingTime(article.published_at ?? '', own?.close_after_days ?? settings.comments_close_days)
  return { mode, closesAt, isOpen: mode !== 'off' && (closesAt === null || now.toISOString() < closesAt) }
}

/** Announces that the comments of an article have changed for readers, which drops its pages. */
async function announceComment(
  tx: Tx,
  row: Pick<CommentRow, 'id' | 'article_id'>,
  verb: 'created' | 'updated' | 'removed',
  deed: { done?: ActivityVerb } = {},
) {
  await announce(tx, { noun: 'comments', id: row.id, verb, facts: { articleId: row.article_id }, ...deed })
}

/** The article of an announced change. */
export function articleOfComment(change: { noun: string; facts?: unknown }): string | null {
  return change.noun === 'comments' ? ((change.facts as { articleId?: string } | undefined)?.articleId ?? null) : null
}

/** Why a name is refused, in German; null for a good one. The team's names, and those that look like them, are taken (COM-6). */
export async function nameFault(db: Db, name: string): Promise<string | null> {
  const settings = await readSettings(db)
  const taken = [...(await queries.listTakenNames(db)), siteTitle(settings), settings.author_name]
  return looksLikeTaken(name, taken)
    ? 'Dieser Name gehört jemandem aus der Redaktion oder sieht so aus. Bitte einen anderen wählen, etwa mit einem Zusatz.'
    : null
}

/** One text at a time: of several equal ones sent at once, each later one is seen as sent before. */
async function holdText(tx: Tx, textHash: string | null): Promise<void> {
  if (textHash !== null) await lockFor(tx, `comment-text:${textHash}`)
}

/** What the filter notes of a comment. */
async function examine(
  db: Db,
  {
    name,
    text,
    textHash,
    networkHash,
    id,
  }: { name: string; text: string; textHash: string | null; networkHash: string | null; id?: string },
): Promise<string[]> {
  const { comment_words } = await readSettings(db)
  return suspicionsOf({
    name,
    text,
    words: comment_words.split('\n'),
    seen: textHash === null ? 0 : await queries.countSame(db, textHash, id),
    isNoted: networkHash !== null && (await queries.isNetworkNoted(db, networkHash)),
  })
}

/** A reader's comment that has passed its preview. */
export type NewComment = {
  article: { id: string }
  rootId: string | null
  name: string
  text: string
  mode: CommentMode
  nonce: string
  token: string
  /** Key of the client's network address. */
  network: string
}

/**
 * Stores a comment (RUL-81). In the mode `open` it is shown unless the filter notes something; else it waits, and the team is
 * notified. Returns null where its time has been used: the comment is stored already.
 */
export async function storeComment(
  db: Db,
  comment: NewComment,
  { secrets, now }: { secrets: CommentSecrets; now: Date },
): Promise<{ id: string } | null> {
  const at = now.toISOString()
  const comparable = comparableText(comment.text)
  const textHash = comparable === null ? null : secrets.text(comparable)
  const networkHash = secrets.network(comment.network)
  return inTransaction(db, async (tx) => {
    const id = newId()
    await holdText(tx, textHash)
    if (comment.rootId !== null) await holdRecord(tx, 'comments', comment.rootId)
    const root = comment.rootId === null ? null : await queries.getRow(tx, comment.rootId)
    if (
      comment.rootId !== null &&
      !(root?.visible === 1 && root.state === 'shown' && root.article_id === comment.article.id)
    )
      throw new ApiError('not_found')
    if (!(await queries.takeStamp(tx, comment.nonce, at))) return null
    const { name, text } = comment
    const suspicions = await examine(tx, { name, text, textHash, networkHash })
    const isShown = comment.mode === 'open' && suspicions.length === 0
    await queries.insertRow(tx, {
      id,
      article_id: comment.article.id,
      root_id: root?.id ?? id,
      root_at: root?.root_at ?? at,
      user_id: null,
      name,
      text,
      state: isShown ? 'shown' : 'waiting',
      reason: null,
      suspicion: suspicions.join('\n'),
      shown_at: isShown ? at : null,
      text_hash: textHash,
      token_hash: hashOfToken(comment.token),
      network_hash: networkHash,
      network_until: new Date(now.getTime() + NETWORK_KEPT_MS).toISOString(),
      created_at: at,
      edited_at: null,
      decided_by: null,
      decided_at: null,
    })
    if (isShown) await queries.placeThread(tx, root?.id ?? id)
    await announceComment(tx, { id, article_id: comment.article.id }, 'created')
    if (!isShown) await notifyWaiting(tx, { id, article_id: comment.article.id }, { by: null, at: now })
    return { id }
  })
}

/** Notifies the team that a comment waits, except `by`, who made it wait. */
export async function notifyWaiting(
  tx: Tx,
  { id, article_id }: Pick<CommentRow, 'id' | 'article_id'>,
  { by, at }: { by: string | null; at: Date },
): Promise<void> {
  const article = await tx.selectFrom('articles').select('title').where('id', '=', article_id).executeTakeFirst()
  await notify(tx, { kind: 'comment_waiting', things: [{ noun: 'comments', id, title: article?.title ?? '' }], by, at })
}

/** Until when the secret link changes a comment. */
export function editableUntil({ created_at }: Pick<CommentRow, 'created_at'>): string {
  return new Date(Date.parse(created_at) + EDIT_MINUTES * 60_000).toISOString()
}

/** Whether the secret link changes a comment now. */
export function isEditable(row: Pick<CommentRow, 'created_at' | 'state'>, now: Date): boolean {
  return (row.state === 'shown' || row.state === 'waiting') && now.toISOString() < editableUntil(row)
}

/**
 * Changes a comment by its secret link. A shown one that the filter notes something of waits again. False where it can no longer be
 * changed.
 */
export async function editComment(
  db: Db,
  { token, name, text }: { token: string; name: string; text: string },
  { secrets, now }: { secrets: CommentSecrets; now: Date },
): Promise<boolean> {
  const comparable = comparableText(text)
  const textHash = comparable === null ? null : secrets.text(comparable)
  return inTransaction(db, async (tx) => {
    await holdText(tx, textHash)
    const held = await holdByToken(tx, token)
    if (!held || !isEditable(held, now)) return false
    const suspicions = await examine(tx, { name, text, textHash, networkHash: held.network_hash, id: held.id })
    const staysShown = held.state === 'shown' && suspicions.length === 0
    // What a moderator has read and shown is another text now.
    const isShown = staysShown && held.decided_at === null
    await queries.updateRow(tx, held.id, {
      name,
      text,
      text_hash: textHash,
      suspicion: suspicions.join('\n'),
      state: isShown ? 'shown' : 'waiting',
      edited_at: now.toISOString(),
    })
    await queries.placeThread(tx, held.root_id)
    await announceComment(tx, held, 'updated')
    if (held.state === 'shown' && !isShown) await notifyWaiting(tx, held, { by: null, at: now })
    return true
  })
}

/** Deletes a comment by its secret link; where answers stand below it, its place remains. False where there is none. */
export async function deleteByToken(db: Db, token: string): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const held = await holdByToken(tx, token)
    if (!held || held.text === '') return false
    await deleteComment(tx, held)
    return true
  })
}

/** The comment of a secret link, with its thread locked. */
async function holdByToken(tx: Tx, token: string): Promise<CommentRow | null> {
  const row = await queries.findByToken(tx, hashOfToken(token))
  if (!row) return null
  await holdRecord(tx, 'comments', row.root_id)
  return queries.findByToken(tx, hashOfToken(token))
}

const NO_WORDS = { name: '', text: '', text_hash: null, suspicion: '' }

async function deleteComment(tx: Tx, row: CommentRow): Promise<void> {
  // A report at the same time is stored before, or finds no comment.
  await closeToReferences(tx, 'comments', row.id)
  // One that the team has removed stays so without its words: the next comment of its network waits (COM-7).
  if (row.state === 'removed') await queries.updateRow(tx, row.id, NO_WORDS)
  // Its reports are deleted with the row, and their pages would be gone.
  else if ((await queries.hasAnswers(tx, row.id)) || (await queries.isReported(tx, row.id)))
    await queries.updateRow(tx, row.id, { ...NO_WORDS, network_hash: null, network_until: null, state: 'deleted' })
  else await queries.deleteRow(tx, row.id)
  await queries.placeThread(tx, row.root_id)
  await announceComment(tx, row, 'removed', { done: 'purged' })
}

/** What an article says of its comments itself. 404 for an unknown article. */
export async function readArticleComments(db: Db, id: string): Promise<ArticleComments> {
  await mustHaveArticle(db, id)
  return (await queries.getChoice(db, id)) ?? { mode: null, close_after_days: null }
}

/** Sets what an article says of its comments; readers see it at once. 404 for an unknown article. */
export async function setArticleComments(
  db: Db,
  { id, mode, close_after_days }: ArticleComments & { id: string },
): Promise<ArticleComments> {
  return inTransaction(db, async (tx) => {
    await mustHaveArticle(tx, id)
    await queries.putChoice(tx, { article_id: id, mode, close_after_days })
    await announceComment(tx, { id, article_id: id }, 'updated')
    return { mode, close_after_days }
  })
}

async function mustHaveArticle(db: Db, id: string): Promise<{ title: string }> {
  const row = await db
    .selectFrom('articles')
    .select('title')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return found(row ?? null)
}

/** Answers in the name of an account, with the mark of the team (COM-6); a waiting comment is shown by that. */
export async function answerComment(
  db: Db,
  { id, text, read }: { id: string; text: string; read?: string | null | undefined },
  { caller, now }: CallerActor,
): Promise<Comment> {
  const at = now.toISOString()
  return inTransaction(db, async (tx) => {
    const { root_id } = found(await queries.getRow(tx, id))
    await holdRecord(tx, 'comments', root_id)
    const [answered, root] = [found(await queries.getRow(tx, id)), found(await queries.getRow(tx, root_id))]
    await mustHaveArticle(tx, answered.article_id)
    if (answered.text === '') throw new ApiError('not_found')
    refuseUnread(answered, read)
    if (answered.state !== 'shown') await showComment(tx, answered, { by: caller.userId, at })
    const user = await tx
      .selectFrom('users')
      .select(['email', 'display_name'])
      .where('id', '=', caller.userId)
      .executeTakeFirst()
    const own = newId()
    await queries.insertRow(tx, {
      id: own,
      article_id: root.article_id,
      root_id,
      root_at: root.root_at,
      user_id: caller.userId,
      team: 1,
      name: personName(user ?? { email: null, display_name: null }),
      text,
      state: 'shown',
      reason: null,
      shown_at: at,
      text_hash: null,
      token_hash: null,
      network_hash: null,
      network_until: null,
      created_at: at,
      edited_at: null,
      decided_by: null,
      decided_at: null,
    })
    await queries.placeThread(tx, root_id)
    await announceComment(tx, { id: own, article_id: root.article_id }, 'created')
    return found(await queries.getComment(tx, own))
  })
}

/** 409 `version_conflict` for a comment that its writer has changed since somebody read it, with the time of its last change then. */
export function refuseUnread({ edited_at }: Pick<CommentRow, 'edited_at'>, read: string | null | undefined): void {
  if (read !== undefined && read !== edited_at)
    throw new ApiError('version_conflict', {
      message: 'Der Text ist inzwischen geändert worden. Bitte lesen Sie ihn noch einmal.',
    })
}

/** Shows a comment, whose thread is locked. */
async function showComment(tx: Tx, row: CommentRow, { by, at }: { by: string; at: string }): Promise<void> {
  await setState(tx, row, { state: 'shown', reason: null, by, at })
}

/** Gives a comment a state, whose thread is locked. What waited no longer does. */
export async function setState(
  tx: Tx,
  row: CommentRow,
  {
    state,
    reason,
    by,
    at,
  }: { state: CommentRow['state']; reason: string | null; by: string | null; at: string | null },
): Promise<void> {
  await queries.updateRow(tx, row.id, {
    state,
    reason,
    decided_by: by,
    decided_at: at,
    ...(state === 'shown' && row.shown_at === null && { shown_at: at ?? row.created_at }),
  })
  await queries.placeThread(tx, row.root_id)
  if (state !== 'waiting') await settleNotice(tx, { kind: 'comment_waiting', id: row.id })
  const done = ({ shown: 'approved', removed: 'hidden' } as const)[state as string]
  await announceComment(tx, row, 'updated', done && { done })
}

/** A comment that was written elsewhere. `at` is null where its time is unknown. */
export type ImportedComment = {
  name: string
  text: string
  at: string | null
  editedAt: string | null
  state: CommentRow['state']
  reason: string | null
  team: boolean
}

/** The article with this id or slug outside the trash, also by a former slug; null without one. */
export async function livingArticle(tx: Tx, by: { id: string } | { slug: string }): Promise<string | null> {
  const living = () => tx.selectFrom('articles').select('articles.id').where('deleted_at', 'is', null)
  if ('id' in by) return (await living().where('articles.id', '=', by.id).executeTakeFirst())?.id ?? null
  const present = await living().where('slug', '=', by.slug).executeTakeFirst()
  if (present) return present.id
  const former = await living()
    .innerJoin('slug_history', 'slug_history.article_id', 'articles.id')
    .where('slug_history.slug', '=', by.slug)
    .executeTakeFirst()
  return former?.id ?? null
}

/**
 * Adds a comment of another system, without link, network and filter. One whose parent answers another comment becomes an answer to
 * the beginning of the thread. Returns its id.
 */
export async function importComment(
  tx: Tx,
  { articleId, parentId, ...comment }: ImportedComment & { articleId: string; parentId: string | null },
): Promise<string> {
  const id = newId()
  const parent = parentId === null ? null : await queries.getRow(tx, parentId)
  const root = parent?.article_id === articleId ? await queries.getRow(tx, parent.root_id) : null
  const at = comment.at ?? root?.root_at ?? new Date(0).toISOString()
  // An answer stands behind what it answers, whatever the clocks said.
  const created_at = root && at < root.root_at ? root.root_at : at
  const wasSeen = comment.state === 'shown' || comment.state === 'removed' || comment.state === 'deleted'
  await queries.insertRow(tx, {
    id,
    article_id: articleId,
    root_id: root?.id ?? id,
    root_at: root?.root_at ?? created_at,
    user_id: null,
    team: comment.team ? 1 : 0,
    name: [...comment.name].slice(0, LONGEST_COMMENTER).join('').trim() || 'Anonym',
    text: comment.text.slice(0, LONGEST_COMMENT).toWellFormed(),
    state: comment.state,
    reason: comment.reason,
    shown_at: wasSeen ? created_at : null,
    visible: comment.state === 'shown' && (root === null || root.visible === 1) ? 1 : 0,
    text_hash: null,
    token_hash: null,
    network_hash: null,
    network_until: null,
    created_at,
    edited_at: comment.editedAt,
    decided_by: null,
    decided_at: null,
  })
  if (comment.state !== 'shown' || root?.visible === 0) await queries.placeThread(tx, root?.id ?? id)
  await announceComment(tx, { id, article_id: articleId }, 'created')
  return id
}

/** Whether an article has a comment, in whatever state. */
export const hasComments: (tx: Tx, articleId: string) => Promise<boolean> = queries.hasComments

/** Takes an imported comment back; false where people have answered or reported it or decided about it since. */
export async function takeImportedBack(tx: Tx, id: string): Promise<boolean> {
  const known = await queries.getRow(tx, id)
  if (!known) return true
  await holdRecord(tx, 'comments', known.root_id)
  await closeToReferences(tx, 'comments', id)
  const row = await queries.getRow(tx, id)
  if (!row) return true
  if (row.decided_at !== null || (await queries.hasAnswers(tx, id)) || (await queries.isReported(tx, id))) return false
  await queries.deleteRow(tx, id)
  await queries.placeThread(tx, row.root_id)
  await announceComment(tx, row, 'removed')
  return true
}
