import { diffIndices } from 'node-diff3'

/** A stretch of a merged text: settled, or touched by both sides. Line ends belong to their lines. */
export type MergePart =
  | { kind: 'settled'; text: string }
  | { kind: 'conflict'; base: string; mine: string; theirs: string }

export type TextMerge = {
  parts: MergePart[]
  /** Whether the last line of the merged text keeps its line end. */
  ended: boolean
}

export type Choice = 'mine' | 'theirs' | 'both'

/**
 * Merges two texts that came of one (RUL-14), line by line and byte for byte: what one side changed is taken, what both
 * changed alike is taken once, and lines both touched are left to choose. Of one writer, who typed again what had gone out without
 * being known here (`sameWriter`), the longer one is taken where it begins with the other.
 */
export function mergeText(base: string, mine: string, theirs: string, { sameWriter = false } = {}): TextMerge {
  if (mine === theirs || theirs === base) return whole(mine)
  if (mine === base) return whole(theirs)
  const eol = /\r\n|\r|\n/.exec(`${mine}${theirs}${base}`)?.[0] ?? '\n'
  const [a, o, b] = [linesOf(mine, eol), linesOf(base, eol), linesOf(theirs, eol)]
  const parts: MergePart[] = []
  let at = 0
  for (const { from, to, mine: ours, theirs: other } of regions(
    changedLines(o.lines, a.lines),
    changedLines(o.lines, b.lines),
  )) {
    add(parts, { kind: 'settled', text: o.lines.slice(at, from).join('') })
    const side = (lines: string[], [start, end]: [number, number]) => lines.slice(start, end).join('')
    const texts = [o.lines.slice(from, to).join(''), side(a.lines, ours), side(b.lines, other)] as const
    const longer = sameWriter ? continued(...texts) : undefined
    add(parts, longer === undefined ? touched(...texts) : { kind: 'settled', text: longer })
    at = to
  }
  add(parts, { kind: 'settled', text: o.lines.slice(at).join('') })
  return { parts, ended: mergeValue(o.ended, a.ended, b.ended) ?? a.ended }
}

/** The merged text; null while there are conflicts and not every one is chosen, in their order. */
export function settle({ parts, ended }: TextMerge, choices: readonly Choice[] = []): string | null {
  let text = ''
  let conflict = 0
  for (const part of parts) {
    if (part.kind === 'settled') {
      text += part.text
      continue
    }
    const choice = choices[conflict++]
    if (!choice) return null
    if (choice !== 'theirs') text += part.mine
    if (choice !== 'mine') text += part.theirs
  }
  return ended ? text : text.replace(/(?:\r\n|\r|\n)$/, '')
}

/** Merges one field: the side that changed it, or undefined where both did, differently. */
export function mergeValue<T>(base: T, mine: T, theirs: T): T | undefined {
  if (mine === theirs || theirs === base) return mine
  return mine === base ? theirs : undefined
}

/** Merges lists without order: what either side added or took away. */
export function mergeSet<T>(base: readonly T[], mine: readonly T[], theirs: readonly T[]): T[] {
  const kept = mine.filter((item) => theirs.includes(item) || !base.includes(item))
  return [...kept, ...theirs.filter((item) => !base.includes(item) && !mine.includes(item))]
}

/** Where two lists of lines differ: `[from, to)` on both sides, in order. */
export type LineChange = { from: number; to: number; newFrom: number; newTo: number }

export function changedLines(before: string[], after: string[]): LineChange[] {
  const head = commonHead(before, after)
  const tail = commonTail(before, after, head)
  const [cut, newCut] = [before.slice(head, before.length - tail), after.slice(head, after.length - tail)]
  const changes =
    cut.length * newCut.length > MOST_PAIRS
      ? [{ buffer1: [0, cut.length], buffer2: [0, newCut.length] }]
      : diffIndices(cut, newCut)
  return changes
    .map(({ buffer1: [from = 0, length = 0], buffer2: [newFrom = 0, newLength = 0] }) => ({
      from: head + from,
      to: head + from + length,
      newFrom: head + newFrom,
      newTo: head + newFrom + newLength,
    }))
    .filter(({ from, to, newFrom, newTo }) => from < to || newFrom < newTo)
}

/** Comparing more pairs of lines than this takes too long: all between the first and the last change is one then. */
const MOST_PAIRS = 4_000_000

/** A stretch of the base `[from, to)` that someone changed, and what it is on either side. */
type Region = { from: number; to: number; mine: [number, number]; theirs: [number, number] }

/** Joins changes of both sides that touch each other. A side that changed nothing there has the base's lines, moved. */
function regions(mine: LineChange[], theirs: LineChange[]): Region[] {
  const changes = [
    ...mine.map((change) => ({ ...change, side: 0 as const })),
    ...theirs.map((change) => ({ ...change, side: 1 as const })),
  ].toSorted((x, y) => x.from - y.from || x.to - y.to)
  const found: Region[] = []
  /** How far lines of either side have moved against the base so far. */
  const moved: [number, number] = [0, 0]
  for (let index = 0; index < changes.length;) {
    const { from } = changes[index]!
    let to = from
    const before: [number, number] = [...moved]
    do {
      const change = changes[index++]!
      to = Math.max(to, change.to)
      moved[change.side] = change.newTo - change.to
    } while (index < changes.length && changes[index]!.from <= to)
    found.push({
      from,
      to,
      mine: [from + before[0], to + moved[0]],
      theirs: [from + before[1], to + moved[1]],
    })
  }
  return found
}

function whole(text: string): TextMerge {
  return { parts: text === '' ? [] : [{ kind: 'settled', text }], ended: true }
}

/** The lines of a text with their line ends; the last one gets one too, so that a line added after it leaves it alone. */
function linesOf(text: string, eol: string): { lines: string[]; ended: boolean } {
  const lines: string[] = text.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g) ?? []
  const ended = /[\r\n]$/.test(text)
  if (!ended && lines.length > 0) lines.push(`${lines.pop()}${eol}`)
  return { lines, ended }
}

function touched(base: string, mine: string, theirs: string): MergePart {
  const settled = mergeValue(base, mine, theirs)
  return settled === undefined ? { kind: 'conflict', base, mine, theirs } : { kind: 'settled', text: settled }
}

/** The longer of two that go on behind the same words, where it begins with the other; undefined otherwise. */
function continued(base: string, mine: string, theirs: string): string | undefined {
  const [before, one, other] = [base, mine, theirs].map((text) => text.replace(/(?:\r\n|\r|\n)$/, '')) as [
    string,
    string,
    string,
  ]
  if (!one.startsWith(before) || !other.startsWith(before)) return undefined
  if (one.startsWith(other)) return mine
  return other.startsWith(one) ? theirs : undefined
}

function add(parts: MergePart[], part: MergePart): void {
  const last = parts.at(-1)
  if (part.kind === 'settled' && part.text === '') return
  if (part.kind === 'settled' && last?.kind === 'settled') last.text += part.text
  else parts.push(part)
}

function commonHead(a: string[], b: string[]): number {
  const shortest = Math.min(a.length, b.length)
  let count = 0
  while (count < shortest && a[count] === b[count]) count += 1
  return count
}

function commonTail(a: string[], b: string[], head: number): number {
  const shortest = Math.min(a.length, b.length) - head
  let count = 0
  while (count < shortest && a[a.length - 1 - count] === b[b.length - 1 - count]) count += 1
  return count
}
