import { fold, foldedPieces } from './fold.ts'

/**
 * Where folded words stand first in a text that is not folded, as UTF-16 offsets of the text itself; null where they do not.
 * Folding changes lengths (`ß` becomes two characters, a combining mark none), so offsets are counted along: in pieces up to the
 * one where the words begin, sign by sign in there.
 */
export function findFolded(text: string, folded: string): { start: number; end: number } | null {
  if (folded === '') return null
  const begins: { offset: number; seen: number }[] = []
  let seen = 0
  let tail = ''
  for (const piece of foldedPieces(text)) {
    begins.push({ offset: piece.offset, seen })
    // The words may have begun in the pieces before.
    const here = tail + piece.folded
    const found = here.indexOf(folded)
    if (found !== -1) {
      const at = seen - tail.length + found
      return placeFrom(text, begins.findLast((begin) => begin.seen <= at) ?? { offset: 0, seen: 0 }, at, folded.length)
    }
    seen += piece.folded.length
    tail = folded.length > 1 ? here.slice(1 - folded.length) : ''
  }
  return null
}

/** The characters of the text that fold to this number of characters, from the character `at` on. */
function placeFrom(text: string, begin: { offset: number; seen: number }, at: number, letters: number) {
  let { offset, seen } = begin
  let start: number | null = null
  while (offset < text.length) {
    const sign = String.fromCodePoint(text.codePointAt(offset) ?? 0)
    const folded = fold(sign)
    if (seen >= at + letters && folded !== '') break
    if (start === null && seen + folded.length > at) start = offset
    seen += folded.length
    offset += sign.length
  }
  return start === null ? null : { start, end: offset }
}
