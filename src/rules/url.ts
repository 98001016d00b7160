/** True for a valid URL in the product's sense: http or https, nothing else (RUL-15). */
export function isHttpUrl(value: string): boolean {
  const trimmed = value.trim()
  if (!/^https?:\/\//i.test(trimmed) || /\s/.test(trimmed)) return false
  return URL.canParse(trimmed) && new URL(trimmed).hostname !== ''
}

/** An address without user name and password; one without them, or unreadable, as it is. */
export function withoutLogin(address: string): string {
  const url = URL.parse(address)
  if (url === null || (url.username === '' && url.password === '')) return address
  url.username = ''
  url.password = ''
  return url.href
}

/** Characters of other scripts are up to nine characters each in an address. */
const LONGEST_KEY = 2000

/**
 * One key for addresses that mean the same page (RUL-17): without scheme, fragment, tracking parameters, default port, `www.` and
 * the slash at the end; null for what is no http(s) address, and for one that is longer than 2000 characters as it is sent, which
 * no index of a database holds.
 */
export function urlKey(value: string): string | null {
  if (!isHttpUrl(value)) return null
  const url = new URL(value.trim())
  const names = [...new Set(url.searchParams.keys())].filter((name) =>
    /^(utm_\w+|mtm_\w+|fbclid|gclid|gbraid|wbraid|dclid|msclkid|igshid|ttclid|yclid|mc_cid|mc_eid)$/i.test(name),
  )
  for (const name of names) url.searchParams.delete(name)
  let path = url.pathname
  while (path.endsWith('/')) path = path.slice(0, -1)
  const key = `${url.host.replace(/^www\./, '')}${path}${url.search}`
  return key.length > LONGEST_KEY ? null : key
}

/**
 * Two places a page might stand at (`.invalid` never exists, RFC 2606): what leads from each to its own host is relative.
 * `http:x` is so under http alone.
 */
const HERE = 'http://here.invalid'
const THERE = 'https://there.invalid'

/**
 * An address within the site as a browser reads it there: as it is where it is relative, else path, query and fragment;
 * null where it leads to another host or nowhere. `origins` are the absolute origins under which the site knows itself
 * (RUL-32). A path of `//` would name a host and is none of ours, whatever address it stands in.
 */
export function ownPath(address: string, origins: readonly string[]): string | null {
  if (!URL.canParse(address, HERE)) return null
  const url = new URL(address, HERE)
  if (url.origin === HERE && new URL(address, THERE).origin === THERE) return address
  if (!origins.includes(url.origin) || url.pathname.startsWith('//')) return null
  return url.pathname + url.search + url.hash
}

/** Where an entry of header or footer leads: a path of the site, or a page or mail address elsewhere. */
export function isLinkTarget(address: string): boolean {
  return /^\/(?![/\\])\S*$/.test(address) || isHttpUrl(address) || /^mailto:[^\s@]+@[^\s@]+$/i.test(address)
}

/** The name a person knows an address by: its host without `www.`; the text itself where it is no address. */
export function hostOf(url: string): string {
  const { origin, host } = URL.canParse(url, HERE) ? new URL(url, HERE) : { origin: HERE, host: '' }
  return origin === HERE ? url : host.replace(/^www\./, '')
}
