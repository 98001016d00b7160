import type { Text } from '@codemirror/state'

/** A position that can be found again in a later version of the text: its offset and the text around it. */
export type Anchor = { at: number; before: string; after: string }

const REACH = 120

/** Creates an anchor for position `at` of a text. */
export function anchorAt(doc: Text, at: number): Anchor {
  return { at, before: doc.sliceString(Math.max(0, at - REACH), at), after: doc.sliceString(at, at + REACH) }
}

/**
 * Finds the anchored position: where both contexts match, else after the text that preceded it, else before the text
 * that followed it, else at the same offset.
 */
export function findAnchor(doc: Text, { at, before, after }: Anchor): number {
  const text = doc.toString()
  const fallback = Math.min(at, text.length)
  if (text.startsWith(before, at - before.length) && text.startsWith(after, at)) return at
  const last = lastWords(before)
  const first = firstWords(after)
  for (const [words, offset] of [
    [before + after, before.length],
    [last + after, last.length],
    [before + first, before.length],
    [last, last.length],
    [first, 0],
  ] as const) {
    const found = words.trim() === '' ? -1 : nearest(text, words, fallback - offset)
    if (found >= 0) return found + offset
  }
  return fallback
}

/** The last line with text and everything after it. */
function lastWords(text: string): string {
  const words = text.trimEnd()
  return text.slice(words.lastIndexOf('\n') + 1)
}

function firstWords(text: string): string {
  const start = text.length - text.trimStart().length
  const end = text.indexOf('\n', start)
  return end < 0 ? text : text.slice(0, end)
}

function nearest(text: string, words: string, near: number): number {
  const behind = text.indexOf(words, Math.max(0, near))
  const before = text.lastIndexOf(words, Math.max(0, near))
  if (behind < 0 || before < 0) return Math.max(behind, before)
  return behind - near < near - before ? behind : before
}
