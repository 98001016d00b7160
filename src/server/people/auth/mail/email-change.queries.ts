import type { AuthEmailChangesTable } from '../../../account-tables.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'

export type EmailChangeRow = AuthEmailChangesTable

/** Replaces an earlier pending change of address. */
export async function replaceEmailChange(tx: Tx, row: EmailChangeRow): Promise<void> {
  await deleteEmailChange(tx, row.user_id)
  await tx.insertInto('auth_email_changes').values(row).execute()
}

/** The pending change of address of an account at `now`. */
export async function getEmailChange(db: Db, userId: string, now: string): Promise<EmailChangeRow | null> {
  const row = await db
    .selectFrom('auth_email_changes')
    .selectAll()
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row ?? null
}

/** The account whose pending change leads to this address; the newest of several. */
export async function getUserIdByNewEmail(db: Db, email: string): Promise<string | null> {
  const row = await db
    .selectFrom('auth_email_changes')
    .select('user_id')
    .where('new_email', '=', email)
    .orderBy('requested_at', 'desc')
    .executeTakeFirst()
  return row?.user_id ?? null
}

export async function updateEmailChange(tx: Tx, userId: string, values: Partial<EmailChangeRow>): Promise<void> {
  await tx.updateTable('auth_email_changes').set(values).where('user_id', '=', userId).execute()
}

export async function deleteEmailChange(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('auth_email_changes').where('user_id', '=', userId).execute()
}

export async function deleteExpiredEmailChanges(db: Db, now: string): Promise<void> {
  await db.deleteFrom('auth_email_changes').where('expires_at', '<=', now).execute()
}
