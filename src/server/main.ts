import { createServer } from 'node:http'
import { createApp } from './app.ts'
import { readConfig } from './config.ts'
import { migrations } from './migrations/migrations.ts'
import { openDatabase } from './platform/db/db.ts'
import { NEEDS_SHARED_STORAGE, OtherInstance, databaseClaim } from './platform/db/instances.ts'
import { listenForChanges } from './platform/db/listen.ts'
import { migrate } from './platform/db/migrate.ts'
import { keepsFilesOnDisk, openFiles } from './files/store/open.ts'
import { runJobs } from './platform/job.ts'
import { createLog } from './platform/log.ts'
import { ownAddress } from './platform/own-address.ts'
import { endWorkers } from './platform/workers/worker-pool.ts'
import { keepPrivate } from './platform/private-files.ts'
import { SCHEDULE } from './schedule.ts'

const SHUTDOWN_MS = 5000
/** So long a request may take to arrive: 100 MB of research over a slow line. */
const UPLOAD_MS = 600_000

const config = readConfig()
const log = createLog(config.LOG_LEVEL)
// What is created without saying for whom is for nobody else either.
process.umask(0o077)
await keepPrivate(config.dataDir, log)
const db = await openDatabase(config)
const stopListening = config.DATABASE_URL ? await claimAndListen(config.DATABASE_URL) : async () => {}
const { applied } = await migrate(db, migrations, config.dataDir)
if (applied.length > 0) log.info('database migrated', { applied })

const ending = new AbortController()
const runtime = {
  config,
  db,
  log,
  files: await openFiles(config),
  clock: () => new Date(),
  ending: ending.signal,
  schedule: SCHEDULE,
}
const app = await createApp(runtime)
const servers = await listen(app.listener)
const stopJobs = runJobs(runtime)
const address = ownAddress(config)
console.log(`Blog CMS läuft: ${address}/  (Redaktion: ${address}/admin)`)
if (app.setupCode) console.log(`Einrichtungscode für das erste Konto: ${app.setupCode}`)

/** Hears of other instances' changes, unless this one must not be beside them: then it ends with one line that says why. */
async function claimAndListen(url: string): Promise<() => Promise<void>> {
  const attend = databaseClaim({ alone: keepsFilesOnDisk(config), onRefused: () => log.error(NEEDS_SHARED_STORAGE) })
  return listenForChanges(url, db, log, { attend }).catch((error: unknown) => {
    if (!(error instanceof OtherInstance)) throw error
    console.error(error.message)
    process.exit(1)
  })
}

/** Listens on HOST; on the loopback default also on ::1 where there is one, so that `localhost` always works (RUL-32). */
async function listen(listener: typeof app.listener) {
  const hosts = config.HOST === '127.0.0.1' ? ['127.0.0.1', '::1'] : [config.HOST]
  const listening = []
  for (const host of hosts) {
    const server = createServer(
      { keepAliveTimeout: 65_000, headersTimeout: 60_000, requestTimeout: UPLOAD_MS },
      listener,
    )
    const started = await new Promise<boolean>((resolve, reject) => {
      server.once('error', (error: NodeJS.ErrnoException) => {
        if (host === '::1' && error.code !== 'EADDRINUSE') return resolve(false)
        reject(
          error.code === 'EADDRINUSE'
            ? new Error(`Port ${config.PORT} auf ${host} ist schon belegt (PORT ändern).`)
            : error,
        )
      })
      server.listen(config.PORT, host, () => resolve(true))
    })
    if (started) listening.push(server)
  }
  return listening
}

/** Lets running requests finish, then closes the database. */
async function shutDown(signal: string): Promise<void> {
  if (ending.signal.aborted) return
  log.info('shutting down', { signal })
  setTimeout(() => process.exit(1), SHUTDOWN_MS).unref()
  ending.abort()
  await Promise.all(
    servers.map((server) => {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeIdleConnections()
      return closed
    }),
  )
  await stopJobs()
  await stopListening()
  await endWorkers()
  await db.destroy()
  process.exit(0)
}
// Npm passes Ctrl+C on a second time: asked once is enough.
process.on('SIGTERM', () => void shutDown('SIGTERM'))
process.on('SIGINT', () => void shutDown('SIGINT'))
