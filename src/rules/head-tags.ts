/** Names of `meta` elements that the site writes itself or that change how a page is read (RUL-112). */
const OWN = new Set([
  ...['author', 'color-scheme', 'description', 'generator', 'googlebot', 'keywords', 'referrer', 'robots'],
  ...['theme-color', 'viewport'],
])
const OWN_PREFIX = /^(?:article|fediverse|og|twitter):/

/** Whether a `meta` name means something else than a verification. */
export function hasOwnMeaning(name: string): boolean {
  const lower = name.toLowerCase()
  return OWN.has(lower) || OWN_PREFIX.test(lower)
}

/** Name and content of a `meta` element as services show it for copying; null for anything else. */
export function readMetaTag(typed: string): { name: string; content: string } | null {
  const tag = /^\s*<meta\s([^<>]{1,800})>\s*$/i.exec(typed)?.[1]
  if (tag === undefined) return null
  const value = (attribute: string) => new RegExp(`(?:^|\\s)${attribute}\\s*=\\s*["']([^"']*)["']`, 'i').exec(tag)?.[1]
  const name = value('name')
  const content = value('content')
  return name && content ? { name, content } : null
}

/** Whether an address can be the profile of somebody elsewhere. */
export function isProfile(address: string): boolean {
  return /^https?:\/\/[^\s"'<>]+$/i.test(address) && URL.canParse(address)
}

/** Whether reports of security faults can be sent there: a web address or an e-mail address. */
export function isContact(words: string): boolean {
  return isProfile(words) || /^[^\s@<>"',]+@[^\s@<>"',]+\.[^\s@<>"',]+$/.test(words)
}
