import type { Db, Tx } from '../../platform/db/db.ts'
import type { IdentityRow } from '../sessions/sessions.queries.ts'

/** The identity of a provider's subject, whoever it belongs to. */
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

/** Removes every identity of an account. */
export async function deleteIdentitiesOf(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('auth_identities').where('user_id', '=', userId).execute()
}
