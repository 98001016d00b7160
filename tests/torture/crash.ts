import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sqliteFile } from '../../src/server/platform/db/db.ts'
import { createDatabase, startPostgres } from '../support/postgres.ts'
import { startServer, type ServerProcess } from '../support/server-process.ts'
import { callAs, type Call } from '../support/test-app.ts'
import { seededRandom } from './random.ts'
import { createWriters, verify, type Writer } from './writers.ts'

export type CrashOptions = {
  rounds: number
  /** Repeats the choice of moments. The state of the processes at that moment differs between runs. */
  seed: number
  database: 'sqlite' | 'postgres'
  say?: (line: string) => void
}

export type CrashReport = {
  rounds: number
  acknowledged: number
  /** Saves that were stored without being acknowledged. */
  inFlight: number
  /** The slowest start after a kill, in milliseconds. */
  slowestStart: number
}

const MOST_SAVES = 60
const MOST_DELAY_MS = 4

/**
 * Kills the real server process repeatedly at random moments of a stream of article saves. It must start by itself, and
 * every acknowledged save must be present. On PostgreSQL (fsync on) every third round kills the database server, too.
 * Throws at the first loss; the message names the seed.
 */
export async function crashRounds(options: CrashOptions): Promise<CrashReport> {
  const random = seededRandom(options.seed)
  const dataDir = mkdtempSync(join(tmpdir(), 'blog-cms-crash-'))
  const cluster = options.database === 'postgres' ? await startPostgres({ fsync: true }) : undefined
  const database = cluster && (await createDatabase(cluster.url))
  const start = () => startServer({ dataDir, databaseUrl: database?.url, env: { LOG_LEVEL: 'error' } })
  const report: CrashReport = { rounds: 0, acknowledged: 0, inFlight: 0, slowestStart: 0 }
  let server: ServerProcess | undefined
  try {
    server = await start()
    const token = await register(server)
    const writers = await createWriters(callAs(server.url, token))
    for (let round = 1; round <= options.rounds; round++) {
      const call = callAs(server.url, token)
      const saves = 1 + Math.floor(random() * MOST_SAVES)
      const killed = await killAmid(server, call, writers, saves, random() * MOST_DELAY_MS, round)
      report.acknowledged += killed.acknowledged
      if (cluster && round % 3 === 0) {
        await cluster.crash()
        await cluster.start()
      }
      server = await start()
      report.slowestStart = Math.max(report.slowestStart, server.startedIn)
      for (const writer of writers) report.inFlight += (await verify(callAs(server.url, token), writer)).inFlight
      report.rounds = round
      options.say?.(
        `round ${round}: killed after ${killed.acknowledged} saves, up again in ${Math.round(server.startedIn)} ms`,
      )
    }
    await server.stop()
    if (!cluster) checkSqlite(dataDir)
    return report
  } catch (error) {
    throw new Error(
      `seed ${options.seed}, round ${report.rounds + 1}: ${error instanceof Error ? error.message : String(error)}`,
      {
        cause: error,
      },
    )
  } finally {
    await server?.kill()
    await cluster?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Lets all writers save until `saves` were acknowledged, then kills the server during the next ones. */
async function killAmid(
  server: ServerProcess,
  call: Call,
  writers: Writer[],
  saves: number,
  delayMs: number,
  round: number,
): Promise<{ acknowledged: number }> {
  let acknowledged = 0
  let killing: Promise<void> | undefined
  const stream = async (writer: Writer) => {
    for (let n = 1; ; n++) {
      try {
        await writer.save(call, `${writer.name}, Runde ${round}, Fassung ${n}`)
      } catch (error) {
        // A killed server causes a broken connection. Any error response instead is a fault.
        if (killing && error instanceof TypeError) return
        throw error
      }
      acknowledged += 1
      if (acknowledged >= saves) killing ??= killSoon(server, delayMs)
    }
  }
  await Promise.all(writers.map(stream))
  await killing
  return { acknowledged }
}

/** Waits for less than a timer's resolution, so that the kill hits any part of a save, then kills. */
async function killSoon(server: ServerProcess, delayMs: number): Promise<void> {
  const until = performance.now() + delayMs
  while (performance.now() < until) await new Promise((resolve) => setImmediate(resolve))
  await server.kill()
}

async function register(server: ServerProcess): Promise<string> {
  const account = { email: 'absturz@redaktion.example', password: 'ein langes Passwort' }
  const { status, body } = await callAs(server.url)('POST', '/auth/v1/signup', account)
  if (status !== 200) throw new Error(`sign-up: ${status} ${JSON.stringify(body)}`)
  return body.access_token
}

function checkSqlite(dataDir: string): void {
  const database = new DatabaseSync(sqliteFile(dataDir))
  const result = database.prepare('pragma integrity_check').get() as { integrity_check: string }
  const orphans = database.prepare('pragma foreign_key_check').all()
  database.close()
  if (result.integrity_check !== 'ok') throw new Error(`integrity_check: ${result.integrity_check}`)
  if (orphans.length > 0) throw new Error(`foreign_key_check: ${orphans.length} rows point nowhere`)
}
