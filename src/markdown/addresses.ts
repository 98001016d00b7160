import { ownPath } from '../rules/url.ts'

/** Schemes allowed in links; everything else (javascript:, data:, file: …) is no link. */
const FOLLOWED = new Set(['http:', 'https:', 'mailto:', 'tel:'])

/** Placeholder base to parse relative addresses; `.invalid` never exists (RFC 2606). */
const HERE = 'http://here.invalid'

function parse(address: string): URL | null {
  return URL.canParse(address, HERE) ? new URL(address, HERE) : null
}

/** Whether an address may become a link or an image: relative, or of an allowed scheme. */
export function isFollowed(address: string): boolean {
  const url = parse(address)
  return url !== null && FOLLOWED.has(url.protocol)
}

/** Whether an address is a page on another host (mail and telephone are not). */
export function isForeignPage(address: string, origins: readonly string[]): boolean {
  return /^https?:$/.test(parse(address)?.protocol ?? '') && ownPath(address, origins) === null
}
