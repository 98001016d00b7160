import { diffArrays } from 'diff'

/**
 * A piece of two texts. Without a place it is in both, apart from white space; otherwise `old` was replaced by `now`. All
 * `old` of a comparison in order are the old text, and all `now` the present one.
 */
export type Run = {
  /** Number of the change from 1; null for a piece without one. Pieces of one change may lie in several paragraphs. */
  place: number | null
  old: string
  now: string
  /** Sentences that were rewritten: both versions are shown in full, one below the other. */
  whole: boolean
}

export type ComparedField = 'title' | 'excerpt' | 'content_markdown'
export type Paragraph = { field: ComparedField; runs: Run[] }
export type Comparison = { paragraphs: Paragraph[]; places: number }
export type ComparedTexts = { [Field in ComparedField]: string }

/** Fewer equal words than this between two changes: they are one (WEEK-25). */
const WORDS_BETWEEN = 3
/** From this share of its words on, a sentence with several changes counts as rewritten. */
const REWRITTEN = 0.5
/** A change of one piece in a sentence is shown as a rewritten sentence from this number of words on. */
const LONG_PIECE = 6
/** Paragraphs with fewer words in common are not versions of each other. */
const ALIKE = 0.35

// Bounds of the work: beyond them the result is coarser, never slower.
/** Edits between two lists of paragraphs, and between two paragraphs. */
const MOST_EDITS = 2000
const MOST_WORD_EDITS = 1000
/** Pairs of paragraphs whose likeness is measured in one stretch of changes. */
const MOST_PAIRS = 2500
/** Words of a paragraph that count for its likeness. */
const MEASURED_WORDS = 1000
/** Words and signs of both versions of a sentence that may be shown whole. */
const LONGEST_SENTENCE = 1000
/** Characters that are compared word by word. */
const MOST_CHARACTERS = 400_000

const FIELDS: readonly ComparedField[] = ['title', 'excerpt', 'content_markdown']

/**
 * The changes from one text to another, for people: changes separated by fewer than three equal words are one, and
 * rewritten sentences are whole (WEEK-25). Time and memory are linear in the length of the texts, apart from bounded parts;
 * at most `characters` are compared word by word, and further paragraphs as a whole.
 */
export function compareTexts(old: ComparedTexts, now: ComparedTexts, characters = MOST_CHARACTERS): Comparison {
  const budget = { characters }
  let places = 0
  const paragraphs = FIELDS.flatMap((field) => {
    const drawn = paragraphsOf(old[field], now[field], budget)
    places = number(drawn, places)
    return drawn.map((runs) => ({ field, runs }))
  })
  return { paragraphs, places }
}

/** The present text of a field with the changes of one place taken back. */
export function withoutPlace({ paragraphs }: Comparison, place: number, field: ComparedField): string {
  const runs = paragraphs.flatMap((one) => (one.field === field ? one.runs : []))
  return runs.map((run) => (run.place === place ? run.old : run.now)).join('')
}

type Change = { old: string[]; now: string[] }

function paragraphsOf(old: string, now: string, budget: { characters: number }): Run[][] {
  return alignedParagraphs(splitParagraphs(old), splitParagraphs(now)).map(([before, after]) => {
    if (before === null || after === null) return [changed(before ?? '', after ?? '', false)]
    if (before.trim() === after.trim()) return [same(before, after)]
    budget.characters -= before.length + after.length
    return budget.characters < 0 ? [changed(before, after, true)] : runsOf(before, after)
  })
}

const same = (old: string, now: string): Run => ({ place: null, old, now, whole: false })
/** The place is numbered later. */
const changed = (old: string, now: string, whole: boolean): Run => ({ place: 0, old, now, whole })

/** Numbers the changes from `from` + 1 on. Returns the last number. */
function number(paragraphs: readonly Run[][], from: number): number {
  let place = from
  let between = Infinity
  for (const run of paragraphs.flat()) {
    if (run.place === null) {
      between += countWords(run.now)
      continue
    }
    if (between >= WORDS_BETWEEN) place += 1
    run.place = place
    between = 0
  }
  return place
}

/** Paragraphs with the blank lines that follow them. */
function splitParagraphs(text: string): string[] {
  const paragraphs: string[] = []
  let paragraph = ''
  let ended = false
  for (const line of text.split(/(?<=\n)/)) {
    const isBlank = line.trim() === ''
    if (ended && !isBlank) {
      paragraphs.push(paragraph)
      paragraph = ''
    }
    ended = isBlank && paragraph.trim() !== ''
    paragraph += line
  }
  return paragraph === '' ? paragraphs : [...paragraphs, paragraph]
}

/** Paragraphs of the old text with those that they became; null for one that is in one text alone. */
type Aligned = [old: string | null, now: string | null]

function alignedParagraphs(old: string[], now: string[]): Aligned[] {
  return stretches(old, now, (paragraph) => paragraph.trim(), MOST_EDITS).flatMap(({ equal, ...stretch }) =>
    equal ? stretch.old.map((paragraph, index): Aligned => [paragraph, stretch.now[index] ?? null]) : paired(stretch),
  )
}

type Stretch<T> = { equal: boolean; old: T[]; now: T[] }

/** Stretches of two lists, in turn equal and changed. Beyond `most` edits everything between their equal ends is changed. */
function stretches<T>(old: T[], now: T[], key: (item: T) => string, most: number): Stretch<T>[] {
  const shorter = Math.min(old.length, now.length)
  let head = 0
  while (head < shorter && key(old[head]!) === key(now[head]!)) head += 1
  let tail = 0
  while (tail < shorter - head && key(old[old.length - 1 - tail]!) === key(now[now.length - 1 - tail]!)) tail += 1
  const [oldEnd, nowEnd] = [old.length - tail, now.length - tail]
  const all: Stretch<T>[] = [{ equal: true, old: old.slice(0, head), now: now.slice(0, head) }]
  let [atOld, atNow] = [head, head]
  const add = (equal: boolean, oldCount: number, nowCount: number) => {
    const part = { equal, old: old.slice(atOld, atOld + oldCount), now: now.slice(atNow, atNow + nowCount) }
    atOld += oldCount
    atNow += nowCount
    const last = all.at(-1)
    if (last?.equal !== equal) all.push(part)
    else all[all.length - 1] = { equal, old: [...last.old, ...part.old], now: [...last.now, ...part.now] }
  }
  const keys = (items: T[], end: number) => items.slice(head, end).map(key)
  const parts = diffArrays(keys(old, oldEnd), keys(now, nowEnd), { maxEditLength: most })
  if (!parts) add(false, oldEnd - head, nowEnd - head)
  for (const { added, removed, value } of parts ?? [])
    add(!added && !removed, added ? 0 : value.length, removed ? 0 : value.length)
  add(true, tail, tail)
  return all.filter((part) => part.old.length > 0 || part.now.length > 0)
}

/** Which paragraph became which: in order, so that as many words as possible stay. */
function paired({ old, now }: Change): Aligned[] {
  if (old.length * now.length > MOST_PAIRS) return pairedByOrder(old, now)
  const likeness = likenessOf(old, now)
  const best = Array.from({ length: old.length + 1 }, () => Array.from({ length: now.length + 1 }, () => 0))
  for (let i = old.length - 1; i >= 0; i -= 1)
    for (let j = now.length - 1; j >= 0; j -= 1)
      best[i]![j] = Math.max(best[i + 1]![j]!, best[i]![j + 1]!, likeness(i, j) + best[i + 1]![j + 1]!)
  const pairs: Aligned[] = []
  let [i, j] = [0, 0]
  while (i < old.length || j < now.length) {
    const here = best[i]?.[j] ?? 0
    if (i < old.length && j < now.length && likeness(i, j) > 0 && here === likeness(i, j) + best[i + 1]![j + 1]!)
      pairs.push([old[i++]!, now[j++]!])
    else if (i < old.length && (j === now.length || here === best[i + 1]![j])) pairs.push([old[i++]!, null])
    else pairs.push([null, now[j++]!])
  }
  return pairs
}

/** Too many to measure: as many as before are the same ones, otherwise all are new. */
function pairedByOrder(old: string[], now: string[]): Aligned[] {
  if (old.length === now.length) return old.map((paragraph, index): Aligned => [paragraph, now[index]!])
  return [...old.map((paragraph): Aligned => [paragraph, null]), ...now.map((paragraph): Aligned => [null, paragraph])]
}

/** Share of common words of two paragraphs; 0 for those that are no versions of each other. */
function likenessOf(old: string[], now: string[]): (i: number, j: number) => number {
  if (old.length === 1 && now.length === 1) return () => 1
  const [olds, nows] = [old.map(wordsIn), now.map(wordsIn)]
  const measured = olds.map((words) =>
    nows.map((others) => {
      const common = [...words].filter((word) => others.has(word)).length
      const share = (2 * common) / Math.max(1, words.size + others.size)
      return share < ALIKE ? 0 : share
    }),
  )
  return (i, j) => measured[i]![j]!
}

function wordsIn(paragraph: string): Set<string> {
  const words =
    paragraph
      .slice(0, MEASURED_WORDS * 10)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  return new Set(words.slice(0, MEASURED_WORDS))
}

/** A word or sign, with the white space behind it. */
type Atom = string
const ATOMS = /^\s+|(?:[\p{L}\p{M}\p{N}]+|[.!?…]+["”“’»)\]*_]*|\S)\s*/gu
const isWord = (atom: Atom) => /[\p{L}\p{N}]/u.test(atom)
const countWords = (text: string) => text.match(/[\p{L}\p{M}\p{N}]+/gu)?.length ?? 0
const wordsOf = (atoms: Atom[]) => atoms.filter(isWord).length

type Part = Stretch<Atom> & {
  /** It consists of several changes. */
  joined?: boolean
  whole?: boolean
}

/** The runs of a paragraph that was changed. */
function runsOf(old: string, now: string): Run[] {
  const atoms = (text: string): Atom[] => text.match(ATOMS) ?? []
  const parts = stretches(atoms(old), atoms(now), (atom) => atom.trim(), MOST_WORD_EDITS)
  const joined = join(wholeSentences(join(parts)))
  return joined.map((part) => {
    const [before, after] = [part.old.join(''), part.now.join('')]
    return part.equal ? same(before, after) : changed(before, after, part.whole ?? false)
  })
}

/** Changes with fewer than three equal words between them are one. */
function join(parts: Part[]): Part[] {
  const all: Part[] = []
  for (const part of parts) {
    const [former, between] = [all.at(-2), all.at(-1)]
    if (!part.equal && between && !between.equal) all.splice(-1, 1, one(between, part))
    else if (!part.equal && former && between?.equal && wordsOf(between.now) < WORDS_BETWEEN)
      all.splice(-2, 2, { ...one(former, between, part), joined: true })
    else all.push(part)
  }
  return all
}

function one(...parts: Part[]): Part {
  return {
    equal: false,
    old: parts.flatMap((part) => part.old),
    now: parts.flatMap((part) => part.now),
    joined: parts.some((part) => part.joined),
    whole: parts.some((part) => part.whole),
  }
}

/** A change that rewrites a sentence becomes the whole sentence, with the other changes in it. */
function wholeSentences(parts: Part[]): Part[] {
  const all: Part[] = []
  for (let index = 0; index < parts.length; index += 1) {
    const part = parts[index]!
    if (part.equal) {
      all.push(part)
      continue
    }
    const sentence = { before: [] as Part[], after: [] as Part[] }
    // Backwards over what was drawn already, to the end of the sentence before.
    let rest: Part | null = null
    let back = all.length
    let length = lengthOf(part)
    while (back > 0 && length <= LONGEST_SENTENCE && !isClosed(all[back - 1]!)) {
      const former = all[back - 1]!
      back -= 1
      const cut = former.equal ? former.now.findLastIndex(isSentenceEnd) + 1 : 0
      if (cut > 0) rest = slice(former, 0, cut)
      const piece = cut > 0 ? slice(former, cut) : former
      length += lengthOf(piece)
      sentence.before.unshift(piece)
      if (cut > 0) break
    }
    let next = index + 1
    let left: Part | null = null
    while (next < parts.length && length <= LONGEST_SENTENCE && !isClosed(parts[next - 1]!)) {
      const following = parts[next]!
      next += 1
      const cut = following.equal ? following.now.findIndex(isSentenceEnd) + 1 : 0
      if (cut > 0 && cut < following.now.length) left = slice(following, cut)
      const piece = cut > 0 ? slice(following, 0, cut) : following
      length += lengthOf(piece)
      sentence.after.push(piece)
      if (cut > 0) break
    }
    if (length > LONGEST_SENTENCE) {
      all.push(part)
      continue
    }
    const together = [...sentence.before, part, ...sentence.after]
    const whole = one(...together)
    if (
      !isRewritten(
        together.filter(({ equal }) => !equal),
        whole,
      )
    ) {
      all.push(part)
      continue
    }
    all.splice(back, all.length, ...(rest ? [rest] : []), { ...whole, whole: true })
    if (left) all.push(left)
    index = next - 1
  }
  return all
}

const lengthOf = ({ old, now }: Part) => old.length + now.length
const slice = (part: Part, from: number, to?: number): Part => ({
  ...part,
  old: part.old.slice(from, to),
  now: part.now.slice(from, to),
})

function isRewritten(changes: Part[], sentence: Part): boolean {
  const { old: before, now: after, joined } = one(...changes)
  const [old, now] = [wordsOf(before), wordsOf(after)]
  if (old === 0 || now === 0) return false
  const share = Math.max(old / wordsOf(sentence.old), now / wordsOf(sentence.now))
  return share >= REWRITTEN && (joined === true || changes.length > 1 || Math.max(old, now) >= LONG_PIECE)
}

/** A sign that ends a sentence, with what closes behind it; or the end of a line. */
const isSentenceEnd = (atom: Atom) => atom.includes('\n') || /^[.!?…]/u.test(atom)
/** Whether a part ends with the sentence, in both texts. */
const isClosed = ({ old, now }: Part) => [old, now].every((atoms) => atoms.length === 0 || isSentenceEnd(atoms.at(-1)!))
