import type { StateCore } from 'markdown-it'
import { block, closings, Insertions } from './tokens.ts'

const MARK = /^\[([ xX])\]\s+/

/**
 * Core rule: list items that begin with `[ ]` or `[x]` become tasks. The box is drawn by the stylesheet and has its
 * state as text; the content is one block, so that nested lists align with the text.
 */
export function tasks(state: StateCore): void {
  const { tokens } = state
  const ends = closings(tokens)
  const insertions = new Insertions()
  for (const [index, token] of tokens.entries()) {
    if (token.type !== 'list_item_open' || tokens[index + 1]?.type !== 'paragraph_open') continue
    const first = tokens[index + 2]!.children?.[0]
    const mark = first?.type === 'text' ? MARK.exec(first.content) : null
    if (!first || !mark) continue
    first.content = first.content.slice(mark[0].length)
    token.attrJoin('class', 'task')
    const done = mark[1] !== ' '
    const box = block(state, 'task_box', 'input', 0, { type: 'checkbox', disabled: '' })
    if (done) box.attrSet('checked', '')
    box.attrSet('aria-label', done ? 'erledigt' : 'offen')
    insertions.add(index + 1, box, block(state, 'task_open', 'div', 1))
    insertions.add(ends[index]!, block(state, 'task_close', 'div', -1))
  }
  state.tokens = insertions.into(tokens)
}
