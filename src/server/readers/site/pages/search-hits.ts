import { type FoundPart, foundIn, type PublicTerm } from '../../../../rules/public-search.ts'
import type { PlainChapter } from '../../../../markdown/plain-parts.ts'
import type { Piece } from '../../../../site/page-props.ts'

/** Characters shown before and after a hit. */
const BEFORE = 70
const AFTER = 150
/** A block of this length needs no context. */
const ENOUGH = 90
/** Maximum characters of texts that one search scans for excerpts: of longer ones only the beginning. */
export const MOST_READ = 300_000
/** Maximum hits of a text considered for its excerpt. */
const MOST_LOOKED_AT = 200

/** A text in pieces, with the searched words marked. */
export function piecesOf(text: string, terms: readonly PublicTerm[]): Piece[] {
  return cut(text, { start: 0, end: text.length }, [...foundIn(text, terms)])
}

/** The same for a title with its soft hyphens, which the searched text does not have. */
export function titlePieces(title: string, hyphenated: string, terms: readonly PublicTerm[]): Piece[] {
  const parts = [...foundIn(title, terms)]
  const places: number[] = []
  for (let at = 0; at < hyphenated.length; at += 1)
    if (hyphenated[at] !== '\u00ad' || title[places.length] === '\u00ad') places.push(at)
  places.push(hyphenated.length)
  const moved = parts.map((part) => ({ ...part, start: places[part.start] ?? 0, end: (places[part.end - 1] ?? 0) + 1 }))
  return cut(hyphenated, { start: 0, end: hyphenated.length }, moved)
}

export type ShownPlace = { words: Piece[]; chapter: { id: string; text: string } | null }

/**
 * The excerpt around the position with most of the searched words, and its chapter. Null if none occurs in the scanned
 * beginning.
 */
export function placeIn(
  { plain, chapters }: { plain: string; chapters: readonly PlainChapter[] },
  terms: readonly PublicTerm[],
  letters: number,
): ShownPlace | null {
  const parts: FoundPart[] = []
  for (const part of foundIn(plain.slice(0, letters), terms)) {
    parts.push(part)
    if (parts.length === MOST_LOOKED_AT) break
  }
  const first = richest(parts)
  if (!first) return null
  const window = windowAround(plain, first)
  const chapter = chapters.findLast(({ at }) => at <= first.start)
  const words = cut(plain, window, parts)
  if (window.start > 0) words.unshift({ text: '… ', found: false })
  if (window.end < plain.length) words.push({ text: ' …', found: false })
  return { words, chapter: chapter ? { id: chapter.id, text: chapter.text } : null }
}

/** The first hit with most of the searched words within reach after it. */
function richest(parts: readonly FoundPart[]): FoundPart | null {
  let best: FoundPart | null = null
  let most = 0
  let last = 0
  const inReach = new Map<number, number>()
  for (const part of parts) {
    for (; last < parts.length && parts[last]!.end <= part.start + AFTER; last += 1)
      inReach.set(parts[last]!.term, (inReach.get(parts[last]!.term) ?? 0) + 1)
    if (inReach.size > most) [best, most] = [part, inReach.size]
    const left = (inReach.get(part.term) ?? 1) - 1
    if (left === 0) inReach.delete(part.term)
    else inReach.set(part.term, left)
  }
  return best
}

/**
 * From the beginning of a word to the end of one, within the hit's own block; into the next one only after a short
 * block.
 */
function windowAround(plain: string, { start, end }: FoundPart): { start: number; end: number } {
  const block = plain.lastIndexOf('\n', start - 1) + 1
  const earliest = Math.max(block, start - BEFORE)
  const blank = plain.slice(earliest, start).search(/\s/)
  const from = earliest === block ? block : blank === -1 ? start : earliest + blank + 1
  const latest = Math.min(plain.length, end + AFTER)
  const blockEnd = plain.indexOf('\n', end)
  if (blockEnd !== -1 && blockEnd <= latest && blockEnd - from >= ENOUGH) return { start: from, end: blockEnd }
  if (latest === plain.length) return { start: from, end: latest }
  const blankAfter = /\s\S*$/.exec(plain.slice(end, latest))
  return { start: from, end: blankAfter ? end + blankAfter.index : latest }
}

function cut(text: string, { start, end }: { start: number; end: number }, parts: readonly FoundPart[]): Piece[] {
  const pieces: Piece[] = []
  let at = start
  for (const part of parts) {
    if (part.start < at || part.end > end) continue
    if (part.start > at) pieces.push({ text: text.slice(at, part.start), found: false })
    pieces.push({ text: text.slice(part.start, part.end), found: true })
    at = part.end
  }
  if (at < end) pieces.push({ text: text.slice(at, end), found: false })
  return pieces
}
