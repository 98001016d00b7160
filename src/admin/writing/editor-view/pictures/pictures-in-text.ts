import { syntaxTree } from '@codemirror/language'
import type { EditorState } from '@codemirror/state'
import type { SyntaxNode } from '@lezer/common'
import { structureOf } from './picture-place.ts'

type Span = { from: number; to: number }

/** A picture in the text: `![words](address "title")`. */
export type TextPicture = Span & {
  words: Span
  address: Span
  /** The range between the quotes; null without a title. */
  title: Span | null
  /** The range of the address. */
  target: Span
}

/** The parts of an inline image or link. Null if its address is in a reference definition. */
export function partsOf(node: SyntaxNode): TextPicture | null {
  const [open, close, before, behind] = node.getChildren('LinkMark')
  if (!open || !close || !before || !behind) return null
  const url = node.getChild('URL')
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

/** The pictures of a line that contains nothing else; empty for other lines. */
export function picturesOfLine(state: EditorState, at: number): TextPicture[] {
  const line = state.doc.lineAt(at)
  const start = line.from + structureOf(line.text).length
  const pictures: TextPicture[] = []
  let end = start
  while (end < line.to) {
    let node: SyntaxNode | null = syntaxTree(state).resolveInner(end, 1)
    while (node && node.name !== 'Image') node = node.parent
    const parts = node?.from === end && node.to <= line.to ? partsOf(node) : null
    if (!parts) return []
    pictures.push(parts)
    end = parts.to
    while (end < line.to && /\s/.test(state.sliceDoc(end, end + 1))) end += 1
  }
  return pictures
}
