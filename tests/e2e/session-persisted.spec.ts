import type { Page } from '@playwright/test'
import { freshAccount, register } from '../support/accounts.ts'
import { test } from '../support/bad-connection.ts'
import { expect } from '../support/e2e.ts'
import { expire, SESSION, stored } from '../support/stored-session.ts'
import { enrolTotp } from '../support/totp.ts'

const TOKEN = /^\/auth\/v1\/token\?grant_type=refresh_token/

test('[SESS-1] a stored session that is torn or lacks one of its three parts is ignored, and the page opens /auth', async ({
  page,
  owner,
  signInByForm,
}) => {
  await signInByForm(page)
  const whole = await stored(page)
  expect(whole).toEqual({
    access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    refresh_token: expect.stringMatching(/^\S{10,}$/),
    expires_at: expect.any(Number),
    expires_in: 3600,
    token_type: 'bearer',
    user: expect.objectContaining({ email: owner.email }),
  })
  const without = (part: string) => JSON.stringify({ ...whole, [part]: undefined })
  const damaged = {
    'without access_token': without('access_token'),
    'without refresh_token': without('refresh_token'),
    'without expires_at': without('expires_at'),
    'torn in the middle': JSON.stringify(whole).slice(0, 200),
    'no object': 'null',
    empty: '',
  }
  // Remaining requests of the first screen use the complete session.
  await page.goto('/healthz')
  const used: string[] = []
  page.on('request', (request) => {
    if (request.headers().authorization?.includes(whole?.access_token ?? '-')) used.push(request.url())
    if (request.url().includes('/auth/v1/token')) used.push(request.url())
  })
  for (const [what, value] of Object.entries(damaged)) {
    await test.step(what, async () => {
      await page.goto('/healthz')
      await page.evaluate(([key, session]) => localStorage.setItem(key, session), [SESSION, value] as const)
      await page.goto('/admin/calendar')
      await expect(page).toHaveURL('/auth?return=%2Fadmin%2Fcalendar')
      await expect(page.getByRole('heading', { level: 1, name: 'Anmelden', exact: true })).toBeVisible()
    })
  }
  expect(used, 'nothing of a damaged session goes out').toEqual([])
  // Signing in works.
  await page.getByLabel('E-Mail', { exact: true }).fill(owner.email)
  await page.getByLabel('Passwort', { exact: true }).fill(owner.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/admin/calendar')
  expect(await stored(page)).toMatchObject({ access_token: expect.any(String), expires_at: expect.any(Number) })
})

test('[SESS-1] the stored session contains its user with e-mail and factors', async ({ page, server }) => {
  const account = freshAccount('mit-faktor')
  await register(server.url, account)
  await enrolTotp(server.url, account)
  await page.goto('/auth')
  await page.getByLabel('E-Mail', { exact: true }).fill(account.email)
  await page.getByLabel('Passwort', { exact: true }).fill(account.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Anmeldung bestätigen', exact: true })).toBeVisible()
  expect((await stored(page))?.user).toMatchObject({
    email: account.email,
    factors: [{ factor_type: 'totp', friendly_name: 'Handy', status: 'verified' }],
  })
})

/** Timer delays of the page that may belong to a backoff, in order. */
const backoff = (page: Page) => page.evaluate(() => (window as unknown as { delays: number[] }).delays)

test('[SESS-3] failed refreshes are retried after 200 ms, doubling, for less than 30 s, then not before the next tick', async ({
  page,
  connection,
  signInByForm,
  expectedErrors,
}) => {
  expectedErrors(
    /^console error: Failed to load resource: the server responded with a status of 503 .*\/auth\/v1\/token/,
  )
  await page.clock.install()
  await signInByForm(page)
  const { refresh_token } = (await stored(page)) ?? {}
  await expire(page)
  await page.addInitScript(() => {
    const delays: number[] = []
    const set = window.setTimeout.bind(window)
    const steps = new Set(Array.from({ length: 12 }, (_, step) => 200 * 2 ** step))
    Object.assign(window, {
      delays,
      setTimeout: (run: () => void, delay?: number, ...rest: unknown[]) => {
        if (steps.has(delay ?? 0)) delays.push(delay ?? 0)
        return set(run, delay, ...rest)
      },
    })
  })
  const bodies: unknown[] = []
  page.on('request', (request) => {
    if (TOKEN.test(new URL(request.url()).pathname + new URL(request.url()).search)) bodies.push(request.postDataJSON())
  })
  connection.answerEmpty(TOKEN, 503)
  // From here on the test controls the clock.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000))
  await page.goto('/admin')
  const expected = [200, 400, 800, 1600, 3200, 6400, 12_800]
  for (const [step, delay] of expected.entries()) {
    await expect.poll(() => backoff(page)).toEqual(expected.slice(0, step + 1))
    await page.clock.runFor(delay - 1)
    expect(bodies, `before ${delay} ms`).toHaveLength(step + 1)
    await page.clock.runFor(1)
    await expect.poll(() => bodies.length, `after ${delay} ms`).toBe(step + 2)
  }
  // A ninth attempt would come after half a minute: the page reports the problem and stops asking.
  await expect(page.getByRole('alert').getByRole('heading')).toHaveText('Laden fehlgeschlagen')
  await page.clock.runFor(4000)
  expect(await backoff(page)).toEqual(expected)
  expect(bodies).toEqual(Array.from({ length: 8 }, () => ({ refresh_token })))
  connection.mend()
  await page.clock.resume()
  await page.getByRole('button', { name: 'Erneut versuchen', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Dashboard', exact: true })).toBeVisible()
  expect((await stored(page))?.refresh_token).not.toBe(refresh_token)
})

test('[SESS-10] without the public key the app says so and makes no call', async ({
  page,
  connection,
  expectedErrors,
}) => {
  expectedErrors(/^console error: .*MissingAnonKeyError/)
  const calls: string[] = []
  page.on('request', (request) => {
    if (/\/(auth\/v1|api)\//.test(request.url())) calls.push(request.url())
  })
  connection.rewrite(/^\/admin$/, (body) => body.replace(/<meta name="anon-key"[^>]*>/, ''))
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: 'Blog CMS konnte nicht starten', exact: true })).toBeVisible()
  await expect(page.getByRole('alert').getByRole('paragraph')).toHaveText(/^Der öffentliche Schlüssel fehlt\. /)
  expect(calls).toEqual([])
})
