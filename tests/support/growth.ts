const FACTOR = 4
/** Work on four times the text takes four times as long; where all is compared with all, sixteen times: four times too long. */
const TOO_LONG = 2.25
/**
 * Below this nothing can be told (milliseconds): some systems count a thread's time in steps of four, and where others fill the
 * caches a whole text costs more than its quarters. What is quadratic takes a multiple.
 */
const LITTLE = 80
const TRIES = 5

/** CPU time of this thread in milliseconds: what other programs take from the machine does not count. */
export function computing(work: () => void): number {
  const sum = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1000
  const before = sum(process.threadCpuUsage())
  work()
  return sum(process.threadCpuUsage()) - before
}

/**
 * Null where `work` costs in proportion to the size it is given, else what was measured: work on the whole is compared with
 * four times work on a quarter. The least of several measurements counts; a noisy one is taken again.
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
