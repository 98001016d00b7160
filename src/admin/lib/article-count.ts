/** `1 Artikel`, `12.000 Artikel`: the word is the same for both. */
export const articlesInWords = (count: number) => `${count.toLocaleString('de')} Artikel`

/** `in 1 Artikel`, `in 2 Artikeln`. */
export function inArticles(count: number): string {
  return `in ${count.toLocaleString('de-DE')} ${count === 1 ? 'Artikel' : 'Artikeln'}`
}
