/** What a text measures, of the words readers see. */
export type TextMeasure = {
  characters: number
  words: number
  sentences: number
  /** Flesch for German (Amstad, 1978): 180 − words a sentence − 58,5 × syllables a word; null for too few words. */
  flesch: number | null
}

const WORD = /[\p{L}\p{N}]+(?:[-'’.,·][\p{L}\p{N}]+)*/gu
const END = /[.!?…]{1,8}["“”‘’»«)\]]{0,4}(?=\s|$)|\n[ \t]{0,99}\n/g
/** Before these a point ends no sentence. */
const ABBREVIATED =
  /(?:^|[^\p{L}\p{N}])(?:\p{L}|\d{1,4}|Dr|Prof|Nr|bzw|ca|usw|etc|vgl|evtl|ggf|inkl|Abs|Art|Bd|Hrsg|Jh|Mio|Mrd|St|Str|sog|Tel)$/u
const LETTERS_BEFORE = 8
const FEWEST_WORDS = 20

/** Syllables of a German word, by its groups of vowels. */
export function syllablesOf(word: string): number {
  const vowels = word
    .toLowerCase()
    .normalize('NFC')
    .replace(/eu|äu|au|ei|ai|ie|oo|ee|aa|qu|oi/g, (pair) => (pair === 'qu' ? 'k' : 'a'))
  return Math.max(1, vowels.match(/[aeiouyäöüáàâéèêëíìîïóòôúùû]/g)?.length ?? 0)
}

/** Reads the text a fixed number of times. */
export function measureReading(plain: string): TextMeasure {
  const words = plain.match(WORD) ?? []
  const ends = [...plain.matchAll(END)].filter(({ index, 0: sign }) => {
    const before = plain.slice(Math.max(0, index - LETTERS_BEFORE), index)
    return !sign.startsWith('.') || sign.length > 1 || !ABBREVIATED.test(before)
  })
  let sentences = 0
  let from = 0
  for (const { index, 0: sign } of ends) {
    if (/[\p{L}\p{N}]/u.test(plain.slice(from, index))) sentences += 1
    from = index + sign.length
  }
  if (/[\p{L}\p{N}]/u.test(plain.slice(from))) sentences += 1
  const syllables = words.reduce((sum, word) => sum + syllablesOf(word), 0)
  return {
    characters: [...plain.replace(/\s+/g, ' ').trim()].length,
    words: words.length,
    sentences,
    flesch:
      words.length < FEWEST_WORDS || sentences === 0
        ? null
        : Math.round(180 - words.length / sentences - 58.5 * (syllables / words.length)),
  }
}

/** What a figure of Flesch's says in words. */
export function fleschInWords(flesch: number): string {
  if (flesch >= 70) return 'leicht'
  if (flesch >= 50) return 'mittel'
  return flesch >= 30 ? 'anspruchsvoll' : 'schwer'
}
