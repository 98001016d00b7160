import { ChangeSet, Text, type ChangeSpec } from '@codemirror/state'
import { changedLines } from './merge.ts'

// Steps of a text that several people write (RUL-72). A step is a `ChangeSet` over a text in which a line break counts as one
// character. Steps of others are mapped one by one, never as a composition: the two ways give different texts.

/** The line ends of a text: every one `\r\n`, every one `\n`, or mixed, where carriage returns are characters of their lines. */
export type LineEnds = 'crlf' | 'lf' | 'mixed'

export function lineEndsOf(text: string): LineEnds {
  if (!text.includes('\r')) return 'lf'
  return /\r(?!\n)|(?<!\r)\n/.test(text) ? 'mixed' : 'crlf'
}

const breakOf = (ends: LineEnds) => (ends === 'crlf' ? '\r\n' : '\n')

/** A text as a document of lines, on which steps count positions. */
export function docOf(text: string, ends: LineEnds): Text {
  return Text.of(text.split(breakOf(ends)))
}

/** The text of such a document, with its own line ends. */
export function textOfDoc(doc: Text, ends: LineEnds): string {
  return doc.sliceString(0, doc.length, breakOf(ends))
}

/**
 * A step from the wire, over a text of `length`; null when it is none: wrong numbers, another length, or a line break inside
 * a line.
 */
export function readStep(json: unknown, length: number): ChangeSet | null {
  try {
    const changes = ChangeSet.fromJSON(json)
    if (changes.length !== length || (json as unknown[]).some(hasBreak)) return null
    return changes
  } catch {
    return null
  }
}

function hasBreak(section: unknown): boolean {
  if (typeof section === 'number') return !Number.isSafeInteger(section) || section < 0
  if (!Array.isArray(section)) return true
  const [deleted, ...lines] = section as unknown[]
  if (!Number.isSafeInteger(deleted) || (deleted as number) < 0) return true
  return lines.some((line) => typeof line !== 'string' || line.includes('\n'))
}

/** Fewer changes than this are applied one by one, which shares the unchanged parts of a text. */
const FEW_CHANGES = 20

/**
 * A text behind a step. `ChangeSet.apply` copies the line around each change: a step of thousands of them in one long line would take ten
 * seconds.
 */
export function applyStep(step: ChangeSet, doc: Text): Text {
  let count = 0
  step.iterChanges(() => void (count += 1), true)
  if (count < FEW_CHANGES) return step.apply(doc)
  const parts: string[] = []
  let at = 0
  step.iterChanges((from, to, _fromB, _toB, inserted) => {
    parts.push(doc.sliceString(at, from), inserted.toString())
    at = to
  }, true)
  parts.push(doc.sliceString(at))
  return Text.of(parts.join('').split('\n'))
}

/**
 * A text behind several steps, in their order. Each by itself would copy a long line once more. Their composition gives the same text; only
 * what is mapped over it would differ.
 */
export function applySteps(steps: readonly ChangeSet[], doc: Text): Text {
  let composed = [...steps]
  // In pairs: a composition costs as much as both its sides.
  while (composed.length > 1)
    composed = composed.flatMap((step, index) => {
      if (index % 2) return []
      const next = composed[index + 1]
      return [next ? step.compose(next) : step]
    })
  const [step] = composed
  return step ? applyStep(step, doc) : doc
}

/** An own change over a text to which steps of others have come first: each of them by itself. */
export function mapOver(own: ChangeSet, others: readonly ChangeSet[]): ChangeSet {
  return others.reduce((mapped, other) => mapped.map(other), own)
}

/**
 * A step of another editor beside own changes that it does not know, in their order. Returns the step as it applies after
 * them, and the own changes as they apply after the step. At the same place the step stands first, since the server has it.
 */
export function crossStep(step: ChangeSet, own: readonly (ChangeSet | null)[]) {
  let other = step
  const mapped = own.map((changes) => {
    if (!changes) return null
    const after = changes.map(other)
    other = other.map(changes, true)
    return after
  })
  return { step: other, own: mapped }
}

/** Whether a position lies inside of a code point. */
function splits(doc: Text, at: number): boolean {
  if (at <= 0 || at >= doc.length) return false
  const pair = doc.sliceString(at - 1, at + 1)
  return pair.length === 2 && isHigh(pair.charCodeAt(0)) && isLow(pair.charCodeAt(1))
}

const isHigh = (unit: number) => unit >= 0xd800 && unit < 0xdc00
const isLow = (unit: number) => unit >= 0xdc00 && unit < 0xe000

/** Whether a step would leave half a character behind, or bring one. */
export function tearsCharacter(changes: ChangeSet, doc: Text): boolean {
  let torn = false
  changes.iterChanges((from, to, _fromB, _toB, inserted) => {
    torn ||= splits(doc, from) || splits(doc, to) || !inserted.toString().isWellFormed()
  }, true)
  return torn
}

/**
 * The same change with whole code points. Where it would split one, everything from its first to its last place becomes one
 * replacement of whole characters; a half that would stay alone is left out. Returns the same object where nothing is torn.
 */
export function widen(changes: ChangeSet, doc: Text): ChangeSet {
  if (!tearsCharacter(changes, doc)) return changes
  let [from, to] = [doc.length, 0]
  changes.iterChangedRanges((fromA, toA) => {
    from = Math.min(from, fromA)
    to = Math.max(to, toA)
  })
  const after = changes.apply(doc)
  if (splits(doc, from)) from -= 1
  if (splits(doc, to)) to += 1
  const end = after.length - (doc.length - to)
  const insert = after.sliceString(from, end).replaceAll(/\p{Surrogate}/gu, '')
  return ChangeSet.of({ from, to, insert: Text.of(insert.split('\n')) }, doc.length)
}

/** The step from one text to another: the lines that differ, without what is alike at their ends, on whole code points. */
export function stepBetween(before: Text, after: Text): ChangeSet {
  const [old, next] = [[...before.iterLines()], [...after.iterLines()]]
  const specs: ChangeSpec[] = changedLines(old, next).map(({ from, to, newFrom, newTo }) => {
    // A range of lines goes with the breaks behind them; at the end of the text, with those before them.
    const atEnd = to >= old.length
    const [begin, end] = atEnd
      ? [from > 0 ? before.line(from).to : 0, before.length]
      : [start(before, from), start(before, to)]
    const [newBegin, newEnd] = atEnd
      ? [from > 0 ? after.line(newFrom).to : 0, after.length]
      : [start(after, newFrom), start(after, newTo)]
    return within(before.sliceString(begin, end), begin, after.sliceString(newBegin, newEnd))
  })
  return ChangeSet.of(specs, before.length)
}

const start = (doc: Text, line: number) => doc.line(line + 1).from

/** One replacement without the common text at both ends. */
function within(old: string, at: number, text: string): ChangeSpec {
  const shorter = Math.min(old.length, text.length)
  let head = 0
  while (head < shorter && old[head] === text[head]) head += 1
  if (head > 0 && isHigh(old.charCodeAt(head - 1))) head -= 1
  let tail = 0
  while (tail < shorter - head && old[old.length - 1 - tail] === text[text.length - 1 - tail]) tail += 1
  if (tail > 0 && isLow(old.charCodeAt(old.length - tail))) tail -= 1
  const insert = Text.of(text.slice(head, text.length - tail).split('\n'))
  return { from: at + head, to: at + old.length - tail, insert }
}

/** A number of 52 bits that two texts share by accident as good as never. It is for the alarm, not against attackers. */
export function hashOfText(text: string): string {
  let [low, high] = [0xdeadbeef, 0x41c6ce57]
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    low = Math.imul(low ^ unit, 2654435761)
    high = Math.imul(high ^ unit, 1597334677)
  }
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  return `${text.length.toString(36)}-${((high >>> 0) * 0x100000 + (low & 0xfffff)).toString(36)}`
}
