import { expect, test } from 'vitest'
import { instantOfWallTime } from './wall-time.ts'
import { readTypedDate, readTypedMoment, typedDate } from './typed-date.ts'

const zone = 'Europe/Berlin'
/** Sunday, 22 November 2026, 11:05 in Berlin. */
const SUNDAY = Date.parse('2026-11-22T10:05:00Z')

function moment(typed: string, now = SUNDAY): string {
  const read = readTypedMoment(typed, { now, zone, time: '09:00' })
  return 'fault' in read ? read.fault : read.wall
}

function day(typed: string, now = SUNDAY): string {
  const read = readTypedDate(typed, { now, zone, time: null })
  return 'fault' in read ? read.fault : read.day
}

test.each([
  ['24.11.2026 9:00', '2026-11-24T09:00'],
  ['24.11.2026 09:00', '2026-11-24T09:00'],
  ['24.11.26 9:00', '2026-11-24T09:00'],
  ['24.11.2026, 18 Uhr', '2026-11-24T18:00'],
  ['24.11.2026 um 9.30 Uhr', '2026-11-24T09:30'],
  ['24.11.2026 9 Uhr 05', '2026-11-24T09:05'],
  ['24. 11. 2026 18:15', '2026-11-24T18:15'],
  ['24.11.', '2026-11-24T09:00'],
  ['24.11', '2026-11-24T09:00'],
  ['24.11. 09:30', '2026-11-24T09:30'],
  ['24.11. 18 Uhr', '2026-11-24T18:00'],
  ['24/11/2026', '2026-11-24T09:00'],
  ['24. November 2026', '2026-11-24T09:00'],
  ['24. Nov. 2026, 20:00', '2026-11-24T20:00'],
  ['24 november', '2026-11-24T09:00'],
  ['2026-11-24T18:30', '2026-11-24T18:30'],
  ['2026-11-24', '2026-11-24T09:00'],
  ['Di, 24. Nov 2026, 09:00', '2026-11-24T09:00'],
  ['am Dienstag, den 24. November, um 8 Uhr', '2026-11-24T08:00'],
  ['1.3.', '2027-03-01T09:00'],
  ['9. März', '2027-03-09T09:00'],
  ['9. maerz 7:45', '2027-03-09T07:45'],
  ['29.2.', '2028-02-29T09:00'],
  ['22.11. 20:00', '2026-11-22T20:00'],
])('[WEEK-13] %s is a date as Germans write it', (typed, wall) => {
  expect(moment(typed)).toBe(wall)
})

test.each([
  ['heute 18:00', '2026-11-22T18:00'],
  ['morgen 9:00', '2026-11-23T09:00'],
  ['Morgen', '2026-11-23T09:00'],
  ['morgen 9', '2026-11-23T09:00'],
  ['9 Uhr morgen', '2026-11-23T09:00'],
  ['übermorgen mittags', '2026-11-24T12:00'],
  ['uebermorgen', '2026-11-24T09:00'],
  ['gestern 8:00', '2026-11-21T08:00'],
  ['nächster Dienstag', '2026-11-24T09:00'],
  ['nächsten Dienstag um 7', '2026-11-24T07:00'],
  ['Di 7:30', '2026-11-24T07:30'],
  ['Sonntag', '2026-11-29T09:00'],
  ['kommenden Sonntag', '2026-11-29T09:00'],
  ['letzten Freitag', '2026-11-20T09:00'],
  ['letzten Sonntag', '2026-11-15T09:00'],
  ['in 3 Tagen', '2026-11-25T09:00'],
  ['in drei Tagen 10:00', '2026-11-25T10:00'],
  ['vor 2 Tagen', '2026-11-20T09:00'],
  ['in einer Woche', '2026-11-29T09:00'],
  ['nächste Woche', '2026-11-29T09:00'],
  ['nächsten Monat', '2026-12-22T09:00'],
  ['in 2 Stunden', '2026-11-22T13:05'],
  ['in 30 Minuten', '2026-11-22T11:35'],
  ['jetzt', '2026-11-22T11:05'],
  ['18:00', '2026-11-22T18:00'],
  ['8:00', '2026-11-23T08:00'],
])('[WEEK-13] %s counts from today', (typed, wall) => {
  expect(moment(typed)).toBe(wall)
})

test.each([
  ['1.3.', '2026-03-01'],
  ['24.11.', '2025-11-24'],
  ['22.11.', '2026-11-22'],
  ['29.2.', '2024-02-29'],
  ['Freitag', '2026-11-20'],
  ['Sonntag', '2026-11-15'],
  ['gestern', '2026-11-21'],
  ['bald', '„bald“ ist kein Datum. Möglich ist zum Beispiel 24.11.2026, 24.11., gestern oder letzter Dienstag.'],
])('[WEEK-13] %s is the last such day where a day that has been is looked for', (typed, expected) => {
  const read = readTypedDate(typed, { now: SUNDAY, zone, time: null, past: true })
  expect('fault' in read ? read.fault : read.day).toBe(expected)
})

test.each([
  ['1.3.', '2026-03-01T00:00'],
  ['heute', '2026-11-22T00:00'],
  ['9:00', '2026-11-22T09:00'],
  ['18:00', '2026-11-21T18:00'],
])('[NEWS-14] %s is the last such moment where one that has been is looked for', (typed, wall) => {
  expect(readTypedMoment(typed, { now: SUNDAY, zone, time: '00:00', past: true })).toEqual({ wall })
})

test('a day of today without a time means the usual one, or the next full hour when that has passed', () => {
  expect(moment('heute')).toBe('2026-11-22T12:00')
  expect(moment('heute', Date.parse('2026-11-22T05:00:00Z'))).toBe('2026-11-22T09:00')
  expect(moment('heute', Date.parse('2026-11-22T22:30:00Z'))).toBe('2026-11-22T23:59')
})

test('days and weekdays are those of the zone, not of the machine', () => {
  // 23:30 in Berlin, already Monday in Tokyo.
  const late = Date.parse('2026-11-22T22:30:00Z')
  expect(day('heute', late)).toBe('2026-11-22')
  expect(readTypedDate('heute', { now: late, zone: 'Asia/Tokyo', time: null })).toMatchObject({ day: '2026-11-23' })
  expect(readTypedDate('Montag', { now: late, zone: 'Asia/Tokyo', time: null })).toMatchObject({ day: '2026-11-30' })
})

test('the end of a month and leap days', () => {
  const lastOfJanuary = Date.parse('2027-01-31T11:00:00Z')
  expect(day('in einem Monat', lastOfJanuary)).toBe('2027-02-28')
  expect(day('morgen', lastOfJanuary)).toBe('2027-02-01')
  expect(day('in 1 Jahr', Date.parse('2028-02-29T11:00:00Z'))).toBe('2029-02-28')
  expect(day('29.2.2028')).toBe('2028-02-29')
  expect(day('31.12.')).toBe('2026-12-31')
  expect(day('morgen', Date.parse('2026-12-31T11:00:00Z'))).toBe('2027-01-01')
})

test('on the days clocks change a time stays what was typed; the moment says what becomes of it', () => {
  const before = Date.parse('2027-03-27T11:00:00Z')
  expect(moment('morgen 2:30', before)).toBe('2027-03-28T02:30')
  expect(instantOfWallTime(moment('morgen 2:30', before), zone)).toMatchObject({ skipped: true })
  const autumn = Date.parse('2027-10-30T10:00:00Z')
  expect(instantOfWallTime(moment('morgen 2:30', autumn), zone)).toMatchObject({ repeated: true })
  // An hour is an hour: two of them over the gap lead from 1:30 to 4:30.
  expect(moment('in 2 Stunden', Date.parse('2027-03-28T00:30:00Z'))).toBe('2027-03-28T04:30')
  expect(day('in 1 Tag', before)).toBe('2027-03-28')
})

test.each([
  ['31.11.2026', 'Den 31. November 2026 gibt es nicht: Der November hat 30 Tage.'],
  ['29.2.2027', 'Den 29. Februar 2027 gibt es nicht: Der Februar hat 28 Tage.'],
  ['24.11.2026 25:00', 'Die Uhrzeit 25:00 gibt es nicht.'],
  ['24.11.2026 9:75', 'Die Uhrzeit 9:75 gibt es nicht.'],
  ['Mo, 24.11.2026', 'Der 24. November 2026 ist ein Dienstag.'],
  [
    'irgendwann',
    '„irgendwann“ ist kein Datum. Möglich ist zum Beispiel 24.11.2026 9:00, morgen 9:00 oder nächster Dienstag.',
  ],
  ['', 'Bitte ein Datum angeben. Möglich ist zum Beispiel 24.11.2026 9:00, morgen 9:00 oder nächster Dienstag.'],
])('[WEEK-13] %s is refused in words', (typed, fault) => {
  expect(moment(typed)).toBe(fault)
})

test.each([
  '24',
  '24.',
  '24.13.2026',
  'heute morgen',
  '9:00 10:00',
  'in Tagen',
  'nächster',
  '24.11.2026 🙂',
  '- 5',
  'x'.repeat(500),
])('%s is no date', (typed) => {
  expect(readTypedDate(typed, { now: SUNDAY, zone, time: '09:00' })).toHaveProperty('fault')
})

test('where only days are wanted a time is refused', () => {
  expect(day('morgen')).toBe('2026-11-23')
  expect(day('morgen 9:00')).toBe('Hier genügt der Tag, ohne Uhrzeit.')
})

test('what a field shows is read again as the same', () => {
  expect(typedDate('2026-11-24T09:00')).toBe('24.11.2026 09:00')
  expect(typedDate('2026-11-24')).toBe('24.11.2026')
  expect(typedDate('')).toBe('')
  for (let hours = 0; hours < 24 * 400; hours += 7) {
    const wall = new Date(SUNDAY + hours * 3_600_000).toISOString().slice(0, 16)
    expect(moment(typedDate(wall))).toBe(wall)
    expect(day(typedDate(wall.slice(0, 10)))).toBe(wall.slice(0, 10))
  }
})
