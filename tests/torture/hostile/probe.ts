import type { Answer, World } from './world.ts'

/** One type of hostile input, in doubling sizes from `from` to `to` (mostly bytes). */
export type Probe = {
  /** The name of the type: `feed: open comments`. */
  kind: string
  from: number
  to: number
  /** A description sufficient to build the input again: what is repeated, and the text around it. */
  input: string
  /** Sends it at one size and returns all responses. Rejects if one is missing. */
  send: (world: World, size: number) => Promise<Answer[]>
}

/** A text of about this many characters. */
export type Growing = { kind: string; input: string; of: (size: number) => string }

/** `before`, then `unit` repeated up to the size, then `after`; `{n}` in the unit is its number. */
export function repeated(kind: string, unit: string, before = '', after = ''): Growing {
  return {
    kind,
    input: JSON.stringify([before, unit, after]),
    of: (size) => {
      const times = Math.max(1, Math.floor(size / unit.length))
      const middle = unit.includes('{n}')
        ? Array.from({ length: times }, (_, index) => unit.replaceAll('{n}', String(index))).join('')
        : unit.repeat(times)
      return before + middle + after
    },
  }
}

/** A unit of one to six random tokens, with random tokens around its repetition. */
export function randomly(kind: string, tokens: readonly string[], random: () => number): Growing {
  const some = (least: number, most: number) =>
    Array.from({ length: least + Math.floor(random() * (most - least + 1)) }, () => pick(tokens, random)).join('')
  return repeated(kind, some(1, 6), some(0, 2), some(0, 2))
}

export function pick<T>(values: readonly T[], random: () => number): T {
  const value = values[Math.floor(random() * values.length)]
  if (value === undefined) throw new Error('nothing to pick from')
  return value
}
