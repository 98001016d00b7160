import { readableText } from '../../../../rules/readable-text.ts'

/** Letters worked on at a time: what is made of them is garbage before the next are, and takes a millisecond or two. */
const PIECE = 64 * 1024

/** A text that cannot be rendered, as it was written: its paragraphs and lines, HTML in pieces that belong together. */
export function* plainPieces(markdown: string): Generator<string> {
  // `\r` is in no readable text; below it stands for the line end between two paragraphs.
  const text = markdown.replace(/\r/g, '')
  yield '<p>'
  for (let from = 0, to = 0; from < text.length; from = to) {
    to = Math.min(from + PIECE, text.length)
    // Neither a character nor the space between two paragraphs is cut.
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
