import type { StateCore, Token } from 'markdown-it'
import { blanksOf } from '../rules/blanks.ts'

/** Highlights the blanks of a template, on pages that have any (`RenderOptions.blanks`). */
export function blanks(state: StateCore): void {
  const { media } = state.env as { media?: { blanks?: boolean } }
  if (!media?.blanks) return
  for (const token of state.tokens) {
    if (!token.children?.some(({ type, content }) => type === 'text' && content.includes('['))) continue
    token.children = token.children.flatMap((child) => (child.type === 'text' ? marked(state, child) : [child]))
  }
}

function marked(state: StateCore, text: Token): Token[] {
  const found = blanksOf(text.content)
  if (found.length === 0) return [text]
  const pieces: Token[] = []
  const add = (content: string) => {
    if (content === '') return
    const piece = new state.Token('text', '', 0)
    piece.content = content
    piece.level = text.level
    pieces.push(piece)
  }
  let end = 0
  for (const { words, from, to } of found) {
    add(text.content.slice(end, from))
    const open = new state.Token('mark_open', 'mark', 1)
    open.attrSet('class', 'blank')
    pieces.push(open)
    add(words)
    pieces.push(new state.Token('mark_close', 'mark', -1))
    end = to
  }
  add(text.content.slice(end))
  return pieces
}
