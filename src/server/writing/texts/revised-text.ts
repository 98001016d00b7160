import { TEXT_FIELDS, type Text } from '../../../rules/article-text.ts'

const WORDS = ['title', 'excerpt', 'content_markdown'] as const
const KEPT = [...WORDS, 'details'] as const
type Words = Pick<Text, (typeof WORDS)[number]>

/** What a revision keeps of a text: its words, and all else as one JSON (`Details`; null where nothing else is known). */
export type RevisedText = Words & { details: string | null }

/** All that an author writes beside the words and the address, which is no part of a revision. */
export type Details = { [Field in Exclude<keyof Text, keyof Words>]?: Text[Field] | undefined } & {
  tag_ids?: string[] | undefined
}

/** A text with its tags as a revision keeps it; what a client of a former release does not know of stays unknown. */
export function revised({ title, excerpt, content_markdown, tag_ids, ...others }: Words & Details): RevisedText {
  // In one order, so that the same details are the same JSON.
  const details = Object.fromEntries(
    Object.entries({ ...others, tag_ids: tag_ids && [...new Set(tag_ids)].sort() })
      .filter(([field, value]) => value !== undefined && (field === 'tag_ids' || isField(field)))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )
  const isKnown = Object.keys(details).length > 0
  return { title, excerpt, content_markdown, details: isKnown ? JSON.stringify(details) : null }
}

const isField = (name: string) => TEXT_FIELDS.some((field) => field === name)

/** Whether two revisions would hold the same. */
export function sameText(a: RevisedText, b: RevisedText): boolean {
  return KEPT.every((field) => a[field] === b[field])
}

/** Whether two texts have other words: the ones readers are told of when they change (`text_changed_at`). */
export function changesWords(before: Words, after: Words): boolean {
  return WORDS.some((field) => before[field] !== after[field])
}

/** How many characters of a text a changed one no longer has. */
export function lostBetween(before: RevisedText, after: RevisedText): number {
  return KEPT.reduce((sum, field) => sum + lost(before[field] ?? '', after[field] ?? ''), 0)
}

/** Taking the change as one stretch. */
function lost(before: string, after: string): number {
  const shorter = Math.min(before.length, after.length)
  let head = 0
  while (head < shorter && before[head] === after[head]) head += 1
  let tail = 0
  while (tail < shorter - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1
  return before.length - head - tail
}
