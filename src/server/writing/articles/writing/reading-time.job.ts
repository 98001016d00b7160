import { openingWords } from '../../../../markdown/excerpt.ts'
import { measureMarkdown } from '../../../../markdown/render.ts'

/** Derived data of a text for lists: reading time, and opening words where it has no excerpt. */
export type MeasuredText = { minutes: number; opening: string }

/** Measures a markdown text. */
export function run(markdown: string): MeasuredText {
  return { minutes: measureMarkdown(markdown).minutes, opening: openingWords(markdown) }
}
