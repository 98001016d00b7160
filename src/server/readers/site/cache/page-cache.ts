import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { etagOf } from '../../../platform/http/etag.ts'
import { acceptsEncoding } from '../../../platform/http/encodings.ts'
import type { PublicAnswer } from '../public-answer.ts'
import { sharedCaching } from '../cdn/shared-caching.ts'
import { answerHeaders } from '../site-headers.ts'
import { isOrdered } from './tags.ts'

/** One encoding of an answer, with its headers as `writeHead` takes them: name, value, name, value … */
export interface Variant {
  body: Buffer
  headers: string[]
  /** Headers of „not modified“. */
  unchanged: string[]
}

const HTML = 'text/html; charset=utf-8'

export interface CachedPage {
  /** The part of the entity tag that all encodings share. */
  tag: string
  /** What drops it. */
  tags: readonly string[]
  /** What it shows of a list, so that what happens behind that leaves it alone. */
  upTo: PublicAnswer['upTo']
  /** The article whose own page it is. */
  article: string | undefined
  /** Whether its type is worth compressing. */
  compressible: boolean
  /** Headers all encodings share. */
  base: readonly string[]
  /** Who may keep it, and for how long. */
  caching: readonly string[]
  plain: Variant
  gzip?: Variant
  br?: Variant
}

/** Every page is asked for again and answered „not modified“: readers see a change with their next load. */
const REVALIDATE = ['Cache-Control', 'no-cache']
const VARY = ['Vary', 'Accept-Encoding']
/** Shorter pages gain nothing worth the work (bytes). */
const WORTH_COMPRESSING = 1024
const GZIP_LEVEL = 6
/** A page is read far more often than it changes; of a long feed the last hundredths are not worth half a second. */
const BROTLI = { quality: 10, upTo: 64 * 1024, beyond: 5 }
/** So many pages may wait to be compressed; the others are as soon as they are read again. */
const MOST_WAITING = 200
/** Rough weight of an entry beside its bodies: key, headers, objects (bytes). */
const OVERHEAD = 4096

/** Number of invalidations that are remembered while a page is being made. A page that took longer is not cached. */
const REMEMBERED = 1000

/** Said of an answer from the map, so that exactness can be seen from outside (RUL-40). */
const HIT = ['Server-Timing', 'cache;desc=hit']
/** Pictures are compressed already. */
const COMPRESSIBLE = /^(?:text\/|application\/|image\/svg)/

type Shared = Pick<CachedPage, 'base' | 'caching' | 'tag'>

function variant(body: Buffer, { base, caching, tag }: Shared, encoding: '' | 'gzip' | 'br'): Variant {
  const revalidate = [...caching, ...VARY, ...HIT]
  const etag = ['ETag', `"${tag}${encoding && `-${encoding}`}"`]
  const encoded = encoding === '' ? [] : ['Content-Encoding', encoding]
  return {
    body,
    headers: [...base, ...revalidate, ...etag, ...encoded, 'Content-Length', String(body.byteLength)],
    unchanged: [...revalidate, ...etag],
  }
}

/** A public answer as it may be kept: uncompressed at first. A CDN may keep it, too, for so many seconds (RUL-52). */
export function toCachedPage(answer: Omit<PublicAnswer, 'passing'>, cdnSeconds?: number): CachedPage {
  const { body: made, type = HTML, headers, tags, upTo, article } = answer
  const body = typeof made === 'string' ? Buffer.from(made) : made
  const tag = etagOf(body).slice(1, -1)
  const base = answerHeaders(type, headers)
  const caching = (cdnSeconds ? sharedCaching(tags, cdnSeconds) : null) ?? REVALIDATE
  const shared = { tag, base, caching }
  return { ...shared, tags, upTo, article, compressible: COMPRESSIBLE.test(type), plain: variant(body, shared, '') }
}

/** Whether an If-None-Match header names this page in any of its encodings. */
export function isUnchanged(page: CachedPage, ifNoneMatch: string | undefined): boolean {
  return ifNoneMatch !== undefined && (ifNoneMatch === '*' || ifNoneMatch.includes(page.tag))
}

/** The smallest encoding that is ready and that the reader's browser takes. */
export function pickVariant(page: CachedPage, acceptEncoding: string | undefined): Variant {
  if (acceptEncoding === undefined) return page.plain
  if (page.br && acceptsEncoding(acceptEncoding, 'br')) return page.br
  if (page.gzip && acceptsEncoding(acceptEncoding, 'gzip')) return page.gzip
  return page.plain
}

async function compress(page: CachedPage): Promise<CachedPage> {
  const { body } = page.plain
  const gzipped = await promisify(gzip)(body, { level: GZIP_LEVEL })
  const br = await promisify(brotliCompress)(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: body.byteLength <= BROTLI.upTo ? BROTLI.quality : BROTLI.beyond,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength,
    },
  })
  return { ...page, gzip: variant(gzipped, page, 'gzip'), br: variant(br, page, 'br') }
}

/** A change of lists from an instant on, and how many pages all articles fill before and after it; null if unknown. */
type ListChange = { since: string; pages: number | null }

function concerns({ since, pages }: ListChange, upTo: PublicAnswer['upTo']): boolean {
  if (upTo === undefined || upTo.instant <= since) return true
  return upTo.pages !== undefined && upTo.pages !== pages
}

function weigh(page: CachedPage): number {
  return OVERHEAD + page.plain.body.byteLength + (page.gzip?.body.byteLength ?? 0) + (page.br?.body.byteLength ?? 0)
}

/**
 * Public answers as everybody gets them (RUL-40): least recently used go first, bounded in bytes, invalidated exactly.
 * A page belongs to the generation in which its data were read; after an invalidation of them it is too late to store it.
 */
export class PageCache {
  readonly #pages = new Map<string, CachedPage>()
  /** The keys of what names a tag. */
  readonly #tagged = new Map<string, Set<string>>()
  /** Keys alone: what has been dropped meanwhile is not held for it. */
  readonly #uncompressed = new Set<string>()
  readonly #maxBytes: number
  readonly #isSure: () => boolean
  /** The key that stands last, where it is known. */
  #newest: string | undefined
  #bytes = 0
  #generation = 0
  /** While nobody says what changes: what is kept may be old. */
  #suspended = false
  /** What the last invalidations dropped, the newest last; null for everything. */
  readonly #dropped: (ReadonlySet<string> | null)[] = []

  /** `isSure` says whether everything that changed has been heard: until it has, nothing kept is given. */
  constructor(maxBytes: number, isSure: () => boolean = () => true) {
    this.#maxBytes = maxBytes
    this.#isSure = isSure
  }

  /** The present generation; to be taken before the first byte of a page's data is read. */
  get generation(): number {
    return this.#generation
  }

  get bytes(): number {
    return this.#bytes
  }

  get size(): number {
    return this.#pages.size
  }

  /** A kept page; the first time it is read again, it is compressed behind the answer. */
  get(key: string): CachedPage | undefined {
    const page = this.#pages.get(key)
    if (page === undefined || this.#suspended || !this.#isSure()) return undefined
    // What everybody reads stands at the end already.
    if (key !== this.#newest) {
      this.#pages.delete(key)
      this.#pages.set(key, page)
      this.#newest = key
    }
    if (page.br === undefined && page.compressible && page.plain.body.byteLength >= WORTH_COMPRESSING)
      this.#compressSoon(key)
    return page
  }

  /** Keeps a page unless something it is made from was invalidated since `generation`; says whether it did. */
  put(key: string, page: CachedPage, generation: number): boolean {
    if (this.#suspended || this.#isStale(page, generation)) return false
    this.#forget(key)
    this.#keep(key, page)
    return true
  }

  /**
   * Drops what names one of these tags; whatever of it is being rendered from older data will not be stored. Of lists that
   * have changed from an instant on, what shows newer articles alone is kept, unless it says another number of pages.
   */
  drop(tags: readonly string[], change: ListChange | null = null): void {
    this.#begin(new Set(tags))
    for (const tag of tags)
      for (const key of this.#tagged.get(tag) ?? [])
        if (!change || !isOrdered(tag) || concerns(change, this.#pages.get(key)?.upTo)) this.#forget(key)
  }

  dropAll(): void {
    this.#begin(null)
    this.#suspended = false
    for (const key of this.#pages.keys()) this.#forget(key)
  }

  /**
   * Gives and keeps nothing until `dropAll`, as nobody says what changes. What is held stays for `former`: whoever cannot make a page
   * anew, since the database is away, has nothing better (ADR 44).
   */
  suspend(): void {
    this.#begin(null)
    this.#suspended = true
  }

  /** A page as it last was, even where it may be old. */
  former(key: string): CachedPage | undefined {
    return this.#pages.get(key)
  }

  #begin(dropped: ReadonlySet<string> | null): void {
    this.#generation++
    this.#dropped.push(dropped)
    if (this.#dropped.length > REMEMBERED) this.#dropped.shift()
  }

  #isStale({ tags }: CachedPage, generation: number): boolean {
    const since = this.#generation - generation
    if (since > this.#dropped.length) return true
    return this.#dropped.slice(this.#dropped.length - since).some((drop) => !drop || tags.some((tag) => drop.has(tag)))
  }

  #compressSoon(key: string): void {
    if (this.#uncompressed.size >= MOST_WAITING || this.#uncompressed.has(key)) return
    this.#uncompressed.add(key)
    if (this.#uncompressed.size === 1) void this.#compressWaiting()
  }

  /** One page at a time: a visitor who reads them all occupies one thread at most. */
  async #compressWaiting(): Promise<void> {
    for (const key of this.#uncompressed) {
      const page = this.#pages.get(key)
      // A page that cannot be compressed is answered plain.
      const compressed = page && (await compress(page).catch(() => undefined))
      if (page && compressed && this.#pages.get(key) === page) {
        this.#forget(key)
        this.#keep(key, compressed)
      }
      this.#uncompressed.delete(key)
    }
  }

  #keep(key: string, page: CachedPage): void {
    this.#pages.set(key, page)
    this.#newest = key
    for (const tag of page.tags) {
      const keys = this.#tagged.get(tag)
      if (keys) keys.add(key)
      else this.#tagged.set(tag, new Set([key]))
    }
    this.#bytes += weigh(page)
    for (const oldest of this.#pages.keys()) {
      if (this.#bytes <= this.#maxBytes) break
      this.#forget(oldest)
    }
  }

  #forget(key: string): void {
    const page = this.#pages.get(key)
    if (page === undefined) return
    this.#pages.delete(key)
    if (this.#newest === key) this.#newest = undefined
    for (const tag of page.tags) {
      const keys = this.#tagged.get(tag)
      keys?.delete(key)
      if (keys?.size === 0) this.#tagged.delete(tag)
    }
    this.#bytes -= weigh(page)
  }
}
