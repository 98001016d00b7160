import { fold } from './fold.ts'

/**
 * Where folded words stand first in a text that is not folded, as UTF-16 offsets of the text itself; null where they do not.
 * Folding changes lengths (`ß` becomes two letters, a combining mark none), so offsets are counted along.
 */
export function findFolded(text: string, folded: string): { start: number; end: number } | null {
  const at = fold(text).indexOf(folded)
  if (at === -1 || folded === '') return null
  // What lies far before is counted in pieces: letter by letter a long text would take a hundred times as long.
  let offset = 0
  let seen = 0
  for (let next = pieceEnd(text, 0); next < text.length; next = pieceEnd(text, offset)) {
    const length = fold(text.slice(offset, next)).length
    if (seen + length > at) break
    seen += length
    offset = next
  }
  let start: number | null = null
  for (const sign of signsFrom(text, offset)) {
    if (seen >= at + folded.length && fold(sign) !== '') break
    const length = fold(sign).length
    if (start === null && seen + length > at) start = offset
    seen += length
    offset += sign.length
  }
  return start === null ? null : { start, end: offset }
}

const PIECE = 1024

/** The end of a piece of the text, not within a pair of surrogates. */
function pieceEnd(text: string, from: number): number {
  const end = from + PIECE
  return /[\udc00-\udfff]/.test(text[end] ?? '') ? end + 1 : end
}

function* signsFrom(text: string, offset: number): Generator<string> {
  for (let at = offset; at < text.length;) {
    const sign = String.fromCodePoint(text.codePointAt(at) ?? 0)
    yield sign
    at += sign.length
  }
}
