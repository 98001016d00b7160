import { sql } from 'kysely'
import { isMoving, MOVED_KEY } from './fleet/read-only.ts'
import type { Runtime } from './runtime.ts'

/** A background job, run by the instance that claims its interval. */
export type Job = {
  name: string
  everySeconds: number
  /** Runs in every instance, for its own memory; nothing is claimed or recorded. */
  everywhere?: true
  /** Checked before the interval is claimed: a frequent job leaves no trace while there is nothing to do. */
  hasWork?: (runtime: Runtime) => Promise<boolean>
  run: (runtime: Runtime) => Promise<void>
}

/** Tolerated clock difference between instances; a last run further in the future comes from a clock that was ahead. */
export const SKEW_MS = 5000
/** Grace period beyond three intervals after which a job counts as late. */
const PATIENCE_MS = 120_000

/** The heartbeat job of the scheduler; the system check reads it. */
export const PULSE_JOB = 'scheduler-pulse'

/**
 * Runs a job if it is due and no other instance has claimed it; times and the last error are recorded in `job_runs`. A
 * last run in the future means only that a clock was ahead: the job is due. Where a blog moves or has moved away only
 * the interval is recorded, since external services must not hear from a copy. Returns whether it ran. A failing job is
 * logged, never thrown; the same failure again is not logged again.
 */
export async function runIfDue(runtime: Runtime, job: Job): Promise<boolean> {
  const { db, log } = runtime
  if (job.everywhere) {
    if (job.hasWork && !(await job.hasWork(runtime))) return false
    const failed = await job.run(runtime).catch((error: unknown) => (isMoving(error) ? undefined : String(error)))
    if (failed !== undefined) log.error('job failed', { job: job.name, error: failed })
    countRun(runtime, job, { failed: failed !== undefined })
    return true
  }
  const formerFailure = await lastErrorOf(db, job.name)
  // A failed job without work runs once more, so that its failure is no longer reported.
  if (job.hasWork && formerFailure === null && !(await job.hasWork(runtime))) return false
  const now = runtime.clock()
  const due = new Date(now.getTime() - job.everySeconds * 1000 + 50).toISOString()
  await db
    .insertInto('job_runs')
    .values({ name: job.name, last_started_at: null, last_finished_at: null, last_error: null })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const claimed = await db
    .updateTable('job_runs')
    .set({ last_started_at: now.toISOString() })
    .where('name', '=', job.name)
    .where((where) =>
      where.or([
        where('last_started_at', 'is', null),
        where('last_started_at', '<=', due),
        where('last_started_at', '>', new Date(now.getTime() + SKEW_MS).toISOString()),
      ]),
    )
    .executeTakeFirst()
  if (Number(claimed.numUpdatedRows) === 0) return false
  let failure: string | null = null
  const isAway = (await db.selectFrom('meta').select('key').where('key', '=', MOVED_KEY).execute()).length > 0
  try {
    if (!isAway) await job.run(runtime)
  } catch (error) {
    // While a blog moves nothing is written; its jobs continue at the target.
    if (!isMoving(error)) failure = error instanceof Error ? error.message : String(error)
    if (failure !== null && failure !== formerFailure)
      log.error('job failed', { job: job.name, error: error instanceof Error ? error.stack : String(error) })
  }
  if (!isAway) countRun(runtime, job, { failed: failure !== null })
  await db
    .updateTable('job_runs')
    .set({ last_finished_at: runtime.clock().toISOString(), last_error: failure })
    .where('name', '=', job.name)
    .execute()
  return !isAway
}

function countRun({ metrics }: Runtime, { name }: Job, { failed }: { failed: boolean }, times = 1): void {
  const runs = metrics.counter('job_runs_total', 'Runs of background jobs on this instance.')
  runs.add({ job: name, result: failed ? 'failed' : 'ok' }, times)
}

async function lastErrorOf(db: Runtime['db'], name: string): Promise<string | null> {
  const row = await db.selectFrom('job_runs').select('last_error').where('name', '=', name).executeTakeFirst()
  return row?.last_error ?? null
}

/** Runs jobs on their intervals until the returned function is called, which waits for the running ones. */
export function runJobs(runtime: Runtime): () => Promise<void> {
  let stopped = false
  const running = new Set<Promise<unknown>>()
  // Series start at 0: an alarm sees a rise, but not a series that begins with its first failure.
  for (const job of runtime.schedule) for (const failed of [false, true]) countRun(runtime, job, { failed }, 0)
  const timers = runtime.schedule.map((job) => {
    const tick = () => {
      if (stopped) return
      const run = runIfDue(runtime, job)
        .catch((error: unknown) => {
          if (!isMoving(error)) runtime.log.error('job could not start', { job: job.name, error: String(error) })
        })
        .finally(() => running.delete(run))
      running.add(run)
    }
    // The first run comes shortly after the start and catches up on what fell due while the server was down.
    const first = setTimeout(tick, 500).unref()
    const interval = setInterval(tick, job.everySeconds * 1000).unref()
    return () => {
      clearTimeout(first)
      clearInterval(interval)
    }
  })
  return async () => {
    stopped = true
    for (const stop of timers) stop()
    await Promise.all(running)
    // State in the memory of this instance would otherwise be lost.
    for (const job of runtime.schedule) if (job.everywhere) await runIfDue(runtime, job)
  }
}

/** The fault in the times of a job's last run: in the future, or overdue; null when there is none. */
export function lateness(
  job: Job,
  { last_started_at }: { last_started_at: string | null },
  now: Date,
): 'ahead' | 'overdue' | null {
  if (!last_started_at) return null
  const since = now.getTime() - Date.parse(last_started_at)
  if (since < -SKEW_MS) return 'ahead'
  return !job.hasWork && since > 3 * job.everySeconds * 1000 + PATIENCE_MS ? 'overdue' : null
}

/** Last run and last error of every job, by name. */
export async function listJobRuns(
  runtime: Pick<Runtime, 'db'>,
): Promise<
  { name: string; last_started_at: string | null; last_finished_at: string | null; last_error: string | null }[]
> {
  const { rows } = await sql<{
    name: string
    last_started_at: string | null
    last_finished_at: string | null
    last_error: string | null
  }>`
    select name, last_started_at, last_finished_at, last_error from job_runs order by name`.execute(runtime.db)
  return rows
}
