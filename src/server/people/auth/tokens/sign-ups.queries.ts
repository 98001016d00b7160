import type { AuthSignUpsTable } from '../../../account-tables.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'

export type SignUpRow = AuthSignUpsTable

export async function insertSignUp(tx: Tx, row: SignUpRow): Promise<void> {
  await tx.insertInto('auth_sign_ups').values(row).execute()
}

/** The pending sign-ups of an unconfirmed account, oldest first. */
export async function listSignUps(db: Db, userId: string, now: string): Promise<SignUpRow[]> {
  return db
    .selectFrom('auth_sign_ups')
    .selectAll()
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Sets the link and code of a sign-up's mail. False when it is gone. */
export async function setSignUpToken(tx: Tx, id: string, values: Partial<SignUpRow>): Promise<boolean> {
  const { numUpdatedRows } = await tx.updateTable('auth_sign_ups').set(values).where('id', '=', id).executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Uses the link of a sign-up and returns it; null for all but the first of several requests. */
export async function takeSignUpByLink(tx: Tx, tokenHash: string): Promise<SignUpRow | null> {
  const row = await tx.selectFrom('auth_sign_ups').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst()
  return row && (await voidSignUpToken(tx, row)) ? row : null
}

/** Removes link and code of a sign-up; false when another request was faster. */
export async function voidSignUpToken(tx: Tx, { id, token_hash }: SignUpRow): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('auth_sign_ups')
    .set({ token_hash: null, code_hash: null })
    .where('id', '=', id)
    .where('token_hash', '=', token_hash)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Counts one guess against every valid code of an address and returns the sign-ups that had guesses left. */
export async function countSignUpGuess(
  tx: Tx,
  { email, maxAttempts, now }: { email: string; maxAttempts: number; now: string },
): Promise<SignUpRow[]> {
  return tx
    .updateTable('auth_sign_ups')
    .set((field) => ({ attempts: field('attempts', '+', 1) }))
    .where('email', '=', email)
    .where('code_hash', 'is not', null)
    .where('attempts', '<', maxAttempts)
    .where('token_expires_at', '>', now)
    .returningAll()
    .execute()
}

/** Deletes every pending sign-up of an account. */
export async function deleteSignUpsOf(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('auth_sign_ups').where('user_id', '=', userId).execute()
}

export async function deleteExpiredSignUps(db: Db, now: string): Promise<void> {
  await db.deleteFrom('auth_sign_ups').where('expires_at', '<=', now).execute()
}
