import type { Token } from 'markdown-it'
import { ownPath } from '../rules/url.ts'
import { plainText } from './tokens.ts'

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

/** Class of a link whose words are its address: paper does not repeat it. */
export const ADDRESS_CLASS = 'address'

/** Whether the words of the link that opens here are its address, with or without scheme, `www.` and the last slash. */
export function showsItsAddress(tokens: readonly Token[], open: number): boolean {
  const link = tokens[open]!
  if (link.info === 'auto') return true
  let close = open + 1
  while (close < tokens.length && tokens[close]!.type !== 'link_close') close += 1
  const bare = (address: string) =>
    address
      .trim()
      .replace(/^(?:https?:\/\/)?(?:www\.)?/i, '')
      .replace(/\/$/, '')
  return bare(plainText(tokens.slice(open + 1, close))) === bare(String(link.attrGet('href')))
}
