/** Blocks jobs of `odd.job.ts` (`held`) until it is opened; their threads are idle meanwhile. */
export function closedGate(): { gate: SharedArrayBuffer; open: () => void } {
  const gate = new SharedArrayBuffer(4)
  const state = new Int32Array(gate)
  return {
    gate,
    open() {
      Atomics.store(state, 0, 1)
      Atomics.notify(state, 0)
    },
  }
}
