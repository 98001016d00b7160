import { articleLanguage } from './markdown-language.ts'
import type { Range } from '../../../../rules/typography.ts'

/** Nodes in which every sign is as it has to be. */
const WHOLE = new Set([
  ...[
    'FencedCode',
    'CodeBlock',
    'InlineCode',
    'HTMLBlock',
    'HTMLTag',
    'Comment',
    'CommentBlock',
    'ProcessingInstruction',
  ],
  ...['ProcessingInstructionBlock', 'URL', 'Autolink', 'LinkReference', 'FootnoteReference', 'Escape', 'Entity'],
  ...['HorizontalRule', 'TableDelimiter', 'HeaderMark', 'ListMark', 'TaskMarker', 'QuoteMark'],
])
/** Their words are read by people, and left alone all the same. */
const LINKS = new Set(['Link', 'Image'])

/** Where the front matter ends: a line of three dashes behind the first one; 0 for none. */
function frontMatterEnd(text: string): number {
  if (!/^---[ \t]*\n/.test(text)) return 0
  const end = text.indexOf('\n---', 3)
  if (end < 0) return 0
  const line = text.indexOf('\n', end + 1)
  const stop = line < 0 ? text.length : line + 1
  return text.slice(end + 4, stop).trim() === '' ? stop : 0
}

/** Pieces of a text in which no sign is changed, in order; `silent` are those of them that nobody reads. */
export function protectedPieces(text: string): { pieces: Range[]; silent: Range[] } {
  const pieces: Range[] = []
  const silent: Range[] = []
  const front = frontMatterEnd(text)
  if (front > 0) {
    pieces.push({ from: 0, to: front })
    silent.push({ from: 0, to: front })
  }
  const add = (list: Range[], from: number, to: number) => {
    const last = list.at(-1)
    if (last && from < last.to) last.to = Math.max(last.to, to)
    else if (to > from) list.push({ from, to })
  }
  articleLanguage.parser.parse(text).iterate({
    enter: ({ name, from, to }) => {
      if (to <= front) return false
      if (LINKS.has(name)) add(pieces, from, to)
      if (!WHOLE.has(name)) return
      add(pieces, from, to)
      add(silent, from, to)
      return false
    },
  })
  return { pieces, silent }
}

/** What is left of a text without these pieces. */
export function withoutPieces(text: string, pieces: readonly Range[]): string {
  let [left, read] = ['', 0]
  for (const { from, to } of pieces) {
    left += text.slice(read, from)
    read = to
  }
  return left + text.slice(read)
}
