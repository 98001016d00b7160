import type { StateCore, Token } from 'markdown-it'

type Attributes = Record<string, string>

/** A block token that markdown itself has no mark for, such as `figure`. */
export function block(
  state: StateCore,
  type: string,
  tag: string,
  nesting: 1 | 0 | -1,
  attributes: Attributes = {},
): Token {
  const token = new state.Token(type, tag, nesting)
  token.block = true
  for (const [name, value] of Object.entries(attributes)) token.attrSet(name, value)
  return token
}

/** An inline token holding plain text. */
export function text(state: StateCore, content: string): Token {
  const token = new state.Token('text', '', 0)
  token.content = content
  return token
}

/** What a reader hears of inline tokens: text, code and the alternative texts of images, without footnote marks. */
export function plainText(tokens: readonly Token[] | null): string {
  let result = ''
  for (const token of tokens ?? []) {
    if (token.type === 'text' || token.type === 'code_inline') result += token.content
    else if (token.type === 'softbreak' || token.type === 'hardbreak') result += ' '
    else if (token.type === 'image') result += plainText(token.children)
  }
  return result
}

/** The index of the token that closes the one opened at `start`. */
export function closingIndex(tokens: readonly Token[], start: number): number {
  let depth = 0
  for (let index = start; index < tokens.length; index++) {
    depth += tokens[index]!.nesting
    if (depth === 0) return index
  }
  return tokens.length - 1
}
