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
