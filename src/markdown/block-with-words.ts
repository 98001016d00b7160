import type { Finder, FoundPart } from '../rules/public-search.ts'
import { plainParts } from './plain-parts.ts'

/** Characters of a block parsed on either side of a hit. */
const AROUND = 2000
/** Maximum hits tried: those in addresses and tags are not visible. */
const MOST_TRIED = 20

/** The words around a hit, as plain text; cut at blanks and marked with `…` where the block continues. */
export type HitContext = { before: string; hit: string; after: string }

/**
 * The first hit of a markdown text with some characters on either side of it. Null where the words occur only in addresses and
 * markup.
 */
export function hitInContext(
  markdown: string,
  find: Finder,
  most: { before: number; after: number },
): HitContext | null {
  const block = blockWithWords(markdown, find)
  if (!block) return null
  const { plain, hit } = block
  const from = Math.max(0, hit.start - most.before)
  const to = Math.min(plain.length, hit.end + most.after)
  const before = plain.slice(from, hit.start)
  const after = plain.slice(hit.end, to)
  return {
    before: from > 0 ? `… ${before.replace(/^\S*\s/, '')}` : before,
    hit: plain.slice(hit.start, hit.end),
    after: to < plain.length ? `${after.replace(/\s\S*$/, '')} …` : after,
  }
}

/**
 * The block of a markdown text that contains one of the words, as plain text, and the position of the first one. Null
 * where they occur only in addresses and markup.
 */
function blockWithWords(markdown: string, find: Finder): { plain: string; hit: FoundPart } | null {
  let read = 0
  let tried = 0
  for (const { start } of find(markdown)) {
    if (start < read) continue
    const { block, end } = blockAround(markdown, start)
    const plain = plainParts(block).plain.replaceAll('\n', ' ')
    const hit = find(plain).next()
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
