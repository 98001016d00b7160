/**
 * Folds text for searching and comparing: lower case, German ß as ss, characters without their marks
 * (`Über` → `uber`, `Straße` → `strasse`). ART-1 asks for case-insensitive search, umlauts too.
 */
export function fold(value: string): string {
  return value.toLowerCase().replace(/ß/g, 'ss').normalize('NFKD').replace(/\p{M}/gu, '')
}

const PIECE = 1024

/** The text in pieces of about a thousand characters, each folded (one character may become eighteen), with its offset. */
export function* foldedPieces(text: string): Generator<{ offset: number; folded: string }> {
  for (let offset = 0, end = 0; offset < text.length; offset = end) {
    end = offset + PIECE
    // Not within a pair of surrogates.
    if (/[\udc00-\udfff]/.test(text[end] ?? '')) end += 1
    yield { offset, folded: fold(text.slice(offset, end)) }
  }
}

/** The first `most` characters of the folded text. The rest of the text is not read. */
export function foldStart(text: string, most: number): string {
  let start = ''
  for (const { folded } of foldedPieces(text)) {
    start += folded
    if (start.length >= most) break
  }
  return start.slice(0, most).toWellFormed()
}

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
