import type { BrowserContext, Page, Route } from '@playwright/test'

/** An address that nobody asks for. */
const NOWHERE = 'http://nowhere.invalid/'

/**
 * Ends a `route` of Playwright; to be used in place of `unroute`. What a page asks for at the moment in which its last route goes
 * never gets an answer (Chromium 150 forgets the requests it has stopped), so one stays.
 */
export async function letThrough(where: Page | BrowserContext, address: string): Promise<void> {
  await where.route(NOWHERE, (route) => route.abort())
  await where.unroute(address)
}

/** Meets the next request for this address alone: a route of `times: 1` goes as `unroute` does. */
export async function routeOnce(page: Page, address: string, meet: (route: Route) => Promise<void>): Promise<void> {
  let met = false
  await page.route(address, async (route) => {
    if (met) return route.continue()
    met = true
    await meet(route)
  })
}
