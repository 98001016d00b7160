import { decodeHTML } from 'entities'
import { decodeText } from '../../../formats/source/text-charset.ts'

/** Maximum characters of a title, as for articles and other records. */
const MAX_TITLE = 300
/** Maximum raw characters of a title: entities are longer than their characters. */
const MAX_RAW = 6000
/** Elements whose content is skipped: their tags and titles do not belong to the page. */
const SKIPPED = new Set(['script', 'style', 'noscript', 'template', 'svg', 'textarea', 'iframe', 'xmp'])
/** Names of `<meta>` elements with the page's title, in order of preference. */
const NAMES = ['og:title', 'twitter:title']

/**
 * The title of a page: `og:title`, else `twitter:title`, else `<title>`, as one line of plain text; null without one.
 * Scans the page once, in any state.
 */
export function pageTitle(html: string): string | null {
  const found = new Map<string, string>()
  let at = html.indexOf('<')
  while (at >= 0 && at < html.length) {
    at = html.indexOf('<', pass(at))
  }
  for (const name of [...NAMES, 'title']) {
    const title = oneLine(found.get(name) ?? '')
    if (title !== '') return title
  }
  return null

  /** Skips what begins at a `<`; returns the position after it. */
  function pass(start: number): number {
    if (html.startsWith('<!--', start)) return behind('-->', start + 4)
    const name = /^[a-z][a-z0-9]{0,15}/i.exec(html.slice(start + 1, start + 17))?.[0].toLowerCase()
    if (!name) return start + 1
    const { attributes, end } = readTag(html, start + 1 + name.length)
    if (SKIPPED.has(name)) return behindElement(name, end)
    if (name === 'title') {
      const close = behindElement('title', end)
      if (!found.has('title')) found.set('title', titleText(html.slice(end, end + MAX_RAW)))
      return close
    }
    if (name === 'meta') {
      const key = (attributes.get('property') ?? attributes.get('name') ?? '').toLowerCase()
      const content = attributes.get('content')
      if (NAMES.includes(key) && content !== undefined && !found.has(key)) found.set(key, content)
    }
    return end
  }

  function behind(sign: string, from: number): number {
    const place = html.indexOf(sign, from)
    return place < 0 ? html.length : place + sign.length
  }

  /** The position after the next end tag of this name; the end of the page without one. */
  function behindElement(name: string, from: number): number {
    const end = /<\/([a-z]{1,16})[\s/>]/gi
    end.lastIndex = from
    for (let match = end.exec(html); match; match = end.exec(html)) {
      if (match[1]?.toLowerCase() === name) return end.lastIndex
    }
    return html.length
  }
}

/** The text up to the end tag; without one, up to the next tag. */
function titleText(raw: string): string {
  const stop = raw.search(/<\/title[\s/>]/i)
  return stop < 0 ? (raw.split('<')[0] ?? '') : raw.slice(0, stop)
}

/** Reads attributes until the tag ends; quoted values may contain `>`. */
function readTag(html: string, from: number): { attributes: Map<string, string>; end: number } {
  const attributes = new Map<string, string>()
  const attribute = /[\s/]*(?:>|([^\s/>=]+)(\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+))?)?)?/y
  let at = from
  while (at < html.length) {
    attribute.lastIndex = at
    const match = attribute.exec(html)
    if (!match || match[0] === '') {
      // A misplaced quote or `=` is ignored.
      at += 1
      continue
    }
    at += match[0].length
    if (match[0].endsWith('>') && match[1] === undefined) return { attributes, end: at }
    const name = match[1]?.toLowerCase()
    if (name !== undefined && !attributes.has(name))
      attributes.set(name, (match[3] ?? match[4] ?? match[5] ?? '').slice(0, MAX_RAW))
  }
  return { attributes, end: html.length }
}

/** Plain text of one line: entities decoded, without control and bidi characters, cut at 300. */
function oneLine(raw: string): string {
  const text = decodeHTML(raw.slice(0, MAX_RAW))
    .toWellFormed()
    .normalize('NFC')
    // oxlint-disable-next-line no-control-regex -- control characters become spaces here
    .replace(/[\u0000-\u001f\u007f-\u009f\s]+/gu, ' ')
    .replace(/[\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\u00ad]/gu, '')
    .trim()
  if (text.length <= MAX_TITLE) return text
  // Cut between characters, not within a surrogate pair.
  const kept = text.slice(0, MAX_TITLE - 1).replace(/[\ud800-\udbff]$/u, '')
  return `${kept.toWellFormed().trimEnd()}…`
}

/** The title of a page, from the bytes of a response and its content type; null when it has none. */
export function run({ body, contentType }: { body: Uint8Array; contentType: string | undefined }): string | null {
  return pageTitle(decodeText(body, contentType))
}
