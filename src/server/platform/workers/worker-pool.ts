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
 * The purpose of a job. Each lane runs one job at a time, and lanes do not wait for each other, so that a long job
 * delays only its own lane.
 */
export type Lane =
  /** Work that a save or the settings wait for. */
  | 'saves'
  /** Sound and film that an upload waits for. */
  | 'media'
  /** Public pages that readers wait for. */
  | 'pages'
  /** Previews of unpublished texts. */
  | 'previews'
  /** The blog's own feeds and social images. */
  | 'machines'
  /** Subscribed feeds and the titles of linked pages. */
  | 'inbox'
  /** The readers' search index. */
  | 'index'
  /** Mails of an issue, thousands one after the other. Their thread has a lower priority. */
  | 'mails'
  /** Files of other systems. Their jobs take minutes. Their thread has a lower priority. */
  | 'imports'

/** Nobody waits for these: a reader's request goes before them. */
const NICE_LANES: ReadonlySet<Lane> = new Set(['mails', 'imports'])

/** Runs a job in a lane chosen by its caller; see `WorkerPool.run`. */
export type InWorker = <Input, Output>(
  job: WorkerJob<(input: Input) => Output>,
  input: Input,
  limits?: JobLimits,
) => Promise<Awaited<Output>>

type PoolOptions = {
  /** Maximum queued jobs of a lane; further ones are refused as `busy`. */
  queue: number
  /** Maximum megabytes of a job, heap and buffers together, by default. */
  memoryMb: number
  /** Milliseconds after which an idle worker ends. */
  idleMs: number
}

export type WorkerPool = {
  /**
   * Runs a job outside the main thread and returns its result. Throws WorkerFault: `time`, `memory`, `output` when it
   * exceeded a limit, `failed` when it threw or its thread ended, `busy` when the queue of its lane is full. Throws the
   * reason of an aborted signal. A worker whose job failed or was aborted is ended.
   */
  run: <Input, Output>(
    lane: Lane,
    job: WorkerJob<(input: Input) => Output>,
    input: Input,
    limits?: JobLimits,
  ) => Promise<Awaited<Output>>
  /** Ends every worker; running and waiting jobs fail. */
  end: () => Promise<void>
  /** Number of live workers. */
  size: () => number
}

/**
 * A thread first sets node's compile cache: without it node strips the types of every file again, with a program that
 * holds 17 MB for the life of the thread.
 */
const START = `const { compileCache, file, nice } = require('node:worker_threads').workerData
if (nice) try {
  const { getPriority, setPriority } = require('node:os')
  setPriority(Math.min(19, getPriority() + nice))
} catch {}
if (compileCache) require('node:module').enableCompileCache(compileCache)
void import(file)`
const THREAD = new URL('./worker-thread.ts', import.meta.url).href

/** The compile cache of this process; node adds a folder for its own version. */
function folderOfCompiled(): string | undefined {
  const folder = getCompileCacheDir()
  return folder && dirname(folder)
}

type Seat = {
  worker: Worker
  isNice: boolean
  /** The lane whose job it runs; null where it is free. */
  lane: Lane | null
  /** Its job is done, and it is being checked whether it can run another one. */
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
 * V8 ends the whole process, not the worker, where a single allocation exceeds this ceiling. It is therefore far above
 * what a job may hold, and memory is measured from outside (docs/decisions/0012-workers.md).
 */
const CEILING_MB = 2048
/** Size of the young generation: by default V8 uses some 50 MB per thread before it collects. */
const YOUNG_MB = 8
/**
 * A thread above `collect` after a job frees its memory, since V8 would keep it and it would count against the next
 * job. One still above `end` is ended.
 */
const GROWN_MB = { collect: 40, end: 48 }
/** V8 frees pages on a thread of its own, on a busy machine a moment after it has collected. */
const GIVING_BACK_MS = 100

async function takes(worker: Worker, megabytes: number): Promise<boolean> {
  const held = await worker.getHeapStatistics().catch(() => null)
  return (held?.total_heap_size ?? 0) / 1024 / 1024 > megabytes
}

/** Starting a new thread costs half a second of CPU, collecting the garbage of a job a tenth of that. */
async function staysGrown(worker: Worker): Promise<boolean> {
  if (!(await collectIn(worker))) return true
  if (!(await takes(worker, GROWN_MB.end))) return false
  await pause(GIVING_BACK_MS)
  return takes(worker, GROWN_MB.end)
}

// The heap may grow by a fifth before V8 collects, instead of up to four times: uncollected garbage counts as held, and
// a job would be ended for it. The flag applies to the whole process; requests cost the same CPU with it.
setFlagsFromString('--heap-growing-percent=20')

/**
 * Niceness of the threads of `NICE_LANES`: at 10 a thread gets a tenth of the CPU of one at 0. Only Linux has a priority per
 * thread; elsewhere it would apply to the whole process. If the system refuses it, they run without.
 */
const NICE = process.platform === 'linux' ? 10 : 0

/** A pool of threads for work on untrusted input; threads start when there is work. */
export function createWorkerPool({ queue, memoryMb, idleMs }: PoolOptions): WorkerPool {
  const seats = new Set<Seat>()
  let waiting: Waiting[] = []

  function next(): void {
    for (const order of waiting) {
      const { lane } = order
      if ([...seats].some((seat) => seat.lane === lane)) continue
      // A lowered priority cannot be raised again.
      const isNice = NICE_LANES.has(lane)
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
      // The thread gets nothing of the process: no secret of the environment, no flag of the command line.
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
    // An error is passed to the running order; without one, only the end of the thread matters.
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
      // The state of the thread is unknown. The slot stays taken until it has ended.
      void seat.worker.terminate()
      return
    }
    const hasGrown = await takes(seat.worker, GROWN_MB.collect)
    seat.isSettling = false
    if (hasGrown) {
      // Other jobs do not wait for the collection.
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
 * Runs a job in the process's own pool (one job of each lane at a time, no idle threads): by default at most 5 s, 80 MB
 * of memory and 8 MB of result. Everything that parses untrusted input runs here.
 */
export const runInWorker: WorkerPool['run'] = pool.run

/** Ends the process's workers, at shutdown. */
export const endWorkers: WorkerPool['end'] = pool.end

/** Number of the process's live workers. */
export const countWorkers: WorkerPool['size'] = pool.size
