import { ChangeSet, Text, type ChangeDesc, type ChangeSpec } from '@codemirror/state'
import { changedLines } from './merge.ts'
import { docOf, lineEndsOf, stepBetween, type LineEnds } from './text-steps.ts'

// A passage is the set of its surviving pieces (RUL-60). Pieces only shrink and split: nothing finds a passage again by its words,
// since that finds its lookalikes (`together.md`).

/** A range `[from, to)` of a text as steps count it. */
export type Piece = [from: number, to: number]

/** Most pieces of one passage; the smallest go first. */
const MOST_PIECES = 50

/** What is left of the pieces behind a change. What is inserted into one is no part of it. */
export function mapPieces(pieces: readonly Piece[], changes: ChangeDesc): Piece[] {
  const mapped: Piece[] = []
  const last = pieces.at(-1)?.[1] ?? 0
  let next = 0
  changes.iterGaps((from, newFrom, length) => {
    const to = from + length
    if (from >= last) return
    while (next < pieces.length && pieces[next]![1] <= from) next += 1
    for (let at = next; at < pieces.length && pieces[at]![0] < to; at += 1) {
      const [begin, end] = [Math.max(pieces[at]![0], from), Math.min(pieces[at]![1], to)]
      if (begin >= end) continue
      const piece: Piece = [begin - from + newFrom, end - from + newFrom]
      const former = mapped.at(-1)
      if (former && former[1] === piece[0]) former[1] = piece[1]
      else mapped.push(piece)
    }
  })
  if (mapped.length <= MOST_PIECES) return mapped
  const least = mapped.map(([begin, end]) => end - begin).sort((a, b) => b - a)[MOST_PIECES - 1]!
  return mapped.filter(([begin, end]) => end - begin >= least).slice(0, MOST_PIECES)
}

/** Whether a passage that had `length` characters is gone: less than a third of them live. */
export function isGone(pieces: readonly Piece[], length: number): boolean {
  return pieces.reduce((sum, [from, to]) => sum + to - from, 0) * 3 < length
}

/** Fewer words that stayed between two changes are taken for chance: both changes are one, as when versions are compared. */
const FEWEST_WORDS = 3

/**
 * The changes from one text to another, for passages: within changed lines by words, so that a passage survives changes on both
 * sides of it. They apply one after the other, from the text as steps count it under its line ends to the other one.
 */
export function changesBetween(before: string, after: string): ChangeSet[] {
  const [ends, newEnds] = [lineEndsOf(before), lineEndsOf(after)]
  return [
    ...recount(before, ends, 'lf'),
    byWords(plainDoc(before), plainDoc(after)),
    ...recount(after, 'lf', newEnds),
  ].filter(({ empty }) => !empty)
}

/** The changes from a text as steps count it under some line ends to the same text under others. */
export function recount(text: string, from: LineEnds, to: LineEnds): ChangeSet[] {
  if (from === to || (from !== 'mixed' && to !== 'mixed')) return []
  const doc = docOf(text, 'mixed')
  const specs: ChangeSpec[] = []
  for (let at = 1; at < doc.lines; at += 1) {
    const line = doc.line(at)
    if (line.text.endsWith('\r')) specs.push({ from: line.to - 1, to: line.to })
  }
  const dropped = ChangeSet.of(specs, doc.length)
  return [from === 'mixed' ? dropped : dropped.invert(doc)]
}

/** A text whose line breaks count as one, whichever they are. */
export const plainDoc = (text: string) => Text.of(text.replaceAll('\r\n', '\n').split('\n'))

/** The change from one text to another, line breaks of both counting as one. */
export const plainChange = (before: string, after: string) => byWords(plainDoc(before), plainDoc(after))

function byWords(before: Text, after: Text): ChangeSet {
  const specs: ChangeSpec[] = []
  stepBetween(before, after).iterChanges((from, to, newFrom, newTo) => {
    const old = wordsOf(before.sliceString(from, to))
    const words = wordsOf(after.sliceString(newFrom, newTo))
    const starts = startsOf(old)
    for (const change of joined(changedLines(old, words), old)) {
      const insert = words.slice(change.newFrom, change.newTo).join('')
      specs.push({
        from: from + starts[change.from]!,
        to: from + starts[change.to]!,
        insert: Text.of(insert.split('\n')),
      })
    }
  })
  return ChangeSet.of(specs, before.length)
}

const wordsOf = (text: string): string[] => text.match(/\s+|\S+/gu) ?? []

function startsOf(words: readonly string[]): number[] {
  const starts = [0]
  for (const word of words) starts.push(starts.at(-1)! + word.length)
  return starts
}

/** Joins changes with too few words between them. */
function joined(changes: ReturnType<typeof changedLines>, words: readonly string[]): typeof changes {
  const all: typeof changes = []
  for (const change of changes) {
    const last = all.at(-1)
    const between = last && words.slice(last.to, change.from).filter((word) => word.trim() !== '').length
    if (last && between! < FEWEST_WORDS) Object.assign(last, { to: change.to, newTo: change.newTo })
    else all.push({ ...change })
  }
  return all
}
