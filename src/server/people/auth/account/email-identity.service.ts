import type { Tx } from '../../../platform/db/db.ts'
import { newId } from '../../../platform/ids.ts'
import { insertIdentity, updateIdentity } from './identities.queries.ts'

/** Links an account to its address as the identity of the provider `email`. */
export async function addEmailIdentity(
  tx: Tx,
  userId: string,
  email: string,
  now: Date,
  verified = false,
): Promise<void> {
  const at = now.toISOString()
  await insertIdentity(tx, {
    id: newId(),
    user_id: userId,
    provider: 'email',
    provider_id: userId,
    identity_data: dataOf(userId, email, verified),
    email,
    last_sign_in_at: at,
    created_at: at,
    updated_at: at,
  })
}

/** Changes the address of the identity, or adds the first identity of this type. */
export async function changeEmailIdentity(
  tx: Tx,
  userId: string,
  email: string,
  { now, verified }: { now: Date; verified: boolean },
): Promise<void> {
  const change = { identity_data: dataOf(userId, email, verified), email, updated_at: now.toISOString() }
  if (!(await updateIdentity(tx, userId, 'email', change))) await addEmailIdentity(tx, userId, email, now, verified)
}

/** Marks the address as verified by mail. */
export async function verifyEmailIdentity(tx: Tx, userId: string, email: string): Promise<void> {
  await updateIdentity(tx, userId, 'email', { identity_data: dataOf(userId, email, true) })
}

/** An account confirmed without mail is not verified, and no provider is linked to it automatically. */
function dataOf(userId: string, email: string, verified: boolean): string {
  return JSON.stringify({ sub: userId, email, email_verified: verified, phone_verified: false })
}
