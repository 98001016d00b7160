import type { Role } from '../../../contract/account.ts'
import type { InviteRecord } from '../../../contract/users/invites.ts'
import type { InvitesTable } from '../../account-tables.ts'
import type { Db, Tx } from '../../platform/db/db.ts'

/** An invitation depends on its owner: it is void once they are no owner, are blocked or gone. */
function ownersIn(db: Db) {
  return db.selectFrom('users').select('id').where('role', '=', 'owner').where('approval', '=', 'approved')
}

export async function insertInvite(tx: Tx, row: InvitesTable): Promise<void> {
  await tx.insertInto('invites').values(row).execute()
}

/** The valid invitations, newest first. */
export async function listInvites(db: Db, now: string): Promise<InviteRecord[]> {
  const rows = await db
    .selectFrom('invites')
    .select(['id', 'role', 'note', 'created_at', 'expires_at'])
    .where('expires_at', '>', now)
    .where('created_by', 'in', ownersIn(db))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => ({ ...row, role: row.role as Role }))
}

/** Deletes a valid invitation and returns its role; null when there is none. */
export async function takeInvite(tx: Tx, tokenHash: string, now: string): Promise<{ role: Role } | null> {
  const row = await tx
    .deleteFrom('invites')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .where('created_by', 'in', ownersIn(tx))
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
