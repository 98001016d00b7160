/** A markdown text with its lines changed one by one; those of fenced code, and the fences, stay as they are. */
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
