import { addDays, addMonthsToDay, longDay, weekdayName, weekdayOf, type Day } from './days.ts'
import {
  MONTH_WORDS,
  NUMBER_WORDS,
  plain,
  RELATIVE_DAYS,
  tokensOf,
  UNITS,
  WEEKDAY_WORDS,
  type Token,
  type Unit,
} from './date-words.ts'
import { wallTimeOfInstant, type WallTime } from './wall-time.ts'
import { quoted } from './quoted.ts'

/** What somebody typed as a date, understood: a day and, where they typed or wanted one, a time (`09:00`). */
export type TypedDate = { day: Day; time: string | null } | { fault: string }

export type TypedDateOptions = {
  /** The present moment, milliseconds of the epoch. */
  now: number
  zone: string
  /** The time of a day typed without one; null where only days are wanted. */
  time: string | null
  /** A day that has been is meant: one without a year is the last of its kind, not the next. */
  past?: boolean
}

/** Longer input is no date. */
const LONGEST = 80
const LIKE_DAYS = 'Möglich ist zum Beispiel 24.11.2026, 24.11., morgen oder nächster Dienstag.'
const LIKE_PAST_DAYS = 'Möglich ist zum Beispiel 24.11.2026, 24.11., gestern oder letzter Dienstag.'
const LIKE_PAST_MOMENTS = 'Möglich ist zum Beispiel 24.11.2026 9:00, gestern 9:00 oder letzter Dienstag.'
const LIKE_MOMENTS = 'Möglich ist zum Beispiel 24.11.2026 9:00, morgen 9:00 oder nächster Dienstag.'

/** Words that say nothing of their own: `am Montag, den 9. März, um 8 Uhr`. */
const FILLERS = new Set(['am', 'den', 'der', 'dem', 'um', 'ab', 'bis', 'zum', 'uhr'])
const COMING = new Set(['naechster', 'naechsten', 'naechste', 'naechstes', 'kommender', 'kommenden', 'kommende'])
const THIS = new Set(['dieser', 'diesen', 'diese', 'dieses'])
const PAST = new Set(['letzter', 'letzten', 'letzte', 'letztes', 'vergangener', 'vergangenen', 'vergangene'])

class Misread extends Error {}

/**
 * Reads a date as German speakers type it: `24.11.2026 9:00`, `24.11.`, `9. März`, `heute`, `übermorgen 18 Uhr`, `nächster
 * Dienstag`, `in 3 Tagen`, `2026-11-24T09:00`. A day without a year is the next one to come, a weekday the next after today,
 * a time alone the next one too; with `past` each of them is the last one. Reads each character once; what is no date has a fault in German.
 */
export function readTypedDate(typed: string, options: TypedDateOptions): TypedDate {
  try {
    const tokens = typed.length > LONGEST ? null : tokensOf(plain(typed))
    if (!tokens || tokens.length === 0) throw new Misread(unknown(typed, options))
    return new Reader(tokens, typed, options).read()
  } catch (error) {
    if (error instanceof Misread) return { fault: error.message }
    throw error
  }
}

/** The same as a moment on the wall, or what is wrong with it. */
export function readTypedMoment(
  typed: string,
  options: TypedDateOptions & { time: string },
): { wall: WallTime } | { fault: string } {
  const read = readTypedDate(typed, options)
  return 'fault' in read ? read : { wall: `${read.day}T${read.time ?? options.time}` }
}

/** A day or moment as it stands in a field: `24.11.2026` or `24.11.2026 09:00`; an empty one stays empty. */
export function typedDate(wall: WallTime): string {
  if (wall === '') return ''
  const [day = '', time] = wall.split('T')
  const [year, month, date] = day.split('-')
  return `${date}.${month}.${year}${time ? ` ${time}` : ''}`
}

function unknown(typed: string, { time, past }: TypedDateOptions): string {
  const likely = time === null ? (past ? LIKE_PAST_DAYS : LIKE_DAYS) : past ? LIKE_PAST_MOMENTS : LIKE_MOMENTS
  const shown = typed.trim().slice(0, LONGEST)
  return shown === '' ? `Bitte ein Datum angeben. ${likely}` : `${quoted(shown)} ist kein Datum. ${likely}`
}

/** Parses the tokens in one pass, with a look-ahead of a few tokens. */
class Reader {
  readonly #tokens: Token[]
  readonly #typed: string
  readonly #options: TypedDateOptions
  readonly #today: Day
  readonly #clock: string
  #at = 0
  #day: Day | null = null
  #time: string | null = null
  #weekday: number | null = null

  constructor(tokens: Token[], typed: string, options: TypedDateOptions) {
    this.#tokens = tokens
    this.#typed = typed
    this.#options = options
    const [today = '', clock = ''] = wallTimeOfInstant(new Date(options.now).toISOString(), options.zone).split('T')
    this.#today = today
    this.#clock = clock
  }

  read(): TypedDate {
    while (this.#at < this.#tokens.length) this.#readNext()
    if (this.#weekday !== null) this.#settleWeekday(this.#weekday)
    const { time: usual } = this.#options
    if (usual === null && this.#time !== null) throw new Misread('Hier genügt der Tag, ohne Uhrzeit.')
    if (this.#day === null && this.#time === null) this.#misread()
    if (this.#day === null) this.#day = this.#dayOf(this.#time!)
    return { day: this.#day, time: usual === null ? null : (this.#time ?? this.#usualTime(usual)) }
  }

  /** The day of a time alone: the next such time, or the last. */
  #dayOf(time: string): Day {
    if (this.#options.past) return time <= this.#clock ? this.#today : addDays(this.#today, -1)
    return time > this.#clock ? this.#today : addDays(this.#today, 1)
  }

  #readNext(): void {
    const [first] = this.#ahead()
    if (!first || first.kind === 'mark') return this.#misread()
    if (first.kind === 'number') return this.#readNumber()
    if (FILLERS.has(first.text)) return this.#skip(1)
    const [, second, third] = this.#ahead()
    const { text } = first
    if (text === 'jetzt' || text === 'sofort') {
      this.#skip(1)
      this.#setDay(this.#today)
      return this.#setTime(this.#clock)
    }
    if (text === 'mittag' || text === 'mittags') {
      this.#skip(1)
      return this.#setTime('12:00')
    }
    const days = RELATIVE_DAYS.get(text)
    if (days !== undefined) {
      this.#skip(1)
      return this.#setDay(addDays(this.#today, days))
    }
    const count = numberOf(second)
    const unit = third?.kind === 'word' ? UNITS.get(third.text) : undefined
    if ((text === 'in' || text === 'vor') && count !== null && unit) {
      this.#skip(3)
      return this.#move(text === 'in' ? count : -count, unit)
    }
    const weekday = second && weekdayIn(second)
    const named = COMING.has(text) ? 'coming' : THIS.has(text) ? 'this' : PAST.has(text) ? 'past' : null
    if (named && second?.kind === 'word') {
      const span = UNITS.get(second.text)
      this.#skip(2)
      if (weekday !== undefined) return this.#setDay(this.#weekdayFromToday(weekday, named === 'past' ? -1 : 1))
      if (named !== 'this' && span && !['minute', 'hour'].includes(span))
        return this.#move(named === 'past' ? -1 : 1, span)
      return this.#misread()
    }
    const own = weekdayIn(first)
    if (own === undefined || this.#weekday !== null) return this.#misread()
    this.#skip(second?.text === '.' ? 2 : 1)
    this.#weekday = own
  }

  /** `24.11.2026`, `24. November`, `2026-11-24`, `9:00`, `9 Uhr 30`, and `9` behind a day. */
  #readNumber(): void {
    const [first, mark, second, , fourth] = this.#ahead()
    const number = Number(first!.text)
    if (mark?.text === ':' && second?.kind === 'number') return this.#readTime(number, second.text, 3)
    if (mark?.text === 'uhr') {
      return second?.kind === 'number' && second.text.length <= 2
        ? this.#readTime(number, second.text, 3)
        : this.#readTime(number, '00', 2)
    }
    if (first!.text.length === 4 && mark?.text === '-') return this.#readIso()
    const dotted = mark?.text === '.' || mark?.text === '/'
    const isTime = this.#day !== null || this.#tokens[this.#at + 3]?.text === 'uhr'
    if (dotted && second?.kind === 'number' && isTime) return this.#readTime(number, second.text, 3)
    const monthAt = dotted ? second : mark
    const month = monthAt?.kind === 'word' ? MONTH_WORDS.get(monthAt.text) : undefined
    if (month !== undefined) {
      this.#skip(dotted ? 3 : 2)
      if (this.#ahead()[0]?.text === '.') this.#skip(1)
      return this.#readYear(number, month)
    }
    if (dotted && second?.kind === 'number') {
      const closed = this.#tokens[this.#at + 3]?.text === mark.text
      this.#skip(closed ? 4 : 3)
      if (closed && fourth) return this.#readYear(number, Number(second.text), isYear(fourth))
      return this.#readYear(number, Number(second.text), closed)
    }
    const alone = this.#day !== null || this.#weekday !== null
    if (alone && this.#time === null && first!.text.length <= 2) return this.#readTime(number, '00', 1)
    this.#misread()
  }

  /** A year that may stand here, then the day; without one it is the next such day, or the last. */
  #readYear(date: number, month: number, mayFollow = true): void {
    const [next, mark] = this.#ahead()
    if (mayFollow && next && isYear(next) && mark?.text !== ':' && mark?.text !== 'uhr' && mark?.text !== '.') {
      this.#skip(1)
      return this.#setDate(next.text.length === 2 ? 2000 + Number(next.text) : Number(next.text), month, date)
    }
    const thisYear = Number(this.#today.slice(0, 4))
    // Eight years hold a 29 February in any case.
    for (let years = 0; years <= 8; years += 1) {
      const year = this.#options.past ? thisYear - years : thisYear + years
      const day = dayAt(year, month, date)
      if (date <= 0 || date > daysIn(year, month)) continue
      if (this.#options.past ? day <= this.#today : day >= this.#today) return this.#setDay(day)
    }
    this.#setDate(thisYear, month, date)
  }

  #readIso(): void {
    const [year, , month, dash, date, t] = this.#ahead()
    if (month?.kind !== 'number' || dash?.text !== '-' || date?.kind !== 'number') return this.#misread()
    this.#skip(t?.text === 't' ? 6 : 5)
    this.#setDate(Number(year!.text), Number(month.text), Number(date.text))
  }

  #readTime(hour: number, minutes: string, tokens: number): void {
    this.#skip(tokens)
    const shown = `${hour}:${minutes}`
    if (minutes.length !== 2 || hour > 23 || Number(minutes) > 59)
      throw new Misread(`Die Uhrzeit ${shown} gibt es nicht.`)
    this.#setTime(`${two(hour)}:${minutes}`)
  }

  #move(count: number, unit: Unit): void {
    if (Math.abs(count) > (unit === 'month' || unit === 'year' ? 500 : 10_000)) return this.#misread()
    if (unit === 'minute' || unit === 'hour') {
      const at = new Date(this.#options.now + count * (unit === 'hour' ? 3_600_000 : 60_000)).toISOString()
      const [day = '', time = ''] = wallTimeOfInstant(at, this.#options.zone).split('T')
      this.#setDay(day)
      return this.#setTime(time)
    }
    if (unit === 'day' || unit === 'week') return this.#setDay(addDays(this.#today, count * (unit === 'week' ? 7 : 1)))
    this.#setDay(addMonthsToDay(this.#today, count * (unit === 'year' ? 12 : 1)))
  }

  /** A weekday's name alone is the next such day, or the last; beside a date it has to be that day's. */
  #settleWeekday(weekday: number): void {
    if (this.#day === null) return this.#setDay(this.#weekdayFromToday(weekday, this.#options.past ? -1 : 1))
    if (weekdayOf(this.#day) === weekday) return
    throw new Misread(`Der ${longDay(this.#day)} ist ein ${weekdayName(weekdayOf(this.#day))}.`)
  }

  #weekdayFromToday(weekday: number, direction: 1 | -1): Day {
    const ahead = (weekday - weekdayOf(this.#today) + 7) % 7
    return addDays(this.#today, direction === 1 ? ahead || 7 : ahead - 7)
  }

  #setDate(year: number, month: number, date: number): void {
    if (year < 1000 || month < 1 || month > 12) return this.#misread()
    const last = daysIn(year, month)
    if (date > last || date < 1) {
      const name = MONTHS[month - 1]
      throw new Misread(`Den ${date}. ${name} ${year} gibt es nicht: Der ${name} hat ${last} Tage.`)
    }
    this.#setDay(dayAt(year, month, date))
  }

  #setDay(day: Day): void {
    if (this.#day !== null) return this.#misread()
    this.#day = day
  }

  #setTime(time: string): void {
    if (this.#time !== null) return this.#misread()
    this.#time = time
  }

  /** Today's usual time may have passed: then the next full hour is meant, unless a moment that has been is. */
  #usualTime(usual: string): string {
    if (this.#options.past || this.#day !== this.#today || usual > this.#clock) return usual
    const hour = Number(this.#clock.slice(0, 2)) + 1
    return hour > 23 ? '23:59' : `${two(hour)}:00`
  }

  #ahead(): (Token | undefined)[] {
    return this.#tokens.slice(this.#at, this.#at + 6)
  }

  #skip(count: number): void {
    this.#at += count
  }

  #misread(): never {
    throw new Misread(unknown(this.#typed, this.#options))
  }
}

const MONTHS = 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split(' ')

const two = (value: number) => String(value).padStart(2, '0')
const dayAt = (year: number, month: number, date: number): Day => `${year}-${two(month)}-${two(date)}`
const daysIn = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate()
const isYear = ({ kind, text }: Token) => kind === 'number' && (text.length === 4 || text.length === 2)

function weekdayIn({ kind, text }: Token): number | undefined {
  return kind === 'word' ? WEEKDAY_WORDS.get(text) : undefined
}

function numberOf(token: Token | undefined): number | null {
  if (token?.kind === 'number') return Number(token.text)
  return (token && NUMBER_WORDS.get(token.text)) ?? null
}
