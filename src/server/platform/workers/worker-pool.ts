import { getCompileCacheDir } from 'node:module'
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

/**
 * What work in a thread is done for. Of each lane one job runs at a time, and no lane waits for another one. A long job therefore
 * holds up nothing but its own kind.
 */
export type Lane =
  /** What a save or the settings are answered with. */
  | 'saves'
  /** Pages that readers wait for. */
  | 'pages'
  /** What texts look like before they are public. */
  | 'previews'
  /** The blog's own feeds and pictures for networks. */
  | 'machines'
  /** Subscribed feeds and the titles of linked pages. */
  | 'inbox'
  /** The index that readers search. */
  | 'index'
  /** Files of other systems. Their jobs take minutes: they have a thread of their own, to which the others are preferred. */
  | 'imports'

/** Runs a job in a lane that its caller has chosen; see `WorkerPool.run`. */
export type InWorker = <Input, Output>(
  job: WorkerJob<(input: Input) => Output>,
  input: Input,
  limits?: JobLimits,
) => Promise<Awaited<Output>>

type PoolOptions = {
  /** Jobs of a lane that may wait; further ones are refused as `busy`. */
  queue: number
  /** Megabytes a job may hold, heap and buffers together, unless it is given others. */
  memoryMb: number
  /** Milliseconds after which a worker without work ends. */
  idleMs: number
}

export type WorkerPool = {
  /**
   * The result of a job, worked out beside the main thread. Throws WorkerFault: `time`, `memory`, `output` when it broke a
   * limit, `failed` when it threw or its thread ended, `busy` when too many of its lane wait. Throws the reason of an aborted
   * signal. A worker whose job failed or was aborted is ended.
   */
  run: <Input, Output>(
    lane: Lane,
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
const START = `const { compileCache, file, nice } = require('node:worker_threads').workerData
if (nice) try {
  const { getPriority, setPriority } = require('node:os')
  setPriority(Math.min(19, getPriority() + nice))
} catch {}
if (compileCache) require('node:module').enableCompileCache(compileCache)
void import(file)`
const THREAD = new URL('./worker-thread.ts', import.meta.url).href

/** Where this process keeps compiled code: node names a folder in it, of its own version. */
function folderOfCompiled(): string | undefined {
  const folder = getCompileCacheDir()
  return folder && dirname(folder)
}

type Seat = {
  worker: Worker
  isNice: boolean
  /** Whose job it does; null where it is free. */
  lane: Lane | null
  /** Its job is done, and in a moment it is known whether it can do another one. */
  isSettling: boolean
  idle?: NodeJS.Timeout
}
type Waiting = {
  lane: Lane
  work: (worker: Worker) => Promise<unknown>
  give: (result: unknown) => void
  refuse: (reason: unknown) => void
}

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
  if (!(await collectIn(worker))) return true
  if (!(await takes(worker, GROWN_MB.end))) return false
  await pause(GIVING_BACK_MS)
  return takes(worker, GROWN_MB.end)
}

// A heap may grow by a fifth before V8 looks what of it is still needed, not by up to four times: what waits to be collected counts
// as held, and a job would be ended for its garbage. The flag is the whole process's; requests cost the same CPU with it.
setFlagsFromString('--heap-growing-percent=20')

/**
 * How far the threads of imports stand back where the cores are busy, as `nice` counts: at 10 a thread gets a tenth of what one
 * at 0 gets. Linux alone has a priority for each thread; elsewhere it would be the whole process's. Where the system refuses it,
 * they work without.
 */
const NICE = process.platform === 'linux' ? 10 : 0

/** A pool of threads for work on what comes from outside, started when there is work. */
export function createWorkerPool({ queue, memoryMb, idleMs }: PoolOptions): WorkerPool {
  const seats = new Set<Seat>()
  let waiting: Waiting[] = []

  function next(): void {
    for (const order of waiting) {
      const { lane } = order
      if ([...seats].some((seat) => seat.lane === lane)) continue
      // A thread that stands back once does so for good.
      const isNice = lane === 'imports'
      const alike = [...seats].filter((one) => one.isNice === isNice)
      const free = alike.find((one) => one.lane === null)
      if (!free && alike.some((one) => one.isSettling)) continue
      const seat = free ?? open(isNice)
      seat.lane = lane
      waiting = waiting.filter((other) => other !== order)
      void occupy(seat, order)
    }
  }

  function open(isNice: boolean): Seat {
    const worker = new Worker(START, {
      eval: true,
      workerData: { file: THREAD, compileCache: folderOfCompiled(), nice: isNice ? NICE : 0 },
      // Nothing of the process is at hand in there: no secret of the environment, no flag of the command line.
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: CEILING_MB, maxYoungGenerationSizeMb: YOUNG_MB },
    })
    const seat: Seat = { worker, isNice, lane: null, isSettling: false }
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

  async function occupy(seat: Seat, { lane, work, give, refuse }: Waiting): Promise<void> {
    clearTimeout(seat.idle)
    seat.worker.ref()
    try {
      const result = await work(seat.worker)
      seat.isSettling = true
      give(result)
    } catch (fault) {
      refuse(fault)
      // What it left behind in there is not known. The seat stays taken until the thread is gone.
      void seat.worker.terminate()
      return
    }
    const hasGrown = await takes(seat.worker, GROWN_MB.collect)
    seat.isSettling = false
    if (hasGrown) {
      // Others do not wait until it has collected.
      next()
      if (await staysGrown(seat.worker)) return void seat.worker.terminate()
    }
    seat.lane = null
    seat.worker.unref()
    seat.idle = setTimeout(() => {
      seat.lane = lane
      void seat.worker.terminate()
    }, idleMs).unref()
    next()
  }

  return {
    run(lane, job, input, limits = {}) {
      const { signal } = limits
      return new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason)
        if (waiting.filter((order) => order.lane === lane).length >= queue)
          return reject(new WorkerFault('busy', `${queue} jobs of ${lane} are waiting`))
        const leave = () => {
          waiting = waiting.filter((other) => other !== order)
          reject(signal?.reason)
        }
        const order: Waiting = {
          lane,
          work(worker) {
            signal?.removeEventListener('abort', leave)
            return runOrder(worker, { file: job.file, input }, { memoryMb, ...limits })
          },
          give: (result) => resolve(result as never),
          refuse: reject,
        }
        signal?.addEventListener('abort', leave)
        waiting.push(order)
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

const pool = createWorkerPool({ queue: 32, memoryMb: 80, idleMs: 5000 })

/**
 * Runs a job in the process's own pool (one job of each lane at a time, no thread while nothing is to do): by default it may take
 * 5 s, hold 80 MB and give 8 MB. Everything that reads what strangers wrote runs here.
 */
export const runInWorker: WorkerPool['run'] = pool.run

/** Ends the process's workers, at shutdown. */
export const endWorkers: WorkerPool['end'] = pool.end

/** How many of the process's workers are alive. */
export const countWorkers: WorkerPool['size'] = pool.size
