const UMLAUTS: Record<string, string> = { ae: 'ä', oe: 'ö', ue: 'ü' }
const DIGRAPHS: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue' }

/** `kuehl` as `kühl`, in lower case; not where u belongs to another vowel or to q (`Feuer`, `bauen`, `Quelle`). */
export function withUmlauts(word: string): string {
  return word.replace(/(?<![aeqä])ue|[ao]e/g, (letters) => UMLAUTS[letters] ?? letters)
}

/** `kühl` as `kuehl`, in lower case. */
export function withDigraphs(word: string): string {
  return word.replace(/[äöü]/g, (letter) => DIGRAPHS[letter] ?? letter)
}
