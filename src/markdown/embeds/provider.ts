/** Content of another host that readers may load into the page, by a pasted address. */
export interface Embed {
  /** The canonical address: target of the link without a script, and key of title and picture. */
  address: string
  /** Address of the frame, loaded after the click. */
  frame: string
  /** The host, as shown to readers. */
  host: string
  kind: 'video' | 'audio' | 'post' | 'map' | 'code'
  /** Height of its frame in pixels, at any width; null for 16:9. One of `HEIGHTS`. */
  height: (typeof HEIGHTS)[number] | null
  /** Address of title and picture as JSON (oEmbed); null where there is none. */
  facts: string | null
}

/** Heights that the style sheet knows. */
export const HEIGHTS = [152, 188, 248, 352] as const

/** A provider: the parser of its addresses. */
export interface Provider {
  /** Substrings, one of which occurs in each of its addresses. */
  hints: readonly string[]
  /** The embed of an `https:` address; null where it is not this provider's. */
  read: (url: URL) => Embed | null
}

/** The host of an address without `www.` and `m.`. */
export function plainHost(url: URL): string {
  return url.hostname.replace(/^(?:www|m)\./, '')
}

/** What each kind of embed is called, and the verbs of its button and its link. */
export const EMBED_WORDS = {
  video: { button: 'Video laden', link: 'ansehen', title: 'Video' },
  audio: { button: 'Ton laden', link: 'anhören', title: 'Tonaufnahme' },
  post: { button: 'Beitrag laden', link: 'ansehen', title: 'Beitrag' },
  code: { button: 'Beispiel laden', link: 'ansehen', title: 'Beispiel' },
  map: { button: 'Karte laden', link: 'ansehen', title: 'Karte' },
} satisfies Record<Embed['kind'], Record<string, string>>

/** A name on the public internet; addresses by number have no such frames. */
const NAME = /^(?:[a-z0-9-]{1,63}\.){1,8}[a-z][a-z0-9-]{1,62}$/

/** Whether software that many people run may be at this host: its frames are then allowed on pages that show one. */
export function mayBeInstance({ hostname }: URL): boolean {
  return hostname.length <= 100 && NAME.test(hostname)
}
