import { findFolded } from './find-folded.ts'
import { germanStem } from './german-stem.ts'
import { formsAmong, type SearchTerm } from './search-text.ts'

export type Place = { start: number; end: number }

/** More words than these are searched, but not looked for to be shown: each may cost a walk through a long text. */
const SHOWN_TERMS = 8

/**
 * Where the first of the words stands in a text as it was written, as UTF-16 offsets: what was typed of it with
 * its ending, or the whole word where it stands in another form. Null where none does.
 */
export function findWords(text: string, terms: readonly SearchTerm[]): Place | null {
  let first: Place | null = null
  for (const term of terms.slice(0, SHOWN_TERMS)) {
    for (const place of placesOf(first === null ? text : text.slice(0, first.end), term))
      if (first === null || place.start < first.start) first = place
  }
  return first
}

function* placesOf(text: string, term: SearchTerm): Generator<Place> {
  for (const spelling of term) {
    const place = findFolded(text, spelling)
    if (place) yield { start: place.start, end: endOfForm(text, place) }
  }
  const form = formsAmong(text, term).next()
  if (!form.done) yield form.value
}

const ENDING = /[\p{L}\p{M}]{1,4}(?![\p{L}\p{M}])/uy

/** Where a hit ends that goes on with nothing but the ending of another form: `Gartenzäune` for `gartenzaun`. */
function endOfForm(text: string, { start, end }: Place): number {
  ENDING.lastIndex = end
  const [ending] = ENDING.exec(text) ?? []
  if (ending === undefined) return end
  const typed = text.slice(start, end)
  return germanStem(typed + ending) === germanStem(typed) ? end + ending.length : end
}
