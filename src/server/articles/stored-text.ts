import type { Selectable } from 'kysely'
import { BLANK_TEXT, TEXT_FIELDS, type Text } from '../../rules/article-text.ts'
import type { ArticlesTable } from '../tables.ts'

/** A text as a row keeps it: yes/no is 1/0. */
export type StoredText = Pick<Selectable<ArticlesTable>, keyof Text>

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

/** Whether two texts differ in any field. */
export function differ(a: Text, b: Text): boolean {
  return TEXT_FIELDS.some((field) => a[field] !== b[field])
}
