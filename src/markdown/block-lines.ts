import type { Token } from 'markdown-it'

/**
 * For each direct child of the rendered text, the line of the markdown (from 0) on which it begins, so that text and
 * preview can scroll together. Footnotes count as the end of the text.
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

/** The first known line of an element or its content. */
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

/** Changes the lines of a markdown text one by one, except fenced code and its fences. */
export function changeOutsideFences(markdown: string, change: (line: string) => string): string {
  let fence: string | null = null
  const lines = markdown.split('\n').map((line) => {
    const sign = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? null
    if (fence !== null) {
      if (sign?.startsWith(fence) && line.trim() === sign) fence = null
      return line
    }
    if (sign === null) return change(line)
    fence = sign
    return line
  })
  return lines.join('\n')
}
