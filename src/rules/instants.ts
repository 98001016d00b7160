/** Instants (ISO 8601, UTC) are compared as text, so years have four digits; what lies outside these two is taken from nobody. */
export const FIRST_INSTANT = '1000-01-01T00:00:00.000Z'
export const LAST_INSTANT = '9999-12-31T23:59:59.999Z'
export const YEARS_ALLOWED = 'Das Jahr muss zwischen 1000 und 9999 liegen'

/** What stands for a stored instant that is none, or lies in another year: no caller can send it, so it means nothing else. */
export const UNREADABLE_INSTANT = '0001-01-01T00:00:00.000Z'
export const UNREADABLE_WORDS = 'Datum unlesbar'

export function isReadableInstant(instant: string): boolean {
  return instant !== UNREADABLE_INSTANT
}

/** A time (milliseconds of the epoch) as an instant; null for what is no time, or outside the years allowed. */
export function instantAt(time: number): string | null {
  if (!(Math.abs(time) <= 8.64e15)) return null
  const instant = new Date(time).toISOString()
  return instant.length === LAST_INSTANT.length && instant >= FIRST_INSTANT ? instant : null
}

/** A day there is, alone or with a time in UTC, as they are stored; whether there is a 29 February depends on the year. */
const STORED =
  /^[1-9]\d{3}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31|02-29)(?:T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?Z)?$/
const DAY_LETTERS = 10

function isStored(stored: string): boolean {
  return STORED.test(stored) && (!stored.startsWith('02-29', 5) || new Date(stored).getUTCDate() === 29)
}

/** A stored instant, or `UNREADABLE_INSTANT` in place of what is none. */
export function storedInstant(stored: string): string {
  return stored.length > DAY_LETTERS && isStored(stored) ? stored : UNREADABLE_INSTANT
}

/** A stored day (`2026-03-09`), or the first one there is in place of what is none. */
export function storedDay(stored: string): string {
  return stored.length === DAY_LETTERS && isStored(stored) ? stored : FIRST_INSTANT.slice(0, DAY_LETTERS)
}
