import { ChangeSet, MapMode, Text, type ChangeDesc } from '@codemirror/state'
import { MOST_REPLACEMENTS } from './limits.ts'
import { mapPieces, plainChange } from './passages.ts'

// A suggestion is a change of a text that is stored and not applied (TEAM-6). Like the pieces of a passage, it is mapped over every
// change of the text, one by one. Nothing finds its place again by its words.

/** One replacement: the characters `[from, to)` go, and `insert` stands in their place. A line break counts as one character. */
export type Part = [from: number, to: number, insert: string]

/** Most parts of one suggestion: text that others typed into what it removes divides it. One with more is gone. */
const MOST_PARTS = 50

/**
 * What is left of a suggestion behind a change. What others typed into removed characters stays; an insertion stays behind the
 * characters that it followed. One that only inserts is gone where a change removed both sides of it.
 */
export function mapParts(parts: readonly Part[], changes: ChangeDesc): Part[] {
  const removes = parts.some(([from, to]) => from < to)
  const mapped: Part[] = []
  for (const [from, to, insert] of parts) {
    if (from < to) for (const [begin, end] of mapPieces([[from, to]], changes)) mapped.push([begin, end, ''])
    if (insert === '') continue
    const at = removes ? changes.mapPos(to, -1) : changes.mapPos(to, -1, MapMode.TrackDel)
    if (at === null) return []
    const last = mapped.at(-1)
    if (last?.[1] === at && last[2] === '') last[2] = insert
    else mapped.push([at, at, insert])
  }
  return mapped.length > MOST_PARTS ? [] : mapped
}

/** The characters that a suggestion removes. */
export function removedLength(parts: readonly Part[]): number {
  return parts.reduce((sum, [from, to]) => sum + to - from, 0)
}

/** Whether the place of a suggestion that removed `length` characters is gone: less than a third of them live. */
export function isOutdated(parts: readonly Part[], length: number): boolean {
  return parts.length === 0 || removedLength(parts) * 3 < length
}

/** A suggestion as a step over a text of `length`. */
export function changeOf(parts: readonly Part[], length: number): ChangeSet {
  return ChangeSet.of(
    parts.map(([from, to, insert]) => ({ from, to, insert: Text.of(insert.split('\n')) })),
    length,
  )
}

/** The suggestion that takes a step back, over the text behind it. */
export function partsBack(step: ChangeSet, before: Text): Part[] {
  const parts: Part[] = []
  step.invert(before).iterChanges((from, to, _fromB, _toB, inserted) => {
    parts.push([from, to, inserted.toString()])
  }, true)
  return parts
}

const IN_WORD = /[\p{L}\p{N}]/u

/**
 * The replacements, by whole words, that turn a passage into the text typed in a field. Positions count from `at`, as in steps. In
 * texts with mixed line ends, `\r\n` of the passage stays. Empty without a change.
 */
export function partsTyped(passage: string, typed: string, at = 0): Part[] {
  const breaks = [...passage.matchAll(/\r\n/g)].map(({ index }, before) => index - before)
  const place = (index: number) => at + index + breaks.filter((one) => one < index).length
  const plain = passage.replaceAll('\r\n', '\n')
  const parts: Part[] = []
  plainChange(passage, typed).iterChanges((from, to, _fromB, _toB, inserted) => {
    const insert = inserted.toString()
    const changed = plain.slice(from, to) || insert
    // Whole words can be read on their own.
    let [start, end] = [from, to]
    if (IN_WORD.test(changed[0]!)) while (start > 0 && IN_WORD.test(plain[start - 1]!)) start -= 1
    if (IN_WORD.test(changed.at(-1)!)) while (end < plain.length && IN_WORD.test(plain[end]!)) end += 1
    parts.push([place(start), place(end), plain.slice(start, from) + insert + plain.slice(to, end)])
  })
  return parts.length <= MOST_REPLACEMENTS ? parts : [[at, at + passage.length, typed]]
}
