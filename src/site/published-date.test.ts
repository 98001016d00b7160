import { tz } from '@date-fns/tz'
import { format } from 'date-fns/format'
import { de } from 'date-fns/locale/de'
import { describe, expect, test } from 'vitest'
import { PUBLIC_DATE_FORMATS } from '../contract/settings.ts'
import { dayInWords, publishedDate, publishedDay } from './published-date.ts'

const ZONES = ['Europe/Berlin', 'UTC', 'America/Los_Angeles', 'Pacific/Kiritimati', 'Pacific/Chatham', 'Asia/Kathmandu']
/** Hours around both changes of clocks, around midnights of every zone, and the twelve months. */
const INSTANTS = [
  ...Array.from({ length: 60 }, (_, hour) => Date.UTC(2026, 2, 28) + hour * 3_600_000),
  ...Array.from({ length: 60 }, (_, hour) => Date.UTC(2026, 9, 24) + hour * 3_600_000),
  ...Array.from({ length: 12 }, (_, month) => Date.UTC(2027, month, 1) - 1),
  Date.UTC(1999, 11, 31, 23, 59, 59, 999),
  Date.UTC(1024, 1, 29),
  Date.UTC(9999, 11, 30),
].map((time) => new Date(time).toISOString())

describe.each(ZONES)('dates of readers in %s', (timezone) => {
  test.each(PUBLIC_DATE_FORMATS)('are written as date-fns writes them: %s', (dateFormat) => {
    for (const instant of INSTANTS)
      expect(publishedDate(instant, { timezone, dateFormat }), instant).toBe(
        format(instant, dateFormat, { locale: de, in: tz(timezone) }),
      )
  })

  test('are the same days for machines', () => {
    for (const instant of INSTANTS) {
      expect(publishedDay(instant, timezone), instant).toBe(format(instant, 'yyyy-MM-dd', { in: tz(timezone) }))
      expect(dayInWords(instant, timezone)).toBe(format(instant, 'd. MMMM yyyy', { locale: de, in: tz(timezone) }))
    }
  })
})

test('what is no instant is refused', () => {
  expect(() => publishedDay('gestern', 'Europe/Berlin')).toThrow(RangeError)
})
