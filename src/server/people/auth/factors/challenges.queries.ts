import type { AuthChallengesTable } from '../../../account-tables.ts'
import type { Tx } from '../../../platform/db/db.ts'

export type ChallengeRow = AuthChallengesTable

export async function insertChallenge(tx: Tx, row: ChallengeRow): Promise<void> {
  await tx.insertInto('auth_challenges').values(row).execute()
}

/** The challenge of this factor in this session, or null. */
export async function getChallenge(
  tx: Tx,
  { id, factorId, sessionId }: { id: string; factorId: string; sessionId: string },
): Promise<ChallengeRow | null> {
  const row = await tx
    .selectFrom('auth_challenges')
    .selectAll()
    .where('id', '=', id)
    .where('factor_id', '=', factorId)
    .where('session_id', '=', sessionId)
    .executeTakeFirst()
  return row ?? null
}

export async function setAttempts(tx: Tx, id: string, attempts: number): Promise<void> {
  await tx.updateTable('auth_challenges').set({ attempts }).where('id', '=', id).execute()
}

/** Deletes a challenge, which is then used; false when another request was faster. */
export async function deleteChallenge(tx: Tx, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('auth_challenges').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

export async function deleteExpiredChallenges(tx: Tx, factorId: string, now: string): Promise<void> {
  await tx.deleteFrom('auth_challenges').where('factor_id', '=', factorId).where('expires_at', '<=', now).execute()
}
