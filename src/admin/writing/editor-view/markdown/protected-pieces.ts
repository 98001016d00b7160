import { articleLanguage } from './markdown-language.ts'
import type { Range } from '../../../../rules/typography.ts'

/** Nodes in which no character may change. */
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
/** Their text is visible to readers but still left unchanged. */
const LINKS = new Set(['Link', 'Image'])

/** End of the front matter: a line of three dashes after the first one. 0 without front matter. */
function frontMatterEnd(text: string): number {
  if (!/^---[ \t]*\n/.test(text)) return 0
  const end = text.indexOf('\n---', 3)
  if (end < 0) return 0
  const line = text.indexOf('\n', end + 1)
  const stop = line < 0 ? text.length : line + 1
  return text.slice(end + 4, stop).trim() === '' ? stop : 0
}

/** Ranges of a text in which no character is changed, in order. `silent` are those that readers do not see. */
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

/** A text without these ranges. */
export function withoutPieces(text: string, pieces: readonly Range[]): string {
  let [left, read] = ['', 0]
  for (const { from, to } of pieces) {
    left += text.slice(read, from)
    read = to
  }
  return left + text.slice(read)
}
