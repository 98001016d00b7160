/** Too much waits already; whoever asks now is told to come again. */
export class TooBusy extends Error {}

/**
 * A door for costly work: so many at once, the others in their order, at most `waiting` of them; who comes then is refused
 * with TooBusy before anything is done.
 */
export function bounded({ atOnce, waiting }: { atOnce: number; waiting: number }) {
  const queue: (() => void)[] = []
  let running = 0
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < atOnce) running += 1
    else if (queue.length >= waiting) throw new TooBusy()
    // Whoever ends hands its place on, so that nobody slips in between.
    else await new Promise<void>((resolve) => queue.push(resolve))
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else running -= 1
    }
  }
}
