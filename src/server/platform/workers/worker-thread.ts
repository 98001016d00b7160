import { flushCompileCache } from 'node:module'
import { serialize, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { parentPort } from 'node:worker_threads'
import type { WorkerAnswer, WorkerOrder, WorkerRequest } from './worker-order.ts'

const say = (answer: WorkerAnswer) => parentPort?.postMessage(answer)

let collect: ((options: object) => void) | undefined

/** Frees what finished jobs have left, at once instead of when V8 decides to. */
function collectGarbage(): void {
  // V8 exposes `gc` only to contexts created after the flag.
  setFlagsFromString('--expose-gc')
  collect ??= runInNewContext('gc') as typeof collect
  // By default V8 keeps empty pages for seconds; this frees them.
  collect?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  say({ kind: 'collected' })
}

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
  if (request === 'collect') collectGarbage()
  else void follow(request)
})
