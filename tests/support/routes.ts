import type { BrowserContext, Page, Route } from '@playwright/test'

/** An address that is never requested. */
const NOWHERE = 'http://nowhere.invalid/'

/**
 * Ends a `route` of Playwright; use it instead of `unroute`. A request sent at the moment the last route is removed
 * never gets a response (Chromium 150 forgets paused requests), so one route stays.
 */
export async function letThrough(where: Page | BrowserContext, address: string): Promise<void> {
  await where.route(NOWHERE, (route) => route.abort())
  await where.unroute(address)
}

/** Handles only the next request for this address. A route with `times: 1` has the same problem as `unroute`. */
export async function routeOnce(page: Page, address: string, meet: (route: Route) => Promise<void>): Promise<void> {
  let met = false
  await page.route(address, async (route) => {
    if (met) return route.continue()
    met = true
    await meet(route)
  })
}
