import { sql } from 'kysely'
import { isMoving, MOVED_KEY } from './fleet/read-only.ts'
import type { Runtime } from './runtime.ts'

/** A background job: one verb, run by whichever instance claims the turn. */
export type Job = {
  name: string
  everySeconds: number
  /** Every instance runs it for what it holds in memory itself; no turn is claimed and none is kept. */
  everywhere?: true
  /** Asked before a turn is claimed: a job that looks often leaves no trace while there is nothing to do. */
  hasWork?: (runtime: Runtime) => Promise<boolean>
  run: (runtime: Runtime) => Promise<void>
}

/** Clocks of instances differ by this much; a run that began later than now has come of a clock that stood ahead. */
export const SKEW_MS = 5000
/** A job is called late after three intervals and this much. */
const PATIENCE_MS = 120_000

/** The job that says the scheduler lives; the system check reads it. */
export const PULSE_JOB = 'scheduler-pulse'

/**
 * Runs a job if its turn has come and no other instance has claimed it; times and the last error are kept in `job_runs`.
 * A last run in the future says nothing but that a clock stood ahead: its turn has come. Where a blog moves or has moved away only its turn is kept: other places would hear from a copy.
 * Returns whether it ran. A failing job is logged, never thrown; the same failure again is not logged again.
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
  // Once its work is gone, a job that has failed runs one more time, so that its failure is no longer reported.
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
    // While a blog moves nothing is written; its jobs go on where it arrives.
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

/** Runs jobs on their intervals until the returned function is called, which waits for those under way. */
export function runJobs(runtime: Runtime): () => Promise<void> {
  let stopped = false
  const running = new Set<Promise<unknown>>()
  // An alarm on what has failed sees a rise, where it would not see a series that begins with it.
  for (const job of runtime.schedule) for (const failed of [false, true]) countRun(runtime, job, { failed }, 0)
  const timers = runtime.schedule.map((job) => {
    const turn = () => {
      if (stopped) return
      const run = runIfDue(runtime, job)
        .catch((error: unknown) => {
          if (!isMoving(error)) runtime.log.error('job could not start', { job: job.name, error: String(error) })
        })
        .finally(() => running.delete(run))
      running.add(run)
    }
    // The first turn comes shortly after the start, so that what fell due while the server was down is caught up.
    const first = setTimeout(turn, 500).unref()
    const interval = setInterval(turn, job.everySeconds * 1000).unref()
    return () => {
      clearTimeout(first)
      clearInterval(interval)
    }
  })
  return async () => {
    stopped = true
    for (const stop of timers) stop()
    await Promise.all(running)
    // What only this instance holds would go with it.
    for (const job of runtime.schedule) if (job.everywhere) await runIfDue(runtime, job)
  }
}

/** What is wrong with the times of a job's last run: it lies in the future, or its next one is overdue; null when nothing is. */
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
