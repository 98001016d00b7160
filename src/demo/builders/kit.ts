import { slugify } from '../../rules/slug.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** Chance that always falls the same way for the same seed. */
export type Random = {
  /** At least 0, below 1. */
  number: () => number
  /** A whole number from `min` to `max`, both included. */
  int: (min: number, max: number) => number
  pick: <T>(items: readonly T[]) => T
  /** `count` different items in random order; all of them when there are fewer. */
  sample: <T>(items: readonly T[], count: number) => T[]
  chance: (probability: number) => boolean
}

/** What every builder takes: chance, the present instant, and what must not repeat within one set of rows. */
export type Kit = {
  random: Random
  now: Date
  /** A new id (UUID v7 of the instant), ending with the kit's mark. */
  id: (at?: Date | string) => string
  /** A slug of the title that this kit has not handed out yet. */
  slug: (title: string) => string
  /** An instant before (negative) or after now, ISO 8601; the hour falls into an editor's day. */
  at: (days: number, time?: string) => string
}

export type KitOptions = {
  seed?: string | number
  now?: Date
  /** Twelve hexadecimal digits that end every id, so that rows can be distinguished later. */
  mark?: string
}

/** A kit of builders; the same seed, instant and mark build the same rows. */
export function createKit({
  seed = 'Zwischenspeicher',
  now = new Date('2026-03-05T14:32:00.000Z'),
  mark,
}: KitOptions = {}): Kit {
  const random = seededRandom(seed)
  const ending = mark ?? Array.from({ length: 12 }, () => random.int(0, 15).toString(16)).join('')
  if (!/^[\da-f]{12}$/.test(ending)) throw new Error(`no mark of twelve hexadecimal digits: ${ending}`)
  const slugs = slugKeeper()
  let count = 0

  return {
    random,
    now,
    slug: slugs,
    id(at = now) {
      const time = new Date(at).getTime().toString(16).padStart(12, '0')
      // Versions and variant of RFC 9562 around a counter, which keeps ids of one instant apart and in order.
      const number = count++
      const high = ((number >>> 14) & 0xfff).toString(16).padStart(3, '0')
      const low = (0x8000 | (number & 0x3fff)).toString(16)
      return `${time.slice(0, 8)}-${time.slice(8)}-7${high}-${low}-${ending}`
    },
    at(days, time) {
      const day = new Date(now.getTime() + days * DAY).toISOString().slice(0, 10)
      const clock =
        time ?? `${String(random.int(6, 18)).padStart(2, '0')}:${String(random.int(0, 59)).padStart(2, '0')}`
      return new Date(`${day}T${clock}:00.000Z`).toISOString()
    },
  }
}

/** The small fast generator sfc32, seeded from text. */
export function seededRandom(seed: string | number): Random {
  let a = hashOf(`${seed}:a`),
    b = hashOf(`${seed}:b`),
    c = hashOf(`${seed}:c`),
    d = 1
  const number = () => {
    const sum = (a + b + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    return (sum >>> 0) / 2 ** 32
  }
  for (let round = 0; round < 16; round += 1) number()
  const int = (min: number, max: number) => min + Math.floor(number() * (max - min + 1))
  return {
    number,
    int,
    pick(items) {
      if (items.length === 0) throw new Error('nothing to pick from')
      return items[int(0, items.length - 1)]!
    },
    sample(items, wanted) {
      const rest = [...items]
      return Array.from({ length: Math.min(wanted, rest.length) }, () => rest.splice(int(0, rest.length - 1), 1)[0]!)
    },
    chance: (probability) => number() < probability,
  }
}

/** FNV-1a, 32 bit. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (const sign of text) hash = Math.imul(hash ^ sign.codePointAt(0)!, 0x01000193)
  return hash >>> 0
}

/** Hands out each slug once. Remembers how far the numbers of a base went, since a hundred thousand titles share some. */
function slugKeeper(): (title: string) => string {
  const taken = new Set<string>()
  const reached = new Map<string, number>()
  return (title) => {
    const base = slugify(title) || 'artikel'
    let slug = base
    for (let number = reached.get(base) ?? 2; taken.has(slug); number += 1) {
      slug = `${base}-${number}`
      reached.set(base, number + 1)
    }
    taken.add(slug)
    return slug
  }
}
