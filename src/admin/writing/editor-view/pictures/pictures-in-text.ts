import { syntaxTree } from '@codemirror/language'
import type { EditorState, Line } from '@codemirror/state'
import type { SyntaxNode } from '@lezer/common'
import type { Span } from '../changed-paragraph.ts'
import { structureOf } from './picture-place.ts'

/** A picture in the text: `![words](address "title")`. */
export type TextPicture = Span & {
  words: Span
  address: Span
  /** The range between the quotes; null without a title. */
  title: Span | null
  /** The range of the address and the title. */
  target: Span
}

/** Pictures that stand alone in their lines: several in one paragraph are a gallery. */
export type PictureRow = Span & { pictures: TextPicture[] }

/** The parts of an inline image or link. Null if its address is in a reference definition. */
export function partsOf(node: SyntaxNode): TextPicture | null {
  const [open, close, before, behind] = node.getChildren('LinkMark')
  if (!open || !close || !before || !behind) return null
  // The words may contain an address as well.
  const url = node.getChildren('URL').find(({ from }) => from >= before.to)
  const title = node.getChild('LinkTitle')
  return {
    from: node.from,
    to: node.to,
    words: { from: open.to, to: close.from },
    address: url ? { from: url.from, to: url.to } : { from: before.to, to: before.to },
    title: title && { from: title.from + 1, to: title.to - 1 },
    target: { from: before.to, to: behind.from },
  }
}

/** Whether a line may contain only pictures, judged by its first characters. */
export function looksLikePictures(text: string): boolean {
  return text.includes('![') && text.startsWith('![', structureOf(text).length)
}

/** A row of a table may begin without a pipe. */
function isInCell(node: SyntaxNode): boolean {
  for (let at: SyntaxNode | null = node; at; at = at.parent) if (at.name === 'Table') return true
  return false
}

/** The pictures of a line that contains nothing else; empty for other lines. */
export function picturesOfLine(state: EditorState, at: number): TextPicture[] {
  const line = state.doc.lineAt(at)
  const start = line.from + structureOf(line.text).length
  const pictures: TextPicture[] = []
  let end = start
  while (end < line.to) {
    let node: SyntaxNode | null = syntaxTree(state).resolveInner(end, 1)
    while (node && node.name !== 'Image') node = node.parent
    const parts = node?.from === end && node.to <= line.to && !isInCell(node) ? partsOf(node) : null
    if (!parts) return []
    pictures.push(parts)
    end = parts.to
    while (end < line.to && /\s/.test(state.sliceDoc(end, end + 1))) end += 1
  }
  return pictures
}

/** Lines of one gallery. */
const MOST_LINES = 200

/** A line of the same paragraph that contains only pictures too; outside of lists and quotes. */
function neighbour(state: EditorState, line: Line, by: 1 | -1): Line | null {
  const { doc } = state
  const number = line.number + by
  if (number < 1 || number > doc.lines || structureOf(line.text).length > 0) return null
  const next = doc.line(number)
  return looksLikePictures(next.text) && structureOf(next.text).length === 0 ? next : null
}

/** The row of pictures that contains a position; null if its line has anything else. */
export function pictureRowAt(state: EditorState, at: number): PictureRow | null {
  const line = state.doc.lineAt(at)
  if (!looksLikePictures(line.text)) return null
  const own = picturesOfLine(state, line.from)
  if (own.length === 0) return null
  const pictures = [...own]
  for (const by of [-1, 1] as const) {
    let next = neighbour(state, line, by)
    for (let count = 0; next && count < MOST_LINES; count += 1) {
      const found = picturesOfLine(state, next.from)
      if (found.length === 0) break
      pictures.splice(by === 1 ? pictures.length : 0, 0, ...found)
      next = neighbour(state, next, by)
    }
  }
  return { from: pictures[0]!.from, to: pictures.at(-1)!.to, pictures }
}
