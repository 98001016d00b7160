import { readableText } from '../../../../rules/readable-text.ts'

/**
 * Characters processed at a time: the garbage of each piece can be collected before the next, and a piece takes a
 * millisecond or two.
 */
const PIECE = 64 * 1024

/** An unrendered text: its paragraphs and lines, as HTML in pieces at paragraph boundaries. */
export function* plainPieces(markdown: string): Generator<string> {
  // Texts contain no `\r` afterwards; below it stands for the end of a line between two paragraphs.
  const text = markdown.replace(/\r/g, '')
  yield '<p>'
  for (let from = 0, to = 0; from < text.length; from = to) {
    to = Math.min(from + PIECE, text.length)
    // Neither a character nor the space between two paragraphs is split.
    if ((text.codePointAt(to - 1) ?? 0) > 0xffff) to += 1
    while (text[to] === '\n') to += 1
    yield readableText(text.slice(from, to))
      .replace(/&/g, '&amp;')
      .replace(/</g, '&lt;')
      .replace(/>/g, '&gt;')
      .replace(/\n{2,}/g, '</p>\r<p>')
      .replace(/\n/g, '<br>')
      .replace(/\r/g, '\n')
  }
  yield '</p>\n'
}
