import { measureMarkdown } from '../../../markdown/render.ts'

/** Whole minutes of reading of a markdown text. */
export function run(markdown: string): number {
  return measureMarkdown(markdown).minutes
}
