import type { Sharp, SharpOptions } from 'sharp'
import { ApiError } from '../../../contract/errors.ts'

/** Largest picture in pixels, all frames of an animation together: beyond what cameras of today make. */
export const MAX_PIXELS = 64_000_000
/** Most pictures that wait while one is decoded: each lies on the disk meanwhile, and its sender waits. */
const MOST_WAITING = 32

type Decoder = { open: (input: string | Uint8Array, options?: SharpOptions) => Sharp }
let loading: Promise<Decoder> | undefined

/** sharp on first use: no cache, one thread, and only the five decoders that are needed, so that nothing else is reachable. */
export function decoder(): Promise<Decoder> {
  loading ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false)
    sharp.concurrency(1)
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({
      operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((format) => `VipsForeignLoad${format}`),
    })
    return { open: (input, options) => sharp(input, { sequentialRead: true, ...options }) }
  })
  return loading
}

const BUSY = 'Gerade werden zu viele Bilder verarbeitet. Bitte versuchen Sie es gleich noch einmal.'

let last: Promise<unknown> = Promise.resolve()
let handedIn = 0

/** Runs `work` after everything that was handed in before it; 429 `rate_limited` when too much waits already. */
export async function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  if (handedIn > MOST_WAITING) throw new ApiError('rate_limited', { message: BUSY })
  handedIn += 1
  const run = last.then(work, work).finally(() => (handedIn -= 1))
  last = run.catch(() => {})
  return run
}

/** Runs `work` once no upload waits; uploads that come meanwhile wait for it alone. Only one such work at a time may be asked for. */
export async function whenNobodyWaits<T>(work: () => Promise<T>): Promise<T> {
  while (handedIn > 0) await last
  const run = work()
  last = run.catch(() => {})
  return run
}
