import type { RateLimit } from '../../../config.ts'
import type { Limits } from '../../../platform/fleet/limits.ts'
import { addressKey } from '../../../platform/http/client-address.ts'
import { AuthFault } from '../protocol/auth-fault.ts'

/**
 * Requests per number of seconds, by endpoint (docs/reference/auth-protocol.md §7); AUTH_RATE_LIMIT_<NAME> overrides
 * each. `password` counts wrong passwords for one account from one address, `password_account` those for one account
 * from all clients not known to it, per day, so that guessing is bounded and the user is not locked out. `factors`
 * counts enrolling, challenging, verifying and removing separately, `recovery_code` wrong codes for one account, `sms`
 * messages to one verified number, and to all new ones together; `mail_address` counts mails requested for one address,
 * known or not, `verify_address` six-digit codes tried for one.
 */
export const AUTH_LIMITS = {
  token: { count: 150, seconds: 300 },
  password: { count: 10, seconds: 300 },
  password_account: { count: 100, seconds: 86_400 },
  signup: { count: 30, seconds: 300 },
  setup_code: { count: 10, seconds: 300 },
  anonymous: { count: 30, seconds: 3600 },
  user: { count: 30, seconds: 300 },
  factors: { count: 15, seconds: 60 },
  recovery_code: { count: 10, seconds: 300 },
  sms: { count: 30, seconds: 3600 },
  authorize: { count: 60, seconds: 300 },
  otp: { count: 30, seconds: 300 },
  recover: { count: 30, seconds: 300 },
  resend: { count: 30, seconds: 300 },
  verify: { count: 30, seconds: 300 },
  verify_address: { count: 30, seconds: 3600 },
  mail_address: { count: 4, seconds: 600 },
} as const satisfies Record<string, RateLimit>
export type LimitName = keyof typeof AUTH_LIMITS

type Limited = { limits: Limits<LimitName> }

/** Counts a request against a limit. Throws 429 `over_request_rate_limit` with the seconds to wait. */
export async function limit({ limits }: Limited, name: LimitName, key: string): Promise<void> {
  const wait = await limits.take(name, key)
  if (wait > 0) throw new AuthFault('rate_limited', wait)
}

/** Counts a request by its client address; `what` separates requests that share a limit. Throws as `limit` does. */
export async function limitClient(
  auth: Limited,
  name: LimitName,
  { ip }: { ip: string },
  what?: string,
): Promise<void> {
  await limit(auth, name, what ? `${what} ${addressKey(ip)}` : addressKey(ip))
}
