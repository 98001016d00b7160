import { flushCompileCache } from 'node:module'
import { serialize } from 'node:v8'
import { parentPort } from 'node:worker_threads'
import { collectGarbage } from '../memory.ts'
import type { WorkerAnswer, WorkerOrder, WorkerRequest } from './worker-order.ts'

const say = (answer: WorkerAnswer) => parentPort?.postMessage(answer)

const kept = new Set<string>()

/** Threads are ended without notice, so their compile cache is written with the first job of each kind. */
function keepCompiled(file: string): void {
  if (kept.has(file)) return
  kept.add(file)
  setImmediate(flushCompileCache)
}

/** The thread's side of the pool: one order after the other, one response each. */
async function follow({ file, input, outputBytes }: WorkerOrder): Promise<void> {
  try {
    const { run } = await import(file)
    keepCompiled(file)
    const { user, system } = process.threadCpuUsage()
    say({ kind: 'begun', computedMs: (user + system) / 1000 })
    // Serialised here, so that its size is known before the main thread receives it.
    const output = serialize(await run(input))
    if (output.length > outputBytes) say({ kind: 'fault', code: 'output', message: `gave ${output.length} bytes` })
    // Transferred, not copied.
    else parentPort?.postMessage({ kind: 'done', output } satisfies WorkerAnswer, [output.buffer as ArrayBuffer])
  } catch (error) {
    say({ kind: 'fault', code: 'failed', message: error instanceof Error ? error.message : String(error) })
  }
}

parentPort?.on('message', (request: WorkerRequest) => {
  if (request !== 'collect') return void follow(request)
  collectGarbage()
  say({ kind: 'collected' })
})
