import { countPublished, findPublishedPlace } from '../../../writing/articles/articles.public.ts'
import { ALL, type PublicList, type PublishedPlace } from '../../../writing/articles/finding/lists.public.ts'
import type { Db } from '../../../platform/db/db.ts'

/** Every so many articles their place is remembered: no more than these are skipped for a page of the list. */
const STRIDE = 1000

/**
 * What the pages of a published list have in common as long as nothing changes: how many articles there are, and where the
 * list stands after every thousand of them. Read once, by whoever asks first; then a page far behind costs what the first does.
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

  /** How many articles there are, once somebody has counted; null before. */
  get known(): number | null {
    return this.#known
  }

  /** How to reach the article at this offset: from a remembered place near by, with what is left to skip. */
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
      // On SQLite all of this would otherwise be one turn of the event loop.
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
}
