import type { MarkdownIt, StateInline } from 'markdown-it'
import { readableText } from '../rules/readable-text.ts'

const NUMERIC = /&#(?:x([0-9a-f]{1,6})|(\d{1,7}));/iy
/** Escaped bytes that may form one UTF-8 character. */
const ESCAPED = /%[0-7][\da-f]|%[cd][\da-f]%[89ab][\da-f]|%e[\da-f](?:%[89ab][\da-f]){2}|%f[0-4](?:%[89ab][\da-f]){3}/gi
/** Escapes that stay: separators of the address, and invisible or confusable characters. */
const KEPT = /[;/?:@&=+$,#%\ufffd\p{C}\p{Zl}\p{Zp}]/u

/** The character of a numeric reference; null for control characters, surrogates and invalid numbers. */
function character(code: number): string | null {
  if (code > 0x10_ff_ff) return null
  // As in browsers: numbers of Windows-1252, which old editors wrote.
  const meant =
    code >= 0x80 && code <= 0x9f
      ? new TextDecoder('windows-1252').decode(Uint8Array.of(code))
      : String.fromCodePoint(code)
  return meant !== '\r' && readableText(meant) === meant ? meant : null
}

/** Inline rule: a numeric reference without a readable character stays literal, instead of becoming U+FFFD. */
function numericReference(state: StateInline, silent: boolean): boolean {
  NUMERIC.lastIndex = state.pos
  const match = NUMERIC.exec(state.src)
  if (!match) return false
  const [written, hex, decimal] = match
  const token = silent ? null : state.push('text_special', '', 0)
  if (token) {
    token.content = character(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)) ?? written
    token.markup = written
    token.info = 'entity'
  }
  state.pos += written.length
  return true
}

/** A percent-encoded address in readable form: UTF-8 escapes decoded, everything else unchanged. */
export function readableAddress(address: string): string {
  return address.replace(ESCAPED, (escapes) => {
    try {
      const sign = decodeURIComponent(escapes)
      return KEPT.test(sign) ? escapes : sign
    } catch {
      // Bytes of another encoding, or no character at all.
      return escapes
    }
  })
}

/** Only readable characters are produced, in references and in the text of bare addresses. */
export function characters(md: MarkdownIt): void {
  md.inline.ruler.before('entity', 'numeric_reference', numericReference)
  const withWordsOfHost = md.normalizeLinkText.bind(md)
  // The original turns other escapes into U+FFFD; with their percent signs escaped it leaves them unchanged.
  md.normalizeLinkText = (address) =>
    readableAddress(withWordsOfHost(address.replaceAll('%', '%25')).replaceAll('%25', '%'))
}
