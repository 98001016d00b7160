import type { Db, Tx } from '../../../platform/db/db.ts'

/** True when one of these clients has signed in to the account since an instant. */
export async function isKnownClient(db: Db, userId: string, clients: string[], since: string): Promise<boolean> {
  const row = await db
    .selectFrom('auth_known_clients')
    .select('client')
    .where('user_id', '=', userId)
    .where('client', 'in', clients)
    .where('seen_at', '>', since)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Records the clients of a sign-in. */
export async function noteClients(tx: Tx, userId: string, clients: string[], at: string): Promise<void> {
  await tx
    .insertInto('auth_known_clients')
    .values(clients.map((client) => ({ user_id: userId, client, seen_at: at })))
    .onConflict((conflict) => conflict.columns(['user_id', 'client']).doUpdateSet({ seen_at: at }))
    .execute()
}

export async function deleteClientsSeenBefore(db: Db, limit: string): Promise<void> {
  await db.deleteFrom('auth_known_clients').where('seen_at', '<', limit).execute()
}
