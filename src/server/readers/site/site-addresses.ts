import type { Db } from '../../platform/db/db.ts'
import { type CachedPage, toCachedPage } from './cache/page-cache.ts'
import { asked, CATEGORY_PARAMETER, PAGE_PARAMETER, pageKey, SEARCH_PARAMETER } from './cache/page-key.ts'
import type { PageMaker } from './cache/page-maker.ts'
import { isPaged, routeOf, type SiteRoute } from './routes.ts'
import { parseAddress } from './old-addresses.ts'
import type { Asked } from './public-answer.ts'

/** Addresses beside the public ones that people type: the sign-in, the admin app, and the favicon. */
const FIXED = ['/auth', '/admin', '/favicon.svg']

type Found = { route: SiteRoute; params: Asked['params'] }

/** Resolves public addresses and their other spellings. */
export function siteAddresses(db: Db, pages: PageMaker) {
  /** The response at a canonical path with this query, or null where there is nothing. */
  const answerAt = async (url: string, { route, params }: Found): Promise<CachedPage | null> => {
    const page = pageAsked(url, route)
    if (page === null) return null
    const query = route.queried ? (asked(url, SEARCH_PARAMETER) ?? '') : ''
    const category = route.queried ? asked(url, CATEGORY_PARAMETER) : null
    const wish: Asked = { params, page, query, ...(category !== null && { category }) }
    if (!route.queried) return pages.get(pageKey(url, isPaged), (source) => route.make(source, wish), route.lane)
    const made = await pages.take(async (source) => route.make(await source(), wish))
    return made && toCachedPage(made)
  }

  /** The canonical address of another spelling, in one step; null where there is nothing (RUL-44). */
  const plainAddress = async (path: string, url: string): Promise<string | null> => {
    const plain = plainOf(path)
    if (plain === path) return null
    if (FIXED.includes(plain)) return plain
    const found = routeOf(plain)
    if (!found) return null
    const address = withQuery(plain, url)
    const isThere = found.route.queried || (await answerAt(address, found)) !== null
    if (isThere) return address
    const present = await found.route.moved?.(db, found.params)
    return present ? withQuery(present, url) : null
  }

  /** The product's own response at an address; null where no route matches. */
  const ownAnswer = async (address: string) => {
    const [url = ''] = address.split('#', 1)
    const [path = ''] = url.split('?', 1)
    const plain = plainOf(path)
    const inPlace = { address: plain + address.slice(path.length) }
    if (FIXED.includes(plain)) return inPlace
    const found = routeOf(plain)
    if (!found) return null
    if ((await answerAt(withQuery(plain, url), found)) !== null) return inPlace
    const present = await found.route.moved?.(db, found.params)
    if (present) return { address: withQuery(present, url) }
    const isGone = (await found.route.gone?.(db, found.params)) ?? false
    return { lost: found.route.lost ?? ('page' as const), isGone }
  }
  const isThere = async (address: string) => 'address' in ((await ownAnswer(address)) ?? {})

  /** Whether one of the product's own addresses shows something; with a query where it reads that query. */
  const isAnswered = async (address: string): Promise<boolean> => {
    const { path, query } = parseAddress(address)
    const route = routeOf(path)?.route
    const isRead = [...query.keys()].some(
      (name) => (route?.paged && name === PAGE_PARAMETER) || (route?.queried && name === SEARCH_PARAMETER),
    )
    return (query.size === 0 || isRead) && isThere(address)
  }
  return { answerAt, plainAddress, ownAnswer, isThere, isAnswered }
}

/** The requested page of a list; null for an invalid number. */
function pageAsked(url: string, route: SiteRoute): number | null {
  const wish = route.paged ? asked(url, PAGE_PARAMETER) : null
  if (wish === null) return 1
  return /^[1-9]\d{0,6}$/.test(wish) ? Number(wish) : null
}

/** The canonical spelling of a path: lower case, without a trailing slash. */
export function plainOf(path: string): string {
  return path === '/' ? path : path.toLowerCase().replace(/\/$/, '')
}

/** An address with the relevant part of the request's query. */
export function withQuery(path: string, url: string): string {
  const [clean = ''] = url.split('#', 1)
  const query = clean.indexOf('?')
  if (query === -1) return path
  const words = routeOf(path)?.route.queried ? asked(clean, SEARCH_PARAMETER) : null
  // The first page of a list has the list's own address.
  const page = asked(clean, PAGE_PARAMETER) === '1' ? path : pageKey(path + clean.slice(query), isPaged)
  if (words === null) return page
  const category = asked(clean, CATEGORY_PARAMETER)
  const filter = category === null ? '' : `&${CATEGORY_PARAMETER}=${encodeURIComponent(category)}`
  const searched = `${path}?${SEARCH_PARAMETER}=${encodeURIComponent(words)}${filter}`
  return page === path ? searched : `${searched}&${page.slice(path.length + 1)}`
}
