import { expect, test } from 'vitest'
import { capturedAt, capturedTime } from './captured-time.ts'

const now = new Date('2026-03-05T13:32:00.000Z')

test.each([
  ['2026-03-05T13:31:30.000Z', 'gerade eben'],
  ['2026-03-05T13:12:00.000Z', 'vor 20 Min.'],
  ['2026-03-05T10:30:00.000Z', 'vor 3 Std.'],
  ['2026-03-04T23:30:00.000Z', 'vor 14 Std.'],
  ['2026-03-04T22:30:00.000Z', 'gestern, 23:30'],
  ['2026-03-03T10:00:00.000Z', 'Di, 3. März'],
  ['2025-03-03T10:00:00.000Z', '03. März 2025'],
])('%s is %s in Berlin on 5 March at 14:32', (instant, words) => {
  expect(capturedTime(instant, now, 'Europe/Berlin')).toBe(words)
})

test('yesterday is correct across the clock change', () => {
  const monday = new Date('2026-03-30T08:00:00.000Z')
  expect(capturedTime('2026-03-28T23:30:00.000Z', monday, 'Europe/Berlin')).toBe('gestern, 00:30')
  expect(capturedTime('2026-03-28T22:30:00.000Z', monday, 'Europe/Berlin')).toBe('Sa, 28. März')
})

test('the full time contains day and time', () => {
  expect(capturedAt('2026-03-05T13:12:00.000Z', now, 'Europe/Berlin')).toBe('heute, 14:12 Uhr')
  expect(capturedAt('2026-03-03T13:12:00.000Z', now, 'Europe/Berlin')).toBe('3. März 2026, 14:12 Uhr')
})
