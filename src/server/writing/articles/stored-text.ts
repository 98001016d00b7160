import type { Selectable } from 'kysely'
import { BLANK_TEXT, TEXT_FIELDS, type Text } from '../../../rules/article-text.ts'
import type { ArticlesTable } from '../../tables.ts'

/** A text as a row keeps it: yes/no is 1/0. */
export type StoredText = Pick<Selectable<ArticlesTable>, keyof Text>

/** A text with its address and its tags: what readers have of an article, or what is being written of it. */
export type WholeText = Text & { slug: string; tag_ids: string[] }

/** The text that a row keeps. */
export function textOf(row: StoredText): Text {
  return Object.fromEntries(
    TEXT_FIELDS.map((field) => [field, typeof BLANK_TEXT[field] === 'boolean' ? row[field] === 1 : row[field]]),
  ) as Text
}

/** A text as a row keeps it. */
export function storedText(text: Text): StoredText {
  return Object.fromEntries(
    TEXT_FIELDS.map((field) => [field, typeof text[field] === 'boolean' ? Number(text[field]) : text[field]]),
  ) as StoredText
}

/** Of a text as a row keeps it the columns that are others than before. */
export function changedColumns(before: Text, after: Text): Partial<StoredText> {
  const stored = storedText(after)
  const changed = TEXT_FIELDS.filter((field) => before[field] !== after[field])
  return Object.fromEntries(changed.map((field) => [field, stored[field]]))
}

/** Whether two texts differ in any field or tag; whether under the same address is another question. */
export function differ(a: Text & { tag_ids: string[] }, b: Text & { tag_ids: string[] }): boolean {
  return TEXT_FIELDS.some((field) => a[field] !== b[field]) || differentTags(a.tag_ids, b.tag_ids)
}

/** Whether two lists name other tags, in whatever order. */
export function differentTags(a: string[], b: string[]): boolean {
  return a.length !== new Set(b).size || a.some((tagId) => !b.includes(tagId))
}
