/**
 * Folds text for searching and comparing: lower case, German ß as ss, letters without their marks
 * (`Über` → `uber`, `Straße` → `strasse`). ART-1 asks for case-insensitive search, umlauts too.
 */
export function fold(value: string): string {
  return value.toLowerCase().replace(/ß/g, 'ss').normalize('NFKD').replace(/\p{M}/gu, '')
}
