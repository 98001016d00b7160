/**
 * Runs `work` `afterMs` from now, when the first screen has had its time: what later moments need is fetched before they
 * come. The mark `ahead` lets measurements tell this from what the screen itself needs. Gives the way to call it off.
 */
export function ahead(afterMs: number, work: () => void): () => void {
  const timer = setTimeout(() => {
    performance.mark('ahead')
    work()
  }, afterMs)
  return () => clearTimeout(timer)
}
