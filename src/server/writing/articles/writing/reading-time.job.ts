import { openingWords } from '../../../../markdown/excerpt.ts'
import { measureMarkdown } from '../../../../markdown/render.ts'

/** What lists show of a text beside its fields: whole minutes of reading, and its words where it has no excerpt. */
export type MeasuredText = { minutes: number; opening: string }

/** Measures a markdown text. */
export function run(markdown: string): MeasuredText {
  return { minutes: measureMarkdown(markdown).minutes, opening: openingWords(markdown) }
}
