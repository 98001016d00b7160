/** `1 Artikel`, `12.000 Artikel`: the word is the same for both. */
export const articlesInWords = (count: number) => `${count.toLocaleString('de')} Artikel`
