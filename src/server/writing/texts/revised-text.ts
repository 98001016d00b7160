import { TEXT_FIELDS, type Text } from '../../../rules/article-text.ts'

const WORDS = ['title', 'excerpt', 'content_markdown'] as const
const KEPT = [...WORDS, 'details'] as const
type Words = Pick<Text, (typeof WORDS)[number]>

/** A text in a revision: title, excerpt and content, and all other fields as JSON (`Details`; null where unknown). */
export type RevisedText = Words & { details: string | null }

/** All fields of an author beside the words; the slug is not part of a revision. */
export type Details = { [Field in Exclude<keyof Text, keyof Words>]?: Text[Field] | undefined } & {
  tag_ids?: string[] | undefined
}

/** A text with its tags in its revision format; fields unknown to a client of a former release stay unknown. */
export function revised({ title, excerpt, content_markdown, tag_ids, ...others }: Words & Details): RevisedText {
  // In a fixed order, so that equal details are equal JSON.
  const details = Object.fromEntries(
    Object.entries({ ...others, tag_ids: tag_ids && [...new Set(tag_ids)].sort() })
      .filter(([field, value]) => value !== undefined && (field === 'tag_ids' || isField(field)))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )
  const isKnown = Object.keys(details).length > 0
  return { title, excerpt, content_markdown, details: isKnown ? JSON.stringify(details) : null }
}

const isField = (name: string) => TEXT_FIELDS.some((field) => field === name)

/** Whether two revisions have the same content. */
export function sameText(a: RevisedText, b: RevisedText): boolean {
  return KEPT.every((field) => a[field] === b[field])
}

/** Whether the words of two texts differ, which sets the date of the last change for readers (`text_changed_at`). */
export function changesWords(before: Words, after: Words): boolean {
  return WORDS.some((field) => before[field] !== after[field])
}

/** Number of characters of a text missing in a changed one. */
export function lostBetween(before: RevisedText, after: RevisedText): number {
  return KEPT.reduce((sum, field) => sum + lost(before[field] ?? '', after[field] ?? ''), 0)
}

/** Treats the change as one contiguous range. */
function lost(before: string, after: string): number {
  const shorter = Math.min(before.length, after.length)
  let head = 0
  while (head < shorter && before[head] === after[head]) head += 1
  let tail = 0
  while (tail < shorter - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1
  return before.length - head - tail
}
