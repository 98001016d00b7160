import type { Db, Tx } from '../../../platform/db/db.ts'
import type { AuthKeysTable } from '../../../account-tables.ts'

/** Every signing key, oldest first. */
export async function listKeys(db: Db): Promise<AuthKeysTable[]> {
  return db.selectFrom('auth_keys').selectAll().orderBy('active_from').orderBy('kid').execute()
}

export async function insertKey(tx: Tx, row: AuthKeysTable): Promise<void> {
  await tx.insertInto('auth_keys').values(row).execute()
}

export async function deleteKeys(tx: Tx, kids: string[]): Promise<void> {
  if (kids.length > 0) await tx.deleteFrom('auth_keys').where('kid', 'in', kids).execute()
}

export async function getMeta(db: Db, key: string): Promise<string | null> {
  const row = await db.selectFrom('meta').select('value').where('key', '=', key).executeTakeFirst()
  return row?.value ?? null
}

export async function insertMeta(tx: Tx, key: string, value: string): Promise<void> {
  await tx.insertInto('meta').values({ key, value }).execute()
}
