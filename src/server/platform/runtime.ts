import type { Config } from '../config.ts'
import type { Db } from './db/db.ts'
import type { fetchRemote } from './fetch-remote.ts'
import type { FileStore } from './file-store.ts'
import type { Job } from './job.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import type { Tracing } from './tracing.ts'

/** What the process has at hand; made in `main.ts`, by tests with their own clock and folders. */
export type Runtime = {
  config: Config
  db: Db
  files: FileStore
  log: Log
  /** What is counted and timed (RUL-57). */
  metrics: Metrics
  /** Who is told what becomes of each request, where that is switched on. */
  tracing?: Tracing | undefined
  /** The present instant. */
  clock: () => Date
  /** Aborted when the process is asked to end, so that streams without an end let go. */
  ending?: AbortSignal
  /** The door to providers of embeds, where it is another than that of RUL-36: tests ask nobody. */
  fetchRemote?: typeof fetchRemote
  /** The background jobs of this installation, as `schedule.ts` lists them. */
  schedule: readonly Job[]
}
