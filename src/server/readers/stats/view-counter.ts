import type { IncomingHttpHeaders } from 'node:http'
import { isBot } from './known-bots.ts'

/** Every zone begins its day at a quarter of an hour. */
export const QUARTER_MS = 900_000
/** Hosts of one article that are told apart between two flushes: referrers can be invented. */
const MOST_HOSTS = 100
/** Counts that are kept between two flushes; what is beyond is not counted. */
const MOST_COUNTS = 50_000
const HOST = /^[a-z0-9][a-z0-9.-]{0,252}$/
const PREFETCH = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'] as const
/** What browsers send who load a page nobody may ever see. */
const AHEAD = /prefetch|prerender|preview/i

/** So many views of an article within a quarter of an hour (milliseconds since 1970 of its beginning), by a host or none (empty). */
export type ViewCount = { article: string; quarter: number; host: string; views: number }

/** Counts views in memory: nothing of a reader but the host they came from, and of that only how often. */
export class ViewCounter {
  /** By article, quarter and host. */
  #counts = new Map<string, Map<number, Map<string, number>>>()
  #size = 0

  /** Counts a view of an article's page, unless a machine, a prefetch or somebody signed in asked for it (RUL-50). */
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

  /** All that was counted since the last time; whoever takes it keeps it, or gives it back by `add`. */
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

/** The host of a referrer; empty for the site itself, for none, and for what is no address of the web. */
function hostOf(referrer: string | undefined, own: string | undefined): string {
  if (referrer === undefined || !/^https?:\/\//i.test(referrer)) return ''
  const begin = referrer.indexOf('//') + 2
  const [authority = ''] = referrer.slice(begin, begin + 300).split(/[/?#]/, 1)
  if (authority.toLowerCase() === own?.toLowerCase()) return ''
  const host = (authority.slice(authority.lastIndexOf('@') + 1).split(':', 1)[0] ?? '').toLowerCase()
  return HOST.test(host) ? host : ''
}
