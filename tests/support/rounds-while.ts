/** The number of event loop rounds while work is running, and its result. */
export async function roundsWhile<T>(work: () => Promise<T>): Promise<{ rounds: number; result: T }> {
  let rounds = 0
  let running = true
  const round = () => {
    rounds += 1
    if (running) setImmediate(round)
  }
  round()
  const result = await work()
  running = false
  return { rounds, result }
}
