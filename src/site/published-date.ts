import { tz } from '@date-fns/tz'
import { format } from 'date-fns'
import { de } from 'date-fns/locale/de'

/** The date readers see: `MMMM d, yyyy` in German (`März 3, 2026`, PUB-5), in the site's time zone (ruling R3). */
export function publishedDate(instant: string, timezone: string): string {
  return format(instant, 'MMMM d, yyyy', { locale: de, in: tz(timezone) })
}

/** The same day for machines: `2026-03-03`. */
export function publishedDay(instant: string, timezone: string): string {
  return format(instant, 'yyyy-MM-dd', { in: tz(timezone) })
}

/** A day within a German sentence: `3. März 2026`. */
export function dayInWords(instant: string, timezone: string): string {
  return format(instant, 'd. MMMM yyyy', { locale: de, in: tz(timezone) })
}
