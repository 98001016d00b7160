import { AccountRefused, type RefusalReason } from '../../accounts/accounts.service.ts'
import type { UsersTable } from '../../../account-tables.ts'
import { AuthFault, type FaultName } from '../protocol/auth-fault.ts'

/** Throws 400 for an account that may not sign in: `user_banned`, `email_not_confirmed`. */
export function refuseUnusable(user: UsersTable): void {
  if (user.approval === 'blocked') throw new AuthFault('user_banned')
  if (user.email && !user.email_confirmed_at) throw new AuthFault('email_not_confirmed')
}

const REFUSALS: Record<RefusalReason, FaultName> = {
  signup_disabled: 'signup_disabled',
  setup_code_required: 'setup_code_required',
  setup_code_invalid: 'setup_code_invalid',
  email_taken: 'user_already_exists',
  invite_invalid: 'invite_invalid',
}

/** The protocol's refusal for an AccountRefused. */
export function refusal(error: AccountRefused): AuthFault {
  return new AuthFault(REFUSALS[error.reason])
}

/** Runs the creation of an account and maps its refusals to the protocol. */
export async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof AccountRefused ? refusal(error) : error
  }
}
