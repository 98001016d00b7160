/** Something of another host that readers may load into the page, by an address a writer pasted. */
export interface Embed {
  /** The address in its plain form: what the link without a script leads to, and what title and picture are kept by. */
  address: string
  /** What the frame loads after the click. */
  frame: string
  /** The host as readers know it. */
  host: string
  kind: 'video' | 'audio' | 'post' | 'map'
  /** Where title and picture are asked for, as JSON (oEmbed); null where there is nothing to ask. */
  facts: string | null
}

/** One provider: hosts whose frames the page may load (Content-Security-Policy), and how its addresses are read. */
export interface Provider {
  frames: readonly string[]
  /** The embed behind an address of `https:`; null where it is none of this provider's. */
  read: (url: URL) => Embed | null
}

/** The host of an address without `www.` and `m.`, as providers are told apart by. */
export function plainHost(url: URL): string {
  return url.hostname.replace(/^(?:www|m)\./, '')
}
