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
  /**
   * Milliseconds the job's thread may compute, without starting it and loading the code; 5,000 unless given. On a busy machine
   * it may take six times as long by the clock.
   */
  timeMs?: number
  /** Bytes of the result as it is handed over; 8 MB unless given. */
  outputBytes?: number
  /** Megabytes the job may hold, heap and buffers together; the pool's own limit unless given. */
  memoryMb?: number
  /** Ends the job, or its waiting, as soon as it is aborted; the caller gets the signal's reason. */
  signal?: AbortSignal | undefined
}

/** What the thread is told to do. */
export type WorkerOrder = { file: string; input: unknown; outputBytes: number }
/** What it is asked: to do a job, or to let go of what the last one has left behind. */
export type WorkerRequest = WorkerOrder | 'collect'
/** What the thread says: the job's code is loaded and it begins, having computed so long; its result; why there is none. */
export type WorkerAnswer =
  | { kind: 'begun'; computedMs: number }
  | { kind: 'done'; output: Uint8Array }
  | { kind: 'fault'; code: WorkerFaultCode; message: string }
  | { kind: 'collected' }

const TIME_MS = 5000
const OUTPUT_BYTES = 8 * 1024 * 1024
/** For starting a thread and loading a job's code, in which nobody outside has a hand. */
const LOADING_MS = 30_000
const LOOK_MS = 5
const PATIENCE = 6

/**
 * Lets one worker do one job and looks after its limits; the caller ends the worker when this throws. Throws WorkerFault, or the
 * reason of the aborted signal.
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
    // The thread answers these even in the middle of a loop; one that is ending does not.
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

/** Lets a worker without a job collect its garbage; true once it has, false where it ended or took longer than five seconds. */
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
