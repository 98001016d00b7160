import type { Page } from '@playwright/test'
import { freshAccount, grant, register } from '../support/accounts.ts'
import { expect, test } from '../support/e2e.ts'

const SESSION = 'blog-cms-auth'

type Stored = { access_token: string; refresh_token: string; expires_at: number; user: { email: string } }

const stored = (page: Page) =>
  page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? 'null') as Stored | null, SESSION)

/** Leaves the app, so that nothing in flight notices, and lets the stored access token have run out, as a client sees it. */
async function expire(page: Page, refreshToken?: string) {
  await page.goto('/healthz')
  await page.evaluate(
    ([key, expiresAt, token]) => {
      const session = JSON.parse(localStorage.getItem(key) ?? '') as Stored
      localStorage.setItem(
        key,
        JSON.stringify({ ...session, expires_at: expiresAt, refresh_token: token ?? session.refresh_token }),
      )
    },
    [SESSION, Math.floor(Date.now() / 1000) - 60, refreshToken] as const,
  )
}

/** What hiding and showing a tab does to its page. */
const show = (page: Page, state: 'visible' | 'hidden') =>
  page.evaluate((next) => {
    Object.defineProperty(document, 'visibilityState', { value: next, configurable: true })
    window.dispatchEvent(new Event('visibilitychange'))
  }, state)

const isRefresh = (request: { url: () => string }) => request.url().includes('grant_type=refresh_token')

test('[GUARD-1] while the session loads, a protected route shows Loading...', async ({ page, signIn }) => {
  await signIn(page)
  await expire(page)
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/auth/v1/token**', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/admin/calendar')
  await expect(page.getByText('Loading...', { exact: true })).toBeVisible()
  await expect(page.getByRole('navigation')).toHaveCount(0)
  answer()
  await expect(page.getByRole('heading', { name: 'Kalender', exact: true })).toBeVisible()
})

test('[GUARD-2] without a user every route under /admin leads to /auth and back', async ({
  page,
  owner,
  expectedErrors,
}) => {
  // An unknown address answers 404 before anybody is signed in as well (R41).
  expectedErrors(/status of 404/)
  for (const path of ['/admin', '/admin/articles?status=draft', '/admin/settings', '/admin/gibt-es-nicht']) {
    await page.goto(path)
    await expect(page).toHaveURL(`/auth?return=${encodeURIComponent(path)}`)
  }
  await page.goto('/admin/calendar')
  await page.getByLabel('E-Mail').fill(owner.email)
  await page.getByLabel('Passwort').fill(owner.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/admin/calendar')
})

test('[GUARD-3] sign-out calls the server, which ends the session, and leads to /auth', async ({
  page,
  server,
  signIn,
}) => {
  await signIn(page)
  const token = (await stored(page))?.access_token
  const logout = page.waitForResponse((response) => response.url().includes('/auth/v1/logout'))
  await page.getByRole('button', { name: 'Abmelden' }).click()
  expect((await logout).status()).toBe(204)
  await expect(page).toHaveURL(/\/auth/)
  expect(await stored(page)).toBeNull()
  const answer = await fetch(`${server.url}/api/account`, { headers: { authorization: `Bearer ${token}` } })
  expect(answer.status, 'the old token is worth nothing').toBe(401)
  await page.goto('/admin')
  await expect(page).toHaveURL(/\/auth/)
})

test('[GUARD-3] sign-out works without a network, and from a narrow screen', async ({
  page,
  signIn,
  expectedErrors,
}) => {
  expectedErrors(/ERR_FAILED/)
  await page.setViewportSize({ width: 360, height: 780 })
  await signIn(page)
  await page.route('**/auth/v1/logout**', (route) => route.abort())
  await page.getByRole('button', { name: 'Aus', exact: true }).click()
  await expect(page).toHaveURL(/\/auth/)
  expect(await stored(page)).toBeNull()
})

test('[SESS-2] the session lies in local storage and survives a reload', async ({ page, signIn, owner }) => {
  await signIn(page)
  expect(await stored(page)).toMatchObject({
    access_token: expect.any(String),
    refresh_token: expect.any(String),
    expires_at: expect.any(Number),
    user: { email: owner.email },
  })
  await page.reload()
  await expect(page.getByRole('navigation', { name: 'Navigation' })).toBeVisible()
})

test('[SESS-3] the session is refreshed by itself before it expires', async ({ page, signIn }) => {
  await page.clock.install()
  await signIn(page)
  const before = await stored(page)
  const refresh = page.waitForRequest(isRefresh)
  await page.clock.fastForward('59:00')
  const request = await refresh
  expect(request.method()).toBe('POST')
  expect(request.postDataJSON()).toMatchObject({ refresh_token: before?.refresh_token })
  await expect.poll(async () => (await stored(page))?.access_token).not.toBe(before?.access_token)
})

test('[SESS-3] failed refreshes are repeated after 200 ms, doubling', async ({ page, signIn, expectedErrors }) => {
  expectedErrors(/status of 503/)
  await signIn(page)
  await expire(page)
  const times: number[] = []
  await page.route('**/auth/v1/token**', async (route) => {
    times.push(Date.now())
    if (times.length <= 4) await route.fulfill({ status: 503, json: {} })
    else await route.continue()
  })
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0))
  expect(gaps).toHaveLength(4)
  for (const [index, gap] of gaps.entries()) {
    // A timer never fires early (1 ms of rounding apart); lateness is the machine's affair.
    expect(gap, `gap ${index}`).toBeGreaterThanOrEqual(200 * 2 ** index - 1)
  }
})

test('[SESS-4] a hidden tab does not refresh; shown again it recovers its session', async ({ page, signIn }) => {
  await page.clock.install()
  await signIn(page)
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

test('[SESS-5] on a page load a dead session is removed and leads to /auth', async ({
  page,
  signIn,
  expectedErrors,
}) => {
  expectedErrors(/status of 400/)
  await signIn(page)
  await expire(page, 'ein Token, das niemand ausgestellt hat')
  await page.goto('/admin/calendar')
  await expect(page).toHaveURL('/auth?return=%2Fadmin%2Fcalendar')
  expect(await stored(page)).toBeNull()
})

test('[SESS-5] [SESS-6] lost while a screen is open: a dialog asks for the password, nothing unmounts', async ({
  page,
  server,
  signIn,
  expectedErrors,
}) => {
  expectedErrors(/status of 40[0-9]/)
  const account = freshAccount('verloren')
  await register(server.url, account)
  await signIn(page, account)
  await page.getByRole('link', { name: 'Eigenes Konto' }).click()
  await page.getByRole('main').evaluate((main) => (main.dataset.probe = 'still here'))
  const token = (await stored(page))?.access_token
  await fetch(`${server.url}/auth/v1/logout`, { method: 'POST', headers: { authorization: `Bearer ${token}` } })

  const dialog = page.getByRole('alertdialog', { name: 'Ihre Sitzung ist abgelaufen' })
  await expect(dialog).toBeVisible({ timeout: 15_000 })
  const password = dialog.getByLabel('Passwort')
  await expect(password).toBeFocused()
  await expect(dialog).toContainText(account.email)
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Bitte geben Sie Ihr Passwort ein')).toBeVisible()
  await password.fill('falsch geraten')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: 'Anmelden' })).toBeEnabled()
  await expect(password).toHaveAttribute('aria-invalid', 'true')
  await password.fill(account.password)
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL('/admin/account')
  await expect(page.locator('main[data-probe="still here"]'), 'nothing was unmounted').toBeVisible()
})

test('dismissing that dialog leads to /auth with the way back (R28)', async ({
  page,
  server,
  signIn,
  expectedErrors,
}) => {
  expectedErrors(/status of 40[0-9]/)
  const account = freshAccount('verzichtet')
  await register(server.url, account)
  await signIn(page, account)
  const token = (await stored(page))?.access_token
  await fetch(`${server.url}/auth/v1/logout`, { method: 'POST', headers: { authorization: `Bearer ${token}` } })
  await expect(page.getByRole('alertdialog')).toBeVisible({ timeout: 15_000 })
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/auth?return=%2Fadmin')
})

test('[SESS-6] a sign-out in one tab leads every tab to /auth, a sign-in brings them back', async ({
  page,
  context,
  signIn,
  owner,
}) => {
  await signIn(page)
  const second = await context.newPage()
  await second.goto('/admin/calendar')
  await expect(second.getByRole('heading', { name: 'Kalender', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Abmelden' }).click()
  await expect(page).toHaveURL(/\/auth/)
  await expect(second).toHaveURL('/auth?return=%2Fadmin%2Fcalendar')
  await expect(second.getByRole('alertdialog')).toHaveCount(0)

  await page.getByLabel('E-Mail').fill(owner.email)
  await page.getByLabel('Passwort').fill(owner.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/admin')
  await expect(second).toHaveURL('/admin/calendar')
})

test('somebody else signing in elsewhere takes the page of the first away (R28)', async ({
  page,
  context,
  signIn,
  server,
}) => {
  await signIn(page)
  const other = freshAccount('andere')
  await register(server.url, other)
  const session = await grant(server.url, other)
  await page.evaluate(() => ((window as { probe?: string }).probe = 'the page of the owner'))
  const second = await context.newPage()
  await second.goto('/auth')
  await second.evaluate(
    ([key, theirs]) => {
      localStorage.setItem(key, JSON.stringify(theirs))
      new BroadcastChannel(key).postMessage({ event: 'SIGNED_IN', session: theirs })
    },
    [SESSION, session] as const,
  )
  await expect(page.getByRole('heading', { name: 'Ihr Konto wartet auf Freigabe' })).toBeVisible()
  expect(await page.evaluate(() => (window as { probe?: string }).probe), 'a fresh page').toBeUndefined()
  await expect(page.getByText(other.email)).toBeVisible()
})

test('[SESS-6] after sign-in and refresh the reader session is asked for with the bearer token (R2)', async ({
  page,
  signIn,
}) => {
  const asked: (string | undefined)[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/reader-session')) asked.push(request.headers().authorization)
  })
  await page.clock.install()
  const first = page.waitForResponse('**/api/reader-session')
  await signIn(page)
  expect((await first).status()).toBeLessThan(300)
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'blog-cms-reader')
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax' })
  const second = page.waitForRequest('**/api/reader-session')
  await page.clock.fastForward('59:00')
  await second
  expect(new Set(asked).size, 'once per access token').toBe(asked.length)
  expect(asked[1]).toMatch(/^Bearer ey/)
})

test('[SESS-10] without the public key the app says so and makes no call; with it calls carry it', async ({
  page,
  reader,
  owner,
  expectedErrors,
}) => {
  expectedErrors(/MissingAnonKeyError/)
  const call = page.waitForRequest('**/auth/v1/token**')
  await page.goto('/auth')
  const key = await page.locator('meta[name="anon-key"]').getAttribute('content')
  await page.getByLabel('E-Mail').fill(owner.email)
  await page.getByLabel('Passwort').fill(owner.password)
  await page.keyboard.press('Enter')
  const headers = (await call).headers()
  expect(headers.apikey).toBe(key)
  expect(headers.authorization).toBe(`Bearer ${key}`)
  await expect(page).toHaveURL('/admin')

  const calls: string[] = []
  reader.on('request', (request) => {
    if (/\/(auth\/v1|api)\//.test(request.url())) calls.push(request.url())
  })
  await reader.route('**/admin', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replace(/<meta name="anon-key"[^>]*>/, '') })
  })
  await reader.goto('/admin')
  await expect(reader.getByRole('heading', { name: 'Blog CMS konnte nicht starten' })).toBeVisible()
  await expect(reader.getByText('Der öffentliche Schlüssel fehlt.')).toBeVisible()
  expect(calls).toEqual([])
})

test('a server that does not answer keeps the session and offers another try', async ({
  page,
  signIn,
  expectedErrors,
}) => {
  expectedErrors(/ERR_FAILED/)
  await signIn(page)
  await page.route('**/api/rpc/account/**', (route) => route.abort())
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Laden fehlgeschlagen' })).toBeVisible({ timeout: 20_000 })
  await page.unroute('**/api/rpc/account/**')
  await page.getByRole('button', { name: 'Erneut versuchen' }).click()
  await expect(page.getByRole('navigation', { name: 'Navigation' })).toBeVisible()
})
