import { decodeHTML } from 'entities'
import { endsLine } from '../../markdown/html/elements.ts'
import { finder } from './xml-scanner.ts'

/** Element names of HTML and its common relatives; anything else in angle brackets is text (`List<String>`). */
const ELEMENTS = new Set(
  'a abbr acronym address applet article aside audio b base basefont bdi bdo bgsound big blink blockquote body br button canvas caption center cite code col colgroup data dd del details dfn dialog div dl dt em embed fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img input ins isindex kbd keygen label legend li link listing main map mark marquee math meta multicol nav nobr noembed noframes noscript object ol option p param picture plaintext pre q rb rp rt rtc ruby s samp script section select small source spacer span strike strong style sub summary sup svg table tbody td template textarea tfoot th thead time title tr tt u ul var video wbr xmp'.split(
    ' ',
  ),
)
/** Block elements leave a space where the tag was. */
const keepsSpace = (name: string): boolean => name === 'br' || endsLine(name)
/** Elements removed with their content. */
const UNREAD = new Set(['script', 'style', 'template', 'noscript', 'svg'])
/** Maximum characters processed without tags: only a few hundred are shown. */
const MOST_LETTERS = 100_000
/** Maximum characters of a tag, attributes included. */
const MAX_TAG = 4000
const ENCODED_WORD = /=\?([\w-]{1,40})\?([BQ])\?([^?\s]{0,2000})\?=/gi

/**
 * A feed's title or text as plain text of one line (RUL-17): without tags, scripts and styles, entities and base64
 * words (RFC 2047) decoded, no control characters, at most `max` characters.
 */
export function plainText(markup: string | null | undefined, max: number): string {
  if (!markup) return ''
  const words = markup.replace(ENCODED_WORD, (word, charset: string, method: string, content: string) => {
    return decodedWord(charset, method, content) ?? word
  })
  const text = windowsLetters(decodeHTML(withoutTags(words))).toWellFormed()
  // oxlint-disable-next-line no-control-regex -- control characters become spaces here
  const line = text.replace(/[\u0000-\u001f\u007f-\u009f\s]+/g, ' ').trim()
  const letters = [...line.slice(0, 2 * max + 2)]
  return letters.length <= max
    ? line
    : `${letters
        .slice(0, max - 1)
        .join('')
        .trimEnd()}…`
}

const WINDOWS = new TextDecoder('windows-1252')

/**
 * C1 control characters in Unicode are always Windows-1252 bytes mistaken for Latin-1, and are converted to the
 * intended quotation marks and dashes.
 */
function windowsLetters(text: string): string {
  // oxlint-disable-next-line no-control-regex -- they are what is replaced
  return text.replace(/[\u0080-\u009f]/g, (sign) => WINDOWS.decode(Uint8Array.of(sign.charCodeAt(0))))
}

function withoutTags(html: string): string {
  const find = finder(html)
  const ends = new Map<string, () => number>()
  const kept: string[] = []
  let letters = 0
  let at = 0
  while (at < html.length && letters < MOST_LETTERS) {
    const next = find('<', at)
    const start = next < 0 ? html.length : next
    keep(html.slice(at, start))
    at = next < 0 ? start : pass(start)
  }
  return kept.join('').slice(0, MOST_LETTERS).replaceAll(']]>', '')

  function keep(text: string): void {
    kept.push(text)
    letters += text.length
  }

  /** Skips what begins at a `<`, or keeps it as text; returns the position after it. */
  function pass(start: number): number {
    if (html.startsWith('<!--', start)) {
      const end = find('-->', start + 4)
      return end < 0 ? html.length : end + 3
    }
    if (html.startsWith('<![CDATA[', start)) return start + 9
    const name = /^(?:\/?(?:\w{1,20}:)?([a-z][a-z0-9]{0,11})(?=[\s/>])|!(doctype)\b)/i.exec(
      html.slice(start + 1, start + 40),
    )
    const element = name?.[1]?.toLowerCase() ?? ''
    const end = name && (name[2] || ELEMENTS.has(element)) ? tagEnd(start) : -1
    if (end < 0) {
      keep('<')
      return start + 1
    }
    if (UNREAD.has(element)) {
      keep(' ')
      return html[start + 1] === '/' ? end + 1 : behind(element, end + 1)
    }
    if (keepsSpace(element)) keep(' ')
    return end + 1
  }

  /** The `>` of a tag outside its attribute values; an unclosed quote is ignored. */
  function tagEnd(start: number): number {
    let from = start
    for (;;) {
      const end = find('>', from)
      let quote = from
      while (quote < end && !(html[quote - 1] === '=' && (html[quote] === '"' || html[quote] === "'"))) quote += 1
      if (end < 0 || quote >= end) return end
      const close = find(html[quote] ?? '', quote + 1)
      if (close < 0 || close - start > MAX_TAG) return end
      from = close + 1
    }
  }

  /** The position after the end tag of a removed element that began before `from`. */
  function behind(element: string, from: number): number {
    const seek = ends.get(element) ?? seekerOf(html, element)
    ends.set(element, seek)
    let end = seek()
    while (end >= 0 && end < from) end = seek()
    return end < 0 ? html.length : end
  }
}

/** Returns the positions after one element's end tags, one after the other, then -1. */
function seekerOf(html: string, element: string): () => number {
  const pattern = new RegExp(`</${element}\\s*>`, 'gi')
  let done = false
  return () => {
    done ||= pattern.exec(html) === null
    return done ? -1 : pattern.lastIndex
  }
}

function decodedWord(charset: string, method: string, content: string): string | null {
  const bytes =
    method.toUpperCase() === 'B'
      ? Buffer.from(content, 'base64')
      : Buffer.from(
          content.replaceAll('_', ' ').replace(/=([\da-f]{2})/gi, (_all, hex: string) => {
            return String.fromCharCode(Number.parseInt(hex, 16))
          }),
          'latin1',
        )
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return null
  }
}
