/** The number of event loop turns while work is running, and its result. */
export async function turnsWhile<T>(work: () => Promise<T>): Promise<{ turns: number; result: T }> {
  let turns = 0
  let running = true
  const turn = () => {
    turns += 1
    if (running) setImmediate(turn)
  }
  turn()
  const result = await work()
  running = false
  return { turns, result }
}
