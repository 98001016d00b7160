import { instantAt } from '../../rules/instants.ts'
import { instantOf } from '../../rules/written-dates.ts'
import { quoted } from '../../rules/quoted.ts'

/** Parses a date of a source; null where there is none. An unreadable one is passed to `say`, for the report. */
export function takeDate(written: string, timeZone: string, say: (reason: string) => unknown): string | null {
  const text = written.trim()
  const instant = text === '' ? null : instantOf(text, timeZone)
  if (text !== '' && instant === null) say(unreadDate(text))
  return instant
}

/** Report line for an unreadable date. */
export function unreadDate(written: string): string {
  return `Das Datum ${quoted(written.slice(0, 40).toWellFormed())} lässt sich nicht lesen.`
}

/** Checks an instant of a reader: null, with a message to `say`, if invalid. */
export function checkedInstant(instant: string | null, say: (reason: string) => unknown): string | null {
  if (instant === null) return null
  const checked = instantAt(Date.parse(instant))
  if (checked === null) say(unreadDate(instant))
  return checked
}
