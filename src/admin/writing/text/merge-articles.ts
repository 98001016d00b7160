import { mergeSet, mergeText, mergeValue, settle, type Choice, type TextMerge } from '../../../rules/merge.ts'
import { TEXT_FIELDS, type Text } from '../../../rules/article-text.ts'
import type { ArticleText } from './article-text.ts'

/** Fields that are merged as a whole: a change of one side is taken. */
type WholeField = Exclude<keyof Text, 'content_markdown' | 'noindex'>
const WHOLE_FIELDS = TEXT_FIELDS.filter(
  (field): field is WholeField => field !== 'content_markdown' && field !== 'noindex',
)

export type FieldConflict = { field: WholeField | 'slug'; mine: string | null; theirs: string | null }

export type ArticleMerge = {
  mine: ArticleText
  theirs: ArticleText
  body: TextMerge
  fields: FieldConflict[]
  /** The settled fields; the own values where there is a conflict. */
  settled: ArticleText
}

/** The choices where both sides changed the same: one per field in conflict, one per conflicting range of the text. */
export type Resolution = { fields: Exclude<Choice, 'both'>[]; body: Choice[] }

/** Merges two versions of an article (RUL-14): the text by lines, everything else field by field. */
export function mergeArticle(
  { text: base, sameWriter }: { text: ArticleText; sameWriter: boolean },
  mine: ArticleText,
  theirs: ArticleText,
): ArticleMerge {
  const settled = { ...mine, tag_ids: mergeSet(base.tag_ids, mine.tag_ids, theirs.tag_ids) }
  const fields: FieldConflict[] = []
  for (const field of WHOLE_FIELDS) {
    const value = mergeValue(base[field] ?? null, mine[field] ?? null, theirs[field] ?? null)
    if (value === undefined) fields.push({ field, mine: mine[field], theirs: theirs[field] })
    else Object.assign(settled, { [field]: value })
  }
  // Of two boolean values, the one that differs from the base is the change, so there is never a conflict.
  settled.noindex = mergeValue(Boolean(base.noindex), Boolean(mine.noindex), Boolean(theirs.noindex)) ?? mine.noindex
  if (!mine.slugIsOwn || mine.slug === base.slug) Object.assign(settled, slugOf(theirs))
  else if (theirs.slugIsOwn && theirs.slug !== base.slug && theirs.slug !== mine.slug)
    fields.push({ field: 'slug', mine: mine.slug, theirs: theirs.slug })
  const body = mergeText(base.content_markdown, mine.content_markdown, theirs.content_markdown, { sameWriter })
  return { mine, theirs, body, fields, settled }
}

/** The merged article; null while a choice is missing. */
export function settleArticle(merge: ArticleMerge, chosen: Resolution = { fields: [], body: [] }): ArticleText | null {
  const text = { ...merge.settled }
  for (const [index, { field, theirs }] of merge.fields.entries()) {
    const choice = chosen.fields[index]
    if (!choice) return null
    if (choice === 'mine') continue
    Object.assign(text, field === 'slug' ? slugOf(merge.theirs) : { [field]: theirs })
  }
  const body = settle(merge.body, chosen.body)
  return body === null ? null : { ...text, content_markdown: body }
}

function slugOf({ slug, slugIsOwn }: ArticleText) {
  return { slug, slugIsOwn }
}
