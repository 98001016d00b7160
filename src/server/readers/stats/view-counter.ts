import type { IncomingHttpHeaders } from 'node:http'
import { isBot } from './known-bots.ts'

/** In every zone the day begins at a quarter of an hour. */
export const QUARTER_MS = 900_000
/** Maximum hosts of one article between two flushes: referrers can be invented. */
const MOST_HOSTS = 100
/** Maximum counts between two flushes; beyond it nothing is counted. */
const MOST_COUNTS = 50_000
const HOST = /^[a-z0-9][a-z0-9.-]{0,252}$/
const PREFETCH = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'] as const
/** Headers of browsers that load a page in advance. */
const AHEAD = /prefetch|prerender|preview/i

/**
 * Views of an article within a quarter of an hour (milliseconds since 1970 of its start), by a host or none (empty).
 */
export type ViewCount = { article: string; quarter: number; host: string; views: number }

/** Counts views in memory: of a reader only the referrer host is used. */
export class ViewCounter {
  /** By article, quarter and host. */
  #counts = new Map<string, Map<number, Map<string, number>>>()
  #size = 0

  /** Counts a view of an article's page, unless a bot, a prefetch or a signed-in user requested it (RUL-50). */
  count(article: string, headers: IncomingHttpHeaders, now: number): void {
    if (isBot(headers['user-agent'])) return
    if (PREFETCH.some((name) => headers[name] !== undefined && AHEAD.test(String(headers[name])))) return
    if (headers.cookie?.includes('blog-cms-reader=')) return
    const { referer } = headers
    this.add({ article, quarter: now - (now % QUARTER_MS), host: hostOf(referer, headers.host), views: 1 })
  }

  add({ article, quarter, host, views }: ViewCount): void {
    let quarters = this.#counts.get(article)
    let hosts = quarters?.get(quarter)
    if (!hosts) {
      if (this.#size >= MOST_COUNTS) return
      if (!quarters) this.#counts.set(article, (quarters = new Map()))
      quarters.set(quarter, (hosts = new Map()))
    }
    const isKnown = hosts.has(host)
    const named = isKnown || (hosts.size < MOST_HOSTS && this.#size < MOST_COUNTS) ? host : ''
    if (!hosts.has(named)) this.#size += 1
    hosts.set(named, (hosts.get(named) ?? 0) + views)
  }

  get isEmpty(): boolean {
    return this.#size === 0
  }

  /** Returns and clears all counts; on failure the caller returns them by `add`. */
  take(): ViewCount[] {
    const counts = [...this.#counts].flatMap(([article, quarters]) =>
      [...quarters].flatMap(([quarter, hosts]) =>
        [...hosts].map(([host, views]) => ({ article, quarter, host, views })),
      ),
    )
    this.#counts = new Map()
    this.#size = 0
    return counts
  }
}

/** The host of a referrer; empty for the site itself, for none, and for invalid addresses. */
function hostOf(referrer: string | undefined, own: string | undefined): string {
  if (referrer === undefined || !/^https?:\/\//i.test(referrer)) return ''
  const begin = referrer.indexOf('//') + 2
  const [authority = ''] = referrer.slice(begin, begin + 300).split(/[/?#]/, 1)
  if (authority.toLowerCase() === own?.toLowerCase()) return ''
  const host = (authority.slice(authority.lastIndexOf('@') + 1).split(':', 1)[0] ?? '').toLowerCase()
  return HOST.test(host) ? host : ''
}
