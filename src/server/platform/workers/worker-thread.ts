import { serialize } from 'node:v8'
import { parentPort } from 'node:worker_threads'
import type { WorkerAnswer, WorkerOrder } from './worker-order.ts'

const say = (answer: WorkerAnswer) => parentPort?.postMessage(answer)

/** The thread's side of the pool: one order after the other, each answered once. */
async function follow({ file, input, outputBytes }: WorkerOrder): Promise<void> {
  try {
    const { run } = await import(file)
    const { user, system } = process.threadCpuUsage()
    say({ kind: 'begun', computedMs: (user + system) / 1000 })
    // Serialised here, so that its size is known before the main thread has anything to do with it.
    const output = serialize(await run(input))
    if (output.length > outputBytes) say({ kind: 'fault', code: 'output', message: `gave ${output.length} bytes` })
    else say({ kind: 'done', output })
  } catch (error) {
    say({ kind: 'fault', code: 'failed', message: error instanceof Error ? error.message : String(error) })
  }
}

parentPort?.on('message', (order: WorkerOrder) => void follow(order))
