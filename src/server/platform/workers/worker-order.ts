import { deserialize } from 'node:v8'
import type { Worker } from 'node:worker_threads'

/** Why a job gave nothing: it took too long, held too much, gave too much, broke, or too many are waiting already. */
export type WorkerFaultCode = 'time' | 'memory' | 'output' | 'failed' | 'busy'

/** A job's fault. The message is for the log; callers word their own sentence by the code. */
export class WorkerFault extends Error {
  readonly code: WorkerFaultCode

  constructor(code: WorkerFaultCode, message: string) {
    super(message)
    this.code = code
  }
}

export type JobLimits = {
  /** Milliseconds for the job alone, without starting the thread and loading its code; 5,000 unless given. */
  timeMs?: number
  /** Bytes of the result as it is handed over; 8 MB unless given. */
  outputBytes?: number
}

/** What the thread is told to do. */
export type WorkerOrder = { file: string; input: unknown; outputBytes: number }
/** What the thread says: the job's code is loaded and it begins; its result; why there is none. */
export type WorkerAnswer =
  | { kind: 'begun' }
  | { kind: 'done'; output: Uint8Array }
  | { kind: 'fault'; code: WorkerFaultCode; message: string }

const TIME_MS = 5000
const OUTPUT_BYTES = 8 * 1024 * 1024
/** For starting a thread and loading a job's code, in which nobody outside has a hand. */
const LOADING_MS = 30_000
const LOOK_MS = 20

/**
 * Lets one worker do one job and looks after its limits; the caller ends the worker when this throws. Throws WorkerFault.
 */
export async function runOrder(
  worker: Worker,
  { file, input }: Pick<WorkerOrder, 'file' | 'input'>,
  { timeMs = TIME_MS, outputBytes = OUTPUT_BYTES, memoryMb }: JobLimits & { memoryMb: number },
): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  const fail = (code: WorkerFaultCode, message: string) => reject(new WorkerFault(code, message))
  const limit = (ms: number) => setTimeout(() => fail('time', `${file} took longer than ${ms} ms`), ms)
  const listeners = {
    message(answer: WorkerAnswer) {
      if (answer.kind === 'done') resolve(deserialize(answer.output))
      else if (answer.kind === 'fault') fail(answer.code, `${file}: ${answer.message}`)
      else {
        clearTimeout(timer)
        timer = limit(timeMs)
      }
    },
    error(error: Error & { code?: string }) {
      fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'failed', `${file}: ${error.message}`)
    },
    exit(code: number) {
      fail('failed', `${file}: the worker ended with ${code}`)
    },
  }
  let timer = limit(LOADING_MS)
  let looking = false
  const look = async () => {
    if (looking) return
    looking = true
    const held = await worker.getHeapStatistics().catch(() => null)
    looking = false
    const megabytes = ((held?.used_heap_size ?? 0) + (held?.external_memory ?? 0)) / 1024 / 1024
    if (megabytes > memoryMb) fail('memory', `${file} holds ${Math.round(megabytes)} MB`)
  }
  const looks = setInterval(() => void look(), LOOK_MS)
  worker.on('message', listeners.message).on('error', listeners.error).on('exit', listeners.exit)
  try {
    worker.postMessage({ file, input, outputBytes } satisfies WorkerOrder)
    return await promise
  } finally {
    clearTimeout(timer)
    clearInterval(looks)
    worker.off('message', listeners.message).off('error', listeners.error).off('exit', listeners.exit)
  }
}
