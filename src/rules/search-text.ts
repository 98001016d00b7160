import { fold, foldStart, withDigraphs, withUmlauts } from './fold.ts'
import { germanStem } from './german-stem.ts'
import { endsLate, publicTerms, type PublicTerm, type SearchMatch } from './public-search.ts'

/** Stands around each stem behind a searched text; nobody types it. */
const MARK = '\u001f'
const WORD = /[\p{L}\p{M}]+/gu
const LETTERS = /^[\p{L}\p{M}]+$/u
/** Shorter words are searched as they are typed: their forms hold them anyway (`Tag`, `Tage`). */
const SHORTEST_INFLECTED = 4
/** Stems of this length or more are also found as the last part of a compound; shorter ones end too many words (`Ort`, `Wort`). */
const SHORTEST_JOINED = 4
const SHORTEST_STEM = 3

/**
 * A text as `search_text` keeps it: folded, and behind it the stems of its words, so that the databases find other forms of
 * a word by looking for characters, as they find everything else. A long text is cut.
 */
export function searchableText(text: string, most = Infinity): string {
  const folded = most === Infinity ? fold(text) : foldStart(text, most)
  return folded + stemsOf(most === Infinity ? text : text.slice(0, most))
}

/** What `searchableText` puts behind the folded text: `\n`, then each stem once, between marks; empty for a text without words. */
export function stemsOf(text: string): string {
  const stems = new Set<string>()
  for (const word of new Set(text.match(WORD))) {
    const stem = word.length < SHORTEST_STEM ? null : germanStem(word)
    if (stem !== null && stem.length >= SHORTEST_STEM) stems.add(stem)
  }
  return stems.size === 0 ? '' : `\n${MARK}${[...stems].join(MARK)}${MARK}`
}

/** One word of a search: what it stands for, of which one must be part of a `searchableText`. */
export type SearchTerm = readonly [string, ...string[]]

/**
 * The words of a search, each of which must be found, in any order: as it is typed (anywhere within a word), with its umlauts
 * spelled the other way (`kuehl` and `kühl`), and in its other forms (`Gartenzäune`, `Gartenzaun`). Both databases and the
 * places that are shown go by these alone.
 */
export function searchTerms(words: string): SearchTerm[] {
  const terms = new Map<string, SearchTerm>()
  for (const word of words.normalize('NFC').split(/\s+/).flatMap(partsOf)) {
    const [first, ...others] = spellings(word.toLowerCase().replaceAll(MARK, ''))
    if (first !== undefined) terms.set(first, [first, ...others])
  }
  return [...terms.values()]
}

/**
 * A word of a search as it is looked for in a long `searchableText` (RUL-108): the spellings of which one must occur there for the
 * word to be met in this way. What is `joined` may hold verbal prefixes, too: `foundIn` tells them apart. Beginnings are asked
 * for where a text surely shows them, behind a blank; with `anywhere` also behind other signs, which takes in the insides
 * of words, for `foundIn` to tell apart.
 */
export function termInTexts({ spellings, stem }: PublicTerm, match: SearchMatch, anywhere = false): SearchTerm {
  const words = spellings.filter((spelling) => spelling.length >= SHORTEST_STEM && LETTERS.test(spelling))
  const stems = stem === null ? words.flatMap((word) => germanStem(word) ?? []) : [stem]
  const asked = stems.filter((one) => one.length >= SHORTEST_STEM).map((one) => MARK + one + MARK)
  if (match !== 'whole') asked.push(...words.flatMap((word) => (anywhere ? [word] : [MARK + word, ` ${word}`])))
  // The stem of a compound lacks what `endsLate`.
  if (match === 'joined' && stem !== null && stem.length >= SHORTEST_JOINED)
    asked.push(anywhere && endsLate(stem) ? stem : stem + MARK)
  // Numbers, and what is too short for a stem, are searched as they stand.
  const [first = '', ...others] = [...asked, ...spellings.filter((spelling) => !words.includes(spelling))]
  return [first, ...others]
}

/** The words of a search in the same way; what holds other characters is searched as it stands. */
export function termsInTexts(words: string, match: SearchMatch, anywhere = false): SearchTerm[] {
  return words
    .normalize('NFC')
    .split(/\s+/)
    .flatMap(partsOf)
    .flatMap((word): SearchTerm[] => {
      const [term] = LETTERS.test(word) ? publicTerms(word) : []
      const folded = fold(word.replaceAll(MARK, ''))
      return term ? [termInTexts(term, match, anywhere)] : folded === '' ? [] : [[folded]]
    })
}

/** Where other forms of a searched word stand in a text, first to last. */
export function* formsAmong(text: string, term: SearchTerm): Generator<{ start: number; end: number }> {
  const stems = term.filter((spelling) => spelling.includes(MARK))
  if (stems.length === 0) return
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const marked = MARK + (germanStem(word) ?? '') + MARK
    if (stems.some((stem) => marked.includes(stem))) yield { start: index, end: index + word.length }
  }
}

/** True when every word is found in a text that `searchableText` has made. */
export function hasTerms(searched: string, terms: readonly SearchTerm[]): boolean {
  return terms.every((term) => term.some((spelling) => searched.includes(spelling)))
}

/** True when every word of a search is found in a text, as on the server. For lists that are at hand. */
export function hasWords(text: string, words: string): boolean {
  return hasTerms(searchableText(text), searchTerms(words))
}

/** `Schreibtisch-Modell` is two words; `E-Mail`, addresses and other signs are searched as they stand. */
function partsOf(word: string): string[] {
  const parts = word.split('-')
  return parts.every((part) => part.length >= SHORTEST_STEM && LETTERS.test(part)) ? parts : [word]
}

function spellings(word: string): string[] {
  const all = [fold(word), fold(withUmlauts(word)), fold(withDigraphs(word))]
  const stem = word.length >= SHORTEST_INFLECTED && LETTERS.test(word) ? germanStem(word) : null
  if (stem !== null && stem.length >= SHORTEST_JOINED) all.push(stem + MARK)
  else if (stem !== null && stem.length === SHORTEST_STEM) all.push(MARK + stem + MARK)
  const different = [...new Set(all)].filter((spelling) => spelling !== '')
  // What holds another one finds nothing more than that.
  return different.filter((one) => !different.some((other) => other !== one && one.includes(other)))
}
