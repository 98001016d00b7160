import { sql } from 'kysely'
import { personName } from '../../../rules/person-name.ts'
import type { Db } from '../../platform/db/db.ts'
import { forUpdateOfFree } from '../../platform/db/locks.ts'
import type { WrittenTables } from './written-tables.ts'

export type PresenceRow = { editor_id: string; text_id: string; user_id: string; seen_at: string }

/** The text an editor has open according to its last heartbeat, or null. */
export async function openIn(db: Db, { presences, owner }: WrittenTables, editorId: string): Promise<string | null> {
  const { rows } = await sql<{ text_id: string }>`
    select ${sql.ref(owner)} as text_id from ${sql.table(presences)} where editor_id = ${editorId}`.execute(db)
  return rows[0]?.text_id ?? null
}

/** Stores a heartbeat. The editor of another account stays where it is: all of them know its id. */
export async function putPresence(
  db: Db,
  { presences, owner }: WrittenTables,
  { editor_id, text_id, user_id, seen_at }: PresenceRow,
): Promise<void> {
  const text = sql.ref(owner)
  await sql`insert into ${sql.table(presences)} (editor_id, ${text}, user_id, seen_at)
    values (${editor_id}, ${text_id}, ${user_id}, ${seen_at})
    on conflict (editor_id) do update set
      ${text} = excluded.${text}, seen_at = excluded.seen_at
      where ${sql.table(presences)}.user_id = excluded.user_id`.execute(db)
}

/** Returns whether there was one. */
export async function deletePresence(
  db: Db,
  { presences }: WrittenTables,
  { editorId, userId }: { editorId: string; userId: string },
): Promise<boolean> {
  const { rows } = await sql`
    delete from ${sql.table(presences)} where editor_id = ${editorId} and user_id = ${userId}
    returning editor_id`.execute(db)
  return rows.length > 0
}

/**
 * Removes editors with a last heartbeat before the one instant or after the other; returns their number. A locked row
 * (a current heartbeat) is skipped.
 */
export async function deletePresencesOutside(
  db: Db,
  { presences, owner }: WrittenTables,
  { textId, before, after }: { textId: string; before: string; after: string },
): Promise<number> {
  const table = sql.table(presences)
  const { rows } = await sql`
    delete from ${table} where editor_id in (
      select editor_id from ${table}
      where ${sql.ref(owner)} = ${textId} and (seen_at < ${before} or seen_at > ${after}) ${forUpdateOfFree(db)}
    ) returning editor_id`.execute(db)
  return rows.length
}

/** Approved accounts that have the text open, by name (RUL-69). */
export async function listPresences(
  db: Db,
  { presences, owner }: WrittenTables,
  textId: string,
): Promise<{ editor: string; user_id: string; name: string }[]> {
  const { rows } = await sql<{ editor: string; user_id: string; email: string | null; display_name: string | null }>`
    select presence.editor_id as editor, presence.user_id, users.email, users.display_name
    from ${sql.table(presences)} as presence join users on users.id = presence.user_id
    where presence.${sql.ref(owner)} = ${textId} and users.approval = 'approved'
    order by presence.editor_id`.execute(db)
  return rows
    .map(({ editor, user_id, ...user }) => ({ editor, user_id, name: personName(user) }))
    .sort((a, b) => a.name.localeCompare(b.name, 'de'))
}
