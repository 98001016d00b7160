import { isAscii, isUtf8 as isWholeUtf8 } from 'node:buffer'
import chardet from 'chardet'

/**
 * Characters of German texts beyond ASCII in Windows-1252: umlauts, quotation marks, dashes, `…`, `€`, `§`, `°`, `»`
 * and `«`.
 */
const GERMAN = new Set([
  ...[0xc4, 0xd6, 0xdc, 0xdf, 0xe4, 0xf6, 0xfc],
  ...[0x80, 0x82, 0x84, 0x85, 0x91, 0x92, 0x93, 0x94, 0x96, 0x97, 0xa0, 0xa7, 0xab, 0xad, 0xb0, 0xbb],
])
/** Bytes sampled to guess a charset. */
const SAMPLE = 32_768

/**
 * Decodes a fetched document (RUL-17): a feed, a page. The bytes come first: a byte order mark, the zeros of UTF-16, or
 * valid UTF-8 beyond ASCII. Then follow the HTTP header, the XML declaration or a page's `<meta>`, and a guess from a
 * sample. A declared charset that the bytes contradict is skipped; a single bad byte contradicts nothing and becomes a
 * replacement character.
 */
export function decodeText(bytes: Uint8Array, contentType?: string): string {
  const wide = orderOfUtf32(bytes)
  return wide ? decodeUtf32(bytes, wide) : decode(bytes, charsetOf(bytes, contentType))
}

/** A document's bytes in UTF-8, unchanged if they already are, for a document too large for one string. */
export function inUtf8(bytes: Buffer): Buffer {
  const isThere = !orderOfUtf32(bytes) && isUtf8(charsetOf(bytes, undefined))
  return isThere ? bytes : Buffer.from(decodeText(bytes))
}

function charsetOf(bytes: Uint8Array, contentType: string | undefined): string {
  const marked = byteOrderMark(bytes) ?? zerosOfUtf16(bytes)
  if (marked) return marked
  const isPlain = isAscii(bytes)
  if (!isPlain && isWholeUtf8(bytes)) return 'utf-8'
  if (isPlain && hasJapaneseEscapes(bytes)) return 'iso-2022-jp'
  const { good, bad, first } = isPlain ? { good: 0, bad: 0, first: -1 } : utf8Letters(bytes)
  for (const label of [headerCharset(contentType), declaredCharset(bytes), metaCharset(bytes)]) {
    if (!label || !isKnown(label)) continue
    if (isUtf8(label) && bad > good) continue
    // Bytes that could be decoded this far are no UTF-16, whatever is declared.
    if (/^utf-16/i.test(label)) continue
    return label
  }
  if (good >= bad) return 'utf-8'
  // With few words the guess would read two adjacent umlauts as one character of another script.
  if (bytes.every((byte) => byte < 0x80 || GERMAN.has(byte))) return 'windows-1252'
  const from = Math.max(0, first - 64)
  const detected = chardet.detect(guessedFrom(bytes.subarray(from, from + SAMPLE)))
  return detected && isKnown(detected) && !isUtf8(detected) ? detected : 'windows-1252'
}

function decode(bytes: Uint8Array, label: string): string {
  return new TextDecoder(label).decode(bytes)
}

function byteOrderMark(bytes: Uint8Array): string | null {
  const [first, second, third] = bytes
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return null
}

/**
 * UTF-32 by its mark or by the zeros around the first character, which is `<`, `{` or a space; no decoder of the
 * platform supports it.
 */
function orderOfUtf32(bytes: Uint8Array): 'le' | 'be' | null {
  const [first = 0, second = 0, third = 0, fourth = 0] = bytes
  if (bytes.length % 4 !== 0 || bytes.length === 0) return null
  if (third === 0 && fourth === 0 && ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0))) return 'le'
  if (first === 0 && second === 0 && ((third === 0xfe && fourth === 0xff) || (third === 0 && fourth !== 0))) return 'be'
  return null
}

function decodeUtf32(bytes: Uint8Array, order: 'le' | 'be'): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const pieces: string[] = []
  let signs: number[] = []
  for (let at = 0; at < bytes.length; at += 4) {
    const sign = view.getUint32(at, order === 'le')
    if (at > 0 || sign !== 0xfeff) signs.push(sign > 0x10ffff ? 0xfffd : sign)
    if (signs.length < 4096 && at + 4 < bytes.length) continue
    pieces.push(String.fromCodePoint(...signs))
    signs = []
  }
  return pieces.join('')
}

/** ISO-2022-JP is ASCII with unique escape sequences: without bytes beyond ASCII they decide. */
function hasJapaneseEscapes(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return ['\x1b$B', '\x1b$@'].some((escape) => text.includes(escape))
}

/**
 * The sample to guess a charset from, without tags, which would outweigh few words. Reduced to words with non-ASCII
 * bytes only if these have more of them than ASCII: a handful of umlauts alone looks as Turkish as German.
 */
function guessedFrom(sample: Uint8Array): Uint8Array {
  const words = new Uint8Array(sample.length)
  let length = 0
  const word = { foreign: 0, ascii: 0 }
  const all = { foreign: 0, ascii: 0 }
  let tag = false
  for (const byte of sample) {
    if (byte === 0x3c) tag = true
    if (!tag) words[length++] = byte
    const isForeign = !tag && byte >= 0x80
    const isAscii = !tag && (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a
    if (isForeign) word.foreign += 1
    else if (isAscii) word.ascii += 1
    else {
      // A word of ASCII characters only (an address, a name) tells nothing.
      if (word.foreign > 0) {
        all.foreign += word.foreign
        all.ascii += word.ascii
      }
      word.foreign = 0
      word.ascii = 0
    }
    if (byte === 0x3e) tag = false
  }
  return all.foreign > all.ascii ? words.subarray(0, length) : sample
}

function headerCharset(contentType: string | undefined): string | null {
  return /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType ?? '')?.[1] ?? null
}

/** Without a mark, zero bytes around the first character reveal UTF-16 (XML 1.0, appendix F). */
function zerosOfUtf16(bytes: Uint8Array): string | null {
  const [first = 0, second = 0, third = 0, fourth = 0] = bytes
  if (first !== 0 && second === 0 && third !== 0 && fourth === 0) return 'utf-16le'
  if (first === 0 && second !== 0 && third === 0 && fourth !== 0) return 'utf-16be'
  return null
}

/** The encoding of the XML declaration. */
function declaredCharset(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.subarray(0, 1024)).toString('latin1')
  const start = head.toLowerCase().indexOf('<?xml')
  const declaration = start < 0 ? '' : (head.slice(start).split('>')[0] ?? '')
  return /\sencoding\s*=\s*["']([^"']+)["']/i.exec(declaration)?.[1] ?? null
}

/** The charset of a page's `<meta charset>` or `<meta http-equiv>`, near its beginning as in browsers. */
function metaCharset(bytes: Uint8Array): string | null {
  const tags = Buffer.from(bytes.subarray(0, 4096)).toString('latin1').split('<')
  const meta = tags.find((tag) => /^meta\s/i.test(tag) && /charset/i.test(tag)) ?? ''
  return /charset\s*=\s*["']?([\w.:-]+)/i.exec(meta.split('>')[0] ?? '')?.[1] ?? null
}

function isKnown(label: string): boolean {
  try {
    return new TextDecoder(label).encoding !== ''
  } catch {
    return false
  }
}

function isUtf8(label: string): boolean {
  return /^utf-?8$/i.test(label)
}

/** Number of valid and invalid UTF-8 sequences beyond ASCII, and the position of the first one. */
function utf8Letters(bytes: Uint8Array): { good: number; bad: number; first: number } {
  const found = { good: 0, bad: 0, first: -1 }
  for (let at = 0; at < bytes.length; at += 1) {
    const lead = bytes[at] ?? 0
    if (lead < 0x80) continue
    if (found.first < 0) found.first = at
    const more = lead >= 0xf0 && lead < 0xf5 ? 3 : lead >= 0xe0 && lead < 0xf0 ? 2 : lead >= 0xc2 && lead < 0xe0 ? 1 : 0
    let tail = 0
    while (tail < more && ((bytes[at + tail + 1] ?? 0) & 0xc0) === 0x80) tail += 1
    if (more > 0 && tail === more) {
      found.good += 1
      at += more
    } else found.bad += 1
  }
  return found
}
