import { TZDateMini } from '@date-fns/tz'
import { format } from 'date-fns/format'
import { de } from 'date-fns/locale/de'

/** An instant of the wire as wall time of the site's zone (R3), in a date-fns pattern: `dd. MMM yyyy`. */
export function formatInZone(instant: string, pattern: string, zone: string): string {
  return format(new TZDateMini(instant, zone), pattern, { locale: de })
}
