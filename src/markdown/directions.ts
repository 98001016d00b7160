import type { StateCore, Token } from 'markdown-it'
import { hasRightToLeft } from '../rules/languages.ts'

/** The first character that has a direction stands in one of the scripts written from right to left. */
function beginsRightToLeft(words: string): boolean {
  return hasRightToLeft(/\p{L}/u.exec(words)?.[0] ?? '')
}

/**
 * Core rule: lines that contain such characters take the direction of their own text (RUL-100), and what holds them that of its
 * first line: `auto` would not look into a line that has a direction itself. All others run from left to right anyway.
 */
export function directions(state: StateCore): void {
  const open: Token[] = []
  const begun = new Set<Token>()
  for (const token of state.tokens) {
    if (token.nesting > 0) open.push(token)
    else if (token.nesting < 0) open.pop()
    else if (token.type === 'inline') {
      const words = wordsOf(token)
      const line = open.at(-1)
      for (const block of open) {
        const direction =
          block === line ? hasRightToLeft(words) && 'auto' : !begun.has(block) && beginsRightToLeft(words) && 'rtl'
        if (direction && block.attrGet('dir') === null) block.attrSet('dir', direction)
        begun.add(block)
      }
    }
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
