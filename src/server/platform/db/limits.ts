import type { RateLimit } from '../../config.ts'
import type { Runtime } from '../runtime.ts'

/** So many keys are remembered at once; beyond them those whose budgets have been whole the longest are forgotten. */
const MAX_KEYS = 50_000

/** Counted requests: a burst of `count`, then one every `seconds / count`. */
export type Limits<Name extends string> = {
  /** Counts one request. Answers 0, or after how many seconds the next one is allowed. */
  take: (name: Name, key: string) => Promise<number>
  /** Takes one counted request back (a right password). */
  giveBack: (name: Name, key: string) => Promise<void>
}

/** The limits of a module by name, with what AUTH_RATE_LIMIT_<NAME> says instead. */
export function createLimits<Name extends string>(
  defaults: Readonly<Record<Name, RateLimit>>,
  { config, clock }: Pick<Runtime, 'db' | 'clock'> & { config: Pick<Runtime['config'], 'rateLimits'> },
): Limits<Name> {
  // Per key the instant at which its budget is whole again (generic cell rate algorithm).
  const wholeAt = new Map<string, number>()
  const limitOf = (name: Name): RateLimit => config.rateLimits[name] ?? defaults[name]

  const makeRoom = (now: number) => {
    for (const [key, at] of wholeAt) if (at <= now) wholeAt.delete(key)
    while (wholeAt.size >= MAX_KEYS) wholeAt.delete(wholeAt.keys().next().value ?? '')
  }

  return {
    async take(name, key) {
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
    async giveBack(name, key) {
      const limit = limitOf(name)
      const id = `${name} ${key}`
      const at = wholeAt.get(id)
      if (limit !== 'off' && limit.count > 0 && at !== undefined)
        wholeAt.set(id, at - (limit.seconds * 1000) / limit.count)
    },
  }
}
