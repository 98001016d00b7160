import type { Config } from '../config.ts'
import type { Db } from './db/db.ts'
import type { fetchRemote } from './fetch-remote.ts'
import type { FileStore } from './file-store.ts'
import type { Job } from './job.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import type { Tracing } from './tracing.ts'

/** The resources of the process; made in `main.ts`, and by tests with their own clock and folders. */
export type Runtime = {
  config: Config
  db: Db
  files: FileStore
  log: Log
  /** Counters and timings (RUL-57). */
  metrics: Metrics
  /** Receives the outcome of each request, where tracing is switched on. */
  tracing?: Tracing | undefined
  /** The present instant. */
  clock: () => Date
  /** Aborted at shutdown, so that endless streams close. */
  ending?: AbortSignal
  /** Replaces the gateway of RUL-36 for providers of embeds, so that tests make no requests. */
  fetchRemote?: typeof fetchRemote
  /** The background jobs of this installation, as `schedule.ts` lists them. */
  schedule: readonly Job[]
}
