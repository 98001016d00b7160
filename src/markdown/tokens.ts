import type { StateCore, Token } from 'markdown-it'

type Attributes = Record<string, string>

/** A block token without markdown syntax, such as `figure`. */
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

/** The plain text of inline tokens: text, code and the alternative texts of images, without footnote references. */
export function plainText(tokens: readonly Token[] | null): string {
  let result = ''
  for (const token of tokens ?? []) {
    if (token.type === 'text' || token.type === 'code_inline') result += token.content
    else if (token.type === 'softbreak' || token.type === 'hardbreak') result += ' '
    else if (token.type === 'image') result += plainText(token.children)
  }
  return result
}

/** For each opening token the index of its closing one; for all others their own. */
export function closings(tokens: readonly Token[]): number[] {
  const found: number[] = []
  const open: number[] = []
  for (const [index, token] of tokens.entries()) {
    found.push(index)
    if (token.nesting > 0) open.push(index)
    if (token.nesting < 0) found[open.pop() ?? index] = index
  }
  return found
}

/** Collected insertions into a list of tokens, applied together: any number of them costs one copy. */
export class Insertions {
  readonly #before = new Map<number, Token[]>()

  /** Inserts tokens before the one at `index`, after those already inserted there. */
  add(index: number, ...tokens: Token[]): void {
    const there = this.#before.get(index)
    if (there) there.push(...tokens)
    else this.#before.set(index, tokens)
  }

  /** The list with all insertions; `skipped` ones are omitted. */
  into(tokens: readonly Token[], skipped: ReadonlySet<number> = new Set()): Token[] {
    const result: Token[] = []
    for (let index = 0; index <= tokens.length; index += 1) {
      for (const token of this.#before.get(index) ?? []) result.push(token)
      if (index < tokens.length && !skipped.has(index)) result.push(tokens[index]!)
    }
    return result
  }
}
