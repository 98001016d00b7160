import { isReadableInstant } from '../rules/instants.ts'
import { isGerman } from '../rules/languages.ts'
import { shownDay } from '../rules/wall-time.ts'
import type { Site } from './page-props.ts'

/** The date readers see (PUB-5), in German, the site's time zone (RUL-3) and the form it has chosen (RUL-68). */
export function publishedDate(
  instant: string,
  { timezone, dateFormat }: Pick<Site, 'timezone' | 'dateFormat'>,
): string {
  if (!isReadableInstant(instant)) return 'ohne Datum'
  const shown = shownDay(instant, timezone)
  const [year, day] = [shown.slice(0, -6), Number(shown.slice(-2))]
  const month = monthName(shown.slice(0, -3))
  return dateFormat === 'd. MMMM yyyy' ? `${day}. ${month} ${year}` : `${month} ${day}, ${year}`
}

/** The same in the language of a text: German as the site has chosen, others as they write it. */
export function dateIn(lang: string, instant: string, site: Pick<Site, 'timezone' | 'dateFormat'>): string {
  if (isGerman(lang) || !isReadableInstant(instant)) return publishedDate(instant, site)
  const noon = new Date(`${shownDay(instant, site.timezone)}T12:00:00Z`)
  if (Number.isNaN(noon.getTime())) return publishedDate(instant, site)
  return new Intl.DateTimeFormat(lang, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }).format(noon)
}

/** The time of reading in the language of a text, where it is not German: `10 min`. */
export function minutesIn(lang: string, minutes: number): string {
  if (isGerman(lang)) return `${minutes} Min. Lesezeit`
  const words = new Intl.NumberFormat(lang, { style: 'unit', unit: 'minute' }).format(minutes)
  return /^en(?:-|$)/.test(lang) ? `${words} read` : words
}

/** The same day for machines: `2026-03-03`. */
export function publishedDay(instant: string, timezone: string): string {
  return shownDay(instant, timezone)
}

/** The year of the same day; empty where it is unknown. */
export function publishedYear(instant: string, timezone: string): string {
  return isReadableInstant(instant) ? shownDay(instant, timezone).slice(0, -6) : ''
}

/** A day in a list of titles: `16.3.`; empty where it is unknown. */
export function dayAndMonth(instant: string, timezone: string): string {
  if (!isReadableInstant(instant)) return ''
  const shown = shownDay(instant, timezone)
  return `${Number(shown.slice(-2))}.${Number(shown.slice(-5, -3))}.`
}

/** A day within a German sentence: `3. März 2026`. */
export function dayInWords(instant: string, timezone: string): string {
  return publishedDate(instant, { timezone, dateFormat: 'd. MMMM yyyy' })
}

const MONTHS = [
  'Januar',
  'Februar',
  'März',
  'April',
  'Mai',
  'Juni',
  'Juli',
  'August',
  'September',
  'Oktober',
  'November',
  'Dezember',
]
const SHORT_MONTHS = ['Jan', 'Feb', 'März', 'Apr', 'Mai', 'Juni', 'Juli', 'Aug', 'Sep', 'Okt', 'Nov', 'Dez']

/** The name of a month (`2026-03`), alone or with its year: `März`, `März 2026`; short: `März`, `Apr`. */
export function monthName(month: string, form: 'long' | 'short' = 'long'): string {
  return (form === 'long' ? MONTHS : SHORT_MONTHS)[Number(month.slice(5)) - 1] ?? month
}

export function monthInWords(month: string): string {
  return `${monthName(month)} ${month.slice(0, 4)}`
}

/** Where a month's list stands. */
export function monthPath(month: string): string {
  return `/archiv/${month.slice(0, 4)}/${month.slice(5)}`
}
