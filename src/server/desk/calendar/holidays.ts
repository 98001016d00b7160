import type { Day } from '../../../rules/days.ts'
import type { Land } from '../../../rules/publishing-days.ts'

/** Cached holidays by Land and year; a team has one Land and views a few years. */
const years = new Map<string, ReadonlyMap<Day, string>>()
const MOST_YEARS = 100

/** The public holidays of a Land in a year, by day, in German. The library is loaded when a Land is set. */
async function holidaysOf(land: Land, year: number): Promise<ReadonlyMap<Day, string>> {
  const key = `${land} ${year}`
  const known = years.get(key)
  if (known) return known
  const { getHolidays } = await import('feiertagejs')
  const found = new Map(
    getHolidays(year, land).map((one) => [one.dateString, one.translate('de') ?? one.name] as const),
  )
  if (years.size >= MOST_YEARS) years.clear()
  years.set(key, found)
  return found
}

/** The public holidays between two days (both included); none without a Land. */
export async function holidaysBetween(land: Land | null, from: Day, to: Day): Promise<Map<Day, string>> {
  const found = new Map<Day, string>()
  if (!land) return found
  for (let year = Number(from.slice(0, 4)); year <= Number(to.slice(0, 4)); year += 1)
    for (const [day, name] of await holidaysOf(land, year)) if (from <= day && day <= to) found.set(day, name)
  return found
}
