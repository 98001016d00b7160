import type { Answer, World } from './world.ts'

/** One kind of hostile input, grown by doubling from `from` to `to` (mostly bytes). */
export type Probe = {
  /** What is hostile: `feed: open comments`. */
  kind: string
  from: number
  to: number
  /** Enough to make the input again: what is repeated and what stands around it. */
  input: string
  /** Sends it at one size and gives all answers. Rejects when one stays out. */
  send: (world: World, size: number) => Promise<Answer[]>
}

/** A text of about so many characters. */
export type Growing = { kind: string; input: string; of: (size: number) => string }

/** `before`, then `unit` again and again up to the size, then `after`; `{n}` in the unit is its number. */
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
