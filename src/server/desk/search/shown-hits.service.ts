import type { SearchHit } from '../../../contract/search.ts'
import { hitInContext } from '../../../markdown/block-with-words.ts'
import type { SearchNoun } from '../../../nouns/registries.ts'
import { type Finder, finderOf } from '../../../rules/public-search.ts'
import type { Db } from '../../platform/db/db.ts'
import { isInText, isInTitle, isMended, type RankedHit } from './ranked-hits.service.ts'
import * as queries from './search.queries.ts'

const MOST_MARKS = 12
/** Characters of an excerpt on either side of the hit. */
const CONTEXT = { before: 40, after: 100 }
/** Maximum characters of a text scanned for the excerpt. */
const LOOKED_THROUGH = 300_000

/** Hits of one noun as the palette shows them; records that were deleted since they were found are left out. */
export async function showHits(db: Db, noun: SearchNoun, hits: readonly RankedHit[]): Promise<SearchHit[]> {
  const shown = await queries.showRecords(
    db,
    noun,
    hits.map(({ id }) => id),
  )
  const items: SearchHit[] = []
  for (const hit of hits) {
    const { id, terms } = hit
    const record = shown.get(id)
    if (!record) continue
    const { title, others, state, at, width, height } = record
    const find = finderOf(terms)
    const text = isInText(hit) ? await queries.articleText(db, id) : others
    items.push({
      noun,
      id,
      title,
      title_marks: marksIn(title, find),
      excerpt: isInTitle(hit) ? null : excerptOf(text, find),
      state,
      at,
      size: width && height ? `${width} × ${height}` : null,
      is_mended: isMended(hit),
    })
  }
  return items
}

/** Positions of the words in a line. */
function marksIn(line: string, find: Finder): SearchHit['title_marks'] {
  const marks: SearchHit['title_marks'] = []
  for (const { start, end } of find(line)) if (marks.push({ start, end }) === MOST_MARKS) break
  return marks
}

/** The line around the first match, as plain text; null where the words occur only in markup. */
function excerptOf(text: string, find: Finder): SearchHit['excerpt'] {
  const context = hitInContext(text.slice(0, LOOKED_THROUGH), find, CONTEXT)
  if (!context) return null
  const line = context.before + context.hit + context.after
  return { text: line, marks: marksIn(line, find) }
}
