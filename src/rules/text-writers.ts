import type { ChangeDesc } from '@codemirror/state'

/** Characters in a row that one account wrote in one minute (since 1970); null for an unknown account. A line break counts as one. */
export type Run = [length: number, author: string | null, minute: number]

/** Most runs of a text; beyond, neighbours of one account become one, of the later minute. */
const MOST_RUNS = 2000
const MINUTE_MS = 60_000

export const minuteOf = (at: string) => Math.floor(Date.parse(at) / MINUTE_MS)
export const instantOfMinute = (minute: number) => new Date(minute * MINUTE_MS).toISOString()

/** Who wrote a text behind a change. */
export function runsBehind(runs: readonly Run[], changes: ChangeDesc, author: string | null, minute: number): Run[] {
  const after: Run[] = []
  let index = 0
  let used = 0
  let at = 0
  const pass = (count: number, isKept: boolean) => {
    at += count
    for (let left = count; left > 0;) {
      const run = runs[index]
      if (!run) return
      const part = Math.min(left, run[0] - used)
      if (isKept) add(after, [part, run[1], run[2]])
      left -= part
      used += part
      if (used === run[0]) [index, used] = [index + 1, 0]
    }
  }
  changes.iterChangedRanges((from, to, newFrom, newTo) => {
    pass(from - at, true)
    pass(to - from, false)
    add(after, [newTo - newFrom, author, minute])
  }, true)
  pass(changes.length - at, true)
  return after.length > MOST_RUNS ? joined(after) : after
}

function add(runs: Run[], [length, author, minute]: Run): void {
  const last = runs.at(-1)
  if (last && last[1] === author && last[2] === minute) last[0] += length
  else if (length > 0) runs.push([length, author, minute])
}

function joined(runs: readonly Run[]): Run[] {
  const all: Run[] = []
  for (const [length, author, minute] of runs) {
    const last = all.at(-1)
    if (last && last[1] === author) [last[0], last[2]] = [last[0] + length, Math.max(last[2], minute)]
    else all.push([length, author, minute])
  }
  return all
}
