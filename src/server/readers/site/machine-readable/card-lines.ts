import { JOINT, type Typesetter } from './card-type.ts'

/** Measures the width of a text; called with the same pieces many times. */
type Measure = (text: string) => Promise<number>

/** Position of a line break, as at a soft hyphen, which then becomes visible. */
const BLANK = ' '

/**
 * Breaks a text into lines of at most `width` pixels, at blanks and soft hyphens, too long words between any two
 * characters; all lines about equally long (`text-wrap: balance`). Beyond `most` lines the last one ends with `…`.
 */
export async function breakLines(
  text: string,
  { type, width, most }: { type: Typesetter; width: number; most: number },
): Promise<{ lines: string[]; isCut: boolean }> {
  const known = new Map<string, number>()
  const measure: Measure = async (piece) => {
    const before = known.get(piece)
    if (before !== undefined) return before
    const measured = (await type.set(piece)).width
    known.set(piece, measured)
    return measured
  }
  const lines = await fill(text, width, measure)
  if (lines.length > most) {
    const [kept, last] = [lines.slice(0, most - 1), lines[most - 1] ?? '']
    return { lines: [...kept, await shorten(last, width, measure)], isCut: true }
  }
  if (lines.length < 2) return { lines, isCut: false }
  // The narrowest column with the same number of lines has the most even lines.
  let [low, high] = [width / 2, width]
  let best = lines
  while (high - low > 8) {
    const middle = (low + high) / 2
    const tried = await fill(text, middle, measure)
    if (tried.length > lines.length) low = middle
    else [high, best] = [middle, tried]
  }
  return { lines: best, isCut: false }
}

/** A line that fits, shortened with an ellipsis if necessary. */
export async function shorten(line: string, width: number, measure: Measure): Promise<string> {
  const letters = [...line.replaceAll(JOINT, '')]
  let [low, high] = [0, letters.length]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((await measure(`${letters.slice(0, middle).join('')}…`)) <= width) low = middle
    else high = middle - 1
  }
  return `${letters.slice(0, low).join('').trimEnd()}…`
}

async function fill(text: string, width: number, measure: Measure): Promise<string[]> {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(BLANK).filter(Boolean)) {
    const joined = line === '' ? word : `${line} ${word}`
    if ((await measure(seen(joined))) <= width) {
      line = joined
      continue
    }
    // As many parts of the word as fit stay, the rest starts the next line.
    const parts = word.split(JOINT)
    let taken = parts.length - 1
    const upTo = (count: number) => `${line === '' ? '' : `${line} `}${parts.slice(0, count).join('')}-`
    while (taken > 0 && (await measure(seen(upTo(taken)))) > width) taken -= 1
    if (taken > 0) lines.push(seen(upTo(taken)))
    else if (line !== '') lines.push(seen(line))
    line = parts.slice(taken).join(JOINT)
    while ((await measure(seen(line))) > width) {
      const head = await fitting(line, width, measure)
      lines.push(head.seen)
      line = head.rest
    }
  }
  return line === '' ? lines : [...lines, seen(line)]
}

/** The part of a too long word that fits a line: up to a soft hyphen, else as many characters as fit. */
async function fitting(word: string, width: number, measure: Measure): Promise<{ seen: string; rest: string }> {
  const parts = word.split(JOINT)
  for (let taken = parts.length - 1; taken > 0; taken -= 1) {
    const head = `${parts.slice(0, taken).join('')}-`
    if ((await measure(head)) <= width) return { seen: head, rest: parts.slice(taken).join(JOINT) }
  }
  const letters = [...word.replaceAll(JOINT, '')]
  let count = letters.length - 1
  while (count > 1 && (await measure(letters.slice(0, count).join(''))) > width) count = Math.floor(count * 0.9)
  return { seen: letters.slice(0, count).join(''), rest: letters.slice(count).join('') }
}

function seen(text: string): string {
  return text.replaceAll(JOINT, '')
}
