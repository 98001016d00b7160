import type { Db } from '../../../platform/db/db.ts'
import { atOneInstant } from '../../../platform/db/one-instant.ts'
import { changesOf } from '../../../platform/db/transaction.ts'
import type { Runtime } from '../../../platform/runtime.ts'
import type { FullSettings } from '../../../settings/settings.service.ts'
import { type CachedPage, type PageCache, toCachedPage } from './page-cache.ts'
import type { QueryShapes } from '../../redirects/redirects.public.ts'
import { KnownLists } from './known-lists.ts'
import { Slots } from '../../../platform/slots.ts'
import { type InWorker, type Lane, runInWorker } from '../../../platform/workers/worker-pool.ts'
import { ownOrigins, type PageSource } from '../pages/site-source.ts'
import type { PublicAnswer } from '../public-answer.ts'

/** Limits of pages rendered on the main thread. */
const AT_ONCE = 8
const MOST_WAITING = 256
/** Limits of pages that wait for a worker. They take no slot of others, but hold their text in memory. */
const LONG = { atOnce: 8, mostWaiting: 64 }
/** Limits of pages read at one instant. Each holds its own connection to the database. */
const AT_ONE_INSTANT = { atOnce: 2, mostWaiting: 64 }

type Make = (source: PageSource) => Promise<PublicAnswer | null>
/** A page being made; `generation` is that of its data, unknown until it starts. */
type Work = { generation: number | null; page: Promise<CachedPage | null> }

/**
 * Returns public pages: from the cache, else rendered once for all concurrent requests, a few at a time and with a
 * bounded queue. A response never predates its request, and a page whose data may have changed is not cached.
 *
 * A page is read with many queries. If a change removes something between two of them, the page could show content that is
 * already hidden. It is then made again from a snapshot of the database (RUL-40). The same applies while changes of other
 * instances are not received.
 */
export class PageMaker {
  readonly #runtime: Pick<Runtime, 'db' | 'config'> & Partial<Pick<Runtime, 'clock'>>
  readonly #cache: PageCache
  readonly #slots = new Slots({ atOnce: AT_ONCE, mostWaiting: MOST_WAITING })
  readonly #long = new Map<Lane, Slots>()
  readonly #again = new Slots(AT_ONE_INSTANT)
  readonly #underWay = new Map<string, Work>()
  readonly #lists: KnownLists

  constructor(
    runtime: Pick<Runtime, 'db' | 'config'> & Partial<Pick<Runtime, 'clock'>>,
    cache: PageCache,
    lists = new KnownLists(runtime.db),
  ) {
    this.#runtime = runtime
    this.#cache = cache
    this.#lists = lists
  }

  /**
   * The page of a key, or null where `make` finds nothing. Expensive parts run in the worker of its lane. Throws
   * `Overloaded`.
   */
  async get(key: string, make: Make, lane: Lane = 'pages'): Promise<CachedPage | null> {
    // Second check behind Hono: the address had another spelling, or the page has been made in the meantime.
    const kept = this.#cache.get(key)
    if (kept) return kept
    const known = this.#underWay.get(key)
    // Started before this request, with data that may have changed since, while a change may not have been received
    // yet.
    const isPresent = known?.generation === this.#cache.generation && changesOf(this.#runtime.db).hearsAll
    if (known && (known.generation === null || isPresent)) return known.page
    const work: Work = {
      generation: null,
      page: this.#take((source) => this.#make(key, make, work, source), lane, tagsOf),
    }
    this.#underWay.set(key, work)
    try {
      return await work.page
    } finally {
      if (this.#underWay.get(key) === work) this.#underWay.delete(key)
    }
  }

  /**
   * Runs work as expensive as a page in the same queue; the result is not cached. It runs twice where a change took
   * something away meanwhile, so it only reads. Throws `Overloaded`.
   */
  async take<T>(work: (source: () => Promise<PageSource>) => Promise<T>, lane: Lane = 'pages'): Promise<T> {
    return this.#take(work, lane, () => null)
  }

  async #take<T>(
    work: (source: () => Promise<PageSource>) => Promise<T>,
    lane: Lane,
    tagsOf: (made: T) => readonly string[] | null,
  ): Promise<T> {
    const { db, config } = this.#runtime
    const inLane: InWorker = (job, input, limits) =>
      this.#longOf(lane).take(() => runInWorker(lane, job, input, limits))
    return this.#slots.take(async (aside) => {
      if (changesOf(db).hearsAll) {
        const generation = this.#cache.generation
        const made = await work(() =>
          this.#source(db, this.#lists, (job, input, limits) => aside(() => inLane(job, input, limits))),
        )
        if (changesOf(db).hearsAll && !this.#cache.hasTaken(tagsOf(made), generation)) return made
      }
      // The cached lists are of another instant, so new ones are made.
      const again = (snapshot: Db) => work(() => this.#source(snapshot, new KnownLists(snapshot), inLane))
      return aside(() => this.#again.take(() => atOneInstant({ db, dataDir: config.dataDir }, again)))
    })
  }

  async #source(db: Db, lists: KnownLists, inWorker: InWorker): Promise<PageSource> {
    const { config, clock = () => new Date() } = this.#runtime
    const facts = await lists.facts()
    return {
      db,
      config,
      lists,
      now: clock(),
      published: lists.published,
      ...facts,
      hasArticles: await lists.hasArticles(),
      origins: ownOrigins({ settings: facts.settings, config }),
      inWorker,
    }
  }

  #longOf(lane: Lane): Slots {
    const known = this.#long.get(lane) ?? new Slots(LONG)
    this.#long.set(lane, known)
    return known
  }

  /** The present settings, as pages use them. */
  async settings(): Promise<FullSettings> {
    return (await this.#listsNow().facts()).settings
  }

  /** The significant parameters of old addresses. */
  async queryShapes(): Promise<QueryShapes> {
    return this.#listsNow().queryShapes()
  }

  /** The cached facts, which cannot be trusted while other instances are not received. */
  #listsNow(): KnownLists {
    const { db } = this.#runtime
    return changesOf(db).hearsAll ? this.#lists : new KnownLists(db)
  }

  async #make(key: string, make: Make, work: Work, read: () => Promise<PageSource>): Promise<CachedPage | null> {
    const { db, config } = this.#runtime
    const generation = this.#cache.generation
    work.generation = generation
    const source = await read()
    // Requests for cached pages need no database, whatever their query.
    await this.queryShapes()
    const made = await make(source)
    if (!made) return null
    const mayBeKept = source.settings.visibility !== 'privat' && !changesOf(db).deaf && !made.passing
    if (mayBeKept) {
      const page = toCachedPage(made, config.CDN_MAX_AGE)
      if (this.#cache.put(key, page, generation)) return page
    }
    // A response that this instance does not cache, as it may be stale, is cached by no proxy either.
    return toCachedPage(made)
  }
}

function tagsOf(page: CachedPage | null): readonly string[] {
  return page?.tags ?? []
}
