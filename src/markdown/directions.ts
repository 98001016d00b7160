import type { StateCore, Token } from 'markdown-it'
import { hasRightToLeft } from '../rules/directions.ts'

/**
 * Core rule: blocks that contain such characters take the direction of their own text (RUL-100). All others are written from left
 * to right with or without it.
 */
export function directions(state: StateCore): void {
  const open: Token[] = []
  for (const token of state.tokens) {
    if (token.nesting > 0) open.push(token)
    else if (token.nesting < 0) open.pop()
    else if (token.type === 'inline' && hasRightToLeft(token.content || wordsOf(token)))
      for (const block of open) if (block.attrGet('dir') === null) block.attrSet('dir', 'auto')
  }
}

/** The words of a line made from HTML. */
function wordsOf({ children }: Token): string {
  return (children ?? []).map(({ content }) => content).join('')
}
