import type { AuthIdentitiesTable } from '../../../account-tables.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'

export type IdentityRow = AuthIdentitiesTable

/** The identity of a provider's subject, of any account. */
export async function getIdentityOf(db: Db, provider: string, subject: string): Promise<IdentityRow | null> {
  const row = await db
    .selectFrom('auth_identities')
    .selectAll()
    .where('provider', '=', provider)
    .where('provider_id', '=', subject)
    .executeTakeFirst()
  return row ?? null
}

export async function listIdentities(db: Db, userId: string): Promise<IdentityRow[]> {
  return db.selectFrom('auth_identities').selectAll().where('user_id', '=', userId).orderBy('created_at').execute()
}

export async function updateIdentityById(tx: Tx, id: string, values: Partial<IdentityRow>): Promise<void> {
  await tx.updateTable('auth_identities').set(values).where('id', '=', id).execute()
}

export async function deleteIdentity(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('auth_identities').where('id', '=', id).execute()
}

/** Deletes every identity of an account. */
export async function deleteIdentitiesOf(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('auth_identities').where('user_id', '=', userId).execute()
}

export async function insertIdentity(tx: Tx, row: IdentityRow): Promise<void> {
  await tx.insertInto('auth_identities').values(row).execute()
}

/** Updates an account's identity with a provider. */
export async function updateIdentity(
  tx: Tx,
  userId: string,
  provider: string,
  values: Partial<IdentityRow>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('auth_identities')
    .set(values)
    .where('user_id', '=', userId)
    .where('provider', '=', provider)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deletes the providers linked to an account since an instant. */
export async function deleteProviderIdentitiesOf(tx: Tx, userId: string, since: string): Promise<void> {
  await tx
    .deleteFrom('auth_identities')
    .where('user_id', '=', userId)
    .where('provider', '!=', 'email')
    .where('created_at', '>=', since)
    .execute()
}
