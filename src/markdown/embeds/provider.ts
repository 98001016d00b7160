/** Content of another host that readers may load into the page, by a pasted address. */
export interface Embed {
  /** The canonical address: target of the link without a script, and key of title and picture. */
  address: string
  /** Address of the frame, loaded after the click. */
  frame: string
  /** The host, as shown to readers. */
  host: string
  kind: 'video' | 'audio' | 'post' | 'map'
  /** Address of title and picture as JSON (oEmbed); null where there is none. */
  facts: string | null
}

/** A provider: hosts of its frames (Content-Security-Policy), and the parser of its addresses. */
export interface Provider {
  frames: readonly string[]
  /** The embed of an `https:` address; null where it is not this provider's. */
  read: (url: URL) => Embed | null
}

/** The host of an address without `www.` and `m.`. */
export function plainHost(url: URL): string {
  return url.hostname.replace(/^(?:www|m)\./, '')
}
