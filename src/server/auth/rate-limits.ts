import type { Config, RateLimit } from '../config.ts'

/**
 * Requests per seconds, by endpoint (docs/auth-protocol.md §7); AUTH_RATE_LIMIT_<NAME> overrides each. `password` counts wrong
 * passwords for one account from one address, `password_account` those for one account from everywhere but its holder's
 * own clients, by day, so that guessing neither gets far nor locks the holder out. `factors` counts enrolling, challenging, verifying and removing each
 * for itself, `recovery_code` wrong codes for one account, `sms` messages to one verified number, and to all new ones together; `mail_address` counts mails asked for one address, known
 * or not, `verify_address` the six digits tried for one.
 */
export const RATE_LIMITS = {
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
  preview: { count: 300, seconds: 60 },
  otp: { count: 30, seconds: 300 },
  recover: { count: 30, seconds: 300 },
  resend: { count: 30, seconds: 300 },
  verify: { count: 30, seconds: 300 },
  verify_address: { count: 30, seconds: 3600 },
  mail_address: { count: 4, seconds: 600 },
} as const satisfies Record<string, RateLimit>
export type LimitName = keyof typeof RATE_LIMITS

const MAX_KEYS = 50_000

/** Limits kept in memory: a burst of `count`, then one request every `seconds / count`. */
export type RateLimiter = {
  /** Counts one request. Returns 0, or after how many seconds the next one is allowed. */
  take: (name: LimitName, key: string) => number
  /** Takes one counted request back (a right password). */
  giveBack: (name: LimitName, key: string) => void
}

/** Limiter with the configured overrides; one per process. */
export function createRateLimiter(config: Pick<Config, 'rateLimits'>, clock: () => Date): RateLimiter {
  // Per key the instant at which its budget is whole again (generic cell rate algorithm).
  const wholeAt = new Map<string, number>()
  const limitOf = (name: LimitName): RateLimit => config.rateLimits[name] ?? RATE_LIMITS[name]

  const makeRoom = (now: number) => {
    for (const [key, at] of wholeAt) if (at <= now) wholeAt.delete(key)
    while (wholeAt.size >= MAX_KEYS) wholeAt.delete(wholeAt.keys().next().value ?? '')
  }

  return {
    take(name, key) {
      const limit = limitOf(name)
      if (limit === 'off') return 0
      if (limit.count === 0) return limit.seconds
      const now = clock().getTime()
      const step = (limit.seconds * 1000) / limit.count
      const id = `${name} ${key}`
      const known = wholeAt.get(id) ?? 0
      // A budget is never further from whole than this, unless it was counted while the clock stood ahead.
      const whole = known > now + limit.seconds * 1000 + step ? now : Math.max(now, known)
      const next = whole + step
      const wait = next - now - limit.seconds * 1000
      // A millisecond of slack keeps rounding from refusing the last request of the burst.
      if (wait > 1) return Math.ceil(wait / 1000)
      if (!wholeAt.has(id) && wholeAt.size >= MAX_KEYS) makeRoom(now)
      wholeAt.set(id, next)
      return 0
    },
    giveBack(name, key) {
      const limit = limitOf(name)
      const id = `${name} ${key}`
      const at = wholeAt.get(id)
      if (limit !== 'off' && limit.count > 0 && at !== undefined)
        wholeAt.set(id, at - (limit.seconds * 1000) / limit.count)
    },
  }
}

/** What a client address counts as: an IPv6 subscriber has a whole /64. */
export function addressKey(address: string): string {
  if (!address.includes(':')) return address
  const [head = '', tail = ''] = address.toLowerCase().split('::')
  const left = head ? head.split(':') : []
  const right = tail ? tail.split(':') : []
  const groups = address.includes('::')
    ? [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right]
    : left
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
