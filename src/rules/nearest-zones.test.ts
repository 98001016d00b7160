import { expect, test } from 'vitest'
import { nearestZones } from './nearest-zones.ts'

const zones = Intl.supportedValuesOf('timeZone')

test.each([
  ['Berlin', 'Europe/Berlin'],
  ['Europa/Berlin', 'Europe/Berlin'],
  ['Europe/Berln', 'Europe/Berlin'],
  ['Mitteleuropa', 'Europe/Berlin'],
  ['MEZ', 'Europe/Berlin'],
  ['Wien', 'Europe/Vienna'],
  ['Zürich', 'Europe/Zurich'],
  ['new york', 'America/New_York'],
  ['Tokio', 'Asia/Tokyo'],
  ['🙂', 'Europe/Berlin'],
  ['x'.repeat(100_000), 'Europe/Berlin'],
])('[WEEK-13] %s is near to what exists', (typed, zone) => {
  const near = nearestZones(typed, zones)
  expect(near[0]).toBe(zone)
  expect(near.length).toBeLessThanOrEqual(3)
})
