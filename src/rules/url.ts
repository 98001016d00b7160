/** True for a valid URL in the product's sense: http or https, nothing else (R15). */
export function isHttpUrl(value: string): boolean {
  const trimmed = value.trim()
  if (!/^https?:\/\//i.test(trimmed) || /\s/.test(trimmed)) return false
  return URL.canParse(trimmed) && new URL(trimmed).hostname !== ''
}
