import * as accounts from '../accounts/accounts.service.ts'
import { AccountRefused, type ProfileChange } from '../accounts/accounts.service.ts'
import { recordEvent } from '../accounts/audit.service.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import type { Caller } from '../platform/http/caller.ts'
import type { AuthContext, Visitor } from './context.ts'
import { AuthFault } from './faults.ts'
import { hashPassword, passwordFits } from './passwords.ts'
import { addressKey } from './rate-limits.ts'
import { deleteSessionsOf, getUserParts, updateIdentity, type UserParts } from './sessions.queries.ts'
import { presentUser, type AuthUser } from './shapes.ts'
import {
  addEmailIdentity,
  checkMetadata,
  checkPassword,
  emailIdentityData,
  limit,
  validEmail,
  type Metadata,
} from './sign-in.service.ts'

/** The caller's account. 403 `session_not_found` when it is gone. */
export async function getAuthUser(auth: AuthContext, caller: Caller): Promise<AuthUser> {
  const parts = await getUserParts(auth.db, caller.userId)
  if (!parts) throw new AuthFault('session_not_found')
  return presentUser(parts)
}

export type UserInput = {
  email?: string | null
  phone?: string | null
  password?: string | null
  current_password?: string | null
  data?: Metadata | null
}

/**
 * Changes the caller's address, password or metadata. A new password ends every other session; metadata is merged, null
 * removes an entry. Errors: 401 `insufficient_aal`, 422 `weak_password`, `same_password`, `email_exists`, 400
 * `invalid_credentials` for a wrong `current_password`.
 */
export async function updateAuthUser(
  auth: AuthContext,
  caller: Caller,
  input: UserInput,
  visitor: Visitor,
): Promise<AuthUser> {
  limit(auth, 'user', addressKey(visitor.ip))
  const sensitive = Boolean(input.email || input.phone || input.password)
  if (sensitive && caller.needsAal2 && caller.aal !== 'aal2') throw new AuthFault('insufficient_aal')
  if (input.phone) throw new AuthFault('phone_disabled')
  const email = input.email ? validEmail(input.email) : null
  const before = await getUserParts(auth.db, caller.userId)
  if (!before) throw new AuthFault('session_not_found')
  const newHash = input.password ? await newPasswordHash(before, input.password, input.current_password ?? null) : null
  const now = auth.clock()
  const changed = await inTransaction(auth.db, async (tx) => {
    await accounts.holdAccount(tx, caller.userId)
    const parts = await getUserParts(tx, caller.userId)
    // Somebody else changed the password meanwhile, which has ended this session.
    if (!parts || (newHash && parts.user.password_hash !== before.user.password_hash))
      throw new AuthFault('session_not_found')
    const { user } = parts
    const who = { at: now, userId: user.id, ip: visitor.ip }
    const change: ProfileChange = {}
    if (input.data) {
      const metadata = mergeMetadata(JSON.parse(user.user_metadata) as Metadata, input.data)
      checkMetadata(metadata)
      change.user_metadata = JSON.stringify(metadata)
    }
    if (newHash) {
      change.password_hash = newHash
      await deleteSessionsOf(tx, user.id, caller.sessionId)
      await recordEvent(tx, { event: 'password_changed', ...who, email: user.email })
    }
    if (email && email !== user.email) {
      change.email = email
      change.is_anonymous = 0
      await recordEvent(tx, { event: 'email_changed', ...who, email, details: { from: user.email } })
    }
    try {
      await accounts.changeProfile(tx, user.id, change, now)
    } catch (error) {
      if (error instanceof AccountRefused) throw new AuthFault('email_exists')
      throw error
    }
    const address = change.email ?? user.email
    // Whoever came by a provider and chooses a password has a second way to sign in.
    if (newHash && address && !parts.identities.some(({ provider }) => provider === 'email'))
      await addEmailIdentity(tx, user.id, address, now)
    if (change.email) {
      const identity = {
        identity_data: emailIdentityData(user.id, change.email),
        email: change.email,
        updated_at: now.toISOString(),
      }
      if (!(await updateIdentity(tx, user.id, 'email', identity)))
        await addEmailIdentity(tx, user.id, change.email, now)
    }
    return getUserParts(tx, user.id)
  })
  if (!changed) throw new AuthFault('session_not_found')
  return presentUser(changed)
}

async function newPasswordHash({ user }: UserParts, password: string, current: string | null): Promise<string> {
  checkPassword(password)
  if (user.password_hash) {
    if (current !== null && !(await passwordFits(user.password_hash, current)))
      throw new AuthFault('wrong_current_password')
    if (await passwordFits(user.password_hash, password)) throw new AuthFault('same_password')
  }
  return hashPassword(password)
}

function mergeMetadata(before: Metadata, change: Metadata): Metadata {
  return Object.fromEntries(Object.entries({ ...before, ...change }).filter(([, value]) => value !== null))
}
