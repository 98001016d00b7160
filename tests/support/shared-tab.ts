import type { BrowserContext, CDPSession, Page } from '@playwright/test'

export type Tab = { context: BrowserContext; page: Page }

type Kept = Tab & { key: string; session: CDPSession; viewport: ReturnType<Page['viewportSize']> }

type Emitter = {
  eventNames(): unknown[]
  listeners(event: never): unknown[]
  off(event: never, listener: never): unknown
}

/** Methods with a permanent effect on a tab: after a call the tab cannot be reused. */
const LASTING = {
  context: [
    'addInitScript',
    'exposeBinding',
    'exposeFunction',
    'newCDPSession',
    'routeWebSocket',
    'setDefaultNavigationTimeout',
    'setDefaultTimeout',
    'setExtraHTTPHeaders',
    'setGeolocation',
  ],
  page: [
    'addInitScript',
    'addLocatorHandler',
    'emulateMedia',
    'exposeBinding',
    'exposeFunction',
    'routeWebSocket',
    'setDefaultNavigationTimeout',
    'setDefaultTimeout',
    'setExtraHTTPHeaders',
  ],
} as const

/** An address of the blog without scripts. */
export const QUIET = '/healthz'

/**
 * The tab that the tests of a worker use one after the other: a new browser context with a page in a process of its own
 * costs half a second of CPU. Each test finds it like a new one: without storage, history and listeners. After a failed
 * test or an irreversible call the tab is replaced.
 */
export class KeptTab {
  #kept: Kept | null = null
  #lasting = false
  readonly #before = new Map<Emitter, Map<unknown, readonly unknown[]>>()

  /** A tab whose context `make` creates now, or created for an earlier test with the same `key`. */
  async take(key: string, make: () => Promise<BrowserContext>): Promise<Tab> {
    if (this.#kept && this.#kept.key !== key) await this.close()
    const kept = (this.#kept ??= await this.#open(key, await make()))
    this.#before.clear()
    for (const emitter of [kept.context, kept.page] as unknown as Emitter[]) {
      const names = emitter.eventNames().map((name) => [name, [...emitter.listeners(name as never)]] as const)
      this.#before.set(emitter, new Map(names))
    }
    return kept
  }

  /** The test is over. After a failure the state of the tab is unknown. */
  async giveBack({ failed }: { failed: boolean }): Promise<void> {
    const kept = this.#kept
    if (!kept) return
    if (failed || this.#lasting || kept.page.isClosed()) return this.close()
    try {
      await this.#empty(kept)
    } catch {
      await this.close()
    }
  }

  async close(): Promise<void> {
    await this.#kept?.context.close()
    this.#kept = null
    this.#lasting = false
  }

  async #open(key: string, context: BrowserContext): Promise<Kept> {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    this.#watchFor(context, LASTING.context)
    this.#watchFor(page, LASTING.page)
    const { clock } = context
    this.#watchFor(clock, Object.getOwnPropertyNames(Object.getPrototypeOf(clock)) as never)
    return { context, page, key, session, viewport: page.viewportSize() }
  }

  /** Records when one of these methods is called. */
  #watchFor<T extends object>(of: T, methods: readonly (keyof T)[]): void {
    for (const method of methods) {
      const original = of[method]
      if (typeof original !== 'function' || method === 'constructor') continue
      const noting = (...given: unknown[]) => {
        this.#lasting = true
        return original.apply(of, given)
      }
      Object.defineProperty(of, method, { value: noting, configurable: true })
    }
  }

  async #empty({ context, page, session, viewport }: Kept): Promise<void> {
    for (const [emitter, before] of this.#before)
      for (const name of emitter.eventNames())
        for (const listener of emitter.listeners(name as never))
          if (!before.get(name)?.includes(listener)) emitter.off(name as never, listener as never)
    for (const other of context.pages()) if (other !== page) await other.close()
    await context.setOffline(false)
    await context.clearPermissions()
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    // Accepts the beforeunload dialog of a page.
    const leave = (dialog: { accept(): Promise<void> }) => void dialog.accept().catch(() => undefined)
    page.on('dialog', leave)
    await page.goto(QUIET)
    page.off('dialog', leave)
    await page.evaluate(forget)
    await context.clearCookies()
    await session.send('Page.resetNavigationHistory')
    if (viewport) await page.setViewportSize(viewport)
    await page.mouse.move(-1, -1)
  }
}

/** Runs in the page: deletes all data of its origin. */
async function forget(): Promise<void> {
  localStorage.clear()
  sessionStorage.clear()
  const databases = (await indexedDB.databases()).map(
    ({ name = '' }) =>
      new Promise<void>((resolve, reject) => {
        const deleting = indexedDB.deleteDatabase(name)
        deleting.onsuccess = () => resolve()
        deleting.onerror = () => reject(deleting.error)
      }),
  )
  await Promise.all([
    ...databases,
    // Absent without https, except on localhost.
    ...('caches' in globalThis ? (await caches.keys()).map((name) => caches.delete(name)) : []),
  ])
}
