import { fold } from './fold.ts'

/**
 * Where folded words stand first in a text that is not folded, as UTF-16 offsets of the text itself; null where they do not.
 * Folding changes lengths (`ß` becomes two letters, a combining mark none), so offsets are counted along.
 */
export function findFolded(text: string, folded: string): { start: number; end: number } | null {
  const at = fold(text).indexOf(folded)
  if (at === -1 || folded === '') return null
  let start: number | null = null
  let seen = 0
  let offset = 0
  for (const sign of text) {
    if (seen >= at + folded.length && fold(sign) !== '') break
    const length = fold(sign).length
    if (start === null && seen + length > at) start = offset
    seen += length
    offset += sign.length
  }
  return start === null ? null : { start, end: offset }
}
