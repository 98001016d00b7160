import { execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import type { DialectName } from '../../src/server/platform/db/dialect.ts'
import { COMPILE_CACHE } from '../support/compile-cache.ts'
import { createDatabase, startPostgres, type PostgresCluster } from '../support/postgres.ts'
import { startServer, TEST_SECRET_KEY, type ServerProcess } from '../support/server-process.ts'
import { UNLIMITED } from '../support/unlimited.ts'
import { seededRandom } from './random.ts'

/* Kills between two steps. A scenario is run once to count its system calls that rename, link, unlink, create or remove
   folders, or sync (`kill-at-step.c`), and on PostgreSQL also the writes to the database connection. Then it is run
   repeatedly on a fresh copy of the same blog and killed right before one of these calls. After each kill the server,
   or what the scenario names, is started and the blog is checked.

   To add a scenario, add a line to the table of `steps-scenarios.ts`:

   - `prepare` creates the initial state once, in `place` (`startServer` may be used); its result is passed to the
     others.
   - `act` runs the operation in a copy of that state. It passes `steps.env` to the one process that is to be killed,
     and resolves once that process has ended, in whatever way. `runStep(place, …, { steps })` does it for commands,
     `serveToBeKilled(place, steps, …)` for operations of a server: with `begins: true`, call `steps.begin()` right
     before the request, and counting begins then. Its result is passed to `check` as `acknowledged`.
   - `check` examines the state after the kill. It throws if the blog is neither the old one nor the new one, if
     something acknowledged is lost, or if something is left over: `checkOneOf` and `leftOver` do most of it. `whole`
     is true if nothing was killed.

   Every kill has a copy of `place` of its own: the data folder, the folder `beside` and the databases. */

/** Location of a blog, with a folder beside it that is copied along, for backups and the like. */
export type Place = { dataDir: string; beside: string; databaseUrl: string | undefined; second: string | undefined }

/** Passed to a scenario for the one process that is to be killed. */
export type Steps = {
  env: Record<string, string>
  /** Starts counting calls; by default counting starts at the beginning. */
  begin: () => void
  /** Whether that process was killed by the counter. */
  died: () => boolean
  note: (signal: NodeJS.Signals | null, code: number | null) => void
}

export type Scenario<Facts = any> = {
  name: string
  database: DialectName
  /** Needs a second, empty PostgreSQL database: `place.second`. */
  second?: true
  /** Counting begins with `steps.begin()`. */
  begins?: true
  prepare: (place: Place) => Promise<Facts>
  act: (place: Place, facts: Facts, steps: Steps) => Promise<unknown>
  check: (place: Place, facts: Facts, what: { whole: boolean; acknowledged: unknown }) => Promise<void>
}

export type StepsOptions = {
  seed: number
  scenarios: readonly Scenario[]
  /** Maximum number of kills per scenario. They are spread evenly, and the seed shifts them. */
  most: number
  say?: (line: string) => void
}

export type StepsReport = { kills: number; byScenario: Record<string, { kills: number; calls: number }> }

/** Whether there is a C compiler for the counter of calls. */
export { canRecord as canCount } from './power.ts'

/**
 * Runs every scenario. Throws at the first state that is neither the old one nor the new one; the message says how to
 * reproduce it.
 */
export async function killBetweenSteps({ seed, scenarios, most, say }: StepsOptions): Promise<StepsReport> {
  const folder = mkdtempSync(join(tmpdir(), 'blog-cms-steps-'))
  const cluster = scenarios.some(({ database, second }) => database === 'postgres' || second)
    ? await startPostgres()
    : undefined
  const report: StepsReport = { kills: 0, byScenario: {} }
  const random = seededRandom(seed)
  try {
    const library = join(folder, 'kill-at-step.so')
    const source = join(import.meta.dirname, 'kill-at-step.c')
    execFileSync('cc', ['-shared', '-fPIC', '-O1', '-o', library, source, '-ldl'])
    for (const scenario of scenarios) {
      const began = performance.now()
      const done = await runScenario({ scenario, folder, library, cluster, most, random, seed })
      report.kills += done.kills
      report.byScenario[scenario.name] = done
      const seconds = ((performance.now() - began) / 1000).toFixed(0)
      say?.(`${scenario.name}: ${done.kills} kills at ${done.calls} calls, ${seconds} s`)
    }
    return report
  } finally {
    await cluster?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

type Run = {
  scenario: Scenario
  folder: string
  library: string
  cluster: PostgresCluster | undefined
  most: number
  random: () => number
  seed: number
}

async function runScenario({ scenario, folder, library, cluster, most, random, seed }: Run) {
  const root = mkdtempSync(join(folder, 'scenario-'))
  const template = await newPlace(join(root, 'template'), scenario, cluster)
  const facts = await scenario.prepare(template.place)
  let number = 0
  const once = async (kill: number): Promise<{ calls: number; died: boolean }> => {
    const own = await newPlace(join(root, `run-${(number += 1)}`), scenario, cluster, template.place)
    const { place } = own
    const count = join(root, `count-${number}`)
    const begin = join(root, `begin-${number}`)
    let died = false
    const steps: Steps = {
      env: {
        LD_PRELOAD: library,
        STEPS_FOLDER: join(root, `run-${number}`),
        STEPS_COUNT: count,
        ...(kill > 0 && { STEPS_KILL: String(kill) }),
        ...(scenario.begins && { STEPS_BEGIN: begin }),
        ...((scenario.database === 'postgres' || scenario.second) && { STEPS_SOCKETS: '1' }),
      },
      begin: () => writeFileSync(begin, ''),
      died: () => died,
      note: (signal, code) => {
        died = signal === 'SIGKILL'
        if (!died && code !== 0 && code !== null) throw new Error(`what was to be killed ended by itself with ${code}`)
      },
    }
    try {
      const acknowledged = await scenario.act(place, facts, steps)
      await own.unused()
      await scenario.check(place, facts, { whole: !died, acknowledged })
      return { calls: existsSync(count) ? statSync(count).size : 0, died }
    } catch (error) {
      const reason = error instanceof Error ? (error.stack ?? error.message) : String(error)
      throw new Error(`seed ${seed}, ${scenario.name}, killed at call ${kill}: ${reason}`, { cause: error })
    } finally {
      await own.drop()
      rmSync(join(root, `run-${number}`), { recursive: true, force: true })
    }
  }
  try {
    const { calls } = await once(0)
    let kills = 0
    for (const at of chosen(calls, most, random)) kills += (await once(at)).died ? 1 : 0
    return { calls, kills }
  } finally {
    await template.drop()
    rmSync(root, { recursive: true, force: true })
  }
}

/**
 * Numbers from 1 to `calls`: all of them, or `most` spread evenly, including the last ones, where files are swapped.
 */
function chosen(calls: number, most: number, random: () => number): number[] {
  if (calls <= most) return Array.from({ length: calls }, (_, index) => index + 1)
  const last = Math.floor(most / 2)
  const stretch = (calls - last) / (most - last)
  const spread = Array.from({ length: most - last }, (_, index) => Math.floor((index + random()) * stretch) + 1)
  return [...spread, ...Array.from({ length: last }, (_, index) => calls - last + index + 1)]
}

async function newPlace(folder: string, scenario: Scenario, cluster?: PostgresCluster, from?: Place) {
  mkdirSync(folder, { recursive: true })
  const [dataDir, beside] = [join(folder, 'data'), join(folder, 'beside')]
  for (const [name, path] of [
    ['dataDir', dataDir],
    ['beside', beside],
  ] as const) {
    mkdirSync(path, { recursive: true })
    if (from) cpSync(from[name], path, { recursive: true })
  }
  const make = (copied?: string) => createDatabase(cluster!.url, copied && new URL(copied).pathname.slice(1))
  const own = scenario.database === 'postgres' ? await make(from?.databaseUrl) : undefined
  const second = scenario.second ? await make(from?.second) : undefined
  return {
    place: { dataDir, beside, databaseUrl: own?.url, second: second?.url } satisfies Place,
    unused: async () => {
      await own?.unused()
      await second?.unused()
    },
    drop: async () => {
      await own?.drop()
      await second?.drop()
    },
  }
}

/** The environment of commands for a place. */
export function environmentOf({
  dataDir,
  databaseUrl,
}: Pick<Place, 'dataDir' | 'databaseUrl'>): Record<string, string> {
  return {
    PATH: process.env.PATH ?? '',
    DATA_DIR: dataDir,
    SECRET_KEY: TEST_SECRET_KEY,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  }
}

/** Runs a command as npm does, under the counter if `steps` are given. Throws if it fails by itself. */
export async function runStep(
  place: Pick<Place, 'dataDir' | 'databaseUrl'>,
  [command = '', ...words]: readonly string[],
  { steps, fails = false }: { steps?: Steps; fails?: boolean } = {},
): Promise<string> {
  const child = spawn(process.execPath, [`src/server/commands/${command}.ts`, ...words], {
    cwd: join(import.meta.dirname, '..', '..'),
    env: { ...COMPILE_CACHE, ...environmentOf(place), ...steps?.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve) =>
    child.once('close', (...how) => resolve(how)),
  )
  const failed = signal === null && code !== 0
  if (failed !== fails && !(steps && signal === 'SIGKILL')) throw new Error(`${command} ${words.join(' ')}: ${said}`)
  steps?.note(signal, fails ? 0 : code)
  return said
}

/**
 * Starts the server of a place under the counter. `use` gets its API and resolves when it has ended. A broken
 * connection is no fault.
 */
export async function serveToBeKilled(
  place: Place,
  steps: Steps,
  use: (server: ServerProcess) => Promise<void>,
): Promise<void> {
  const server = await serve(place, steps.env)
  let signal: NodeJS.Signals | null = null
  server.gone.then((how) => (signal = how)).catch(() => {})
  try {
    await use(server)
  } catch (error) {
    // A killed server causes a broken connection.
    if (!(error instanceof TypeError)) throw error
    await server.gone
  }
  if (signal === null) await server.stop()
  steps.note(signal, 0)
}

/** The server of a place, and a function to stop it. */
export async function serve(place: Place, env: Record<string, string> = {}) {
  let gone: Promise<NodeJS.Signals | null> = Promise.resolve(null)
  const server = await startServer({
    dataDir: place.dataDir,
    databaseUrl: place.databaseUrl,
    env: { SECRET_KEY: TEST_SECRET_KEY, LOG_LEVEL: 'error', ...UNLIMITED, ...env },
    onSpawn: (child) => {
      gone = new Promise((resolve) => child.once('exit', (_code, signal) => resolve(signal)))
    },
  })
  return { ...server, gone }
}

/**
 * Entries of a data folder that belong to no blog: temporary data, parts of files, records of unfinished operations.
 */
export function leftOver({ dataDir, beside }: Pick<Place, 'dataDir' | 'beside'>): string[] {
  const isLeft = (name: string) =>
    /(^|\/)(\.(?!$)[^/]*|media\.neu-[^/]*|[^/]*\.part|secret\.key\..*)$/.test(name) || /(^|\/)uploads\/./.test(name)
  return [dataDir, beside].flatMap((folder) =>
    (readdirSync(folder, { recursive: true, withFileTypes: true }) as { parentPath: string; name: string }[])
      .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
      .filter(isLeft),
  )
}

/** The account of all scenarios' blogs: if its sign-in fails, an existing blog is empty now. */
export const ACCOUNT = { email: 'schritt@redaktion.example', password: 'ein langes Passwort' }
