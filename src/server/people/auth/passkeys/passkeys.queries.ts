import type { AuthPasskeyChallengesTable, AuthPasskeysTable } from '../../../account-tables.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'

export type PasskeyRow = AuthPasskeysTable
export type PasskeyChallengeRow = AuthPasskeyChallengesTable

export async function listPasskeys(db: Db, userId: string): Promise<PasskeyRow[]> {
  return db.selectFrom('auth_passkeys').selectAll().where('user_id', '=', userId).orderBy('created_at').execute()
}

/** A passkey of this account, or null. */
export async function getPasskey(db: Db, userId: string, id: string): Promise<PasskeyRow | null> {
  const row = await db
    .selectFrom('auth_passkeys')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row ?? null
}

/** The passkey with this credential, of any account, or null. */
export async function findPasskey(db: Db, credentialId: string): Promise<PasskeyRow | null> {
  const row = await db
    .selectFrom('auth_passkeys')
    .selectAll()
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()
  return row ?? null
}

/** False when the credential is known already. */
export async function insertPasskey(tx: Tx, row: PasskeyRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('auth_passkeys')
    .values(row)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

export async function renamePasskey(tx: Tx, id: string, name: string): Promise<void> {
  await tx.updateTable('auth_passkeys').set({ friendly_name: name }).where('id', '=', id).execute()
}

/** Records a use. False when the passkey has been used or removed since it was read. */
export async function usePasskey(tx: Tx, { id, credential }: PasskeyRow, by: string, at: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('auth_passkeys')
    .set({ credential: by, last_used_at: at })
    .where('id', '=', id)
    .where('credential', '=', credential)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function deletePasskey(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('auth_passkeys').where('id', '=', id).execute()
}

/** Deletes the passkeys of an account, or those made since an instant. */
export async function deletePasskeysOf(tx: Tx, userId: string, since?: string): Promise<void> {
  let query = tx.deleteFrom('auth_passkeys').where('user_id', '=', userId)
  if (since) query = query.where('created_at', '>=', since)
  await query.execute()
}

export async function insertPasskeyChallenge(db: Db, row: PasskeyChallengeRow): Promise<void> {
  await db.insertInto('auth_passkey_challenges').values(row).execute()
}

/** Takes a challenge, which is then used; null when there is none, or another request was faster. */
export async function takePasskeyChallenge(
  tx: Tx,
  { id, sessionId, now }: { id: string; sessionId: string | null; now: string },
): Promise<string | null> {
  const row = await tx
    .deleteFrom('auth_passkey_challenges')
    .where('id', '=', id)
    .where('session_id', sessionId === null ? 'is' : '=', sessionId)
    .where('expires_at', '>', now)
    .returning('challenge')
    .executeTakeFirst()
  return row?.challenge ?? null
}

export async function deleteExpiredPasskeyChallenges(db: Db, now: string): Promise<void> {
  await db.deleteFrom('auth_passkey_challenges').where('expires_at', '<=', now).execute()
}
