import { TZDate } from '@date-fns/tz'
import { format } from 'date-fns'
import { de } from 'date-fns/locale/de'
import { expect, test } from 'vitest'
import { formatInZone } from './dates.ts'

const PATTERNS = [
  'dd. MMM yyyy',
  "d. MMMM yyyy, HH:mm 'Uhr'",
  'EEEEEE, d. MMM yyyy, HH:mm',
  "HH:mm:ss 'Uhr'",
  "'gestern', HH:mm",
  'yyyy-MM-dd',
]

test.each(['Europe/Berlin', 'America/Los_Angeles', 'Pacific/Auckland', 'Asia/Kolkata', 'UTC'])(
  'says what date-fns says, around every hour of a year with both changes of clocks (%s)',
  (zone) => {
    for (let hour = 0; hour < 366 * 24; hour += 5) {
      const instant = new Date(Date.UTC(2027, 0, 1, hour, hour % 60, hour % 53)).toISOString()
      const pattern = PATTERNS[hour % PATTERNS.length] ?? ''
      expect(formatInZone(instant, pattern, zone), instant).toBe(
        format(new TZDate(instant, zone), pattern, { locale: de }),
      )
    }
  },
)
