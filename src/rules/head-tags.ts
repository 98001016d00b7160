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

const QUOTED = /([\w-]{1,20})=(?:"([^"]*)"|'([^']*)')/g

/** Name and content of a `meta` element as services show it for copying; null for anything else. */
export function readMetaTag(typed: string): { name: string; content: string } | null {
  const tag = typed.trim().slice(0, 1000)
  if (!tag.toLowerCase().startsWith('<meta ') || tag.indexOf('>') !== tag.length - 1) return null
  const attributes = new Map(
    [...tag.matchAll(QUOTED)].map(([, name = '', double, single]) => [name.toLowerCase(), double ?? single ?? '']),
  )
  const [name, content] = [attributes.get('name'), attributes.get('content')]
  return name && content ? { name, content } : null
}

/** Whether an address can be the profile of somebody elsewhere. */
export function isProfile(address: string): boolean {
  return /^https?:\/\/[^\s"'<>]+$/i.test(address) && URL.canParse(address)
}

/** Paths of profiles on Mastodon and its relatives; `/@name` elsewhere is a channel or a blog. */
const FEDIVERSE = /^\/(?:@|users\/|profile\/)([A-Za-z\d_][\w.-]{0,63})\/?$/
const OTHERS = /(?:^|\.)(?:youtube|medium|tiktok|threads|substack|flickr|instagram|linktr|bsky)\.[a-z]{2,5}$/

/** The name in the fediverse of a profile, `@name@host`, by its address (RUL-112); null for any other address. */
export function fediverseName(address: string): string | null {
  if (!isProfile(address)) return null
  const { hostname, pathname } = new URL(address)
  const name = FEDIVERSE.exec(pathname)?.[1]
  return name === undefined || OTHERS.test(hostname) ? null : `@${name}@${hostname}`
}

/** Whether reports of security faults can be sent there: a web address or an e-mail address. */
export function isContact(words: string): boolean {
  return isProfile(words) || isMailAddress(words)
}

function isMailAddress(words: string): boolean {
  const [name = '', host = '', ...others] = words.split('@')
  return name !== '' && others.length === 0 && !/[\s<>"',]/.test(words) && /^[\w-]+(?:\.[\w-]+)+$/.test(host)
}
