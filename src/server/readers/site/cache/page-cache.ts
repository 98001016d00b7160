import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { etagOf } from '../../../platform/http/headers.ts'
import { acceptsEncoding } from '../../../platform/http/encodings.ts'
import type { PublicAnswer } from '../public-answer.ts'
import { sharedCaching } from '../cdn/shared-caching.ts'
import { answerHeaders } from '../site-headers.ts'
import { isOrdered } from './tags.ts'

/** One encoding of a response, with its headers in the form of `writeHead`: name, value, name, value … */
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
  /** Tags that drop it. */
  tags: readonly string[]
  /** The part of a list it shows; changes beyond it do not drop the page. */
  upTo: PublicAnswer['upTo']
  /** Instant at which the page becomes stale without a change (milliseconds since 1970). */
  until: number | undefined
  /** The article whose page it is. */
  article: string | undefined
  /** Whether its type is worth compressing. */
  compressible: boolean
  /** Headers shared by all encodings. */
  base: readonly string[]
  /** Headers for shared caches and their duration. */
  caching: readonly string[]
  plain: Variant
  gzip?: Variant
  br?: Variant
}

/** Browsers revalidate every page and get „not modified“: readers see a change with their next request. */
const REVALIDATE = ['Cache-Control', 'no-cache']
const VARY = ['Vary', 'Accept-Encoding']
/** Shorter pages are not worth compressing (bytes). */
const WORTH_COMPRESSING = 1024
const GZIP_LEVEL = 6
/** A page is read far more often than it changes; for a long feed the last per cent is not worth half a second. */
const BROTLI = { quality: 10, upTo: 64 * 1024, beyond: 5 }
/** Maximum pages that wait for compression; others are compressed when they are read again. */
const MOST_WAITING = 200
/** Approximate size of an entry beside its bodies: key, headers, objects (bytes). */
const OVERHEAD = 4096

/** Number of invalidations remembered while a page is made. A page that took longer is not cached. */
const REMEMBERED = 1000

/** Header of a response from the cache, so that exactness can be tested from outside (RUL-40). */
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

/** A public response in its cached form: uncompressed at first. A CDN may cache it for `cdnSeconds` (RUL-52). */
export function toCachedPage(answer: Omit<PublicAnswer, 'passing'>, cdnSeconds?: number): CachedPage {
  const { body: made, type = HTML, headers, tags, upTo, article, until } = answer
  const body = typeof made === 'string' ? Buffer.from(made) : made
  const tag = etagOf(body).slice(1, -1)
  const base = answerHeaders(type, headers)
  const caching = (cdnSeconds ? sharedCaching(tags, cdnSeconds) : null) ?? REVALIDATE
  const shared = { tag, base, caching }
  const ending = until === undefined ? undefined : Date.parse(until)
  return {
    ...shared,
    tags,
    upTo,
    until: ending,
    article,
    compressible: COMPRESSIBLE.test(type),
    plain: variant(body, shared, ''),
  }
}

/** Whether an If-None-Match header names this page in any of its encodings. */
export function isUnchanged(page: CachedPage, ifNoneMatch: string | undefined): boolean {
  return ifNoneMatch !== undefined && (ifNoneMatch === '*' || ifNoneMatch.includes(page.tag))
}

/** The smallest available encoding that the client accepts. */
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

/**
 * A change of lists from an instant on, and the number of pages of all articles before and after it; null if unknown.
 */
type ListChange = { since: string; pages: number | null }

function concerns({ since, pages }: ListChange, upTo: PublicAnswer['upTo']): boolean {
  if (upTo === undefined || upTo.instant <= since) return true
  return upTo.pages !== undefined && upTo.pages !== pages
}

function weigh(page: CachedPage): number {
  return OVERHEAD + page.plain.body.byteLength + (page.gzip?.body.byteLength ?? 0) + (page.br?.body.byteLength ?? 0)
}

/**
 * Cache of public responses (RUL-40): least recently used go first, bounded in bytes, invalidated exactly. A page
 * belongs to the generation in which its data were read; after an invalidation of them it cannot be stored.
 */
export class PageCache {
  readonly #pages = new Map<string, CachedPage>()
  /** The keys by tag. */
  readonly #tagged = new Map<string, Set<string>>()
  /** Only keys: entries dropped in the meantime are not kept in memory. */
  readonly #uncompressed = new Set<string>()
  readonly #maxBytes: number
  readonly #isSure: () => boolean
  readonly #now: () => number
  /** The key in the last position, if known. */
  #newest: string | undefined
  #bytes = 0
  #generation = 0
  /** True while changes are not received: cached pages may be stale. */
  #suspended = false
  /** The last invalidations, the newest last; `tags` is null for everything. */
  readonly #dropped: { tags: ReadonlySet<string> | null; onlyAdds: boolean }[] = []

  /** `isSure` says whether every change has been received: until then nothing cached is served. */
  constructor(maxBytes: number, isSure: () => boolean = () => true, now: () => number = Date.now) {
    this.#maxBytes = maxBytes
    this.#isSure = isSure
    this.#now = now
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

  /** A cached page; its second read starts the compression in the background. */
  get(key: string): CachedPage | undefined {
    const page = this.#pages.get(key)
    if (page === undefined || this.#suspended || !this.#isSure()) return undefined
    if (page.until !== undefined && page.until <= this.#now()) return undefined
    // Pages in constant use are in the last position already.
    if (key !== this.#newest) {
      this.#pages.delete(key)
      this.#pages.set(key, page)
      this.#newest = key
    }
    if (page.br === undefined && page.compressible && page.plain.body.byteLength >= WORTH_COMPRESSING)
      this.#compressSoon(key)
    return page
  }

  /** Stores a page unless some of its data was invalidated since `generation`; returns whether it did. */
  put(key: string, page: CachedPage, generation: number): boolean {
    if (this.#suspended || this.#changesOf(page.tags, generation).length > 0) return false
    this.#forget(key)
    this.#keep(key, page)
    return true
  }

  /**
   * Drops what carries one of these tags; pages being rendered from older data will not be stored. Of lists that
   * changed from an instant on, pages with newer articles only are kept, unless they show another number of pages.
   * `onlyAdds` says that the change takes nothing away from readers.
   */
  drop(tags: readonly string[], change: ListChange | null = null, onlyAdds = false): void {
    this.#begin(new Set(tags), onlyAdds)
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
   * Serves and stores nothing until `dropAll`, since changes are not received. Entries remain for `former`, as a
   * fallback while the database is unreachable (ADR 44).
   */
  suspend(): void {
    this.#begin(null)
    this.#suspended = true
  }

  /** The last version of a page, even if it may be stale. */
  former(key: string): CachedPage | undefined {
    return this.#pages.get(key)
  }

  /**
   * Whether a change since `generation` took something away from readers, of what carries one of these tags; null: of
   * anything.
   */
  hasTaken(tags: readonly string[] | null, generation: number): boolean {
    return this.#changesOf(tags, generation).some((change) => !change?.onlyAdds)
  }

  #begin(tags: ReadonlySet<string> | null, onlyAdds = false): void {
    this.#generation++
    this.#dropped.push({ tags, onlyAdds })
    if (this.#dropped.length > REMEMBERED) this.#dropped.shift()
  }

  /** The invalidations of these tags since a generation; [null] where they are no longer remembered. */
  #changesOf(tags: readonly string[] | null, generation: number): ({ onlyAdds: boolean } | null)[] {
    const since = this.#generation - generation
    if (since === 0) return []
    if (since > this.#dropped.length) return [null]
    return this.#dropped.slice(-since).filter((drop) => !drop.tags || !tags || tags.some((tag) => drop.tags?.has(tag)))
  }

  #compressSoon(key: string): void {
    if (this.#uncompressed.size >= MOST_WAITING || this.#uncompressed.has(key)) return
    this.#uncompressed.add(key)
    if (this.#uncompressed.size === 1) void this.#compressWaiting()
  }

  /** One page at a time: a visitor who reads all pages occupies one thread at most. */
  async #compressWaiting(): Promise<void> {
    for (const key of this.#uncompressed) {
      const page = this.#pages.get(key)
      // A page that cannot be compressed is sent uncompressed.
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
