import { type PlainChapter, plainParts } from '../../../markdown/plain-parts.ts'
import { indexWords } from '../../../rules/public-search.ts'

/** Indexed content of a record: its public metadata, and its live text. */
export type ReadInput = { title: string; excerpt: string; names: string[]; markdown: string }
export type ReadText = { plain: string; chapters: PlainChapter[]; words: string }

/** PostgreSQL limits the different words of one text to a megabyte. */
const MOST_LETTERS = 700_000

/** The plain text of a record with its chapters, and its words for the index, separated by blanks. */
export function run({ title, excerpt, names, markdown }: ReadInput): ReadText {
  const { plain, chapters } = plainParts(markdown)
  const head = [title, excerpt, ...names].join('\n')
  const words = [...indexWords(title, 't'), ...indexWords(head, 'h'), ...indexWords(`${head}\n${plain}`, 'a')].join(' ')
  return {
    plain,
    chapters,
    words: words.length > MOST_LETTERS ? words.slice(0, words.lastIndexOf(' ', MOST_LETTERS)) : words,
  }
}
