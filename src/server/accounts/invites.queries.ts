import type { Role } from '../../contract/account.ts'
import type { InviteRecord } from '../../contract/users-invites.ts'
import type { InvitesTable } from '../account-tables.ts'
import type { Db, Tx } from '../platform/db/db.ts'

export async function insertInvite(tx: Tx, row: InvitesTable): Promise<void> {
  await tx.insertInto('invites').values(row).execute()
}

/** The invitations that still open, newest first. */
export async function listInvites(db: Db, now: string): Promise<InviteRecord[]> {
  const rows = await db
    .selectFrom('invites')
    .select(['id', 'role', 'note', 'created_at', 'expires_at'])
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => ({ ...row, role: row.role as Role }))
}

/** Takes a living invitation off the table and answers its role; null when there is none (any more). */
export async function takeInvite(tx: Tx, tokenHash: string, now: string): Promise<{ role: Role } | null> {
  const row = await tx
    .deleteFrom('invites')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .returning('role')
    .executeTakeFirst()
  return row ? { role: row.role as Role } : null
}

export async function deleteInvite(tx: Tx, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('invites').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

export async function deleteInvitesExpiredBefore(tx: Tx, limit: string): Promise<void> {
  await tx.deleteFrom('invites').where('expires_at', '<=', limit).execute()
}
