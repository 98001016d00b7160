import { readingMinutes } from '../../../../../markdown/reading-time.ts'

const FENCED =
  /^ {0,3}(`{3,}(?!`)|~{3,}(?!~))[^\r\n\u2028\u2029]*(?:\r\n|\r|\n)[\s\S]*?(?:^ {0,3}\1[`~]*[ \t]*$|$(?![\s\S]))/gm
/** Longer addresses are counted as words, which bounds the backtracking. */
const ADDRESS =
  /\]\([^()\s]{0,2000}(?:\([^()\s]{0,300}\)[^()\s]{0,300}){0,3}(?:\s{1,9}"[^"]{0,300}")?\)|<?https?:\/\/\S+/g
const WORD = /[\p{L}\p{N}]+(?:[-'’.,·][\p{L}\p{N}]+)*/gu

/**
 * Words and reading time of a markdown text while it is typed, without code blocks and addresses. The public page
 * counts on the rendered text; this works without the renderer, which the editor loads only for the preview.
 */
export function measureText(markdown: string): { words: number; minutes: number } {
  const words = markdown.replaceAll(FENCED, '').replaceAll(ADDRESS, '] ').match(WORD)?.length ?? 0
  return { words, minutes: readingMinutes(words) }
}
