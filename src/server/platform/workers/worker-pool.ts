import { getCompileCacheDir } from 'node:module'
import { availableParallelism } from 'node:os'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { collectIn, runOrder, WorkerFault, type JobLimits } from './worker-order.ts'

/** A file `<subject>.job.ts` whose export `run` is a pure function of bytes and plain data. */
export type WorkerJob<Run> = { readonly file: string; readonly run?: Run }

/** The job in `file`, typed by its function: `workerJob<typeof run>(new URL('./feed.job.ts', import.meta.url))`. */
export function workerJob<Run extends (input: never) => unknown>(file: URL): WorkerJob<Run> {
  return { file: file.href }
}

type PoolOptions = {
  workers: number
  /** Jobs that may wait for a worker; further ones are refused as `busy`. */
  queue: number
  /** Megabytes a job may hold, heap and buffers together, unless it is given others. */
  memoryMb: number
  /** Milliseconds after which a worker without work ends. */
  idleMs: number
}

export type WorkerPool = {
  /**
   * The result of a job, worked out beside the main thread. Throws WorkerFault: `time`, `memory`, `output` when it broke a
   * limit, `failed` when it threw or its thread ended, `busy` when too many wait. A worker whose job failed is ended.
   */
  run: <Input, Output>(
    job: WorkerJob<(input: Input) => Output>,
    input: Input,
    limits?: JobLimits,
  ) => Promise<Awaited<Output>>
  /** Ends every worker; what runs or waits fails. */
  end: () => Promise<void>
  /** Workers alive at the moment. */
  size: () => number
}

/**
 * Before anything else a thread learns where node keeps compiled code: without that it takes the types out of every file anew, by
 * a program that holds 17 MB as long as the thread lives.
 */
const START = `const { compileCache, file } = require('node:worker_threads').workerData
if (compileCache) require('node:module').enableCompileCache(compileCache)
void import(file)`
const THREAD = new URL('./worker-thread.ts', import.meta.url).href

/** Where this process keeps compiled code: node names a folder in it, of its own version. */
function folderOfCompiled(): string | undefined {
  const folder = getCompileCacheDir()
  return folder && dirname(folder)
}

type Seat = { worker: Worker; free: boolean; idle?: NodeJS.Timeout }
type Waiting = { work: (worker: Worker) => Promise<void>; refuse: (fault: WorkerFault) => void }

/**
 * V8 ends the whole process, not the worker, where a single allocation jumps over this ceiling. It therefore stands far
 * beyond what a job may hold, and what one holds is looked at from outside (docs/decisions/0012-workers.md).
 */
const CEILING_MB = 2048
/** For what a job has just made: by default V8 takes some 50 MB a thread before it looks what of it is still needed. */
const YOUNG_MB = 8
/**
 * A thread that has taken more than this for a job gives it back after it: V8 would keep it, and what lies there unused counts
 * as held by the next job. One that holds more even then is ended.
 */
const GROWN_MB = { collect: 40, end: 48 }
/** V8 gives pages back on a thread of its own, on a busy machine a moment after it has collected. */
const GIVING_BACK_MS = 100

async function takes(worker: Worker, megabytes: number): Promise<boolean> {
  const held = await worker.getHeapStatistics().catch(() => null)
  return (held?.total_heap_size ?? 0) / 1024 / 1024 > megabytes
}

/** Starting a thread anew costs half a second of CPU, collecting what a job has left a tenth of that. */
async function staysGrown(worker: Worker): Promise<boolean> {
  if (!(await takes(worker, GROWN_MB.collect))) return false
  if (!(await collectIn(worker))) return true
  if (!(await takes(worker, GROWN_MB.end))) return false
  await pause(GIVING_BACK_MS)
  return takes(worker, GROWN_MB.end)
}

// A heap may grow by a fifth before V8 looks what of it is still needed, not by up to four times: what waits to be collected counts
// as held, and a job would be ended for its garbage. The flag is the whole process's; requests cost the same CPU with it.
setFlagsFromString('--heap-growing-percent=20')

/** A pool of threads for work on what comes from outside, started when there is work. */
export function createWorkerPool({ workers, queue, memoryMb, idleMs }: PoolOptions): WorkerPool {
  const seats = new Set<Seat>()
  let waiting: Waiting[] = []

  function next(): void {
    while (waiting.length > 0) {
      const seat = [...seats].find(({ free }) => free) ?? (seats.size < workers ? open() : undefined)
      const first = seat && waiting.shift()
      if (!first) return
      void occupy(seat, first)
    }
  }

  function open(): Seat {
    const worker = new Worker(START, {
      eval: true,
      workerData: { file: THREAD, compileCache: folderOfCompiled() },
      // Nothing of the process is at hand in there: no secret of the environment, no flag of the command line.
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: CEILING_MB, maxYoungGenerationSizeMb: YOUNG_MB },
    })
    const seat: Seat = { worker, free: true }
    seats.add(seat)
    worker.once('exit', () => {
      clearTimeout(seat.idle)
      seats.delete(seat)
      next()
    })
    // An error reaches the order that is being worked on; without one, the end of the thread is all there is to it.
    worker.on('error', () => {})
    return seat
  }

  async function occupy(seat: Seat, { work, refuse }: Waiting): Promise<void> {
    seat.free = false
    clearTimeout(seat.idle)
    seat.worker.ref()
    try {
      await work(seat.worker)
    } catch (fault) {
      refuse(fault as WorkerFault)
      // What it left behind in there is not known. The seat stays taken until the thread is gone.
      void seat.worker.terminate()
      return
    }
    if (await staysGrown(seat.worker)) return void seat.worker.terminate()
    seat.free = true
    seat.worker.unref()
    seat.idle = setTimeout(() => {
      seat.free = false
      void seat.worker.terminate()
    }, idleMs).unref()
    next()
  }

  return {
    run(job, input, limits = {}) {
      return new Promise((resolve, reject) => {
        if (waiting.length >= queue) return reject(new WorkerFault('busy', `${waiting.length} jobs are waiting`))
        waiting.push({
          async work(worker) {
            resolve((await runOrder(worker, { file: job.file, input }, { memoryMb, ...limits })) as never)
          },
          refuse: reject,
        })
        next()
      })
    },
    async end() {
      const refused = waiting
      waiting = []
      for (const { refuse } of refused) refuse(new WorkerFault('failed', 'the pool has ended'))
      await Promise.all([...seats].map(({ worker }) => worker.terminate()))
    },
    size: () => seats.size,
  }
}

// A core stays for whoever can be answered at once; two at most, since each may hold its memory.
const workers = Math.max(1, Math.min(2, availableParallelism() - 1))
const pool = createWorkerPool({ workers, queue: 32, memoryMb: 80, idleMs: 5000 })

/**
 * Runs a job in the process's own pool (two workers at most, none while nothing is to do): by default it may take 5 s, hold
 * 80 MB and give 8 MB. Everything that reads what strangers wrote runs here.
 */
export const runInWorker: WorkerPool['run'] = pool.run

/** Ends the process's workers, at shutdown. */
export const endWorkers: WorkerPool['end'] = pool.end

/** How many of the process's workers are alive. */
export const countWorkers: WorkerPool['size'] = pool.size
