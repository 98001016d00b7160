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
    else if (token.type === 'inline' && hasRightToLeft(wordsOf(token)))
      for (const block of open) if (block.attrGet('dir') === null) block.attrSet('dir', 'auto')
  }
}

/** The words of a line, without parts that have a direction of their own. */
function wordsOf({ children }: Token): string {
  let words = ''
  let apart = 0
  for (const child of children ?? []) {
    const isApart = child.tag === 'bdi' || child.tag === 'bdo' || child.attrGet('dir') !== null
    if (apart > 0 || isApart) apart = Math.max(0, apart + child.nesting)
    else words += child.content
  }
  return words
}
