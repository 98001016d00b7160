import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SaveTimer } from './save-timer.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Types a character every half second and returns the times of saves, in seconds. */
function type(timer: SaveTimer, seconds: number): void {
  for (let at = 0; at < seconds * 2; at++) {
    timer.start()
    vi.advanceTimersByTime(500)
  }
}

/** A timer, and the seconds at which it requested a save. */
function started() {
  const from = Date.now()
  const saves: number[] = []
  const timer = new SaveTimer(() => {
    saves.push((Date.now() - from) / 1000)
    timer.stop()
  })
  return { timer, saves }
}

test('a pause of a second triggers a save, steady typing one every ten seconds', () => {
  const { timer, saves } = started()
  timer.start()
  vi.advanceTimersByTime(5000)
  expect(saves).toEqual([1])
  type(timer, 25)
  expect(saves).toEqual([1, 15, 25])
})

test('during an outage retries of steady typing back off to at most half a minute', () => {
  const { timer, saves } = started()
  for (let failure = 0; failure < 8; failure++) timer.failed()
  type(timer, 32)
  expect(saves).toEqual([30])
  // The server responded: back to saving after pauses.
  timer.succeeded()
  timer.start()
  vi.advanceTimersByTime(1000)
  expect(saves).toEqual([30, 33])
})

test('the first retry waits two seconds', () => {
  const { timer, saves } = started()
  timer.failed()
  timer.start()
  vi.advanceTimersByTime(1999)
  expect(saves).toEqual([])
  vi.advanceTimersByTime(1)
  expect(saves).toEqual([2])
})

test('a clock set back does not delay a retry', () => {
  const { timer, saves } = started()
  timer.failed()
  const ago = new Date(Date.now() - 3_600_000)
  vi.setSystemTime(ago)
  timer.start()
  vi.advanceTimersByTime(30_000)
  expect(saves).toHaveLength(1)
})
