import {
  test as base,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
  type Response,
} from '@playwright/test'
import { KeptTab, type Tab } from './shared-tab.ts'
import { createDatabase } from './postgres.ts'
import { startServer, type ServerProcess } from './server-process.ts'
import { placeSession } from './stored-session.ts'
import { UNLIMITED } from './unlimited.ts'

export { expect } from '@playwright/test'

export type ServerFixtureOptions = {
  /** The database of the servers; set by the project. */
  database: 'sqlite' | 'postgres'
}

type WorkerFixtures = ServerFixtureOptions & {
  /** The blog that the tests of a worker share. It starts once per worker, across files. */
  shared: { server: ServerProcess; owner: () => Promise<Account> }
  /** The tabs that its tests use one after the other: one of the admin app, and one of a reader. */
  keptTabs: { desk: KeptTab; reader: KeptTab }
}

export type Account = { email: string; password: string }

/** `ownHost` if a context visits another server than the worker's. */
type ContextOptions = BrowserContextOptions & { ownHost?: string }

type TestFixtures = {
  /**
   * Environment of a fresh blog for this test: `test.use({ ownBlog: { … } })` at the top of a spec file. Null for the
   * shared blog of the worker.
   */
  ownBlog: Record<string, string> | null
  /**
   * Lets the app prefetch all its code seconds after its start: for tests that cut the network, and where test scripts
   * must not reach into frames.
   */
  codeAhead: boolean
  /** The real server process, on a fresh database. Relative addresses are resolved against `server.url`. */
  server: ServerProcess
  /** The owner of the blog, registered before the first test that uses it. */
  owner: Account
  /** Console errors that this test expects; any other fails it. */
  expectedErrors: (...patterns: RegExp[]) => void
  /** A further browser context: another person, watched like the first. Closed at the end of the test. */
  newContext: (options?: ContextOptions) => Promise<BrowserContext>
  /** Opens an address of the admin app with a session in the browser's storage, by default the owner's. */
  signIn: (page: Page, address?: string, account?: Account) => Promise<void>
  /** Signs in through the form and waits for the admin app. */
  signInByForm: (page: Page, account?: Account) => Promise<void>
  /** A page of a new visitor. */
  reader: Page
  watch: Watch
  /** Uses a shared tab during `use`. It is created with the settings of the test. */
  lend: (kept: KeptTab, use: (tab: Tab) => Promise<void>) => Promise<void>
  /** The source of `context` and `page`. */
  tab: Tab
}

/**
 * Console message of a refused request for `expectedErrors`: this status at this address only. `*` is one path segment;
 * a query is compared if the address has one.
 */
export function refused(status: number, address: string): RegExp {
  return failed(`.* status of ${status} .*`, address)
}

/** Console message of a request without a response: no network, or a broken connection. */
export function unreached(address: string): RegExp {
  return failed('net::ERR_[A-Z_]+ ', address)
}

function failed(words: string, address: string): RegExp {
  const path = address.replace(/[.?+^$(){}|[\]\\]/g, '\\$&').replaceAll('*', '[^/?)]+')
  const query = address.includes('?') ? '' : String.raw`(\?[^)]*)?`
  return new RegExp(String.raw`^console error: Failed to load resource: ${words}\(http://[^/]+${path}${query}\)$`)
}

/** Console messages of a page that does not exist: the response and the page's own log, which leaves out a query (PUB-7, PUB-8). */
export const missing = (address: string): RegExp[] => [
  refused(404, address),
  new RegExp(`^console error: 404: ${address.replace(/\?.*/, '').replaceAll('*', '[^/ ]+')} `),
]

/** Console messages after a session ended on the server: the request, the refresh, and the sign-out. */
export const SESSION_ENDED: RegExp[] = [
  /^console error: Failed to load resource: .* status of 401 .*\/api\/(rpc\/[\w/]+|live)\)$/,
  refused(400, '/auth/v1/token?grant_type=refresh_token'),
  refused(403, '/auth/v1/logout'),
]

/** Watches all pages of one test; reports errors and requests to foreign hosts. */
class Watch {
  readonly complaints: string[] = []
  /** Scripts are blocked in the preview of the appearance: both `forgetCode` and axe. */
  readonly expected: RegExp[] = [/^console error: Blocked script execution in 'about:(srcdoc|blank)' /]
  readonly #refusals: string[] = []
  readonly #host: string

  constructor(url: string) {
    this.#host = new URL(url).host
  }

  /** Watches a context. `host` is that of its blog if the test has one of its own. */
  add(context: BrowserContext, host = this.#host): void {
    context.on('console', (message) => {
      if (message.type() !== 'error') return
      const text = `${message.text()} (${message.location().url})`
      this.complaints.push(`console error: ${text}`)
    })
    context.on('weberror', (error) => this.complaints.push(`uncaught: ${error.error().stack ?? error.error().message}`))
    context.on('response', (response) => {
      if (response.status() === 400) void this.#keep(response)
    })
    context.on('request', (request) => {
      const url = new URL(request.url())
      if (!['http:', 'https:', 'ws:', 'wss:'].includes(url.protocol) || url.host === host) return
      this.complaints.push(`request to a foreign host: ${request.method()} ${request.url()}`)
    })
  }

  /** Stores the body of a refusal, since the console shows only its status. */
  async #keep(response: Response): Promise<void> {
    const words = await response.text().catch(() => 'nothing more')
    this.#refusals.push(`${response.url()} was asked ${response.request().postData() ?? ''} and said ${words}`)
  }

  /** The refusals during the test, for error reports. */
  refusals(): string {
    return this.#refusals.map((words) => words.slice(0, 1_000)).join('\n  ')
  }

  /** Unexpected console messages. */
  unexpected(): string[] {
    return this.complaints.filter((complaint) => !this.expected.some((pattern) => pattern.test(complaint)))
  }
}

/** Registers the first account of a blog, its owner. */
export async function registerOwner(url: string): Promise<Account> {
  const account = { email: 'inhaberin@redaktion.example', password: 'ein langes Passwort' }
  const response = await fetch(`${url}/auth/v1/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  })
  if (!response.ok) throw new Error(`Registering the owner: ${response.status} ${await response.text()}`)
  return account
}

/** Runs a server on a database of its own during `use`. */
async function whileRunning(
  database: ServerFixtureOptions['database'],
  env: Record<string, string>,
  use: (server: ServerProcess) => Promise<void>,
): Promise<void> {
  const own = database === 'postgres' ? await createDatabase(process.env.TEST_DATABASE_URL ?? '') : undefined
  const server = await startServer({ databaseUrl: own?.url, env: { ...UNLIMITED, ...env } })
  await use(server)
  const code = await server.stop()
  await own?.drop()
  if (code !== 0) throw new Error(`The server ended with ${code}:\n${server.output()}`)
}

/**
 * Runs in the page and disables prefetching: loading two hundred files in every new browser context took a large part
 * of a test's time.
 */
function forgetCode(): void {
  addEventListener('DOMContentLoaded', () => document.querySelector('meta[name="code"]')?.remove())
}

async function fillSignInForm(page: Page, account: Account): Promise<void> {
  await page.goto('/auth')
  await page.getByLabel('E-Mail', { exact: true }).fill(account.email)
  await page.getByLabel('Passwort', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
  await page.waitForURL(/\/admin(\/|$)/)
}

/**
 * Test fixture of every browser spec. Each worker, or a test on request, has its own server process and database. A
 * test fails on console errors, uncaught exceptions and requests to foreign hosts unless it expects them.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  database: ['sqlite', { option: true, scope: 'worker' }],
  shared: [
    async ({ database }, use) =>
      whileRunning(database, {}, async (server) => {
        let owner: Promise<Account> | undefined
        await use({ server, owner: () => (owner ??= registerOwner(server.url)) })
      }),
    { scope: 'worker', timeout: 300_000 },
  ],
  ownBlog: [null, { option: true }],
  codeAhead: [false, { option: true }],
  server: async ({ shared, database, ownBlog }, use) =>
    ownBlog ? whileRunning(database, ownBlog, use) : use(shared.server),
  owner: async ({ shared, server }, use) =>
    use(server === shared.server ? await shared.owner() : await registerOwner(server.url)),
  signIn: async ({ owner }, use) =>
    use(async (page, address = '/admin', account = owner) => {
      await placeSession(page, account)
      await page.goto(address)
    }),
  signInByForm: async ({ owner }, use) => use((page, account = owner) => fillSignInForm(page, account)),
  baseURL: async ({ server }, use) => use(server.url),
  watch: [
    async ({ server }, use) => {
      const watch = new Watch(server.url)
      await use(watch)
      const unexpected = watch.unexpected()
      if (unexpected.length > 0)
        throw new Error(`Pages complained:\n  ${unexpected.join('\n  ')}\n  ${watch.refusals()}`)
    },
    { auto: true },
  ],
  expectedErrors: async ({ watch }, use) => use((...patterns) => void watch.expected.push(...patterns)),
  keptTabs: [
    // Depends on the browser, so that tabs close before it.
    async ({ browser: _browser }, use) => {
      const tabs = { desk: new KeptTab(), reader: new KeptTab() }
      await use(tabs)
      await tabs.desk.close()
      await tabs.reader.close()
    },
    { scope: 'worker' },
  ],
  lend: async (
    {
      browser,
      watch,
      codeAhead,
      // Settings of a test that apply to `newContext`.
      baseURL,
      colorScheme,
      contextOptions,
      hasTouch,
      isMobile,
      locale,
      permissions,
      proxy,
      serviceWorkers,
      timezoneId,
      viewport,
    },
    use,
    testInfo,
  ) => {
    const pages = { codeAhead, contextOptions, colorScheme, hasTouch, isMobile, viewport }
    const key = JSON.stringify({ ...pages, baseURL, locale, permissions, proxy, serviceWorkers, timezoneId })
    await use(async (kept, useTab) => {
      const tab = await kept.take(key, async () => {
        const context = await browser.newContext()
        if (!codeAhead) await context.addInitScript(forgetCode)
        return context
      })
      watch.add(tab.context)
      await useTab(tab)
      await kept.giveBack({ failed: testInfo.status !== testInfo.expectedStatus })
    })
  },
  tab: async ({ lend, keptTabs }, use) => lend(keptTabs.desk, use),
  context: async ({ tab }, use) => use(tab.context),
  page: async ({ tab }, use) => use(tab.page),
  newContext: async (
    { browser, watch, codeAhead, baseURL, contextOptions, locale, timezoneId, viewport, serviceWorkers },
    use,
  ) => {
    const opened: BrowserContext[] = []
    await use(async ({ ownHost, ...options } = {}) => {
      const context = await browser.newContext({
        ...contextOptions,
        baseURL,
        locale,
        timezoneId,
        viewport,
        serviceWorkers,
        ...options,
      })
      watch.add(context, ownHost)
      if (!codeAhead) await context.addInitScript(forgetCode)
      opened.push(context)
      return context
    })
    for (const context of opened) await context.close()
  },
  reader: async ({ lend, keptTabs }, use) => lend(keptTabs.reader, ({ page }) => use(page)),
})
