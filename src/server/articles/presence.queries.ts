import { personName } from '../../rules/person-name.ts'
import { dialectOf, type Db } from '../platform/db/db.ts'

export type PresenceRow = { editor_id: string; article_id: string; user_id: string; seen_at: string }

export async function getPresence(db: Db, editorId: string): Promise<PresenceRow | null> {
  return (
    (await db.selectFrom('article_presences').selectAll().where('editor_id', '=', editorId).executeTakeFirst()) ?? null
  )
}

export async function putPresence(db: Db, row: PresenceRow): Promise<void> {
  const { editor_id: _id, ...values } = row
  await db
    .insertInto('article_presences')
    .values(row)
    .onConflict((conflict) => conflict.column('editor_id').doUpdateSet(values))
    .execute()
}

/** Gives whether there was one. */
export async function deletePresence(db: Db, editorId: string, userId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('article_presences')
    .where('editor_id', '=', editorId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/**
 * Takes away editors that last said something before the one instant or after the other; gives how many. One that is just
 * saying something is not waited for.
 */
export async function deletePresencesOutside(
  db: Db,
  articleId: string,
  { before, after }: { before: string; after: string },
): Promise<number> {
  const silent = db
    .selectFrom('article_presences')
    .select('editor_id')
    .where('article_id', '=', articleId)
    .where((where) => where.or([where('seen_at', '<', before), where('seen_at', '>', after)]))
  const { numDeletedRows } = await db
    .deleteFrom('article_presences')
    .where('editor_id', 'in', dialectOf(db) === 'postgres' ? silent.forUpdate().skipLocked() : silent)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Everybody with a right to be there who has the article open, by name (R69). */
export async function listPresences(
  db: Db,
  articleId: string,
): Promise<{ editor: string; user_id: string; name: string }[]> {
  const rows = await db
    .selectFrom('article_presences as presence')
    .innerJoin('users', 'users.id', 'presence.user_id')
    .where('presence.article_id', '=', articleId)
    .where('users.approval', '=', 'approved')
    .select(['presence.editor_id as editor', 'presence.user_id', 'users.email', 'users.display_name'])
    .orderBy('presence.editor_id')
    .execute()
  return rows
    .map(({ editor, user_id, ...user }) => ({ editor, user_id, name: personName(user) }))
    .sort((a, b) => a.name.localeCompare(b.name, 'de'))
}
