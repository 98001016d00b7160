import { ALL, listPlaces, type PublicList } from '../../../writing/articles/finding/lists.public.ts'
import { type Appearance, readAppearance } from '../../appearance/appearance.service.ts'
import { type NewsletterChoices, readChoices } from '../../newsletter/settings.service.ts'
import { listPublishedPages, type PublishedPage } from '../../../writing/pages/pages.public.ts'
import type { Db } from '../../../platform/db/db.ts'
import { type QueryShapes, readQueryShapes } from '../../redirects/redirects.public.ts'
import { type FullSettings, readSettings, siteTitle } from '../../../settings/settings.service.ts'
import { softHyphens } from '../text/soft-hyphens.ts'
import { filledMenus } from './menus.ts'
import { ArchiveCounts } from './archive-counts.ts'
import { PublishedOrder } from './published-order.ts'
import { monthOfTag, tags } from './tags.ts'

/** Articles per page of a list. */
export const PAGE_SIZE = 10
/** Maximum lists in memory; others are counted again on demand. */
const MOST_LISTS = 2000

/** Data of every page: settings, appearance with the visible menu entries (RUL-44), published pages. */
export type SiteFacts = {
  settings: FullSettings
  /** The site's title with soft hyphens. */
  siteName: string
  appearance: Appearance
  pages: readonly PublishedPage[]
  newsletter: NewsletterChoices
}

/**
 * Cached facts about the site and the lists of published articles: a tag that drops a list's pages drops its facts,
 * too.
 */
export class KnownLists {
  readonly #db: Db
  readonly #orders = new Map<string, PublishedOrder>()
  #any: Promise<boolean> | undefined
  #facts: Promise<SiteFacts> | undefined
  #archive: { timezone: string; counts: ArchiveCounts } | undefined
  #shapes: Promise<QueryShapes> | undefined
  #shapesNow: QueryShapes | undefined

  constructor(db: Db) {
    this.#db = db
  }

  /** The list of a tag. */
  order(tag: string, list: PublicList): PublishedOrder {
    const known = this.#orders.get(tag) ?? new PublishedOrder(this.#db, list)
    this.#orders.delete(tag)
    this.#orders.set(tag, known)
    for (const oldest of this.#orders.keys()) {
      if (this.#orders.size <= MOST_LISTS) break
      this.#orders.delete(oldest)
    }
    return known
  }

  /** All published articles. */
  get published(): PublishedOrder {
    return this.order(tags.list, ALL)
  }

  /**
   * Number of pages of the list of all articles, if one article more or less does not change it; null if it would, or
   * if the list was not counted since the last change. The count may include a change whose notification is on its way.
   */
  get steadyPages(): number | null {
    const total = this.#orders.get(tags.list)?.known ?? null
    return total === null || total % PAGE_SIZE <= 1 ? null : Math.ceil(total / PAGE_SIZE)
  }

  /** Whether there is any public article: without one there is no archive to link to. */
  async hasArticles(): Promise<boolean> {
    this.#any ??= listPlaces(this.#db, ALL, { after: null, limit: 1, offset: 0 }).then((places) => places.length > 0)
    this.#any.catch(() => (this.#any = undefined))
    return this.#any
  }

  async facts(): Promise<SiteFacts> {
    this.#facts ??= readFacts(this.#db)
    this.#facts.catch(() => (this.#facts = undefined))
    return this.#facts
  }

  /** The significant parameters of old addresses (RUL-56); a new one drops everything. */
  async queryShapes(): Promise<QueryShapes> {
    if (this.#shapes) return this.#shapes
    const reading = readQueryShapes(this.#db)
    this.#shapes = reading
    try {
      const shapes = await reading
      if (this.#shapes === reading) this.#shapesNow = shapes
      return shapes
    } catch (error) {
      if (this.#shapes === reading) this.#shapes = undefined
      throw error
    }
  }

  /** The same if it has been read already. */
  get queryShapesNow(): QueryShapes | undefined {
    return this.#shapesNow
  }

  /** The months of the archive in a zone. */
  archive(timezone: string): ArchiveCounts {
    if (this.#archive?.timezone !== timezone)
      this.#archive = { timezone, counts: new ArchiveCounts(this.#db, timezone) }
    return this.#archive.counts
  }

  drop(dropped: readonly string[]): void {
    for (const tag of dropped) {
      this.#orders.delete(tag)
      if (tag === tags.list) this.#any = undefined
      // A sound has left the library.
      if (tag === tags.pictures) this.#orders.delete(tags.podcast)
      if (tag === tags.pages) this.#facts = undefined
      const month = monthOfTag(tag)
      if (month !== null) this.#archive?.counts.forget(month)
    }
  }

  dropAll(): void {
    this.#orders.clear()
    this.#any = undefined
    this.#facts = undefined
    this.#archive = undefined
    this.#shapes = undefined
    this.#shapesNow = undefined
  }
}

async function readFacts(db: Db): Promise<SiteFacts> {
  const [settings, appearance, pages, newsletter] = await Promise.all([
    readSettings(db),
    readAppearance(db),
    listPublishedPages(db),
    readChoices(db),
  ])
  return {
    settings,
    siteName: await softHyphens(siteTitle(settings)),
    appearance: { ...appearance, ...(await filledMenus(db, appearance, settings.author_name)) },
    pages,
    newsletter,
  }
}
