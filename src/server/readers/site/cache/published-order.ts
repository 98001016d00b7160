import { countPublished, findPublishedPlace } from '../../../writing/articles/articles.public.ts'
import { ALL, type PublicList, type PublishedPlace } from '../../../writing/articles/finding/lists.public.ts'
import type { Db } from '../../../platform/db/db.ts'

/** A position is remembered per this many articles: no page of the list skips more than these. */
const STRIDE = 1000

/**
 * Shared data of the pages of a published list until it changes: number of articles, and its position after every
 * thousand of them. Read once, on demand; a late page then costs the same as the first.
 */
export class PublishedOrder {
  readonly list: PublicList
  readonly #db: Db
  readonly #places: PublishedPlace[] = []
  #total: Promise<number> | undefined
  #known: number | null = null
  #walk: Promise<unknown> = Promise.resolve()

  constructor(db: Db, list: PublicList = ALL) {
    this.#db = db
    this.list = list
  }

  async count(): Promise<number> {
    this.#total ??= countPublished(this.#db, this.list).catch((error: unknown) => {
      this.#total = undefined
      throw error
    })
    this.#known = await this.#total
    return this.#known
  }

  /** The number of articles, if counted; null before. */
  get known(): number | null {
    return this.#known
  }

  /** How to reach the article at this offset: from a remembered position near by, with the remaining number to skip. */
  async wayTo(offset: number): Promise<{ list: PublicList; after: PublishedPlace | null; offset: number }> {
    const wanted = Math.floor(offset / STRIDE)
    if (this.#places.length < wanted) {
      this.#walk = this.#walk.catch(() => {}).then(() => this.#walkTo(wanted))
      await this.#walk
    }
    const known = Math.min(wanted, this.#places.length)
    return { list: this.list, after: this.#places[known - 1] ?? null, offset: offset - known * STRIDE }
  }

  async #walkTo(wanted: number): Promise<void> {
    while (this.#places.length < wanted) {
      const after = this.#places.at(-1) ?? null
      const place = await findPublishedPlace(this.#db, this.list, { after, steps: STRIDE })
      if (!place) return
      this.#places.push(place)
      // On SQLite all of this would otherwise run in one round of the event loop.
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
}
