import { changesOf } from '../../../platform/db/transaction.ts'
import type { Runtime } from '../../../platform/runtime.ts'
import type { FullSettings } from '../../../settings/settings.service.ts'
import { type CachedPage, type PageCache, toCachedPage } from './page-cache.ts'
import type { QueryShapes } from '../../redirects/redirects.public.ts'
import { KnownLists } from './known-lists.ts'
import { Turns } from '../../../platform/slots.ts'
import { type Lane, runInWorker } from '../../../platform/workers/worker-pool.ts'
import type { PageSource } from '../pages/site-source.ts'
import type { PublicAnswer } from '../public-answer.ts'

/** Rendering is work of one thread. */
const AT_ONCE = 8
const MOST_WAITING = 256
/** Pages that wait for a worker take no turn of the others; each holds its text meanwhile. */
const LONG = { atOnce: 8, mostWaiting: 64 }

type Make = (source: PageSource) => Promise<PublicAnswer | null>
/** A page being made; `generation` is that of the data it is made from, unknown until its turn has come. */
type Work = { generation: number | null; page: Promise<CachedPage | null> }

/**
 * Gives public pages: from the cache, else made once for everybody who asks meanwhile, a few at a time and with a bounded
 * queue. Nobody gets a page older than their request, and none is kept whose data may have changed since they were read.
 */
export class PageMaker {
  readonly #runtime: Pick<Runtime, 'db' | 'config'>
  readonly #cache: PageCache
  readonly #turns = new Turns({ atOnce: AT_ONCE, mostWaiting: MOST_WAITING })
  readonly #long = new Map<Lane, Turns>()
  readonly #underWay = new Map<string, Work>()
  readonly #lists: KnownLists

  constructor(runtime: Pick<Runtime, 'db' | 'config'>, cache: PageCache, lists = new KnownLists(runtime.db)) {
    this.#runtime = runtime
    this.#cache = cache
    this.#lists = lists
  }

  /**
   * The page of a key, or null where `make` finds nothing to show. What of it is costly is done in the worker of its lane. Throws
   * `Overloaded`.
   */
  async get(key: string, make: Make, lane: Lane = 'pages'): Promise<CachedPage | null> {
    // Behind hono for the second time: the address was spelled in another way, or the page has been made meanwhile.
    const kept = this.#cache.get(key)
    if (kept) return kept
    const known = this.#underWay.get(key)
    // Begun before this request, from data that may have changed since, where a change may not have been heard yet.
    const isPresent = known?.generation === this.#cache.generation && changesOf(this.#runtime.db).hearsAll
    if (known && (known.generation === null || isPresent)) return known.page
    const work: Work = { generation: null, page: this.take((source) => this.#make(key, make, work, source), lane) }
    this.#underWay.set(key, work)
    try {
      return await work.page
    } finally {
      if (this.#underWay.get(key) === work) this.#underWay.delete(key)
    }
  }

  /** Does something as costly as a page when its turn among them comes; nothing of it is kept. Throws `Overloaded`. */
  async take<T>(work: (source: () => Promise<PageSource>) => Promise<T>, lane: Lane = 'pages'): Promise<T> {
    const { db, config } = this.#runtime
    const long = this.#longOf(lane)
    return this.#turns.take((aside) => {
      const lists = this.#listsNow()
      return work(async () => ({
        db,
        config,
        lists,
        published: lists.published,
        ...(await lists.facts()),
        hasArticles: await lists.hasArticles(),
        inWorker: (job, input, limits) => aside(() => long.take(() => runInWorker(lane, job, input, limits))),
      }))
    })
  }

  #longOf(lane: Lane): Turns {
    const known = this.#long.get(lane) ?? new Turns(LONG)
    this.#long.set(lane, known)
    return known
  }

  /** The settings in force, as pages are made with them. */
  async settings(): Promise<FullSettings> {
    return (await this.#listsNow().facts()).settings
  }

  /** By which parameters old addresses are told apart. */
  async queryShapes(): Promise<QueryShapes> {
    return this.#listsNow().queryShapes()
  }

  /** What is known; nobody says that it is no longer true while other instances are not heard. */
  #listsNow(): KnownLists {
    const { db } = this.#runtime
    return changesOf(db).hearsAll ? this.#lists : new KnownLists(db)
  }

  async #make(key: string, make: Make, work: Work, read: () => Promise<PageSource>): Promise<CachedPage | null> {
    const { db, config } = this.#runtime
    const generation = this.#cache.generation
    work.generation = generation
    const source = await read()
    // Who asks for what is kept asks without the database, whatever the query says.
    await this.queryShapes()
    const made = await make(source)
    if (!made) return null
    const mayBeKept = source.settings.visibility !== 'privat' && !changesOf(db).deaf && !made.passing
    if (mayBeKept) {
      const page = toCachedPage(made, config.CDN_MAX_AGE)
      if (this.#cache.put(key, page, generation)) return page
    }
    // What this instance does not keep, since it may be old already, nobody before it keeps.
    return toCachedPage(made)
  }
}
