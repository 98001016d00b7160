import type { AuthOneTimeTokensTable } from '../../../account-tables.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'

export type OneTimeTokenRow = AuthOneTimeTokensTable

/** Replaces the account's earlier token of the same type. */
export async function replaceToken(tx: Tx, row: OneTimeTokenRow): Promise<void> {
  await tx.deleteFrom('auth_one_time_tokens').where('user_id', '=', row.user_id).where('kind', '=', row.kind).execute()
  await tx.insertInto('auth_one_time_tokens').values(row).execute()
}

/** Deletes the token of a link and returns it; null for all but the first of several requests. */
export async function takeByLink(tx: Tx, tokenHash: string, kinds: readonly string[]): Promise<OneTimeTokenRow | null> {
  const row = await tx
    .deleteFrom('auth_one_time_tokens')
    .where('token_hash', '=', tokenHash)
    .where('kind', 'in', kinds)
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/** Counts one guess against every valid code of an address and returns those that had guesses left. */
export async function countGuess(
  tx: Tx,
  { email, kinds, maxAttempts, now }: { email: string; kinds: readonly string[]; maxAttempts: number; now: string },
): Promise<OneTimeTokenRow[]> {
  return tx
    .updateTable('auth_one_time_tokens')
    .set((field) => ({ attempts: field('attempts', '+', 1) }))
    .where('email', '=', email)
    .where('kind', 'in', kinds)
    .where('attempts', '<', maxAttempts)
    .where('expires_at', '>', now)
    .returningAll()
    .execute()
}

/** Deletes a token; false when another request was faster. */
export async function deleteToken(tx: Tx, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('auth_one_time_tokens').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

/** Deletes every mailed link and code of an account. */
export async function deleteTokensOf(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('auth_one_time_tokens').where('user_id', '=', userId).execute()
}

export async function deleteExpiredTokens(db: Db, now: string): Promise<void> {
  await db.deleteFrom('auth_one_time_tokens').where('expires_at', '<=', now).execute()
}
