import type { Token } from 'markdown-it'

/**
 * For each element directly inside the rendered text, the line of the markdown (from 0) it begins on, so that text and
 * preview can be scrolled together. What comes from elsewhere (the notes at the end) counts as the end of the text.
 */
export function blockLines(tokens: readonly Token[], lines: number): number[] {
  const found: number[] = []
  let depth = 0
  for (const [index, token] of tokens.entries()) {
    if (depth === 0 && token.nesting >= 0) found.push(firstLine(tokens, index) ?? lines)
    depth += token.nesting
  }
  return found
}

/** The first line an element or anything inside it knows. */
function firstLine(tokens: readonly Token[], from: number): number | null {
  if (tokens[from]?.type.startsWith('footnote')) return null
  let depth = 0
  for (let index = from; index < tokens.length; index += 1) {
    const token = tokens[index]!
    if (token.map) return token.map[0]
    depth += token.nesting
    if (depth <= 0) break
  }
  return null
}
