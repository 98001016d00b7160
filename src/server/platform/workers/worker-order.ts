import { deserialize } from 'node:v8'
import type { Worker } from 'node:worker_threads'

/** Why a job failed: time limit, memory limit, output limit, an error, or a full queue. */
export type WorkerFaultCode = 'time' | 'memory' | 'output' | 'failed' | 'busy'

/** The fault of a job. The message is for the log; callers choose their own sentence by the code. */
export class WorkerFault extends Error {
  readonly code: WorkerFaultCode

  constructor(code: WorkerFaultCode, message: string) {
    super(message)
    this.code = code
  }
}

export type JobLimits = {
  /**
   * CPU milliseconds of the job, without starting the thread and loading the code; 5,000 by default. On a busy machine
   * it may take six times as long by the clock.
   */
  timeMs?: number
  /** Maximum bytes of the serialised result; 8 MB by default. */
  outputBytes?: number
  /** Maximum megabytes of the job, heap and buffers together; the pool's limit by default. */
  memoryMb?: number
  /** Aborts the running or waiting job; the caller gets the signal's reason. */
  signal?: AbortSignal | undefined
}

/** The order sent to the thread. */
export type WorkerOrder = { file: string; input: unknown; outputBytes: number }
/** A request to the thread: a job, or to collect the garbage of the last one. */
export type WorkerRequest = WorkerOrder | 'collect'
/**
 * A message of the thread: the job's code is loaded and it starts, with the CPU time so far; its result; or why there
 * is none.
 */
export type WorkerAnswer =
  | { kind: 'begun'; computedMs: number }
  | { kind: 'done'; output: Uint8Array }
  | { kind: 'fault'; code: WorkerFaultCode; message: string }
  | { kind: 'collected' }

const TIME_MS = 5000
const OUTPUT_BYTES = 8 * 1024 * 1024
/** Time limit for starting a thread and loading a job's code, which do not depend on input. */
const LOADING_MS = 30_000
const LOOK_MS = 5
const PATIENCE = 6

/**
 * Runs one job in a worker and enforces its limits; the caller ends the worker when this throws. Throws WorkerFault, or
 * the reason of the aborted signal.
 */
export async function runOrder(
  worker: Worker,
  { file, input }: Pick<WorkerOrder, 'file' | 'input'>,
  { timeMs = TIME_MS, outputBytes = OUTPUT_BYTES, memoryMb, signal }: Required<Pick<JobLimits, 'memoryMb'>> & JobLimits,
): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  const fail = (code: WorkerFaultCode, message: string) => reject(new WorkerFault(code, message))
  const aborted = () => reject(signal?.reason)
  const tooLong = () => fail('time', `${file} took longer than ${timeMs} ms`)
  const listeners = {
    message(answer: WorkerAnswer) {
      if (answer.kind === 'done') resolve(deserialize(answer.output))
      else if (answer.kind === 'fault') fail(answer.code, `${file}: ${answer.message}`)
      else if (answer.kind === 'begun') {
        begunAt = answer.computedMs
        clearTimeout(timer)
        timer = setTimeout(tooLong, timeMs * PATIENCE)
      }
    },
    error(error: Error & { code?: string }) {
      fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'failed', `${file}: ${error.message}`)
    },
    exit(code: number) {
      fail('failed', `${file}: the worker ended with ${code}`)
    },
  }
  let timer = setTimeout(tooLong, LOADING_MS)
  let begunAt = Infinity
  let looking = false
  const look = async () => {
    if (looking) return
    looking = true
    // The thread responds to these even during a busy loop, but not while it ends.
    const found = await Promise.all([worker.getHeapStatistics(), worker.cpuUsage()]).catch(() => null)
    looking = false
    if (!found) return
    const [held, used] = found
    const megabytes = (held.used_heap_size + held.external_memory) / 1024 / 1024
    if (megabytes > memoryMb) fail('memory', `${file} holds ${Math.round(megabytes)} MB`)
    if ((used.user + used.system) / 1000 - begunAt > timeMs) tooLong()
  }
  const looks = setInterval(() => void look(), LOOK_MS)
  worker.on('message', listeners.message).on('error', listeners.error).on('exit', listeners.exit)
  signal?.addEventListener('abort', aborted)
  try {
    worker.postMessage({ file, input, outputBytes } satisfies WorkerOrder)
    return await promise
  } finally {
    clearTimeout(timer)
    clearInterval(looks)
    signal?.removeEventListener('abort', aborted)
    worker.off('message', listeners.message).off('error', listeners.error).off('exit', listeners.exit)
  }
}

const COLLECTING_MS = 5000

/** Lets an idle worker collect its garbage; false where it ended or took longer than five seconds. */
export function collectIn(worker: Worker): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const collected = ({ kind }: WorkerAnswer) => kind === 'collected' && resolve(true)
  const gone = () => resolve(false)
  const timer = setTimeout(gone, COLLECTING_MS)
  worker.on('message', collected).on('exit', gone)
  worker.postMessage('collect' satisfies WorkerRequest)
  return promise.finally(() => {
    clearTimeout(timer)
    worker.off('message', collected).off('exit', gone)
  })
}
