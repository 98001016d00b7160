import type { MarkdownIt, StateCore, Token } from 'markdown-it'
import { type AlertKind, alertTitle } from './alert-kinds.ts'
import { iconMark } from './icons.ts'
import { block, closings, Insertions, text } from './tokens.ts'

const MARK = /^\[!([a-z]{3,9})\]\s*$/i

/** The kind in a quote's first line (`[!NOTE]`), alone in its line: the first two of its children. */
export function alertOf(inline: Token | undefined): { icon: AlertKind; title: string } | null {
  const [first, second] = inline?.children ?? []
  if (first?.type !== 'text' || (second && second.type !== 'softbreak' && second.type !== 'hardbreak')) return null
  const name = MARK.exec(first.content)?.[1]
  const title = name === undefined ? null : alertTitle(name)
  return name !== undefined && title !== null ? { icon: name.toLowerCase() as AlertKind, title } : null
}

/** Core rule: a quote that begins with `[!NOTE]` becomes an alert with an icon and a title. */
export function alerts(state: StateCore): void {
  const { tokens } = state
  const ends = closings(tokens)
  const insertions = new Insertions()
  const skipped = new Set<number>()
  for (const [index, token] of tokens.entries()) {
    if (token.type !== 'blockquote_open' || tokens[index + 1]?.type !== 'paragraph_open') continue
    const inline = tokens[index + 2]
    const kind = alertOf(inline)
    if (!kind || !inline) continue
    const close = tokens[ends[index]!]!
    token.type = 'alert_open'
    token.tag = 'aside'
    token.attrs = [
      ['class', 'note'],
      ['role', 'note'],
      ['aria-label', kind.title],
    ]
    close.type = 'alert_close'
    close.tag = 'aside'
    inline.children = inline.children!.slice(2)
    if (inline.children.length === 0) for (const at of [index + 1, index + 2, index + 3]) skipped.add(at)
    const icon = new state.Token('icon', '', 0)
    icon.content = iconMark(kind.icon)
    const title = block(state, 'inline', '', 0)
    title.children = [icon, text(state, kind.title)]
    // The title is German in texts of other languages, too.
    const open = block(state, 'paragraph_open', 'p', 1, { lang: 'de' })
    insertions.add(index + 1, open, title, block(state, 'paragraph_close', 'p', -1))
  }
  state.tokens = insertions.into(tokens, skipped)
}

/** Renderer rule for icons within a line. */
export function icons(md: MarkdownIt): void {
  md.renderer.rules['icon'] = (tokens, index) => tokens[index]!.content
}
