import { MOST_EMBEDS } from '../../rules/limits.ts'
import { bluesky } from './bluesky.ts'
import { codepen } from './codepen.ts'
import { instagram } from './instagram.ts'
import { mastodon } from './mastodon.ts'
import { openstreetmap } from './openstreetmap.ts'
import { peertube } from './peertube.ts'
import { podigee } from './podigee.ts'
import type { Embed, Provider } from './provider.ts'
import { soundcloud } from './soundcloud.ts'
import { spotify } from './spotify.ts'
import { vimeo } from './vimeo.ts'
import { youtube } from './youtube.ts'

/**
 * Every provider whose addresses become placeholders (RUL-49); to add one, add a file and an entry here. Those of one host come
 * before those of any.
 */
const PROVIDERS: readonly Provider[] = [
  youtube,
  vimeo,
  soundcloud,
  spotify,
  podigee,
  bluesky,
  instagram,
  codepen,
  openstreetmap,
  peertube,
  mastodon,
]

/** Longer addresses are never a provider's. */
const LONGEST = 1000

/** The embed of an address; null where no provider matches. */
export function embedOf(address: string): Embed | null {
  if (address.length > LONGEST || !URL.canParse(address)) return null
  const url = new URL(address)
  if ((url.protocol !== 'https:' && url.protocol !== 'http:') || url.username !== '' || url.port !== '') return null
  for (const { read } of PROVIDERS) {
    const found = read(url)
    if (found) return found
  }
  return null
}

/** Substrings, one of which occurs in every provider address. */
const HINTS = PROVIDERS.flatMap(({ hints }) => hints)

/** The origins of the frames of these embeds, by their plain addresses: what a page with them may load. */
export function frameOrigins(addresses: readonly string[]): string[] {
  const frames = addresses.flatMap((address) => embedOf(address)?.frame ?? [])
  return [...new Set(frames.map((frame) => new URL(frame).origin))]
}

/** Whether a text may contain an embed at all. */
export function mayEmbed(markdown: string): boolean {
  return HINTS.some((hint) => markdown.includes(hint))
}

/**
 * The plain addresses of a text's embeds, found without parsing markdown: addresses alone in a line or in a frame. Some
 * may be in code; their metadata is then fetched for nothing.
 */
export function embedsNamedIn(markdown: string): string[] {
  const found = new Set<string>()
  if (!mayEmbed(markdown)) return []
  for (const line of markdown.split('\n')) {
    if (found.size >= MOST_EMBEDS) break
    const address = line.includes('<iframe') ? frameIn(line) : bare(line)
    const embed = address === null ? null : embedOf(address)
    if (embed) found.add(embed.address)
  }
  return [...found]
}

function bare(line: string): string | null {
  const words = line.trim()
  const address = words.startsWith('<') && words.endsWith('>') ? words.slice(1, -1) : words
  return address.startsWith('http') && address.length <= LONGEST && !/\s/.test(address) ? address : null
}

function frameIn(line: string): string | null {
  const source = line.indexOf('src=', line.indexOf('<iframe'))
  const quote = line[source + 4]
  if (source < 0 || (quote !== '"' && quote !== "'")) return null
  const address = line.slice(source + 5, line.indexOf(quote, source + 5)).replaceAll('&amp;', '&')
  return address.startsWith('//') ? `https:${address}` : address
}
