import { isReadableInstant, UNREADABLE_WORDS } from '../../rules/instants.ts'
import { shownAt } from '../../rules/wall-time.ts'

const MONTHS = 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split(' ')
const SHORT_MONTHS = 'Jan. Feb. März Apr. Mai Juni Juli Aug. Sep. Okt. Nov. Dez.'.split(' ')
const SHORT_DAYS = 'So Mo Di Mi Do Fr Sa'.split(' ')

const TOKEN = /'([^']*)'|yyyy|MMMM|MMM|MM|dd|d|HH|mm|ss|EEEEEE/g

/**
 * An instant of the wire as wall time of the site's zone (RUL-3), in a pattern of date-fns: `dd. MMM yyyy`. The library itself
 * weighs more than most screens; a test holds this against it.
 */
export function formatInZone(instant: string, pattern: string, zone: string): string {
  if (!isReadableInstant(instant)) return UNREADABLE_WORDS
  // Its UTC fields are what clocks in the zone show.
  const shown = new Date(shownAt(Date.parse(instant), zone))
  const two = (value: number) => String(value).padStart(2, '0')
  return pattern.replace(TOKEN, (token: string, quoted: string | undefined) => {
    switch (token) {
      case 'yyyy':
        return String(shown.getUTCFullYear()).padStart(4, '0')
      case 'MMMM':
        return MONTHS[shown.getUTCMonth()] ?? ''
      case 'MMM':
        return SHORT_MONTHS[shown.getUTCMonth()] ?? ''
      case 'MM':
        return two(shown.getUTCMonth() + 1)
      case 'dd':
        return two(shown.getUTCDate())
      case 'd':
        return String(shown.getUTCDate())
      case 'HH':
        return two(shown.getUTCHours())
      case 'mm':
        return two(shown.getUTCMinutes())
      case 'ss':
        return two(shown.getUTCSeconds())
      case 'EEEEEE':
        return SHORT_DAYS[shown.getUTCDay()] ?? ''
      default:
        return quoted ?? ''
    }
  })
}
