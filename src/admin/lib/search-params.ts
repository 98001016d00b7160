/**
 * The query of an address as plain strings, in both directions. The router's own reading takes `123`, `true` and `"…"` for
 * JSON, which loses the search for 2026 and the title of a page.
 */
export function readSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search))
}

/** `?…`, or nothing where no value is set. */
export function writeSearch(values: Record<string, unknown>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(values))
    if (value !== undefined && value !== null) params.set(name, String(value))
  const text = params.toString()
  return text === '' ? '' : `?${text}`
}
