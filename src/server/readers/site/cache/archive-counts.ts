import { countInTimes, listMonthsInUtc } from '../../../writing/articles/finding/lists.public.ts'
import type { Db } from '../../../platform/db/db.ts'
import { addMonths } from '../../../../rules/days.ts'
import { monthBounds } from '../../../../rules/site-months.ts'

const MONTH = /^[1-9]\d{3}-(?:0[1-9]|1[0-2])$/

/** A month of the site's zone (`2026-03`) and the number of articles published in it. */
export interface MonthCount {
  month: string
  count: number
}

/**
 * Number of articles of each month in the site's zone. All are counted once; after a change only the months it names.
 */
export class ArchiveCounts {
  readonly #db: Db
  readonly #timezone: string
  readonly #counts = new Map<string, number>()
  /** Months to count (again), each with the number of the change that caused it. */
  readonly #stale = new Map<string, number>()
  #changes = 0
  #begun: Promise<void> | undefined

  constructor(db: Db, timezone: string) {
    this.#db = db
    this.#timezone = timezone
  }

  /** Marks the count of a month as stale. */
  forget(month: string): void {
    this.#changes += 1
    this.#stale.set(month, this.#changes)
  }

  /** Every month with articles, the newest first. */
  async months(): Promise<MonthCount[]> {
    this.#begun ??= this.#findMonths().catch((error: unknown) => {
      this.#begun = undefined
      throw error
    })
    await this.#begun
    await this.#countStale()
    return [...this.#counts].map(([month, count]) => ({ month, count })).sort((a, b) => (a.month < b.month ? 1 : -1))
  }

  /** An instant lies in its UTC month or, in the site's zone, in the one before or after. */
  async #findMonths(): Promise<void> {
    // Stored dates may lie in years that no archive has.
    for (const month of (await listMonthsInUtc(this.#db)).filter((found) => MONTH.test(found)))
      for (const near of [-1, 0, 1].map((steps) => addMonths(month, steps))) this.forget(near)
  }

  async #countStale(): Promise<void> {
    const asked = [...this.#stale].filter(([month]) => MONTH.test(month))
    const totals = await countInTimes(
      this.#db,
      asked.map(([month]) => monthBounds(month, this.#timezone)),
    )
    for (const [place, [month, change]] of asked.entries()) {
      if (this.#stale.get(month) !== change) continue
      this.#stale.delete(month)
      const count = totals[place] ?? 0
      if (count > 0) this.#counts.set(month, count)
      else this.#counts.delete(month)
    }
  }
}
