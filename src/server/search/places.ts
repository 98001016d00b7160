import type { SearchHit } from '../../contract/search.ts'
import { foundIn, type PublicTerm } from '../../rules/public-search.ts'

const MOST_MARKS = 12
const BEFORE = 40
const AFTER = 100
/** Letters of a text that are looked through for the place to show. */
const LOOKED_THROUGH = 300_000

type Marks = SearchHit['title_marks']

/** Where the words stand in a line. */
export function marksIn(line: string, terms: readonly PublicTerm[]): Marks {
  const marks: Marks = []
  for (const { start, end } of foundIn(line, terms)) if (marks.push({ start, end }) === MOST_MARKS) break
  return marks
}

/** The line around the first place of the words, without markdown's marks. */
export function excerptOf(text: string, terms: readonly PublicTerm[]): SearchHit['excerpt'] {
  const read = text.slice(0, LOOKED_THROUGH)
  const first = foundIn(read, terms).next()
  if (first.done) return null
  const { start, end } = first.value
  const from = Math.max(0, start - BEFORE)
  const to = Math.min(read.length, end + AFTER)
  const before = plain(read.slice(from, start))
  const after = plain(read.slice(end, to))
  const line =
    (from > 0 ? `… ${before.replace(/^\S*\s/, '')}` : before.trimStart()) +
    read.slice(start, end) +
    (to < read.length ? `${after.replace(/\s\S*$/, '')} …` : after.trimEnd())
  return { text: line, marks: marksIn(line, terms) }
}

function plain(markdown: string): string {
  return markdown.replace(/[#*_`>[\]|~]/g, '').replace(/\s+/g, ' ')
}
