import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from './free-port.ts'

/** One-line advice if PostgreSQL is missing. */
export const POSTGRES_MISSING =
  'PostgreSQL is not installed: install it (Debian: apt-get install postgresql) or set TEST_DATABASE_URL to a server where tests may create databases.'

/** The folder with `initdb` and `postgres`, the newest version first, or null. */
export function findPostgres(): string | null {
  const versions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql') : []
  const packaged = versions.sort((a, b) => Number(b) - Number(a)).map((version) => `/usr/lib/postgresql/${version}/bin`)
  const folders = [...packaged, ...(process.env.PATH ?? '').split(delimiter)]
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres'))) ?? null
}

/** A throwaway PostgreSQL server, listening on 127.0.0.1. */
export interface PostgresCluster {
  /** Superuser address of the database `postgres`, from which tests create their own (`createDatabase`). */
  url: string
  /** Kills every process of the server at once, as a power cut would; the data folder stays. */
  crash(): Promise<void>
  /** Starts again after `crash`, recovering from the write-ahead log. */
  start(): Promise<void>
  /** Stops it and removes its data. */
  stop(): Promise<void>
}

/**
 * A supervisor shell in a session of its own. It starts and kills the server on commands from standard input. When that
 * input ends, because it was closed or the parent process died, it stops the server and removes the data. So no crashed
 * or killed test run leaves a server behind.
 */
const KEEPER = `
folder=$1; shift
server() { head -n 1 "$folder/data/postmaster.pid" 2>/dev/null; }
crash() {
  pid=$(server) || return 0
  # Stopped first: it would replace the processes killed under it, and those would hold on to its memory.
  kill -STOP "$pid"
  children=$(pgrep -P "$pid")
  kill -KILL $children "$pid" 2>/dev/null
  wait
  for tries in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    kill -0 $children 2>/dev/null || break
    sleep 0.1
  done
  rm -f "$folder/data/postmaster.pid"
}
while read -r order; do
  case $order in
    start) "$@" >>"$folder/log" 2>&1 & ;;
    crash) crash; echo crashed ;;
  esac
done
pid=$(server) && kill -QUIT "$pid" && wait
rm -rf "$folder"
`

export type PostgresOptions = { fsync?: boolean; standbyOf?: string; settings?: Record<string, string> }

/**
 * Starts a throwaway cluster from installed binaries. `fsync` is off by default, since only tests that crash the server
 * need it. As root everything runs as the user postgres, since PostgreSQL refuses root. Throws if PostgreSQL is
 * missing. With `standbyOf` it becomes a standby of the server at that address.
 */
export async function startPostgres(options: PostgresOptions = {}): Promise<PostgresCluster> {
  const binaries = findPostgres()
  if (!binaries) throw new Error(POSTGRES_MISSING)
  const folder = mkdtempSync(join(tmpdir(), 'blog-cms-postgres-'))
  const data = join(folder, 'data')
  const drop = dropRoot(folder)
  const makeData = (program: string, ...parameters: string[]) => {
    const [file = '', ...rest] = [...drop, join(binaries, program), '-D', data, ...parameters]
    execFileSync(file, rest, { cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] })
  }
  // -R writes the address of the primary into the copy.
  if (options.standbyOf) makeData('pg_basebackup', '-d', options.standbyOf, '-R', '-X', 'stream', '-c', 'fast', '-N')
  else makeData('initdb', '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N')
  const port = await freePort()
  const settings: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    fsync: options.fsync ? 'on' : 'off',
    full_page_writes: options.fsync ? 'on' : 'off',
    synchronous_commit: options.fsync ? 'on' : 'off',
    max_connections: '200',
    shared_buffers: '64MB',
    // Tests often expect failed statements; the log is for real problems.
    log_min_messages: 'fatal',
    log_min_error_statement: 'panic',
    ...options.settings,
  }
  const server = [...drop, join(binaries, 'postgres'), '-D', data]
  for (const [name, value] of Object.entries(settings)) server.push('-c', `${name}=${value}`)
  // The working folder must be accessible to the user postgres.
  const keeper = spawn('sh', ['-c', KEEPER, 'sh', folder, ...server], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const start = async () => {
    keeper.stdin?.write('start\n')
    await untilReady(url, join(folder, 'log'))
  }
  const stop = async () => {
    if (keeper.exitCode !== null) return
    const ended = new Promise((resolve) => keeper.once('exit', resolve))
    keeper.ref()
    keeper.stdin?.end()
    await ended
  }
  try {
    await start()
  } catch (error) {
    await stop()
    throw error
  }
  // The supervisor must not keep a test run alive.
  keeper.unref()
  return { url, start, stop, crash: () => order(keeper, 'crash', 'crashed') }
}

/** Owner of the databases of tests: in production the product uses a role that owns its database and nothing else. */
const OWNER = 'blog_cms_tests'

/**
 * A new database on the server at `adminUrl`, which must be allowed to create databases: empty, or a copy of the one
 * named `template`, which must have no connections. It belongs to an ordinary role, unless `adminUrl` is of one itself.
 * `drop` removes it.
 */
export async function createDatabase(
  adminUrl: string,
  template = 'template0',
): Promise<{ url: string; unused: () => Promise<void>; drop: () => Promise<void> }> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  await administer(adminUrl, async (ask) => {
    // Since version 15 PostgreSQL writes a copy through its WAL by default, which is ten times slower than copying
    // files.
    const version = await ask('show server_version_num')
    const strategy = Number(version) >= 150000 ? ' strategy file_copy' : ''
    const isSuperuser = await ask('select rolsuper from pg_roles where rolname = current_user')
    if (isSuperuser) {
      await ask(
        `do $$ begin create role ${OWNER} login nosuperuser password '${OWNER}';
          exception when duplicate_object or unique_violation then null; end $$`,
      )
      url.username = url.password = OWNER
    }
    await ask(`create database ${name}${isSuperuser ? ` owner ${OWNER}` : ''} template ${template}${strategy}`)
  })
  return {
    url: url.href,
    /** Resolves once nobody is connected: the database still carries out what a killed client has sent. */
    unused: () =>
      administer(adminUrl, async (ask) => {
        while (await ask(`select 1 from pg_stat_activity where datname = '${name}' limit 1`)) await pause(20)
      }),
    drop: () => administer(adminUrl, async (ask) => void (await ask(`drop database if exists ${name} with (force)`))),
  }
}

/** Opens a connection during `use`. `ask` runs a statement and returns the first value of its first row, if any. */
async function administer(
  adminUrl: string,
  use: (ask: (statement: string) => Promise<unknown>) => Promise<void>,
): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    await use(async (text) => (await client.query({ text, rowMode: 'array' })).rows[0]?.[0])
  } finally {
    await client.end()
  }
}

function dropRoot(folder: string): string[] {
  if (process.getuid?.() !== 0) return []
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' })))
  chownSync(folder, uid ?? 0, gid ?? 0)
  return ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--init-groups', '--']
}

async function untilReady(url: string, log: string): Promise<void> {
  const deadline = Date.now() + 60_000
  for (;;) {
    const client = new pg.Client({ connectionString: url })
    // A connection that breaks while the server starts is expected.
    client.on('error', () => {})
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      if (Date.now() > deadline) {
        const said = existsSync(log) ? readFileSync(log, 'utf8') : ''
        throw new Error(`PostgreSQL did not come up: ${String(error)}\n${said}`, { cause: error })
      }
    }
    await pause(50)
  }
}

async function order(keeper: ChildProcess, word: string, answer: string): Promise<void> {
  const done = new Promise<void>((resolve) => {
    keeper.stdout?.on('data', function listen(chunk: Buffer) {
      if (!chunk.toString().includes(answer)) return
      keeper.stdout?.off('data', listen)
      resolve()
    })
  })
  keeper.stdin?.write(`${word}\n`)
  await done
}
