import { sql } from 'kysely'
import { createApp } from './app.ts'
import { becomeOnlyServer, enterBlog } from './transfer/backups/entering.service.ts'
import { arrive } from './transfer/backups/moving.service.ts'
import { readConfig } from './config.ts'
import { migrations } from './migrations/migrations.ts'
import { openDatabase } from './platform/db/db.ts'
import { NEEDS_SHARED_STORAGE, OtherInstance, databaseClaim, WAITS_FOR_RENEWAL } from './platform/fleet/instances.ts'
import { alone, type Fleet, listenForChanges } from './platform/fleet/fleet.ts'
import { HalfwaySchema, migrate } from './platform/db/migrate.ts'
import type { ProcessLock } from './platform/fleet/process-locks.ts'
import { watchQueries } from './platform/query-watch.ts'
import { NotReplaceable } from './transfer/database/swap.ts'
import { isMoving } from './platform/fleet/read-only.ts'
import { untilReachable } from './platform/unreachable.ts'
import { keptFiles } from './files/store/guarded-files.ts'
import { keepsFilesOnDisk, openFiles } from './files/store/open.ts'
import { runJobs } from './platform/job.ts'
import { openDoor, type Door } from './startup-server.ts'
import { createLog, LEVELS } from './platform/log.ts'
import { Metrics } from './platform/metrics.ts'
import { ownAddress } from './platform/own-address.ts'
import { openTracing } from './platform/tracing.ts'
import { endWorkers } from './platform/workers/worker-pool.ts'
import { keepPrivate } from './platform/private-files.ts'
import { SCHEDULE } from './schedule.ts'

/** Time for running requests to finish, after DRAIN_SECONDS. */
const SHUTDOWN_MS = 9000

const NEEDS_FORMER_RELEASE = 'Diese Datenbank ist auf dem Stand einer früheren Version und wird nicht mehr geändert.'

// Signals are handled from the start: process 1 of a container ignores unhandled ones.
let doorNow: Door | null = null
let end: (signal: 'SIGTERM' | 'SIGINT') => Promise<void> = endEarly
// npm forwards Ctrl+C a second time; the first signal is enough.
process.on('SIGTERM', () => void end('SIGTERM'))
process.on('SIGINT', () => void end('SIGINT'))

const config = readConfig()
const metrics = new Metrics()
const entries = metrics.counter('log_entries_total', 'Entries of the log by level.')
// Counters start at 0: an alarm sees a rise, but not a series that begins with its first error.
for (const level of LEVELS.filter((name) => name !== 'silent')) entries.add({ level }, 0)
const log = createLog(config.LOG_LEVEL, (level) => entries.add({ level }))
// Files created without an explicit mode are private to this account.
process.umask(0o077)
await keepPrivate(config.dataDir, log)
const door = await openDoor(config)
doorNow = door
const { OTEL_EXPORTER_OTLP_ENDPOINT: collector, OTEL_SERVICE_NAME: service } = config
const tracing = collector ? await openTracing({ endpoint: collector, service }) : undefined
let entered = config.DATABASE_URL ? null : await enter(false)
const db = await openDatabase(config, watchQueries({ metrics, log, slowMs: config.SLOW_QUERY_MS, tracing }))
await untilReachable(
  () => sql`select 1`.execute(db),
  ({ message, cause }) => log.error('the database is away: waiting for it', { error: `${message}: ${String(cause)}` }),
)
const fleet = config.DATABASE_URL ? await joinFleet(config.DATABASE_URL) : alone()
entered ??= await enter(true)
const onlyReads = await arrive(db, config)
const { applied } = await migrate(db, migrations, config.dataDir).catch((error: unknown) => endRefused(error))
if (applied.length > 0) log.info('database migrated', { applied })
await fleet.holdLease()

const ending = new AbortController()
const clock = () => new Date()
const runtime = {
  config,
  db,
  log,
  metrics,
  tracing,
  files: keptFiles(await openFiles(config), { db, clock }),
  clock,
  ending: ending.signal,
  schedule: SCHEDULE,
}
const app = await createApp(runtime)
// The process ends by itself shortly.
if (end !== endEarly) await new Promise(() => {})
end = shutDown
door.open(app.listener)
const stopJobs = runJobs(runtime)
const address = ownAddress(config)
console.log(`Blog CMS läuft: ${address}/  (Redaktion: ${address}/admin)`)
if (onlyReads) console.log(onlyReads)
if (app.setupCode) console.log(`Einrichtungscode für das erste Konto: ${app.setupCode}`)

/** Finishes restores that were interrupted, and keeps new ones and, on SQLite, other servers out for the life of this process. */
async function enter(hasClaim: boolean): Promise<ProcessLock> {
  try {
    const only = hasClaim ? null : await becomeOnlyServer(config, config.DRAIN_SECONDS * 1000 + SHUTDOWN_MS)
    const blog = await enterBlog(config, {
      hasClaim,
      onWait: () => console.log(WAITS_FOR_RENEWAL),
      onLost: () => endWith(WAITS_FOR_RENEWAL),
    })
    return {
      isHeld: blog.isHeld,
      release: async () => {
        await blog.release()
        await only?.release()
      },
    }
  } catch (error) {
    if (error instanceof NotReplaceable) endWith(error.message)
    throw error
  }
}

function endWith(line: string): never {
  console.error(line)
  process.exit(1)
}

/** A blog that has moved away is not migrated: it stays readable by the release it was left with. */
function endRefused(error: unknown): never {
  if (error instanceof HalfwaySchema) endWith(error.message)
  if (isMoving(error)) endWith(`${onlyReads} ${NEEDS_FORMER_RELEASE}`)
  throw error
}

/**
 * Joins the other instances. If this one must not run beside them, the process ends with one line that gives the
 * reason.
 */
async function joinFleet(url: string): Promise<Fleet> {
  const attend = databaseClaim({
    alone: keepsFilesOnDisk(config),
    onRefused: () => log.error(NEEDS_SHARED_STORAGE),
    onRenewal: () => console.log(WAITS_FOR_RENEWAL),
    onReplaced: () => endWith(WAITS_FOR_RENEWAL),
  })
  return listenForChanges(url, db, log, { attend }).catch((error: unknown) => {
    if (error instanceof OtherInstance) endWith(error.message)
    throw error
  })
}

/** Lets running requests finish, then closes the database. Ctrl+C does not wait for a load balancer. */
async function shutDown(signal: 'SIGTERM' | 'SIGINT'): Promise<void> {
  if (ending.signal.aborted) return
  log.info('shutting down', { signal })
  const drainMs = signal === 'SIGTERM' ? config.DRAIN_SECONDS * 1000 : 0
  setTimeout(() => process.exit(1), drainMs + SHUTDOWN_MS).unref()
  ending.abort()
  await door.close(drainMs)
  await stopJobs()
  await fleet.stop()
  await endWorkers()
  await db.destroy()
  await entered?.release()
  await tracing?.stop()
  process.exit(0)
}

/** Aborts a start: waiting requests get 503, and the database rolls back a running migration, as after a kill. */
async function endEarly(): Promise<void> {
  end = async () => {}
  await doorNow?.close(0)
  process.exit(0)
}
