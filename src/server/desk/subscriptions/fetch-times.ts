import type { FetchEvery } from '../../../rules/collecting.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const USUAL_MS: Record<FetchEvery, number> = { hourly: HOUR_MS, daily: DAY_MS, off: DAY_MS }

/**
 * Delay of the first automatic fetch of a new feed. It leaves time for the import button, which then still finds all entries new.
 */
export const FIRST_FETCH_MS = 10 * 60_000
/** Longest wait that a server may ask for with `Retry-After`. */
const MAX_WAIT_MS = 30 * DAY_MS

/** When a feed is fetched next, after this number of consecutive faults: the pause doubles up to a day (RUL-106). */
export function nextFetch(every: FetchEvery, failures: number, now: Date): Date {
  const pause = USUAL_MS[every] * 2 ** Math.max(0, failures - 1)
  return new Date(now.getTime() + Math.min(pause, DAY_MS))
}

/**
 * The instant that a `Retry-After` header names, in seconds or as a date (RFC 9110 §10.2.3): at most thirty days away, null
 * when it is missing, unreadable or past.
 */
export function retryAfter(header: string | undefined, now: Date): Date | null {
  const text = header?.trim() ?? ''
  const at = /^\d{1,12}$/.test(text) ? now.getTime() + Number(text) * 1000 : Date.parse(text)
  if (text === '' || !(at > now.getTime())) return null
  return new Date(Math.min(at, now.getTime() + MAX_WAIT_MS))
}
