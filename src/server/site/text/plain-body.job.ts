import { readingMinutes } from '../../../markdown/reading-time.ts'
import { readableText } from '../../../rules/readable-text.ts'
import type { ArticleBody } from './article-body.job.ts'

/** Letters of a word with what parts it from the next, where a text can only be guessed at. */
const LETTERS_A_WORD = 7

/** A text that cannot be rendered, as it was written: its paragraphs and lines. `\r` is in no readable text. */
export function run(markdown: string): Omit<ArticleBody, 'passing'> {
  const text = readableText(markdown).replace(/\r/g, '')
  const escaped = text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
  const lines = escaped.replace(/\n\n/g, '</p>\r<p>').replace(/\n/g, '<br>').replace(/\r/g, '\n')
  return {
    html: `<p>${lines}</p>\n`,
    chapters: [],
    minutes: readingMinutes(markdown.length / LETTERS_A_WORD),
    pictures: [],
    embeds: [],
  }
}
