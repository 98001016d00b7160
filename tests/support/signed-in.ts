import type { Page } from '@playwright/test'
import { registerOwner, test as base } from './e2e.ts'
import { restAs, type Rest } from './rest.ts'
import { startServer } from './server-process.ts'
import { placeSession } from './stored-session.ts'
import { UNLIMITED } from './unlimited.ts'

type Fixtures = {
  /** The API as the owner, to prepare and check data. */
  rest: Rest
  /** A word unique to this test, since tests of a worker share one blog. */
  word: string
  /** Opens an address of the admin app, signed in as the owner. */
  open: (address: string) => Promise<Page>
  /** The same on an empty blog of this test's own. */
  openEmpty: (address: string) => Promise<Page>
}

/** Test fixture of screens that require a sign-in. */
export const test = base.extend<Fixtures>({
  rest: async ({ server, owner }, use) => use(await restAs(server.url, owner)),
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads which fixtures are wanted from the pattern
  word: async ({}, use) => use(`Wort${crypto.randomUUID().slice(0, 8)}`),
  open: async ({ page, signIn }, use) => {
    let signedIn = false
    await use(async (address) => {
      if (signedIn) await page.goto(address)
      else await signIn(page, address)
      signedIn = true
      // A dialog opened by the URL hides the screen's heading from assistive technology.
      await page.getByRole('heading', { level: 1, includeHidden: true }).first().waitFor()
      return page
    })
  },
  openEmpty: async ({ newContext }, use) => {
    const server = await startServer({ env: UNLIMITED })
    const account = await registerOwner(server.url)
    const context = await newContext({ baseURL: server.url, ownHost: new URL(server.url).host })
    const page = await context.newPage()
    await use(async (address) => {
      await placeSession(page, account)
      await page.goto(address)
      await page.getByRole('heading', { level: 1 }).waitFor()
      return page
    })
    await context.close()
    await server.stop()
  },
})
