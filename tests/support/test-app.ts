import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp, type App } from '../../src/server/app.ts'
import { readConfig } from '../../src/server/config.ts'
import { migrations } from '../../src/server/migrations/migrations.ts'
import { openDatabase, sqliteFile, type Db } from '../../src/server/platform/db/db.ts'
import type { DialectName } from '../../src/server/platform/db/dialect.ts'
import { migrate } from '../../src/server/platform/db/migrate.ts'
import { type fetchRemote, RemoteFault } from '../../src/server/platform/fetch-remote.ts'
import { keptFiles } from '../../src/server/files/store/guarded-files.ts'
import { openFiles } from '../../src/server/files/store/open.ts'
import { createLog } from '../../src/server/platform/log.ts'
import { Metrics } from '../../src/server/platform/metrics.ts'
import { watchQueries } from '../../src/server/platform/query-watch.ts'
import { SCHEDULE } from '../../src/server/schedule.ts'
import type { Role } from '../../src/rules/roles.ts'
import { createDatabase } from './postgres.ts'
import { UNLIMITED } from './unlimited.ts'
import { listenForChanges } from '../../src/server/platform/fleet/fleet.ts'

/** The database of the running vitest project. */
export const DIALECT: DialectName = process.env.TEST_DIALECT === 'postgres' ? 'postgres' : 'sqlite'

export type Answer<T = any> = { status: number; headers: Headers; body: T }
export type Call = <T = any>(
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Answer<T>>

export type TestAccount = {
  id: string
  email: string
  password: string
  accessToken: string
  refreshToken: string
  /** Calls the server as this account. */
  call: Call
}

/** SECRET_KEY of every test app. */
export const TEST_SECRET = 'a secret of forty characters, for tests.'

export type TestDatabase = { url?: string; drop: () => Promise<void> }

export type TestApp = {
  url: string
  db: Db
  access: App['access']
  dataDir: string
  databaseUrl: string | undefined
  /** Calls the server without a session. */
  call: Call
  /** Registers through the real sign-up; the first account is the owner. */
  register: (email?: string, password?: string) => Promise<TestAccount>
  /** Sets the clock of the server; without an argument it uses real time again. */
  setClock: (now?: Date | string) => void
  stop: () => Promise<void>
}

export type TestAppOptions = {
  env?: Record<string, string>
  /** Runs on an existing database and folder (a second instance, a restart), which `stop` keeps. */
  beside?: Pick<TestApp, 'dataDir' | 'databaseUrl'>
  /** Called with the SQL of every statement. */
  onStatement?: (sql: string) => void
  /** Responses of embed providers; by default they are unreachable. */
  fetchRemote?: typeof fetchRemote
}

const unreachable = async (address: string): Promise<never> => {
  throw new RemoteFault(`Tests fragen niemanden: ${address}`)
}

/**
 * The real product on a database of its own, listening on a free port of 127.0.0.1. Rate limits of the auth endpoints
 * are off unless `env` sets them, since all requests come from one address.
 */
export async function startTestApp({
  env = {},
  beside,
  fetchRemote = unreachable,
  onStatement,
}: TestAppOptions = {}): Promise<TestApp> {
  const dataDir = beside?.dataDir ?? (await mkdtemp(join(tmpdir(), 'blog-cms-test-')))
  const database =
    DIALECT === 'postgres' && !beside
      ? await createDatabase(process.env.TEST_DATABASE_URL ?? '', process.env.TEST_TEMPLATE)
      : undefined
  const databaseUrl = beside ? beside.databaseUrl : database?.url
  if (!beside && !databaseUrl && process.env.TEST_TEMPLATE)
    await copyFile(process.env.TEST_TEMPLATE, sqliteFile(dataDir))
  // The production value: after a long pause a test still has its connection.
  const server = createServer({ keepAliveTimeout: 65_000 }, (request, response) => app.listener(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const config = readConfig({
    DATA_DIR: dataDir,
    PORT: String(port),
    LOG_LEVEL: 'silent',
    SECRET_KEY: TEST_SECRET,
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    ...UNLIMITED,
    ...env,
  })
  const log = createLog(config.LOG_LEVEL)
  const metrics = new Metrics()
  const watch = watchQueries({ metrics, log, slowMs: config.SLOW_QUERY_MS })
  const onQuery: typeof watch.onQuery = (event) => {
    watch.onQuery(event)
    onStatement?.(event.query.sql)
  }
  const db = await openDatabase(config, { ...watch, onQuery })
  await migrate(db, migrations, dataDir)
  const listening = databaseUrl ? await listenForChanges(databaseUrl, db, log) : undefined
  await listening?.holdLease()
  let fixed: Date | undefined
  const clock = () => (fixed ? new Date(fixed) : new Date())
  const files = keptFiles(await openFiles(config), { db, clock })
  const app = await createApp({ config, db, log, metrics, files, clock, fetchRemote, schedule: SCHEDULE })
  const url = `http://127.0.0.1:${port}`
  const call = callAs(url)

  return {
    url,
    db,
    access: app.access,
    dataDir,
    databaseUrl,
    call,
    async register(email = `konto-${crypto.randomUUID()}@redaktion.example`, password = 'geheim-genug') {
      const { status, body } = await call('POST', '/auth/v1/signup', { email, password })
      if (status !== 200) throw new Error(`sign-up answered ${status}: ${JSON.stringify(body)}`)
      const { access_token, refresh_token, user } = body
      const as = callAs(url, access_token)
      return { id: user.id, email, password, accessToken: access_token, refreshToken: refresh_token, call: as }
    },
    setClock(now) {
      fixed = now === undefined ? undefined : new Date(now)
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await listening?.stop()
      await db.destroy()
      if (beside) return
      await database?.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** A new account that the owner has approved with this role. */
export async function accountWithRole(app: TestApp, owner: TestAccount, role: Role): Promise<TestAccount> {
  const account = await app.register()
  await owner.call('PATCH', `/api/users/${account.id}`, { approval: 'approved', role })
  return account
}

/** Calls a server with a bearer token. Bodies are sent as JSON unless they are strings, responses are parsed. */
export function callAs(url: string, token?: string): Call {
  return async (method, path, body, headers = {}) => {
    const response = await fetch(url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body:
        body === undefined
          ? undefined
          : typeof body === 'string' || body instanceof Uint8Array
            ? (body as string)
            : JSON.stringify(body),
    })
    // A live stream never ends, so only its headers are returned.
    if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
      await response.body?.cancel()
      return { status: response.status, headers: response.headers, body: '' as never }
    }
    const text = await response.text()
    const json = response.headers.get('content-type')?.includes('json')
    return { status: response.status, headers: response.headers, body: json && text ? JSON.parse(text) : text }
  }
}
