import { sql } from 'kysely'
import type { AuthSessionsTable } from '../../../account-tables.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import { statement } from '../../../platform/db/statement.ts'

export type SessionRow = AuthSessionsTable

export async function insertSession(tx: Tx, row: SessionRow): Promise<void> {
  await tx.insertInto('auth_sessions').values(row).execute()
}

export async function getSession(db: Db, id: string): Promise<SessionRow | null> {
  return (await db.selectFrom('auth_sessions').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

const callerRow = statement((db: Db, { sessionId }: { sessionId: string }) =>
  db
    .selectFrom('auth_sessions')
    .innerJoin('users', 'users.id', 'auth_sessions.user_id')
    .select([
      'auth_sessions.id as session_id',
      'auth_sessions.aal',
      'auth_sessions.refresh_counter',
      'auth_sessions.confirmed_counter',
      'users.id as user_id',
      'users.email',
      'users.role',
      'users.lesser_role',
      'users.approval',
    ])
    .select(
      sql<number | boolean>`exists(select 1 from auth_factors where user_id = users.id and status = 'verified')`.as(
        'has_factor',
      ),
    )
    .where('auth_sessions.id', '=', sessionId)
    .compile(),
)

/** Session and account data of a request: one read by primary key. */
export async function getCallerRow(db: Db, sessionId: string) {
  const [row] = await callerRow(db, { sessionId })
  return row ?? null
}

/** Records that the access token issued with refresh token `counter` was presented. */
export async function confirmCounter(db: Db, sessionId: string, counter: number): Promise<void> {
  await db
    .updateTable('auth_sessions')
    .set({ confirmed_counter: counter })
    .where('id', '=', sessionId)
    .where('confirmed_counter', '<', counter)
    .execute()
}

/** Advances a session to its next refresh token and records the client. False when the session is gone. */
export async function advanceSession(
  tx: Tx,
  sessionId: string,
  counter: number,
  { at, ip, userAgent }: { at: string; ip: string; userAgent: string | null },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('auth_sessions')
    .set({ refresh_counter: counter, refreshed_at: at, ip, user_agent: userAgent })
    .where('id', '=', sessionId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function updateSession(tx: Tx, id: string, values: Partial<SessionRow>): Promise<void> {
  await tx.updateTable('auth_sessions').set(values).where('id', '=', id).execute()
}

/** The sessions that reached aal2 by this factor. */
export async function listSessionsRaisedBy(tx: Tx, factorId: string): Promise<SessionRow[]> {
  return tx.selectFrom('auth_sessions').selectAll().where('factor_id', '=', factorId).orderBy('id').execute()
}

/** Ends the sessions of an account without a second factor, except one. */
export async function deleteUnraisedSessions(tx: Tx, userId: string, exceptId: string): Promise<void> {
  await tx
    .deleteFrom('auth_sessions')
    .where('user_id', '=', userId)
    .where('aal', '=', 'aal1')
    .where('id', '!=', exceptId)
    .execute()
}

export async function deleteSession(tx: Tx, sessionId: string): Promise<void> {
  await tx.deleteFrom('auth_sessions').where('id', '=', sessionId).execute()
}

/** Ends all sessions of an account, or all except one; readers' cookies go with them. Returns their number. */
export async function deleteSessionsOf(tx: Tx, userId: string, exceptId?: string): Promise<number> {
  let query = tx.deleteFrom('auth_sessions').where('user_id', '=', userId)
  if (exceptId) query = query.where('id', '!=', exceptId)
  const { numDeletedRows } = await query.executeTakeFirst()
  return Number(numDeletedRows)
}

/** The sessions of an account: the given one first, the others by last use. */
export async function listSessionsOf(db: Db, userId: string, firstId: string, limit: number): Promise<SessionRow[]> {
  return db
    .selectFrom('auth_sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy((order) => order.case().when('id', '=', firstId).then(0).else(1).end())
    .orderBy('refreshed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}
