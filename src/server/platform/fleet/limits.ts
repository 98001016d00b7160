import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { RateLimit } from '../../config.ts'
import { SKEW_MS, type Job } from '../job.ts'
import type { Runtime } from '../runtime.ts'
import type { Db } from '../db/db.ts'
import { dialectOf } from '../db/dialect.ts'

/** Maximum keys in memory; beyond it those full for the longest time are dropped. */
const MOST_KEYS = 50_000
/** The same for the database, checked by `sweepLimits`: the least used go first. */
const MOST_ROWS = 200_000
/** A refusal is repeated for this time without asking the database: a flood of requests writes nothing. */
const REPEATED_MS = 1000

/** Rate limits: a burst of `count`, then one request every `seconds / count`, over all instances together (ADR 39). */
export type Limits<Name extends string> = {
  /** Counts one request. Returns 0, or the seconds until the next one is allowed. Not inside a transaction. */
  take: (name: Name, key: string) => Promise<number>
  /** Returns one counted request (after a correct password). */
  giveBack: (name: Name, key: string) => Promise<void>
}

/** A budget at the time of a request: now, cost of one request, and total size, all in milliseconds. */
type Budget = { now: number; step: number; window: number }

/**
 * Budgets by key: the instant at which each is full again (generic cell rate algorithm). `spend` takes `times` requests
 * at once, all or none, and returns when they are allowed: now, or later.
 */
type Budgets = {
  spend: (id: string, budget: Budget, times: number) => Promise<number>
  giveBack: (id: string, step: number) => Promise<void>
}

/**
 * The limits of a module by name, with the overrides of AUTH_RATE_LIMIT_<NAME>. They count in the database; with SQLite
 * in memory, since there is one instance. `ahead` is the share of a budget that an instance prefetches and spends from
 * memory: frequent reads then write rarely, but an unspent share is not available to other instances.
 */
export function createLimits<Name extends string>(
  defaults: Readonly<Record<Name, RateLimit>>,
  { db, config, clock }: Pick<Runtime, 'db' | 'clock'> & { config: Pick<Runtime['config'], 'rateLimits'> },
  { ahead = 0 } = {},
): Limits<Name> {
  const shared = dialectOf(db) === 'postgres'
  const budgets = shared ? remembering(tableBudgets(db)) : memoryBudgets()
  const stock = shared && ahead > 0 ? new Stock(budgets, ahead) : null
  const ruleOf = (name: Name) => {
    const limit = config.rateLimits[name] ?? defaults[name]
    if (limit === 'off' || limit.count === 0) return limit
    // A changed limit starts with a full budget.
    const id = (key: string) => `${name} ${limit.count}/${limit.seconds} ${key}`
    return { id, window: limit.seconds * 1000, step: (limit.seconds * 1000) / limit.count, count: limit.count }
  }
  return {
    async take(name, key) {
      const rule = ruleOf(name)
      if (rule === 'off') return 0
      if (!('id' in rule)) return rule.seconds
      const budget = { now: clock().getTime(), step: rule.step, window: rule.window }
      const at = await (stock ?? budgets).spend(rule.id(key), budget, 1)
      return Math.max(0, Math.ceil((at - budget.now) / 1000))
    },
    async giveBack(name, key) {
      const rule = ruleOf(name)
      if (rule !== 'off' && 'id' in rule) await budgets.giveBack(rule.id(key), rule.step)
    },
  }
}

/** Upper bound of a stored instant, unless it was written while a clock was ahead. */
const furthest = ({ now, step, window }: Budget) => now + window + step + SKEW_MS
/** Slack of a millisecond, so that rounding does not refuse the last request of a burst. */
const SLACK_MS = 1

function memoryBudgets(): Budgets {
  const wholeAt = new Map<string, number>()
  return {
    async spend(id, budget, times) {
      const known = wholeAt.get(id) ?? 0
      const next = (known > furthest(budget) ? budget.now : Math.max(budget.now, known)) + times * budget.step
      const allowedAt = next - budget.window
      if (allowedAt > budget.now + SLACK_MS) return allowedAt
      if (!wholeAt.has(id)) makeRoom(wholeAt, (at) => at <= budget.now)
      wholeAt.set(id, next)
      return budget.now
    },
    async giveBack(id, step) {
      const at = wholeAt.get(id)
      if (at !== undefined) wholeAt.set(id, at - step)
    },
  }
}

/** Counts with one statement, so that the limit holds for concurrent requests of several instances. */
function tableBudgets(db: Db): Budgets {
  // Fixed length, and no foreign address is stored.
  const hashed = (id: string) => createHash('sha256').update(id).digest('base64url').slice(0, 22)
  return {
    async spend(id, budget, times) {
      const { now, step, window } = budget
      const key = hashed(id)
      const number = (value: number) => sql`cast(${value} as double precision)`
      const base = sql`case when rate_limits.whole_at > ${number(furthest(budget))} then ${number(now)}
        else greatest(rate_limits.whole_at, ${number(now)}) end`
      const allowed = await sql`
        insert into rate_limits (id, whole_at) values (${key}, ${number(now + times * step)})
        on conflict (id) do update set whole_at = ${base} + ${number(times * step)}
        where ${base} <= ${number(now + window + SLACK_MS - times * step)}
        returning id`.execute(db)
      if (allowed.rows.length > 0) return now
      const row = await db.selectFrom('rate_limits').select('whole_at').where('id', '=', key).executeTakeFirst()
      // The statement refused it, so it stays refused even if there is room by now.
      return Math.max((row?.whole_at ?? 0) + times * step - window, now + 2 * SLACK_MS)
    },
    async giveBack(id, step) {
      await db
        .updateTable('rate_limits')
        .set((field) => ({ whole_at: field('whole_at', '-', step) }))
        .where('id', '=', hashed(id))
        .execute()
    },
  }
}

/** The same, but a refusal is repeated for a moment without a lookup. */
function remembering(budgets: Budgets): Budgets {
  const refused = new Map<string, { since: number; until: number; allowedAt: number }>()
  return {
    async spend(id, budget, times) {
      const { now } = budget
      const known = refused.get(id)
      if (known && known.since <= now && now < known.until) return known.allowedAt
      const allowedAt = await budgets.spend(id, budget, times)
      if (allowedAt <= now) refused.delete(id)
      else if (times === 1) {
        makeRoom(refused, ({ until }) => until <= now)
        refused.set(id, { since: now, until: Math.min(allowedAt, now + REPEATED_MS), allowedAt })
      }
      return allowedAt
    },
    async giveBack(id, step) {
      await budgets.giveBack(id, step)
      refused.delete(id)
    },
  }
}

type Taken = { left: number; since: number; until: number }

/** The prefetched, unspent share of budgets; it expires after the time in which the budget refills by it. */
class Stock {
  readonly #budgets: Budgets
  readonly #ahead: number
  readonly #taken = new Map<string, Taken>()
  readonly #asking = new Map<string, Promise<unknown>>()

  constructor(budgets: Budgets, ahead: number) {
    this.#budgets = budgets
    this.#ahead = ahead
  }

  async spend(id: string, budget: Budget): Promise<number> {
    // One request at a time prefetches for all of the same key; each for itself would use up the budget at once.
    while (!this.#spendTaken(id, budget.now)) {
      const asking = this.#asking.get(id)
      if (!asking) return this.#ask(id, budget)
      await asking.catch(() => {})
    }
    return budget.now
  }

  #spendTaken(id: string, now: number): boolean {
    const taken = this.#taken.get(id)
    if (!taken || taken.left === 0 || now < taken.since || now >= taken.until) return false
    taken.left -= 1
    return true
  }

  async #ask(id: string, budget: Budget): Promise<number> {
    const asking = this.#take(id, budget)
    this.#asking.set(id, asking)
    try {
      return await asking
    } finally {
      this.#asking.delete(id)
    }
  }

  async #take(id: string, budget: Budget): Promise<number> {
    const { now, step, window } = budget
    const many = Math.floor((window / step) * this.#ahead)
    if (many > 1 && (await this.#budgets.spend(id, budget, many)) <= now) {
      makeRoom(this.#taken, ({ until }) => until <= now)
      this.#taken.set(id, { left: many - 1, since: now, until: now + many * step })
      return now
    }
    return this.#budgets.spend(id, budget, 1)
  }
}

/**
 * Bounds a map: expired entries are removed, and if that is not enough the oldest tenth, so that not every insertion
 * scans all.
 */
function makeRoom<T>(map: Map<string, T>, isOver: (value: T) => boolean): void {
  if (map.size < MOST_KEYS) return
  for (const [key, value] of map) if (isOver(value)) map.delete(key)
  for (const key of map.keys()) {
    if (map.size <= MOST_KEYS * 0.9) return
    map.delete(key)
  }
}

/** Deletes full budgets, and beyond `most` rows the least used. */
export async function sweepLimits(db: Db, now: Date, most = MOST_ROWS): Promise<void> {
  await db
    .deleteFrom('rate_limits')
    .where('whole_at', '<=', now.getTime() - SKEW_MS)
    .execute()
  await sql`
    delete from rate_limits where id in (
      select id from rate_limits order by whole_at limit greatest(0, (select count(*) from rate_limits) - ${most})
    )`.execute(db)
}

/** Deletes budgets that are full again; a SQLite installation counts in memory. */
export const forgetLimits: Job = {
  name: 'forget-limits',
  everySeconds: 60,
  hasWork: async ({ db }) => dialectOf(db) === 'postgres',
  run: ({ db, clock }) => sweepLimits(db, clock()),
}
