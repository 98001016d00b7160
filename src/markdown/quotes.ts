import type { StateCore } from 'markdown-it'
import { closings } from './tokens.ts'

const DASH = /^[—–]\s+/

/** Core rule: the last paragraph of a quote is its source when it begins with a dash (`> — Miriam Jäger`). */
export function quotes(state: StateCore): void {
  const { tokens } = state
  const ends = closings(tokens)
  tokens.forEach((token, index) => {
    if (token.type !== 'blockquote_open') return
    const end = ends[index]!
    const [open, inline, close] = tokens.slice(end - 3, end)
    if (end - index < 7 || open?.type !== 'paragraph_open' || !inline || close?.type !== 'paragraph_close') return
    const first = inline.children?.[0]
    if (first?.type !== 'text' || !DASH.test(first.content)) return
    first.content = first.content.replace(DASH, '')
    open.tag = 'footer'
    close.tag = 'footer'
  })
}
