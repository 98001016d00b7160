import { stemmer } from '@orama/stemmers/german'
import { fold, withUmlauts } from './fold.ts'

/** Longer „words“ are addresses and data, not German. */
const LONGEST_WORD = 60
/** Stems that were worked out before; a text of 250,000 characters has some 30,000 words. */
const KEPT_STEMS = 50_000
const kept = new Map<string, string>()

/**
 * Words that end like a form of another word and are none: without these `Messer` would find `Messe` and `Kuchen` `Küche`.
 * They hold for compounds, too (`Taschenmesser`).
 */
const BASE_FORMS =
  /(?:bauer|butter|feder|feuer|futter|hafen|halter|herbst|kammer|kasten|kuchen|lager|laster|leben|leber|leiter|mauer|meister|messer|mutter|opfer|pater|poster|rasen|regen|ritter|schalter|steuer|wetter|zucker)(?=[ns]?$)/

/**
 * What the stemmer leaves: women in the plural, the endings that a Latin or Italian plural takes the place of (`Museum`,
 * `Themen`), and the plural in s after a vowel.
 */
const MORE_ENDINGS: [RegExp, string][] = [
  [/(?<=...(?:r|t|d|k|n|og|eg|ch))innen$/, 'in'],
  [/ium$/, 'i'],
  [/(?<=[^at]|dat)um$/, ''],
  [/(?<=kont|risik)os?$/, ''],
  [/(?<=(?:them|firm|vill|pizz|dram|skal|komm))as?$/, ''],
  [/(?<=...[oy])s$/, ''],
  [/(?<=...[^en]i)s$/, ''],
]

/**
 * What the forms of a German word have in common, folded: `Gartenzäune`, `Gartenzaunes` and `gartenzaeune` are `gartenzaun`.
 * Null for what is no word of German length.
 */
export function germanStem(word: string): string | null {
  if (word.length > LONGEST_WORD) return null
  const known = kept.get(word)
  if (known !== undefined) return known
  const stem = stemOf(word)
  // Folding makes up to eighteen characters of one (`ﷺ`).
  if (stem.length > LONGEST_WORD) return null
  if (kept.size >= KEPT_STEMS) kept.clear()
  kept.set(word, stem)
  return stem
}

function stemOf(word: string): string {
  const written = withUmlauts(word.normalize('NFC').toLowerCase().replaceAll('ß', 'ss'))
  const base = BASE_FORMS.exec(written)
  if (base) return fold(written.slice(0, base.index + base[0].length))
  if (written.length >= 5)
    for (const [ending, rest] of MORE_ENDINGS) if (ending.test(written)) return fold(written.replace(ending, rest))
  const stem = fold(stemmer(written))
  // `Nadeln`, `wechseln`: the stemmer knows no plural in a bare n.
  return stem.endsWith('eln') ? stem.slice(0, -1) : stem
}
