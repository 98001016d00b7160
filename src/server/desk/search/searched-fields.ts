import type { SearchHit } from '../../../contract/search.ts'
import { blockWithWords } from '../../../markdown/block-with-words.ts'
import { foundIn, type PublicTerm } from '../../../rules/public-search.ts'

const MOST_MARKS = 12
const BEFORE = 40
const AFTER = 100
/** Maximum characters of a text scanned for the excerpt. */
const LOOKED_THROUGH = 300_000

type Marks = SearchHit['title_marks']

/** Positions of the words in a line. */
export function marksIn(line: string, terms: readonly PublicTerm[]): Marks {
  const marks: Marks = []
  for (const { start, end } of foundIn(line, terms)) if (marks.push({ start, end }) === MOST_MARKS) break
  return marks
}

/** The line around the first match, as plain text; null where the words occur only in markup. */
export function excerptOf(text: string, terms: readonly PublicTerm[]): SearchHit['excerpt'] {
  const block = blockWithWords(text.slice(0, LOOKED_THROUGH), terms)
  if (!block) return null
  const { plain, hit } = block
  const from = Math.max(0, hit.start - BEFORE)
  const to = Math.min(plain.length, hit.end + AFTER)
  const before = plain.slice(from, hit.start)
  const after = plain.slice(hit.end, to)
  const line =
    (from > 0 ? `… ${before.replace(/^\S*\s/, '')}` : before) +
    plain.slice(hit.start, hit.end) +
    (to < plain.length ? `${after.replace(/\s\S*$/, '')} …` : after)
  return { text: line, marks: marksIn(line, terms) }
}
