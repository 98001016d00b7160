const STEPS: [unit: Intl.RelativeTimeFormatUnit, ms: number][] = [
  ['year', 365 * 86_400_000],
  ['month', 30 * 86_400_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
]

const german = new Intl.RelativeTimeFormat('de', { numeric: 'auto' })

/** `in 4 Tagen`, `vor 2 Stunden`, `gerade eben` within the minute. */
export function relativeTime(instant: string, now: number): string {
  const distance = Date.parse(instant) - now
  const step = STEPS.find(([, ms]) => Math.abs(distance) >= ms)
  return step ? german.format(Math.round(distance / step[1]), step[0]) : 'gerade eben'
}
