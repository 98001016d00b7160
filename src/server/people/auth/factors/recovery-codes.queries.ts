import type { RecoveryCodesTable } from '../../../account-tables.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'

/** When the account's codes were made and how many are left; null when it has none. */
export async function countRecoveryCodes(
  db: Db,
  userId: string,
): Promise<{ remaining: number; created_at: string } | null> {
  const rows = await db
    .selectFrom('recovery_codes')
    .select(['created_at', 'used_at'])
    .where('user_id', '=', userId)
    .execute()
  const [first] = rows
  return first
    ? { remaining: rows.filter(({ used_at }) => used_at === null).length, created_at: first.created_at }
    : null
}

export async function insertRecoveryCodes(tx: Tx, rows: RecoveryCodesTable[]): Promise<void> {
  await tx.insertInto('recovery_codes').values(rows).execute()
}

/** Marks a code of this account as used. False when there is no unused one. */
export async function useRecoveryCode(
  tx: Tx,
  { userId, hash, now }: { userId: string; hash: string; now: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('code_hash', '=', hash)
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function deleteRecoveryCodesOf(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
}
