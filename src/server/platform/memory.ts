import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { performance } from 'node:perf_hooks'
import type { Job } from './job.ts'

let collect: ((options: object) => void) | undefined

/** Frees at once what nothing refers to in this thread, and returns empty pages to the system; V8 by itself keeps them. */
export function collectGarbage(): void {
  // V8 exposes `gc` only to contexts created after the flag.
  setFlagsFromString('--expose-gc')
  collect ??= runInNewContext('gc') as typeof collect
  collect?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

/** Busy milliseconds of the event loop between two looks: up to this the server rests. */
const REST_MS = 100
/** Busy milliseconds since the last collection: fewer leave little to free. */
const WORTH_MS = 500

/**
 * A function that says at each look whether the event loop rests after enough work to be worth a collection. It takes the busy
 * milliseconds since the start.
 */
export function restAfterWork(): (activeMs: number) => boolean {
  // The first look comes with the start, which is always worth one, however quick it was.
  let lastLook = -Infinity
  let lastCollection = -Infinity
  return (activeMs) => {
    const rests = activeMs - lastLook <= REST_MS
    const isWorth = activeMs - lastCollection >= WORTH_MS
    lastLook = activeMs
    if (rests && isWorth) lastCollection = activeMs
    return rests && isWorth
  }
}

const isTime = restAfterWork()

/** Gives memory back once the server rests: its start and busy times leave 15 MiB and more of empty pages (ADR 80). */
export const freeMemory: Job = {
  name: 'free-memory',
  everySeconds: 20,
  everywhere: true,
  hasWork: async () => isTime(performance.eventLoopUtilization().active),
  run: async () => collectGarbage(),
}
