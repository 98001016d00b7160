import { tz } from '@date-fns/tz'
import { format } from 'date-fns'
import { de } from 'date-fns/locale/de'
import type { Site } from './page-props.ts'

/** The date readers see (PUB-5), in German, the site's time zone (ruling R3) and the form it has chosen (R68). */
export function publishedDate(
  instant: string,
  { timezone, dateFormat }: Pick<Site, 'timezone' | 'dateFormat'>,
): string {
  return format(instant, dateFormat, { locale: de, in: tz(timezone) })
}

/** The same day for machines: `2026-03-03`. */
export function publishedDay(instant: string, timezone: string): string {
  return format(instant, 'yyyy-MM-dd', { in: tz(timezone) })
}

/** A day within a German sentence: `3. März 2026`. */
export function dayInWords(instant: string, timezone: string): string {
  return format(instant, 'd. MMMM yyyy', { locale: de, in: tz(timezone) })
}
