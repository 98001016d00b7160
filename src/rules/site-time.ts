/** The zone dates are shown in when the setting names none that exists (RUL-21). */
export const DEFAULT_TIMEZONE = 'Europe/Berlin'

/** Most time zones in the cache; a blog has one. */
const REMEMBERED = 50
const remembered = new Map<string, boolean>()

/** True for a time zone this runtime knows. */
export function isTimezone(value: string): boolean {
  // Asking the runtime takes a tenth of what a page takes.
  const known = remembered.get(value)
  if (known !== undefined) return known
  const answer = isKnownToRuntime(value)
  if (remembered.size >= REMEMBERED) remembered.clear()
  remembered.set(value, answer)
  return answer
}

function isKnownToRuntime(value: string): boolean {
  try {
    new Intl.DateTimeFormat('de', { timeZone: value })
    return value !== ''
  } catch {
    return false
  }
}

/** The zone in force for a setting as typed: itself where it exists, else Europe/Berlin (RUL-21). */
export function effectiveTimezone(typed: string): string {
  const value = typed.trim()
  return isTimezone(value) ? value : DEFAULT_TIMEZONE
}
