import { sql } from 'kysely'
import type { ReaderSessionsTable } from '../../../account-tables.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'

export async function insertReader(tx: Tx, row: ReaderSessionsTable): Promise<void> {
  await tx.insertInto('reader_sessions').values(row).execute()
}

/** Extends a valid cookie of this session and aal. False when there is none. */
export async function renewReader(
  tx: Tx,
  tokenHash: string,
  { sessionId, aal }: { sessionId: string; aal: string },
  { now, expires }: { now: string; expires: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('reader_sessions')
    .set({ expires_at: expires })
    .where('token_hash', '=', tokenHash)
    .where('session_id', '=', sessionId)
    .where('aal', '=', aal)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Keeps only the newest `kept` cookies of a session. */
export async function dropOldReaders(tx: Tx, sessionId: string, kept: number): Promise<void> {
  const rows = await tx
    .selectFrom('reader_sessions')
    .select('token_hash')
    .where('session_id', '=', sessionId)
    .orderBy('expires_at', 'desc')
    .execute()
  const old = rows.slice(kept).map((row) => row.token_hash)
  if (old.length > 0) await tx.deleteFrom('reader_sessions').where('token_hash', 'in', old).execute()
}

export async function deleteExpiredReaders(db: Db, now: string): Promise<void> {
  await db.deleteFrom('reader_sessions').where('expires_at', '<=', now).execute()
}

/** True when the cookie, its session and its account may open private pages. */
export async function isLivingReader(db: Db, tokenHash: string, now: string): Promise<boolean> {
  const row = await db
    .selectFrom('reader_sessions')
    .innerJoin('auth_sessions', 'auth_sessions.id', 'reader_sessions.session_id')
    .innerJoin('users', 'users.id', 'auth_sessions.user_id')
    .select('reader_sessions.token_hash')
    .where('reader_sessions.token_hash', '=', tokenHash)
    .where('reader_sessions.expires_at', '>', now)
    .whereRef('reader_sessions.aal', '=', 'auth_sessions.aal')
    .where('users.approval', '=', 'approved')
    .where(
      sql<boolean>`(auth_sessions.aal = 'aal2' or not exists(select 1 from auth_factors where user_id = users.id and status = 'verified'))`,
    )
    .executeTakeFirst()
  return row !== undefined
}
