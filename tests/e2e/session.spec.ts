import type { Page, Request } from '@playwright/test'
import { expect, refused, test } from '../support/e2e.ts'
import { expire, stored } from '../support/stored-session.ts'
import { words } from '../support/words.ts'

/** Simulates hiding and showing a tab. */
const show = (page: Page, state: 'visible' | 'hidden') =>
  page.evaluate((next) => {
    Object.defineProperty(document, 'visibilityState', { value: next, configurable: true })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  }, state)

const isRefresh = (request: { url: () => string }) => request.url().includes('grant_type=refresh_token')

test('[SESS-2] the session is in local storage and survives a reload', async ({ page, signInByForm, owner }) => {
  await signInByForm(page)
  expect(await stored(page)).toMatchObject({
    access_token: expect.any(String),
    refresh_token: expect.any(String),
    expires_at: expect.any(Number),
    user: { email: owner.email },
  })
  await page.reload()
  await expect(page.getByRole('navigation', { name: 'Navigation', exact: true })).toBeVisible()
})

test('[SESS-3] the session is refreshed automatically before it expires', async ({ page, signInByForm }) => {
  await page.clock.install()
  await signInByForm(page)
  const before = await stored(page)
  const refresh = page.waitForRequest(isRefresh)
  await page.clock.fastForward('59:00')
  const request = await refresh
  expect(request.method()).toBe('POST')
  expect(request.postDataJSON()).toMatchObject({ refresh_token: before?.refresh_token })
  await expect.poll(async () => (await stored(page))?.access_token).not.toBe(before?.access_token)
})

test('[SESS-4] a hidden tab does not refresh, and recovers its session when shown again', async ({
  page,
  signInByForm,
}) => {
  await page.clock.install()
  await signInByForm(page)
  const underWay = new Set<Request>()
  page.on('request', (request) => {
    if (!request.url().endsWith('/api/live')) underWay.add(request)
  })
  for (const end of ['requestfinished', 'requestfailed'] as const)
    page.on(end as 'requestfinished', (request) => underWay.delete(request))
  await page.goto('/admin/account')
  // Every card has loaded and the prefetch is done, all with the initial token: no further request of the screen would
  // need a fresh one.
  const main = page.getByRole('main')
  for (const known of ['Inhaber, freigegeben', 'Dieses Gerät']) await expect(words(main, known)).toBeVisible()
  await expect(main.getByText(/^Noch keiner\. /)).toBeVisible()
  await page.clock.runFor(10_000)
  await expect.poll(() => underWay.size).toBe(0)
  await show(page, 'hidden')
  const refreshes: string[] = []
  page.on('request', (request) => {
    if (isRefresh(request)) refreshes.push(request.url())
  })
  await page.clock.fastForward('59:30')
  await page.clock.runFor(90_000)
  expect(refreshes).toEqual([])
  const refresh = page.waitForResponse(isRefresh)
  await show(page, 'visible')
  expect((await refresh).status()).toBe(200)
})

test('[SESS-5] on a page load a dead session is removed and /auth opens', async ({
  page,
  signInByForm,
  expectedErrors,
}) => {
  expectedErrors(refused(400, '/auth/v1/token?grant_type=refresh_token'))
  await signInByForm(page)
  await expire(page, 'ein Token, das niemand ausgestellt hat')
  await page.goto('/admin/calendar')
  await expect(page).toHaveURL('/auth?return=%2Fadmin%2Fcalendar')
  expect(await stored(page)).toBeNull()
})

test('[SESS-10] calls without a session carry the public key', async ({ page, owner }) => {
  const call = page.waitForRequest('**/auth/v1/token**')
  await page.goto('/auth')
  const key = await page.locator('meta[name="anon-key"]').getAttribute('content')
  await page.getByLabel('E-Mail', { exact: true }).fill(owner.email)
  await page.getByLabel('Passwort', { exact: true }).fill(owner.password)
  await page.keyboard.press('Enter')
  const headers = (await call).headers()
  expect(headers.apikey).toBe(key)
  expect(headers.authorization).toBe(`Bearer ${key}`)
  await expect(page).toHaveURL('/admin')
})
