/** How many turns the event loop takes while something is under way, and what came of that. */
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
