import type { Selectable } from 'kysely'
import { BLANK_TEXT, TEXT_FIELDS, type Text } from '../../../rules/article-text.ts'
import type { ArticlesTable } from '../../tables.ts'

/** A text in its row format: booleans are 1/0. */
export type StoredText = Pick<Selectable<ArticlesTable>, keyof Text>

/** A text with its slug and tags: the live or the working one. */
export type WholeText = Text & { slug: string; tag_ids: string[] }

/** The text of a row. */
export function textOf(row: StoredText): Text {
  return Object.fromEntries(
    TEXT_FIELDS.map((field) => [field, typeof BLANK_TEXT[field] === 'boolean' ? row[field] === 1 : row[field]]),
  ) as Text
}

/** The row format of a text. */
export function storedText(text: Text): StoredText {
  return Object.fromEntries(
    TEXT_FIELDS.map((field) => [field, typeof text[field] === 'boolean' ? Number(text[field]) : text[field]]),
  ) as StoredText
}

/** The columns of a text that differ from before, in row format. */
export function changedColumns(before: Text, after: Text): Partial<StoredText> {
  const stored = storedText(after)
  const changed = TEXT_FIELDS.filter((field) => before[field] !== after[field])
  return Object.fromEntries(changed.map((field) => [field, stored[field]]))
}

/** Whether two texts differ in any field or tag, ignoring the slug. */
export function differ(a: Text & { tag_ids: string[] }, b: Text & { tag_ids: string[] }): boolean {
  return TEXT_FIELDS.some((field) => a[field] !== b[field]) || differentTags(a.tag_ids, b.tag_ids)
}

/** Whether two lists contain different tags, ignoring order. */
export function differentTags(a: string[], b: string[]): boolean {
  return a.length !== new Set(b).size || a.some((tagId) => !b.includes(tagId))
}
