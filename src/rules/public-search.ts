import { fold, withDigraphs, withUmlauts } from './fold.ts'
import { germanStem } from './german-stem.ts'

/** Longest search, in characters; the field takes no more. */
export const MOST_ASKED = 200
/** Words of a search that are looked for: each costs the database a look into its index. */
const MOST_WORDS = 12

const WORD = /[\p{L}\p{M}\p{N}]+/gu
const LETTERS = /^[\p{L}\p{M}]+$/u
/** Longer „words“ are data; their beginning is found. */
const LONGEST_WORD = 60
/** Lengths of beginnings that are indexed as words of their own: the index then looks each up at once, however many words have it. */
const SHORTEST_BEGINNING = 3
const LONGEST_BEGINNING = 6
/** Stems of this length or more are also found at the end of a compound (as in `searchTerms`). */
const SHORTEST_JOINED = 4
const SHORTEST_STEM = 3
/** Least number of characters of a compound before the part that is searched for. */
const SHORTEST_REST = 3
/** What begins a verb and the nouns made of it, folded: `verlegen` is no compound of `legen`. The longer of two that begin alike come first. */
const VERBAL_PREFIX =
  /^(?:un)?(?:(?:ab|an|auf|aus|bei|dar|durch|ein|fort|her|hin|los|mit|nach|uber|um|unter|vor|wider|wieder|zuruck|zusammen|zu(?!g[^e]))+(?:be|ent|er|ge|ver|zer)?|be|emp|ent|er|ge|miss|ver|zer)/
/** Characters between a verbal prefix and the part that is searched for: fewer belong to that part (`zerb|rechen`, `verpf|licht`). */
const LEAST_BEHIND_PREFIX = 3
/** Short nouns that begin like a verb, folded: `Nachtlicht` is a compound, `zerbrechen` is none. Behind `(?!` stand verbs. */
const NOUN_LIKE_PREFIX =
  /^(?:angel|anti|beet|beil|bein(?!halt)|berg|best(?!r)|bett|dar[mt]|enten|erb(?!ring|rech(?!t))|erd(?!ruck)|erst(?!r)|erz|geh|gelb|geld|gen|geo|her[drz]|hindu|nacht|zug(?!e))/
/**
 * Endings that the stemmer takes off a compound and leaves on its last part: `buchhandl` and `handlung`, `volkskun` and `kunst`. A part
 * of a word has a vowel before them; `lung` and `tisch` would be part of too many words (`Verwaltung`, `politisch`).
 */
const LATE_PART = /[aeiouy][^aeiouy]*(?:ung|end|i[gk]|isch|lich|heit|keit|(?<=[bdfghklmnt])st)(?:e[mnrs]?|s)?$/
/** Words of this length or more are inflected; shorter ones are found as they are typed. */
const SHORTEST_INFLECTED = 4

/** The form of what `indexWords` gives and of what is read for it: a change of either raises it, and all texts are read again. */
export const INDEX_FORM = 2

/** Where in a text a word stands: in its title, among what stands above the text (title, excerpt, names), or anywhere. */
export const PLACES = ['t', 'h', 'a'] as const
export type SearchPlace = (typeof PLACES)[number]

/**
 * How a word of a text has to meet the one searched for, the best first; each holds the ones before it: as a whole word in any
 * form, with its beginning, or as the last part of a compound.
 */
export const MATCHES = ['whole', 'begins', 'joined'] as const
export type SearchMatch = (typeof MATCHES)[number]

/** One word of a search: its spellings as folded characters, of which one begins a word of the text, and its stem, which ends one. */
export type PublicTerm = { spellings: readonly string[]; stem: string | null }

/**
 * The words of a reader's search, each of which must be found in any order: as typed (at the beginning of a word), with its
 * umlauts spelled the other way, and in its other forms, also as the last part of a compound (as editors search, ADR 22).
 */
export function publicTerms(asked: string): PublicTerm[] {
  const terms = new Map<string, PublicTerm>()
  for (const [word] of asked.slice(0, MOST_ASKED).normalize('NFC').matchAll(WORD)) {
    const lower = word.toLowerCase()
    const all = [lower, withUmlauts(lower), withDigraphs(lower)].map(foldedWord)
    const spellings = [...new Set(all)].filter((one) => one !== '')
    const [first] = spellings
    if (first === undefined) continue
    // What goes on from another one finds nothing more than that.
    const different = spellings.filter((one) => !spellings.some((other) => other !== one && one.startsWith(other)))
    const stem = word.length >= SHORTEST_INFLECTED && LETTERS.test(word) ? germanStem(word) : null
    terms.set(first, { spellings: different, stem: stem !== null && stem.length >= SHORTEST_STEM ? stem : null })
  }
  return [...terms.values()].slice(0, MOST_WORDS)
}

/**
 * What the index of public texts holds of a text, for one place in it: each whole word and its beginnings of three to six
 * characters, its stem backwards, and the ends of its stem that may be a part of a compound: each of four to six characters, and all
 * longer ones as one. All in ASCII, so that both databases take them as they are.
 */
export function indexWords(text: string, place: SearchPlace): Set<string> {
  const words = new Set<string>()
  for (const word of new Set(text.match(WORD))) {
    const folded = foldedWord(word)
    if (folded === '') continue
    const letters = Array.from(folded)
    if (letters.length < SHORTEST_BEGINNING) words.add(`${place}w${spelled(letters)}`)
    for (let length = SHORTEST_BEGINNING; length <= Math.min(letters.length, LONGEST_BEGINNING); length += 1)
      words.add(`${place}w${spelled(letters.slice(0, length))}`)
    if (letters.length >= SHORTEST_BEGINNING) words.add(`${place}${wholeKind(letters)}${spelled(letters)}`)
    const stem = LETTERS.test(word) ? germanStem(word) : null
    if (stem === null || stem.length < SHORTEST_STEM) continue
    const backwards = Array.from(stem).reverse()
    words.add(`${place}s${spelled(backwards)}`)
    for (const { end, shortest } of joinedEnds(word, stem)) {
      const joined = Array.from(end).reverse()
      for (let length = shortest; length <= Math.min(joined.length, LONGEST_BEGINNING); length += 1)
        words.add(`${place}e${spelled(joined.slice(0, length))}`)
      if (joined.length > LONGEST_BEGINNING) words.add(`${place}c${spelled(joined)}`)
    }
  }
  return words
}

/** Long whole words are found by any longer beginning, too. */
function wholeKind(letters: readonly string[]): 'x' | 'f' {
  return letters.length > LONGEST_BEGINNING ? 'f' : 'x'
}

/**
 * Endings of a word that may be the last part of a compound (`haus` in `Gartenhaus`), as stems. Each also stands for its own endings
 * of at least `shortest` characters.
 */
function joinedEnds(word: string, stem: string): { end: string; shortest: number }[] {
  const rest = restOf(stem)
  const ends = [{ end: stem.slice(rest), shortest: SHORTEST_JOINED }]
  const folded = withoutDigraphs(word)
  const late = LATE_PART.exec(folded)
  if (!late) return ends
  const parts: string[] = []
  for (let from = late.index; from >= rest; from -= 1) {
    const part = germanStem(folded.slice(from))
    if (part === null || stem.endsWith(part)) break
    parts.push(part)
  }
  const [first] = parts
  if (first !== undefined) ends.push({ end: parts.at(-1) ?? first, shortest: Math.max(SHORTEST_JOINED, first.length) })
  return ends
}

/** Whether the stem of a compound lacks the last characters of this stem of its last part. */
export function endsLate(stem: string): boolean {
  return LATE_PART.test(stem)
}

/** Characters at the beginning of a folded word that no last part of a compound may take in. */
function restOf(stem: string): number {
  const noun = NOUN_LIKE_PREFIX.exec(stem)?.[0].length
  if (noun !== undefined) return noun
  const prefix = VERBAL_PREFIX.exec(stem)?.[0].length
  return prefix === undefined ? SHORTEST_REST : prefix + LEAST_BEHIND_PREFIX
}

/** The words of a text as the index spells them before they are put into ASCII. */
export function foldedWords(text: string): Set<string> {
  const words = new Set<string>()
  for (const word of new Set(text.match(WORD))) words.add(foldedWord(word))
  words.delete('')
  return words
}

/** What the index is asked for one word of a search: a word it holds, or (`open`) the beginning of one. */
export type IndexWord = { word: string; open: boolean }

/** Of these words the index must hold one, for the term to stand at this place of a text and to be met there in this way. */
export function askedWords({ spellings, stem }: PublicTerm, place: SearchPlace, match: SearchMatch): IndexWord[] {
  const asked: IndexWord[] = spellings.map((spelling) => {
    const letters = Array.from(spelling)
    if (letters.length < SHORTEST_BEGINNING) return { word: `${place}w${spelled(letters)}`, open: false }
    const isLong = letters.length > LONGEST_BEGINNING
    if (match === 'whole') return { word: `${place}${wholeKind(letters)}${spelled(letters)}`, open: false }
    return { word: `${place}${isLong ? 'f' : 'w'}${spelled(letters)}`, open: isLong }
  })
  if (stem === null) return asked
  const backwards = Array.from(stem).reverse()
  asked.push({ word: `${place}s${spelled(backwards)}`, open: false })
  if (match !== 'joined' || backwards.length < SHORTEST_JOINED) return asked
  const isLong = backwards.length > LONGEST_BEGINNING
  return [...asked, { word: `${place}${isLong ? 'c' : 'e'}${spelled(backwards)}`, open: isLong }]
}

/** A part of a word that was found, as UTF-16 offsets of the text, which of the terms it is, and how it is met. */
export type FoundPart = { start: number; end: number; term: number; match: SearchMatch }

/** Where the terms stand in a text, first to last; of each word the part alone that was searched for. */
export type Finder = (text: string) => Generator<FoundPart>

/** Finds these terms in any text; a word is compared with them once. */
export function finderOf(terms: readonly PublicTerm[]): Finder {
  const known = new Map<string, PartOfWord | null>()
  return function* find(text) {
    for (const { 0: word, index } of text.matchAll(WORD)) {
      let part = known.get(word)
      if (part === undefined) known.set(word, (part = partOf(word, terms)))
      if (part) yield { start: index + part.from, end: index + part.to, term: part.term, match: part.match }
    }
  }
}

/** The places of the searched terms in a single text. */
export function foundIn(text: string, terms: readonly PublicTerm[]): Generator<FoundPart> {
  return finderOf(terms)(text)
}

type PartOfWord = { from: number; to: number; term: number; match: SearchMatch }

function partOf(word: string, terms: readonly PublicTerm[]): PartOfWord | null {
  const folded = foldedWord(word)
  let stem: string | null | undefined
  for (const [term, { spellings, stem: asked }] of terms.entries()) {
    const begins = spellings.find((spelling) =>
      Array.from(spelling).length < SHORTEST_BEGINNING ? folded === spelling : folded.startsWith(spelling),
    )
    if (asked !== null) stem ??= LETTERS.test(word) ? germanStem(word) : null
    const isWhole = begins === folded || (asked !== null && stem === asked)
    if (begins !== undefined)
      return { from: 0, to: lettersUpTo(word, begins.length), term, match: isWhole ? 'whole' : 'begins' }
    if (isWhole) return { from: 0, to: word.length, term, match: 'whole' }
    if (asked !== null && asked.length >= SHORTEST_JOINED && stem && isJoined(word, stem, asked))
      return { from: lettersUpTo(word, partStart(word, stem, asked)), to: word.length, term, match: 'joined' }
  }
  return null
}

/** Whether a word with this stem is a compound whose last part has the other one. */
function isJoined(word: string, stem: string, last: string): boolean {
  if (!stem.endsWith(last) && !endsLate(last)) return false
  return joinedEnds(word, stem).some(({ end, shortest }) => last.length >= shortest && end.endsWith(last))
}

/** Characters before the last part of a compound. */
function partStart(word: string, stem: string, last: string): number {
  return stem.endsWith(last) ? stem.length - last.length : withoutDigraphs(word).lastIndexOf(last)
}

/** The part of a word that folds to this number of characters; whole characters, with the marks that follow them. */
function lettersUpTo(word: string, letters: number): number {
  let seen = 0
  let offset = 0
  for (const sign of word) {
    const folded = fold(sign).length
    if (seen >= letters && folded > 0) break
    seen += folded
    offset += sign.length
  }
  return offset
}

/** Folding makes up to eighteen characters of one (`ﷺ`): what is bounded is what comes of it. */
function foldedWord(word: string): string {
  const folded = fold(word.slice(0, LONGEST_WORD)).replace(/[^\p{L}\p{N}]+/gu, '')
  return folded.length > LONGEST_WORD ? folded.slice(0, LONGEST_WORD).replace(/[\ud800-\udbff]$/, '') : folded
}

/** As stems are folded. */
function withoutDigraphs(word: string): string {
  return foldedWord(withUmlauts(word.toLowerCase()))
}

/** In ASCII, character by character, so that beginnings stay beginnings. */
function spelled(letters: readonly string[]): string {
  return letters
    .map((letter) => (/^[a-z0-9]$/.test(letter) ? letter : `z${letter.codePointAt(0)?.toString(16).padStart(6, '0')}`))
    .join('')
}
