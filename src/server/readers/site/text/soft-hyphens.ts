import { DEFAULT_LANGUAGE, isGerman } from '../../../../rules/languages.ts'
import { syllablesOf } from './syllables.ts'

const SOFT_HYPHEN = '\u00ad'
/** Shorter words fit a line of every screen. */
const LONG_WORDS = /\p{L}{16,}/gu
/** The blank before a dash between words. */
const BEFORE_DASH = / (?=[–—] )/g
/** A part without any joint is divided in its middle if it is longer than this. */
const UNBROKEN = 16

/** Syllable ends before nearly every joint of a compound: linking s, and endings without one. */
const STRONG = /(?:[bdfgklmnprt]s|ung|heit|keit|schaft|tion|tät)$/
/** A separate stem before the joint: a syllable of at least four characters that ends in two consonants. */
const WEAK = /^(?=.{4}).*[aeiouyäöü](?!(?:ch|ck|hr)$)[^aeiouyäöü]{2,}$/
/** Suffixes belong to the word before them. */
const SUFFIX = /^(?:schaft|heit|keit|ung|lich|nis|tum|bar|sam|los|haft|ling|chen|lein|tion|tät|li(?=$))/
/** Minimum characters left and right of a joint, by its type. */
const ROOM = { strong: 5, weak: 7, middle: 8 }

interface Joint {
  /** Characters before it, from the start of the word. */
  at: number
  kind: 'strong' | 'weak'
}

function findJoints(parts: string[]): Joint[] {
  const joints: Joint[] = []
  let at = 0
  parts.slice(0, -1).forEach((part, index) => {
    at += part.length
    const left = part.toLowerCase()
    if (SUFFIX.test(parts[index + 1]!.toLowerCase())) return
    if (STRONG.test(left)) joints.push({ at, kind: 'strong' })
    else if (WEAK.test(left)) joints.push({ at, kind: 'weak' })
  })
  return joints
}

/** Divides a word: at strong joints first, then at the most balanced weak ones while the pieces stay readable. */
function partWord(word: string, parts: string[]): number[] {
  const joints = findJoints(parts)
  const cuts: number[] = []
  const add = (kind: Joint['kind'], from: number, to: number): void => {
    const middle = (from + to) / 2
    const [best] = joints
      .filter((joint) => joint.kind === kind && joint.at - from >= ROOM[kind] && to - joint.at >= ROOM[kind])
      .sort((a, b) => Math.abs(a.at - middle) - Math.abs(b.at - middle))
    if (!best) return
    cuts.push(best.at)
    add(kind, from, best.at)
    add(kind, best.at, to)
  }
  const pieces = (): [number, number][] => {
    const edges = [0, ...cuts.sort((a, b) => a - b), word.length]
    return edges.slice(0, -1).map((edge, index) => [edge, edges[index + 1]!])
  }
  add('strong', 0, word.length)
  for (const [from, to] of pieces()) add('weak', from, to)
  for (const [from, to] of pieces()) if (to - from > UNBROKEN) cuts.push(...middleOf(parts, from, to))
  return cuts.sort((a, b) => a - b)
}

function middleOf(parts: string[], from: number, to: number): number[] {
  let at = 0
  const ends = parts
    .map((part) => (at += part.length))
    .filter((end) => end - from >= ROOM.middle && to - end >= ROOM.middle)
  const middle = (from + to) / 2
  return ends.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle)).slice(0, 1)
}

/**
 * A headline with soft hyphens at the joints of its long words, so that `Donaudampfschifffahrtsgesellschaftskapitän`
 * breaks where people would break it; a dash begins no line. For large headings and for names; never for titles of tabs, feeds or
 * slugs. Words of another language than German are unchanged.
 */
export async function softHyphens(headline: string, lang = DEFAULT_LANGUAGE): Promise<string> {
  if (!isGerman(lang)) return headline
  const line = headline.replace(BEFORE_DASH, '\u00a0')
  const long = line.match(LONG_WORDS)
  if (!long) return line
  const parted = new Map<string, string>()
  for (const word of new Set(long)) {
    const cuts = partWord(word, await syllablesOf(word))
    parted.set(word, [0, ...cuts].map((cut, index) => word.slice(cut, cuts[index] ?? word.length)).join(SOFT_HYPHEN))
  }
  return line.replace(LONG_WORDS, (word) => parted.get(word) ?? word)
}

const HEADING = /<h[2-6][ >]/g

/** Text that people copy: soft hyphens would be copied, too. */
const CODE = /^(\/?)(?:code|kbd|samp|var)(?=[\s>/])/

/** The markup of a text with soft hyphens in its headings, except their code. */
export async function hyphenatedHeadings(html: string): Promise<string> {
  let written = ''
  let at = 0
  for (const { index } of html.matchAll(HEADING)) {
    if (index < at) continue
    const end = html.indexOf(`</${html.slice(index + 1, index + 3)}>`, index)
    if (end < 0) break
    written += html.slice(at, index) + (await hyphenatedText(html.slice(index, end)))
    at = end
  }
  return written + html.slice(at)
}

/** The text between tags; an entity ends a word. */
async function hyphenatedText(markup: string): Promise<string> {
  let depth = 0
  const pieces = markup.split('<').map(async (piece, index) => {
    const code = index === 0 ? null : CODE.exec(piece)
    if (code) depth += code[1] ? -1 : 1
    if (depth > 0) return piece
    const end = index === 0 ? 0 : piece.indexOf('>') + 1
    return piece.slice(0, end) + (await softHyphens(piece.slice(end)))
  })
  return (await Promise.all(pieces)).join('<')
}
