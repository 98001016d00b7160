import { ownPath } from '../rules/url.ts'

/** Schemes a reader may follow from a text; everything else (javascript:, data:, file: …) is no link. */
const FOLLOWED = new Set(['http:', 'https:', 'mailto:', 'tel:'])

/** Stands for the page's own address while a relative one is read; `.invalid` never exists (RFC 2606). */
const HERE = 'http://here.invalid'

function parse(address: string): URL | null {
  return URL.canParse(address, HERE) ? new URL(address, HERE) : null
}

/** Whether an address of the text may become a link or an image: relative, or of a scheme readers may follow. */
export function isFollowed(address: string): boolean {
  const url = parse(address)
  return url !== null && FOLLOWED.has(url.protocol)
}

/** The host of a foreign address, as a reader knows it. */
export function hostOf(address: string): string {
  return parse(address)?.host.replace(/^www\./, '') ?? ''
}

/** Whether an address leads to a page on another host (mail and telephone do not). */
export function isForeignPage(address: string, origins: readonly string[]): boolean {
  return /^https?:$/.test(parse(address)?.protocol ?? '') && ownPath(address, origins) === null
}
