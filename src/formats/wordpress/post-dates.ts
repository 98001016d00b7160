import { instantAt } from '../../rules/instants.ts'
import { instantOfWallTime } from '../../rules/wall-time.ts'

const NONE = '0000-00-00 00:00:00'
const STAMP = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d)(?::(\d\d))?/

/** Milliseconds of the epoch for the written time in UTC; null for no date. */
function asUtc(written: string): number | null {
  const found = written === NONE ? null : STAMP.exec(written)
  const time = found ? Date.parse(`${found[1]}T${found[2]}:${found[3] ?? '00'}Z`) : Number.NaN
  return Number.isNaN(time) ? null : time
}

/**
 * Parses WordPress' dates, which a file contains twice: in the blog's zone, and in GMT unless the post is a draft. A
 * date without GMT uses the zone of the nearest dates with both, else the given zone.
 */
export class PostDates {
  readonly #known: { local: number; offset: number }[] = []
  readonly #timeZone: string

  constructor(timeZone: string) {
    this.#timeZone = timeZone
  }

  /** Records a date that is written both ways. */
  learn(local: string, gmt: string): void {
    const [here, there] = [asUtc(local), asUtc(gmt)]
    if (here !== null && there !== null) this.#known.push({ local: here, offset: here - there })
  }

  /** To be called after the last `learn`. */
  settle(): void {
    this.#known.sort((a, b) => a.local - b.local)
  }

  /** The instant of a date, ISO 8601 in UTC; null where there is none. */
  instant(local: string, gmt: string): string | null {
    const there = asUtc(gmt)
    if (there !== null) return instantAt(there)
    const here = asUtc(local)
    if (here === null) return null
    const offset = this.#offsetNear(here)
    if (offset !== null) return instantAt(here - offset)
    return instantOfWallTime(new Date(here).toISOString().slice(0, 16), this.#timeZone)?.instant ?? null
  }

  #offsetNear(local: number): number | null {
    const known = this.#known
    if (known.length === 0) return null
    let [low, high] = [0, known.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if (known[middle]!.local < local) low = middle + 1
      else high = middle
    }
    const [after, before] = [known[low]!, known[Math.max(0, low - 1)]!]
    return Math.abs(after.local - local) <= Math.abs(before.local - local) ? after.offset : before.offset
  }
}
