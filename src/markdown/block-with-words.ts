import { foundIn, type FoundPart, type PublicTerm } from '../rules/public-search.ts'
import { plainParts } from './plain-parts.ts'

/** Characters of a block parsed on either side of a hit. */
const AROUND = 2000
/** Maximum hits tried: those in addresses and tags are not visible. */
const MOST_TRIED = 20

/**
 * The block of a markdown text that contains one of the words, as plain text, and the position of the first one. Null
 * where they occur only in addresses and markup.
 */
export function blockWithWords(
  markdown: string,
  terms: readonly PublicTerm[],
): { plain: string; hit: FoundPart } | null {
  let read = 0
  let tried = 0
  for (const { start } of foundIn(markdown, terms)) {
    if (start < read) continue
    const { block, end } = blockAround(markdown, start)
    const plain = plainParts(block).plain.replaceAll('\n', ' ')
    const hit = foundIn(plain, terms).next()
    if (!hit.done) return { plain, hit: hit.value }
    read = end
    tried += 1
    if (tried === MOST_TRIED) return null
  }
  return null
}

/** The text between empty lines; of a long block the part near the hit, without incomplete tags at its ends. */
function blockAround(markdown: string, at: number): { block: string; end: number } {
  const [from, to] = [Math.max(0, at - AROUND), Math.min(markdown.length, at + AROUND)]
  const before = markdown.slice(from, at)
  const after = markdown.slice(at, to)
  const begin = before.lastIndexOf('\n\n')
  const end = after.indexOf('\n\n')
  const isCutBefore = begin < 0 && from > 0
  const isCutAfter = end < 0 && to < markdown.length
  const left = begin < 0 ? before : before.slice(begin)
  const right = end < 0 ? after : after.slice(0, end)
  return {
    block: (isCutBefore ? left.slice(left.indexOf('>') + 1) : left) + (isCutAfter ? withoutOpenTag(right) : right),
    end: at + right.length,
  }
}

function withoutOpenTag(text: string): string {
  const open = text.lastIndexOf('<')
  return open > text.lastIndexOf('>') ? text.slice(0, open) : text
}
