import type { Db } from '../../../platform/db/db.ts'
import type { UserParts } from '../protocol/shapes.ts'
import { listIdentities } from './identities.queries.ts'

/** The account with identities and factors, or null. */
export async function getUserParts(db: Db, userId: string): Promise<UserParts | null> {
  const user = await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst()
  if (!user) return null
  const identities = await listIdentities(db, userId)
  const factors = await db
    .selectFrom('auth_factors')
    .select(['id', 'friendly_name', 'factor_type', 'status', 'phone', 'last_challenged_at', 'created_at', 'updated_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()
  const emailChange = await db
    .selectFrom('auth_email_changes')
    .select(['new_email', 'requested_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return { user, identities, factors, emailChange: emailChange ?? null }
}
