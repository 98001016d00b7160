import { addDays, weekdayName, weekdayOf, type Day } from './days.ts'
import { quoted } from './quoted.ts'

/** The Länder of Germany by the codes of ISO 3166-2; holidays differ between them. */
export const LAENDER = {
  BW: 'Baden-Württemberg',
  BY: 'Bayern',
  BE: 'Berlin',
  BB: 'Brandenburg',
  HB: 'Bremen',
  HH: 'Hamburg',
  HE: 'Hessen',
  MV: 'Mecklenburg-Vorpommern',
  NI: 'Niedersachsen',
  NW: 'Nordrhein-Westfalen',
  RP: 'Rheinland-Pfalz',
  SL: 'Saarland',
  SN: 'Sachsen',
  ST: 'Sachsen-Anhalt',
  SH: 'Schleswig-Holstein',
  TH: 'Thüringen',
} as const
export type Land = keyof typeof LAENDER

/** Monday to Friday, until a team says otherwise. */
export const USUAL_WEEKDAYS = [0, 1, 2, 3, 4]

/** Days on which the team publishes nothing: `to` is the last of them. */
export type Pause = { name: string; from_day: Day; to_day: Day }

/** Why nothing is published on a day (`Karfreitag`, `Samstag`, `Pause „Umzug“`); null on a publishing day. */
export type Obstacle = (day: Day) => string | null

/** What keeps a day from being a publishing day (RUL-64): a holiday, a pause, the day of the week. */
export function obstacles(plan: {
  weekdays: readonly number[]
  pauses: readonly Pause[]
  holidayOf: (day: Day) => string | null
}): Obstacle {
  return (day) => {
    const holiday = plan.holidayOf(day)
    if (holiday) return holiday
    const pause = plan.pauses.find(({ from_day, to_day }) => from_day <= day && day <= to_day)
    if (pause) return `Pause ${quoted(pause.name)}`
    return plan.weekdays.includes(weekdayOf(day)) ? null : weekdayName(weekdayOf(day))
  }
}

/** So far ahead a publishing day is looked for. */
const FARTHEST = 1000

/** The first publishing day from `day` on, forwards or backwards; null where there is none within years. */
export function publishingDay(day: Day, obstacle: Obstacle, step: 1 | -1 = 1): Day | null {
  let reached = day
  for (let tried = 0; tried < FARTHEST; tried += 1) {
    if (obstacle(reached) === null) return reached
    reached = addDays(reached, step)
  }
  return null
}

/**
 * Where days come to lie that are moved by a number of days: each day on its own, or, with `obstacle`, on publishing days
 * alone. What was on one day stays on one, what was on two stays on two and in its order. Null where no day is free.
 */
export function movedDays(days: readonly Day[], by: number, obstacle: Obstacle | null): Map<Day, Day> | null {
  const step = by < 0 ? -1 : 1
  return walk(days, step, (day, taken) => {
    const meant = addDays(day, by)
    if (!obstacle) return meant
    // Behind what was moved before it.
    const from = taken !== null && (step > 0 ? taken >= meant : taken <= meant) ? addDays(taken, step) : meant
    return publishingDay(from, obstacle, step)
  })
}

/** `Folgende verschieben`: every day goes to the next free publishing day, behind those before it (RUL-64). */
export function pushedDays(days: readonly Day[], obstacle: Obstacle): Map<Day, Day> | null {
  return walk(days, 1, (day, taken) => publishingDay(addDays(taken !== null && taken > day ? taken : day, 1), obstacle))
}

function walk(
  days: readonly Day[],
  step: 1 | -1,
  target: (day: Day, taken: Day | null) => Day | null,
): Map<Day, Day> | null {
  const moved = new Map<Day, Day>()
  let taken: Day | null = null
  for (const day of [...new Set(days)].sort((one, other) => (one < other ? -step : step))) {
    const to = target(day, taken)
    if (to === null) return null
    moved.set(day, to)
    taken = to
  }
  return moved
}
