/** The words to find in many articles, exactly as typed. */
export type WantedWords = { find: string; match_case: boolean; whole_words: boolean }

/** Fields of a text in which words are replaced, in the order in which their places are counted. */
export const REPLACED_FIELDS = ['title', 'excerpt', 'content_markdown'] as const
export type ReplacedField = (typeof REPLACED_FIELDS)[number]
export type ReplacedText = Record<ReplacedField, string>

/** Where words stand: in which field, from which character to which (UTF-16). */
export type WordsPlace = { field: ReplacedField; from: number; to: number }

/** Most hits of one article that are shown and replaced at once. */
export const MOST_PLACES = 200

function pattern({ find, match_case, whole_words }: WantedWords): RegExp {
  const literal = find.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
  const bounded = whole_words ? String.raw`(?<![\p{L}\p{N}_])${literal}(?![\p{L}\p{N}_])` : literal
  return new RegExp(bounded, match_case ? 'gu' : 'giu')
}

/** The places of words in a text, one after the other, `MOST_PLACES` at most. Reads the text once. */
export function placesOfWords(text: ReplacedText, wanted: WantedWords): WordsPlace[] {
  const places: WordsPlace[] = []
  if (wanted.find === '') return places
  const words = pattern(wanted)
  for (const field of REPLACED_FIELDS)
    for (const { index, 0: found } of text[field].matchAll(words)) {
      if (places.length === MOST_PLACES) return places
      places.push({ field, from: index, to: index + found.length })
    }
  return places
}

/** What stood at a place that was replaced, and where that begins in the text of now. */
export type FormerWords = { field: ReplacedField; at: number; words: string }

/** The text with other words at some of its places, and what takes that back. */
export function replaceAt(
  text: ReplacedText,
  places: readonly WordsPlace[],
  replacement: string,
): { text: ReplacedText; former: FormerWords[] } {
  const next = { ...text }
  const former: FormerWords[] = []
  for (const field of REPLACED_FIELDS) {
    let written = ''
    let read = 0
    for (const { from, to } of places.filter((place) => place.field === field)) {
      written += text[field].slice(read, from)
      former.push({ field, at: written.length, words: text[field].slice(from, to) })
      written += replacement
      read = to
    }
    next[field] = written + text[field].slice(read)
  }
  return { text: next, former }
}

/** The text with what stood there before; null where something else stands there by now. */
export function putBack(text: ReplacedText, former: readonly FormerWords[], replacement: string): ReplacedText | null {
  const next = { ...text }
  for (const field of REPLACED_FIELDS) {
    let written = ''
    let read = 0
    for (const { at, words } of former.filter((one) => one.field === field)) {
      if (!text[field].startsWith(replacement, at)) return null
      written += text[field].slice(read, at) + words
      read = at + replacement.length
    }
    next[field] = written + text[field].slice(read)
  }
  return next
}
