import { getPriority } from 'node:os'
import { getHeapStatistics } from 'node:v8'

/** Behaviour that the pool's tests request of a worker. */
export type Oddity =
  | { kind: 'echo'; value: unknown }
  | { kind: 'loop' | 'heap' | 'buffers' | 'throw' | 'crash' | 'environment' }
  | { kind: 'jobs' | 'heap size' | 'priority' }
  | { kind: 'held'; gate: SharedArrayBuffer; value: unknown }
  | { kind: 'fill'; entries: number; keep: boolean }
  | { kind: 'output'; bytes: number }

let jobs = 0
let kept: unknown

/** A job that misbehaves as requested. */
export function run(order: Oddity): unknown {
  jobs += 1
  if (order.kind === 'echo') return order.value
  if (order.kind === 'jobs') return jobs
  if (order.kind === 'heap size') return getHeapStatistics().total_heap_size / 1024 / 1024
  if (order.kind === 'priority') return getPriority()
  if (order.kind === 'held') {
    Atomics.wait(new Int32Array(order.gate), 0, 0)
    return order.value
  }
  if (order.kind === 'fill') {
    const filled = Array.from({ length: order.entries }, (_, number) => ({ number }))
    if (order.keep) kept = filled
    return (kept ?? filled) === filled
  }
  if (order.kind === 'output') return 'x'.repeat(order.bytes)
  if (order.kind === 'environment') return Object.keys(process.env)
  if (order.kind === 'throw') throw new Error('with intent')
  if (order.kind === 'crash') {
    setImmediate(() => {
      throw new Error('beside the job')
    })
    return new Promise(() => {})
  }
  const held: unknown[] = []
  for (;;) {
    if (order.kind === 'heap') held.push(Array.from({ length: 10_000 }, (_, index) => ({ index })))
    if (order.kind === 'buffers') held.push(new Uint8Array(4 * 1024 * 1024).fill(1))
  }
}
