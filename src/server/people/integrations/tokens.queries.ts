import type { Insertable } from 'kysely'
import type { InboxToken } from '../../../contract/integrations.ts'
import type { Db } from '../../platform/db/db.ts'
import type { InboxTokensTable } from '../../tables.ts'

/** An account's tokens, newest first. */
export async function listTokens(db: Db, userId: string): Promise<InboxToken[]> {
  return db
    .selectFrom('inbox_tokens')
    .select(['id', 'name', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

export async function insertToken(db: Db, row: Insertable<InboxTokensTable>): Promise<void> {
  await db.insertInto('inbox_tokens').values(row).execute()
}

/** Deletes one of an account's tokens; false when it has no such token. */
export async function deleteToken(db: Db, userId: string, id: string): Promise<boolean> {
  const result = await db
    .deleteFrom('inbox_tokens')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return Number(result.numDeletedRows) > 0
}

export async function findToken(
  db: Db,
  hash: string,
): Promise<{ id: string; user_id: string; last_used_at: string | null } | null> {
  const row = await db
    .selectFrom('inbox_tokens')
    .select(['id', 'user_id', 'last_used_at'])
    .where('token_hash', '=', hash)
    .executeTakeFirst()
  return row ?? null
}

export async function touchToken(db: Db, id: string, at: string): Promise<void> {
  await db.updateTable('inbox_tokens').set({ last_used_at: at }).where('id', '=', id).execute()
}
