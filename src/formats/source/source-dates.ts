import { instantAt } from '../../rules/instants.ts'
import { instantOf } from '../../rules/written-dates.ts'

/** The instant of a date that stands in a source; null where there is none. What cannot be read goes to `say`, for the report. */
export function takeDate(written: string, timeZone: string, say: (reason: string) => unknown): string | null {
  const text = written.trim()
  const instant = text === '' ? null : instantOf(text, timeZone)
  if (text !== '' && instant === null) say(unreadDate(text))
  return instant
}

/** What the report says of a date that is none here. */
export function unreadDate(written: string): string {
  return `Das Datum „${written.slice(0, 40).toWellFormed()}“ lässt sich nicht lesen.`
}

/** An instant as a reader gives it: null, with a word to `say`, for what is none. */
export function checkedInstant(instant: string | null, say: (reason: string) => unknown): string | null {
  if (instant === null) return null
  const checked = instantAt(Date.parse(instant))
  if (checked === null) say(unreadDate(instant))
  return checked
}
