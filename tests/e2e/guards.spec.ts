import { freshAccount, grant, register } from '../support/accounts.ts'
import { expect, refused, SESSION_ENDED, test } from '../support/e2e.ts'
import { expire, SESSION, stored } from '../support/stored-session.ts'
import { words } from '../support/words.ts'
import { letThrough } from '../support/routes.ts'

test('[GUARD-1] while the session loads, a protected route shows Loading...', async ({ page, signInByForm }) => {
  await signInByForm(page)
  await expire(page)
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/auth/v1/token**', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/admin/calendar')
  await expect(words(page.locator('body'), 'Loading...')).toBeVisible()
  await expect(page.getByRole('navigation')).toHaveCount(0)
  answer()
  await expect(page.getByRole('heading', { name: 'Kalender', exact: true })).toBeVisible()
})

test('[GUARD-2] without a user every route under /admin redirects to /auth and back', async ({
  page,
  owner,
  expectedErrors,
}) => {
  // An unknown address responds with 404 without a session, too (RUL-41).
  expectedErrors(refused(404, '/admin/gibt-es-nicht'))
  for (const path of ['/admin', '/admin/articles?status=draft', '/admin/settings', '/admin/gibt-es-nicht']) {
    await page.goto(path)
    await expect(page).toHaveURL(`/auth?return=${encodeURIComponent(path)}`)
  }
  await page.goto('/admin/calendar')
  await page.getByLabel('E-Mail', { exact: true }).fill(owner.email)
  await page.getByLabel('Passwort', { exact: true }).fill(owner.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/admin/calendar')
})

test('[GUARD-3] sign-out calls the server, which ends the session, and opens /auth', async ({
  page,
  server,
  signInByForm,
}) => {
  await signInByForm(page)
  const token = (await stored(page))?.access_token
  const logout = page.waitForResponse((response) => response.url().includes('/auth/v1/logout'))
  await page.getByRole('button', { name: 'Abmelden', exact: true }).click()
  expect((await logout).status()).toBe(204)
  await expect(page).toHaveURL(/\/auth/)
  expect(await stored(page)).toBeNull()
  const answer = await fetch(`${server.url}/api/account`, { headers: { authorization: `Bearer ${token}` } })
  expect(answer.status, 'the old token is worth nothing').toBe(401)
  await page.goto('/admin')
  await expect(page).toHaveURL(/\/auth/)
})

test('[GUARD-3] sign-out works without a network, and on a narrow screen', async ({
  page,
  signInByForm,
  expectedErrors,
}) => {
  expectedErrors(/ERR_FAILED/)
  await page.setViewportSize({ width: 360, height: 780 })
  await signInByForm(page)
  await page.route('**/auth/v1/logout**', (route) => route.abort())
  await page.getByRole('button', { name: 'Aus', exact: true }).click()
  await expect(page).toHaveURL(/\/auth/)
  expect(await stored(page)).toBeNull()
})

test('[RUL-28] [SESS-5] [SESS-6] a session lost on an open screen asks for the password in a dialog, and nothing unmounts', async ({
  page,
  server,
  signInByForm,
  expectedErrors,
}) => {
  expectedErrors(...SESSION_ENDED, refused(400, '/auth/v1/token?grant_type=password'))
  const account = freshAccount('verloren')
  await register(server.url, account)
  await signInByForm(page, account)
  await page.getByRole('link', { name: 'Eigenes Konto', exact: true }).click()
  // The whole screen is loaded before its session ends; later requests would be refused.
  await expect(page.getByText('Noch keiner. Wer Ihr Passwort kennt, kommt hinein.', { exact: true })).toBeVisible()
  await page.getByRole('main').evaluate((main) => (main.dataset.probe = 'still here'))
  const token = (await stored(page))?.access_token
  await fetch(`${server.url}/auth/v1/logout`, { method: 'POST', headers: { authorization: `Bearer ${token}` } })

  const dialog = page.getByRole('alertdialog', { name: 'Ihre Sitzung ist abgelaufen', exact: true })
  await expect(dialog).toBeVisible()
  const password = dialog.getByLabel('Passwort', { exact: true })
  await expect(password).toBeFocused()
  await expect(dialog).toContainText(account.email)
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Bitte geben Sie Ihr Passwort ein', { exact: true })).toBeVisible()
  await password.fill('falsch geraten')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: 'Anmelden', exact: true })).toBeEnabled()
  await expect(password).toHaveAttribute('aria-invalid', 'true')
  await password.fill(account.password)
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL('/admin/account')
  await expect(page.locator('main[data-probe="still here"]'), 'nothing was unmounted').toBeVisible()
})

test('[RUL-28] dismissing that dialog opens /auth with the way back', async ({
  page,
  server,
  signInByForm,
  expectedErrors,
}) => {
  expectedErrors(...SESSION_ENDED)
  const account = freshAccount('verzichtet')
  await register(server.url, account)
  await signInByForm(page, account)
  const token = (await stored(page))?.access_token
  await fetch(`${server.url}/auth/v1/logout`, { method: 'POST', headers: { authorization: `Bearer ${token}` } })
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/auth?return=%2Fadmin')
})

test('[RUL-28] [SESS-6] a sign-out in one tab sends every tab to /auth, and a sign-in brings them back', async ({
  page,
  context,
  signInByForm,
  owner,
}) => {
  await signInByForm(page)
  const second = await context.newPage()
  await second.goto('/admin/calendar')
  await expect(second.getByRole('heading', { name: 'Kalender', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Abmelden', exact: true }).click()
  await expect(page).toHaveURL(/\/auth/)
  await expect(second).toHaveURL('/auth?return=%2Fadmin%2Fcalendar')
  await expect(second.getByRole('alertdialog')).toHaveCount(0)

  await page.getByLabel('E-Mail', { exact: true }).fill(owner.email)
  await page.getByLabel('Passwort', { exact: true }).fill(owner.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/admin')
  await expect(second).toHaveURL('/admin/calendar')
})

test('[RUL-28] a sign-in of another account elsewhere closes the page of the first', async ({
  page,
  context,
  signInByForm,
  server,
}) => {
  await signInByForm(page)
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
  await expect(page.getByRole('heading', { name: 'Ihr Konto wartet auf Freigabe', exact: true })).toBeVisible()
  expect(await page.evaluate(() => (window as { probe?: string }).probe), 'a fresh page').toBeUndefined()
  await expect(words(page.getByRole('banner'), other.email)).toBeVisible()
})

test('[SESS-6] after sign-in and refresh the reader session is requested with the bearer token (RUL-2)', async ({
  page,
  signInByForm,
}) => {
  const asked: (string | undefined)[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/reader-session')) asked.push(request.headers().authorization)
  })
  await page.clock.install()
  const first = page.waitForResponse('**/api/reader-session')
  await signInByForm(page)
  expect((await first).status()).toBeLessThan(300)
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'blog-cms-reader')
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax' })
  const second = page.waitForRequest('**/api/reader-session')
  await page.clock.fastForward('59:00')
  await second
  expect(new Set(asked).size, 'once per access token').toBe(asked.length)
  expect(asked[1]).toMatch(/^Bearer ey/)
})

test('an unreachable server keeps the session and offers a retry', async ({ page, signInByForm, expectedErrors }) => {
  expectedErrors(/ERR_FAILED/)
  await signInByForm(page)
  await page.route('**/api/rpc/account/**', (route) => route.abort())
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Laden fehlgeschlagen', exact: true })).toBeVisible()
  await letThrough(page, '**/api/rpc/account/**')
  await page.getByRole('button', { name: 'Erneut versuchen', exact: true }).click()
  await expect(page.getByRole('navigation', { name: 'Navigation', exact: true })).toBeVisible()
})
