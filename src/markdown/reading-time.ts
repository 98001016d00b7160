import type { Token } from 'markdown-it'
import { plainText } from './tokens.ts'

/** Words per minute when reading on a screen; German words are long, so this is below the usual figure for English. */
const PACE = 200
const WORD = /[\p{L}\p{N}]+(?:[-'’.,·][\p{L}\p{N}]+)*/gu

/** Words of running text: code blocks and syntax do not count, footnotes do. */
export function countWords(tokens: readonly Token[]): number {
  let words = 0
  for (const token of tokens) {
    if (token.type === 'inline') words += plainText(token.children).match(WORD)?.length ?? 0
  }
  return words
}

/** Whole minutes of reading, never less than one. */
export function readingMinutes(words: number): number {
  return Math.max(1, Math.round(words / PACE))
}
