import { sql, type Insertable, type SelectQueryBuilder, type Selectable, type Updateable } from 'kysely'
import type { Comment, CommentCounts } from '../../../contract/comments.ts'
import { COMMENTS_ON_PAGE, type CommentMode, type CommentState, type RemovalReason } from '../../../rules/comments.ts'
import { personName } from '../../../rules/person-name.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { newestFirst, type Page, type PageQuery } from '../../platform/db/keyset.ts'
import type { CommentsTable } from '../../tables.ts'

export type CommentRow = Selectable<CommentsTable>

/** A row by its id, or null. */
export async function getRow(db: Db, id: string): Promise<CommentRow | null> {
  return (await db.selectFrom('comments').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

/** The threads of comments, by ascending id. */
export async function rootsOf(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db.selectFrom('comments').select('root_id').distinct().where('id', 'in', ids).execute()
  return rows.map(({ root_id }) => root_id).toSorted()
}

/** The row of a secret link, or null. */
export async function findByToken(db: Db, tokenHash: string): Promise<CommentRow | null> {
  return (await db.selectFrom('comments').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst()) ?? null
}

export async function insertRow(tx: Tx, row: Insertable<CommentsTable>): Promise<void> {
  await tx.insertInto('comments').values(row).execute()
}

export async function updateRow(tx: Tx, id: string, values: Updateable<CommentsTable>): Promise<void> {
  await tx.updateTable('comments').set(values).where('id', '=', id).execute()
}

export async function deleteRow(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('comments').where('id', '=', id).execute()
}

/** Whether readers find a thread: they saw its first comment, and it is not hidden. */
function isThreadShown({ state, shown_at }: Pick<CommentRow, 'state' | 'shown_at'>): boolean {
  return shown_at !== null && (state === 'shown' || state === 'removed' || state === 'deleted')
}

/**
 * Decides which comments of a thread have a place on the page: shown ones, removed ones that readers saw, and one deleted by its
 * writer while a shown answer stands below it; all of them only while the thread is shown. Its first comment must be locked.
 */
export async function placeThread(tx: Tx, rootId: string): Promise<void> {
  const root = await getRow(tx, rootId)
  const place = sql<number>`case
    when state = 'shown' then 1
    when state = 'removed' and shown_at is not null then 1
    when state = 'deleted' and exists (select 1 from comments as other
      where other.root_id = comments.root_id and other.id <> comments.id and other.state = 'shown') then 1
    else 0 end`
  await tx
    .updateTable('comments')
    .set({ visible: root && isThreadShown(root) ? place : 0 })
    .where('root_id', '=', rootId)
    .execute()
}

/** Whether any comment answers this one, shown or not. */
export async function hasAnswers(db: Db, rootId: string): Promise<boolean> {
  const row = await db
    .selectFrom('comments')
    .select('id')
    .where('root_id', '=', rootId)
    .where('id', '!=', rootId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether an article has a comment, in whatever state. */
export async function hasComments(db: Db, articleId: string): Promise<boolean> {
  const select = db.selectFrom('comments').select('id').where('article_id', '=', articleId).limit(1)
  return (await select.executeTakeFirst()) !== undefined
}

/** Whether somebody has reported a comment. */
export async function isReported(db: Db, id: string): Promise<boolean> {
  const select = db.selectFrom('comment_reports').select('id').where('comment_id', '=', id).limit(1)
  return (await select.executeTakeFirst()) !== undefined
}

/** A comment as a page shows it. */
export type VisibleRow = Pick<
  CommentRow,
  'id' | 'root_id' | 'name' | 'text' | 'state' | 'reason' | 'team' | 'created_at' | 'edited_at'
>

/** A page of an article's comments, oldest threads first, each with its answers. `page` is from 1. */
export async function listVisible(db: Db, articleId: string, page: number): Promise<VisibleRow[]> {
  return db
    .selectFrom('comments')
    .select(['id', 'root_id', 'name', 'text', 'state', 'reason', 'team', 'created_at', 'edited_at'])
    .where('article_id', '=', articleId)
    .where('visible', '=', 1)
    .orderBy('root_at')
    .orderBy('root_id')
    .orderBy('created_at')
    .orderBy('id')
    .limit(COMMENTS_ON_PAGE)
    .offset((page - 1) * COMMENTS_ON_PAGE)
    .execute()
}

/** How many places an article has for comments, and how many of these are shown. */
export async function countVisible(db: Db, articleId: string): Promise<{ places: number; shown: number }> {
  const row = await db
    .selectFrom('comments')
    .select([
      (e) => e.fn.countAll<number>().as('places'),
      sql<number>`coalesce(sum(case when state = 'shown' then 1 else 0 end), 0)`.as('shown'),
    ])
    .where('article_id', '=', articleId)
    .where('visible', '=', 1)
    .executeTakeFirstOrThrow()
  return { places: Number(row.places), shown: Number(row.shown) }
}

/** The page of an article's comments on which one stands, from 1; null where it has no place. */
export async function pageOf(db: Db, row: CommentRow): Promise<number | null> {
  if (row.visible !== 1) return null
  const before = await db
    .selectFrom('comments')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('article_id', '=', row.article_id)
    .where('visible', '=', 1)
    .where(
      sql<boolean>`(root_at, root_id, created_at, id) < (${row.root_at}, ${row.root_id}, ${row.created_at}, ${row.id})`,
    )
    .executeTakeFirstOrThrow()
  return Math.floor(Number(before.count) / COMMENTS_ON_PAGE) + 1
}

/** The newest shown comments of an article, for its feed. */
export async function listNewestShown(db: Db, articleId: string, limit: number): Promise<VisibleRow[]> {
  return db
    .selectFrom('comments')
    .select(['id', 'root_id', 'name', 'text', 'state', 'reason', 'team', 'created_at', 'edited_at'])
    .where('article_id', '=', articleId)
    .where('visible', '=', 1)
    .where('state', '=', 'shown')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Whether anybody may comment here, as far as the article says itself. */
export async function getChoice(
  db: Db,
  articleId: string,
): Promise<{ mode: CommentMode | null; close_after_days: number | null } | null> {
  const row = await db
    .selectFrom('article_comments')
    .select(['mode', 'close_after_days'])
    .where('article_id', '=', articleId)
    .executeTakeFirst()
  return row ? { ...row, mode: row.mode as CommentMode | null } : null
}

export async function putChoice(
  tx: Tx,
  choice: { article_id: string; mode: string | null; close_after_days: number | null },
): Promise<void> {
  const { article_id: _id, ...values } = choice
  await tx
    .insertInto('article_comments')
    .values(choice)
    .onConflict((conflict) => conflict.column('article_id').doUpdateSet(values))
    .execute()
}

/** Uses a time of a preview; false for one that has been used. */
export async function takeStamp(tx: Tx, nonce: string, now: string): Promise<boolean> {
  const taken = await tx
    .insertInto('comment_stamps')
    .values({ nonce, used_at: now })
    .onConflict((conflict) => conflict.column('nonce').doNothing())
    .returning('nonce')
    .executeTakeFirst()
  return taken !== undefined
}

/** How often a text was sent before, other than as `except`. */
export async function countSame(db: Db, textHash: string, except?: string): Promise<number> {
  let select = db
    .selectFrom('comments')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('text_hash', '=', textHash)
  if (except) select = select.where('id', '!=', except)
  return Number((await select.executeTakeFirstOrThrow()).count)
}

/** Whether a comment of this network was removed while its address is kept. */
export async function isNetworkNoted(db: Db, networkHash: string): Promise<boolean> {
  const row = await db
    .selectFrom('comments')
    .select('id')
    .where('network_hash', '=', networkHash)
    .where('state', '=', 'removed')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Names that nobody outside may bear: those of accounts with rights, and of authors. */
export async function listTakenNames(db: Db): Promise<string[]> {
  const users = await db
    .selectFrom('users')
    .select(['email', 'display_name'])
    .where('approval', '=', 'approved')
    .where('is_anonymous', '=', 0)
    .execute()
  const authors = await db.selectFrom('authors').select('name').execute()
  return [...users.map(personName), ...authors.map(({ name }) => name)]
}

export async function deleteUsedStamps(tx: Tx, before: string): Promise<void> {
  await tx.deleteFrom('comment_stamps').where('used_at', '<', before).execute()
}

/** Forgets network addresses whose time is over. */
export async function forgetNetworks(tx: Tx, now: string): Promise<void> {
  await tx
    .updateTable('comments')
    .set({ network_hash: null, network_until: null })
    .where('network_until', '<=', now)
    .execute()
}

/** Whether a comment removed before an instant still has its words. */
export async function hasRemovedWords(db: Db, before: string): Promise<boolean> {
  const row = await db
    .selectFrom('comments')
    .select('id')
    .where('state', '=', 'removed')
    .where('decided_at', '<', before)
    .where('text', '!=', '')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Forgets name and text of comments removed before an instant. */
export async function forgetRemovedWords(tx: Tx, before: string): Promise<void> {
  await tx
    .updateTable('comments')
    .set({ name: '', text: '', text_hash: null, suspicion: '' })
    .where('state', '=', 'removed')
    .where('decided_at', '<', before)
    .where('text', '!=', '')
    .execute()
}

function selectComments(db: Db) {
  return db
    .selectFrom('comments')
    .innerJoin('articles', 'articles.id', 'comments.article_id')
    .leftJoin('comments as root', (join) =>
      join.onRef('root.id', '=', 'comments.root_id').onRef('root.id', '!=', 'comments.id'),
    )
    .leftJoin('users as decider', 'decider.id', 'comments.decided_by')
    .where('articles.deleted_at', 'is', null)
    .select([
      'comments.id',
      'comments.article_id',
      'articles.title as article_title',
      'articles.slug as article_slug',
      'articles.status as article_status',
      'root.id as parent_id',
      'root.name as parent_name',
      'comments.team',
      'comments.name',
      'comments.text',
      'comments.state',
      'comments.reason',
      'comments.suspicion',
      'comments.created_at',
      'comments.edited_at',
      'comments.decided_by',
      'comments.decided_at',
      'decider.email as decider_email',
      'decider.display_name as decider_name',
    ])
}

type DeskRow = ReturnType<typeof selectComments> extends SelectQueryBuilder<infer _D, infer _T, infer R> ? R : never

/** A comment as the desk reads it. */
export function toComment(row: DeskRow): Comment {
  return {
    id: row.id,
    article_id: row.article_id,
    article: { title: row.article_title, slug: row.article_status === 'published' ? row.article_slug : null },
    parent: row.parent_id === null ? null : { id: row.parent_id, name: row.parent_name ?? '' },
    team: row.team === 1,
    name: row.name,
    text: row.text,
    state: row.state as CommentState,
    reason: row.reason as RemovalReason | null,
    suspicions: row.suspicion === '' ? [] : row.suspicion.split('\n'),
    created_at: row.created_at,
    edited_at: row.edited_at,
    decided_by:
      row.decided_by === null ? null : personName({ email: row.decider_email, display_name: row.decider_name }),
    decided_at: row.decided_at,
  }
}

/** A page of comments, newest first. */
export async function listComments(
  db: Db,
  { state, article, ...page }: PageQuery & { state?: CommentState | undefined; article?: string | undefined },
): Promise<Page<Comment>> {
  let select = selectComments(db)
  // Deleted ones only keep a place.
  if (!state) select = select.where('comments.state', '!=', 'deleted')
  else if (state === 'removed') select = select.where('comments.state', 'in', ['removed', 'hidden'])
  else select = select.where('comments.state', '=', state)
  if (article) select = select.where('comments.article_id', '=', article)
  const { items, next_cursor } = await newestFirst(select, 'comments', page)
  return { items: items.map(toComment), next_cursor }
}

/** A comment as the desk reads it, or null. */
export async function getComment(db: Db, id: string): Promise<Comment | null> {
  const row = await selectComments(db).where('comments.id', '=', id).executeTakeFirst()
  return row ? toComment(row) : null
}

/** Several comments as the desk reads them. */
export async function getComments(db: Db, ids: readonly string[]): Promise<Map<string, Comment>> {
  if (ids.length === 0) return new Map()
  const rows = await selectComments(db).where('comments.id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, toComment(row)]))
}

/** Comments of articles outside the trash by state, and open reports. */
export async function countComments(db: Db): Promise<CommentCounts> {
  const rows = await db
    .selectFrom('comments')
    .innerJoin('articles', 'articles.id', 'comments.article_id')
    .where('articles.deleted_at', 'is', null)
    .select((e) => ['state', e.fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute()
  const of = (state: CommentState) => Number(rows.find((row) => row.state === state)?.count ?? 0)
  const reports = await db
    .selectFrom('comment_reports')
    .innerJoin('comments', 'comments.id', 'comment_reports.comment_id')
    .innerJoin('articles', 'articles.id', 'comments.article_id')
    .where('articles.deleted_at', 'is', null)
    .where('comment_reports.state', '=', 'open')
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return {
    waiting: of('waiting'),
    shown: of('shown'),
    removed: of('removed') + of('hidden'),
    reported: Number(reports.count),
  }
}
