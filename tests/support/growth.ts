const FACTOR = 4
/**
 * Four times the text must take four times as long. Quadratic work takes sixteen times as long, which is four times too
 * long.
 */
const TOO_LONG = 2.25
/**
 * Shorter times are not significant, in milliseconds: some systems count a thread's time in steps of four, and busy
 * caches make a whole text dearer than its quarters. Quadratic work takes a multiple.
 */
const LITTLE = 80
const TRIES = 5

/** CPU time of this thread in milliseconds, so that other programs have no effect. */
export function computing(work: () => void): number {
  const sum = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1000
  const before = sum(process.threadCpuUsage())
  work()
  return sum(process.threadCpuUsage()) - before
}

/**
 * Null if `work` is linear in the given size, else the measured times: the whole is compared with four times a quarter.
 * The minimum of several measurements counts; a noisy one is repeated.
 */
export function growsTooFast(size: number, work: (size: number) => void): string | null {
  let [whole, quarters] = [Infinity, Infinity]
  for (let run = 0; run < TRIES; run += 1) {
    whole = Math.min(
      whole,
      computing(() => work(size)),
    )
    if (whole < LITTLE) return null
    quarters = Math.min(
      quarters,
      computing(() => {
        for (let n = 0; n < FACTOR; n += 1) work(size / FACTOR)
      }),
    )
    if (whole < TOO_LONG * quarters) return null
  }
  return `${whole} ms for the whole, ${quarters} ms for its four quarters`
}
