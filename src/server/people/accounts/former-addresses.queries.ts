import type { FormerAddressesTable } from '../../account-tables.ts'
import type { Db, Tx } from '../../platform/db/db.ts'

export type FormerAddress = FormerAddressesTable

export async function insertFormerAddress(tx: Tx, row: FormerAddress): Promise<void> {
  await tx.insertInto('former_addresses').values(row).execute()
}

/** A former address by its id or the hash of its link, while it can be restored. */
export async function getFormerAddress(
  db: Db,
  by: { id: string } | { token_hash: string },
  now: string,
): Promise<FormerAddress | null> {
  const query = db.selectFrom('former_addresses').selectAll().where('expires_at', '>', now)
  const row = await ('id' in by ? query.where('id', '=', by.id) : query.where('token_hash', '=', by.token_hash))
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/** True while an address is reserved for another account. */
export async function isKeptForOthers(db: Db, email: string, userId: string | null, now: string): Promise<boolean> {
  let query = db.selectFrom('former_addresses').select('id').where('email', '=', email).where('expires_at', '>', now)
  if (userId !== null) query = query.where('user_id', '!=', userId)
  return (await query.limit(1).executeTakeFirst()) !== undefined
}

/** True while an account can restore an earlier address. */
export async function hasFormerAddress(db: Db, userId: string, now: string): Promise<boolean> {
  const query = db.selectFrom('former_addresses').select('id').where('user_id', '=', userId)
  return (await query.where('expires_at', '>', now).limit(1).executeTakeFirst()) !== undefined
}

export async function setFormerAddressToken(tx: Tx, id: string, tokenHash: string): Promise<void> {
  await tx.updateTable('former_addresses').set({ token_hash: tokenHash }).where('id', '=', id).execute()
}

/** Removes a former address and all later ones of its account; earlier ones stay. False when it was already gone. */
export async function deleteFormerAddressesFrom(tx: Tx, { id, user_id, changed_at }: FormerAddress): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('former_addresses').where('id', '=', id).executeTakeFirst()
  if (numDeletedRows === 0n) return false
  await tx.deleteFrom('former_addresses').where('user_id', '=', user_id).where('changed_at', '>=', changed_at).execute()
  return true
}

export async function deleteExpiredFormerAddresses(db: Db, now: string): Promise<void> {
  await db.deleteFrom('former_addresses').where('expires_at', '<=', now).execute()
}
