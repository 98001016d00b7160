import { canonicalPath } from '../../platform/http/request-target.ts'

/** An address in the form in which redirects compare it (RUL-56): without regard to case and a trailing slash. */
export interface OldAddress {
  /** Lower case, without a trailing slash. */
  path: string
  /** The query: the first value of each name. */
  query: ReadonlyMap<string, string>
}

/** A typed address: `text` is its canonical spelling (ASCII, from the first slash on). */
export interface TypedAddress extends OldAddress {
  text: string
}

/** Why a text is no address of this site, in German. */
export type AddressFault = { fault: string }

/**
 * Maximum length of an address in its canonical spelling (characters); browsers and search engines accept no longer
 * ones.
 */
export const MOST_CHARACTERS = 2000
/** Maximum parameters of an old address. */
export const MOST_PARAMETERS = 10

/** First path segments that the product handles entirely, including „not found“. */
const OWN_SEGMENTS: ReadonlySet<string> = new Set(['admin', 'api', 'auth', 'chrome-extension', 'preview'])
/** Below these it handles only some addresses: a blog that lived at `/site/` can be redirected. */
const OWN_BELOW = /^\/(?:site\/[\w.-]{1,200}\.(?:css|jpg|png|webp)|(?:functions|storage)\/v1(?:\/.*)?)$/
/** Whole paths that the product handles. */
const OWN_PATHS: ReadonlySet<string> = new Set(['/', '/favicon.ico', '/favicon.svg', '/healthz', '/readyz', '/metrics'])

/**
 * Parses a typed or imported address. `own` are the origins of this site (`https://example.org`); an address of another
 * one is a fault, as is a text that does not begin with a slash.
 */
export function readAddress(typed: string, own: readonly string[] = []): TypedAddress | AddressFault {
  const local = withoutOrigin(typed.trim().toWellFormed(), own)
  if (typeof local !== 'string') return local
  const [whole = ''] = local.split('#', 1)
  const fragment = local.slice(whole.length)
  const { path: written, query } = splitQuery(whole)
  const path = canonicalPath(percentEncoded(written))
  if (path === null) return { fault: 'In der Adresse steht ein Prozentzeichen, das für nichts steht.' }
  const text = `${path}${query === '' ? '' : `?${percentEncoded(query)}`}${percentEncoded(fragment)}`
  if (/%00/.test(text)) return { fault: 'In der Adresse steht ein Zeichen, das keine Adresse haben kann (%00).' }
  const address = addressOf(path, query)
  // The stored and indexed forms are bounded, too: other spellings of the query are longer.
  const longest = Math.max(text.length, keyOf(address).length, address.path.length + shapeOf(address).length)
  if (longest > MOST_CHARACTERS) return { fault: `Höchstens ${MOST_CHARACTERS} Zeichen` }
  return { text, ...address }
}

/** A requested address: a canonical path and the raw query. */
export function addressOf(path: string, query: string): OldAddress {
  const folded = path.toLowerCase()
  const said = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(query)) if (!said.has(name)) said.set(name, value)
  return { path: folded === '/' ? folded : folded.replace(/\/$/, ''), query: said }
}

/** The key under which an address is stored and looked up; with `names` only these parameters count. */
export function keyOf({ path, query }: OldAddress, names: readonly string[] = [...query.keys()]): string {
  if (names.length === 0) return path
  const pairs = names.toSorted().map((name): [string, string] => [name, query.get(name) ?? ''])
  return `${path}?${new URLSearchParams(pairs).toString()}`
}

/** The names of its parameters as one word, independent of their order; empty without a query. */
export function shapeOf({ query }: OldAddress): string {
  return [...query.keys()]
    .toSorted()
    .map((name) => encodeURIComponent(name))
    .join('&')
}

/** The parameter names of a shape. */
export function namesOf(shape: string): string[] {
  return shape === '' ? [] : shape.split('&').map(decodeURIComponent)
}

/** Whether the requested address matches an old one: the same path, and all its parameters are present. */
export function meets(old: OldAddress, asked: OldAddress): boolean {
  return old.path === asked.path && [...old.query].every(([name, value]) => asked.query.get(name) === value)
}

/** Whether the product itself handles this path, whatever was published: a redirect would never apply there. */
export function isOwnPath({ path, query }: OldAddress): boolean {
  const [, first = ''] = path.split('/', 2)
  return OWN_SEGMENTS.has(first) || OWN_BELOW.test(path) || (OWN_PATHS.has(path) && !(path === '/' && query.size > 0))
}

function withoutOrigin(typed: string, own: readonly string[]): string | AddressFault {
  if (typed === '') return { fault: 'Bitte eine Adresse angeben, die mit / beginnt.' }
  const foreign = {
    fault: 'Die Adresse gehört zu einer anderen Website. Gemeint ist eine dieser Website, etwa /alte-seite.',
  }
  if (/^[/\\]{2}/.test(typed) || typed.startsWith('/\\')) return foreign
  if (typed.startsWith('/')) return typed
  if (!/^https?:\/\//i.test(typed)) return { fault: 'Die Adresse beginnt mit /, etwa /alte-seite.' }
  if (!URL.canParse(typed)) return foreign
  const { origin } = new URL(typed)
  if (!own.some((address) => URL.canParse(address) && new URL(address).origin === origin)) return foreign
  const rest = typed.replace(/^https?:\/\/[^/?#]*/i, '')
  return rest.startsWith('/') ? rest : `/${rest}`
}

/** Percent-encodes blanks and non-ASCII characters. */
function percentEncoded(text: string): string {
  return text.replace(/[^!-~]/gu, encodeURIComponent)
}

function splitQuery(whole: string): { path: string; query: string } {
  const at = whole.indexOf('?')
  return at === -1 ? { path: whole, query: '' } : { path: whole.slice(0, at), query: whole.slice(at + 1) }
}
