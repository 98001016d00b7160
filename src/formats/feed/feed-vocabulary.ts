/** Namespaces of feeds, by the prefix used here; the empty one is that of RSS and Atom themselves. */
const NAMESPACES: readonly (readonly [string, RegExp])[] = [
  // Before Atom, whose pattern also matches the former namespace of its publishing protocol.
  ['app', /^https?:\/\/(www\.w3\.org\/2007\/app|purl\.org\/atom\/app)/],
  ['', /^http:\/\/(www\.w3\.org\/2005\/atom|purl\.org\/atom\/|purl\.org\/rss\/1\.0\/?$|purl\.org\/net\/rss1\.1)/],
  ['', /^http:\/\/((my|channel)\.netscape\.com\/|backend\.userland\.com\/rss|(blogs|cyber)\.law\.harvard\.edu\/)/],
  ['rdf', /^http:\/\/www\.w3\.org\/1999\/02\/22-rdf-syntax-ns/],
  ['dc', /^http:\/\/purl\.org\/dc\/(elements|terms)\//],
  ['content', /^http:\/\/purl\.org\/rss\/1\.0\/modules\/content/],
  ['media', /^https?:\/\/search\.yahoo\.com\/mrss/],
  ['itunes', /^http:\/\/(www\.)?itunes\.(apple\.)?com\//],
  ['thr', /^https?:\/\/purl\.org\/syndication\/thread\//],
  ['blogger', /^https?:\/\/schemas\.google\.com\/blogger\//],
  ['xhtml', /^http:\/\/www\.w3\.org\/1999\/xhtml/],
]

/** The prefix used here for a namespace; null for an unknown one. */
export function prefixOf(namespace: string): string | null {
  const written = namespace.trim().toLowerCase()
  return NAMESPACES.find(([, address]) => address.test(written))?.[0] ?? null
}

/** Prefixes whose elements describe an entry, wherever they are declared. */
const EXTENSIONS = new Set(
  'acast admin app arxiv blogger cc content creativecommons dcterms feedburner feedpress gd googleplay media opensearch pingback podcast prism psc rawvoice rdf slash source spotify sy thr trackback wfw xhtml yt'.split(
    ' ',
  ),
)

/** Elements of RSS, Atom and CDF inside an entry. */
const ELEMENTS = new Set(
  'author category comments content contributor created description enclosure guid id issued link modified pubdate published rights source subtitle summary tagline title updated a abstract lastmod'.split(
    ' ',
  ),
)

/** Dublin Core 1.1, and the elements of Apple podcasts for an episode. */
const TERMS: Record<string, Set<string>> = {
  dc: new Set(
    'contributor coverage created creator date description format identifier issued language modified publisher relation rights source subject title type'.split(
      ' ',
    ),
  ),
  itunes: new Set(
    'author block duration episode episodetype explicit image isclosedcaptioned keywords order season subtitle summary title'.split(
      ' ',
    ),
  ),
}

/** Name of an element: the prefix used here, and its local name in lower case. */
export type ElementName = { prefix: string; local: string }

/** The namespace prefixes of one document. */
export class Vocabulary {
  readonly #prefixes = new Map<string, string>()

  /** Reads the declarations `xmlns:…` of a tag's attributes. */
  declare(attributes: Map<string, string>): void {
    for (const [name, value] of attributes) {
      if (!name.startsWith('xmlns:')) continue
      const prefix = prefixOf(value)
      if (prefix !== null) this.#prefixes.set(name.slice(6), prefix)
    }
  }

  /** The root's own prefix means RSS or Atom, in any spelling (`<r:rss>`). */
  makeOwn(prefix: string): void {
    this.#prefixes.set(prefix, '')
  }

  /** True where a tag's attributes declare a namespace of RSS or Atom. */
  speaksOfNews(attributes: Map<string, string>): boolean {
    return [...attributes].some(
      ([name, value]) =>
        name.startsWith('xmlns') &&
        NAMESPACES.some(([prefix, address]) => prefix === '' && address.test(value.trim().toLowerCase())),
    )
  }

  nameOf(name: string): ElementName {
    const colon = name.indexOf(':')
    const local = name.slice(colon + 1).toLowerCase()
    const written = colon < 0 ? '' : name.slice(0, colon).toLowerCase()
    const prefix = this.#prefixes.get(written) ?? written
    return { prefix: ['atom', 'rss', 'atom10', 'atom03', 'a10'].includes(prefix) ? '' : prefix, local }
  }

  /** True where an element is known inside an entry. */
  isKnown({ prefix, local }: ElementName): boolean {
    return prefix === '' ? ELEMENTS.has(local) : (TERMS[prefix]?.has(local) ?? EXTENSIONS.has(prefix))
  }
}
