import { callAs, freshAccount, register } from '../support/accounts.ts'
import { expect, refused, test } from '../support/e2e.ts'
import { expectAccessible } from '../support/screen-checks.ts'
import { toast } from '../support/words.ts'

test('[AUTH-1] [AUTH-2] one form switches between sign-in and registration and validates its fields', async ({
  page,
  owner: _owner,
}) => {
  await page.goto('/auth')
  await expect(page.getByRole('heading', { name: 'Anmelden', exact: true })).toBeVisible()
  const email = page.getByLabel('E-Mail', { exact: true })
  const password = page.getByLabel('Passwort', { exact: true })
  await expect(email).toBeFocused()
  await expect(email).toHaveAttribute('type', 'email')
  await expect(email).toHaveAttribute('required', '')
  await expect(email).toHaveAttribute('autocomplete', 'username webauthn')
  await expect(password).toHaveAttribute('type', 'password')
  await expect(password).toHaveAttribute('required', '')
  await expect(password).toHaveAttribute('minlength', '6')
  await expect(password).toHaveAttribute('autocomplete', 'current-password')

  await page.keyboard.press('Enter')
  await expect(page.getByText('Bitte geben Sie Ihre E-Mail-Adresse ein', { exact: true })).toBeVisible()
  await expect(page.getByText('Bitte geben Sie ein Passwort ein', { exact: true })).toBeVisible()
  await expect(email).toBeFocused()
  await expect(email).toHaveAttribute('aria-invalid', 'true')

  await email.fill('mira@redaktion.example')
  await password.fill('12345')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Das Passwort braucht mindestens 6 Zeichen', { exact: true })).toBeVisible()
  await expect(password).toBeFocused()

  await page.getByRole('button', { name: 'Noch kein Konto? Jetzt registrieren', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Registrieren', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Registrieren', exact: true })).toBeVisible()
  await expect(email, 'what was typed stays').toHaveValue('mira@redaktion.example')
  await expect(password).toHaveAttribute('autocomplete', 'new-password')
  await page.getByRole('button', { name: 'Bereits ein Konto? Anmelden', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Anmelden', exact: true })).toBeVisible()
})

test('[AUTH-1] the password can be shown before it is sent', async ({ page, owner: _owner }) => {
  await page.goto('/auth')
  const password = page.getByLabel('Passwort', { exact: true })
  await password.fill('sichtbar?')
  await page.getByRole('button', { name: 'Eingabe anzeigen', exact: true }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Eingabe anzeigen', exact: true }).click()
  await expect(password).toHaveAttribute('type', 'password')
})

test('[AUTH-3] [AUTH-5] the button reads Lädt... while busy, and success shows a toast and opens /admin', async ({
  page,
  owner,
}) => {
  await page.goto('/auth')
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/auth/v1/token**', async (route) => {
    await held
    await route.continue()
  })
  await page.getByLabel('E-Mail', { exact: true }).fill(owner.email)
  await page.getByLabel('Passwort', { exact: true }).fill(owner.password)
  await page.keyboard.press('Enter')
  const busy = page.getByRole('button', { name: 'Lädt...', exact: true })
  await expect(busy).toBeVisible()
  await expect(busy).toBeDisabled()
  answer()
  await expect(page).toHaveURL('/admin')
  await expect(toast(page, 'Erfolgreich angemeldet')).toBeVisible()
})

test('[AUTH-5] [AUTH-7] [AUTH-8] any visitor can register, gets a toast and reaches /admin', async ({
  page,
  owner: _owner,
}) => {
  const account = freshAccount('neu')
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Noch kein Konto? Jetzt registrieren', exact: true }).click()
  await page.getByLabel('E-Mail', { exact: true }).fill(account.email)
  await page.getByLabel('Passwort', { exact: true }).fill(account.password)
  const signup = page.waitForRequest('**/auth/v1/signup**')
  await page.getByRole('button', { name: 'Registrieren', exact: true }).click()
  const url = new URL((await signup).url())
  expect(url.searchParams.get('redirect_to'), 'AUTH-8: the site root').toBe(`${url.origin}/`)
  await expect(page).toHaveURL('/admin')
  await expect(toast(page, 'Konto erfolgreich erstellt')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Ihr Konto wartet auf Freigabe', exact: true })).toBeVisible()
})

test('[AUTH-4] a signed-in user is sent from /auth to /admin', async ({ page, signInByForm }) => {
  await signInByForm(page)
  await page.goto('/auth')
  await expect(page).toHaveURL('/admin')
  await expect(page.getByRole('heading', { name: 'Dashboard', exact: true })).toBeVisible()
})

test('[AUTH-6] a refusal shows the message of the server, in German', async ({ page, owner, expectedErrors }) => {
  expectedErrors(refused(400, '/auth/v1/token?grant_type=password'), refused(422, '/auth/v1/signup'))
  await page.goto('/auth')
  await page.getByLabel('E-Mail', { exact: true }).fill(owner.email)
  await page.getByLabel('Passwort', { exact: true }).fill('falsches Passwort')
  const refusal = page.waitForResponse('**/auth/v1/token**')
  await page.keyboard.press('Enter')
  const { message } = (await (await refusal).json()) as { message: string }
  await expect(toast(page, message)).toBeVisible()
  // [WEEK-17] The same stands under the field, which has the focus.
  const password = page.getByLabel('Passwort', { exact: true })
  await expect(password).toBeFocused()
  await expect(password).toHaveAccessibleDescription(message)
  expect(message, 'the English sentence of the protocol').not.toContain('Invalid login credentials')
  await expect(page.getByRole('button', { name: 'Anmelden', exact: true }), 'ready for another try').toBeEnabled()

  await page.getByRole('button', { name: 'Noch kein Konto? Jetzt registrieren', exact: true }).click()
  const taken = page.waitForResponse('**/auth/v1/signup**')
  await page.getByRole('button', { name: 'Registrieren', exact: true }).click()
  const { message: second } = (await (await taken).json()) as { message: string }
  await expect(toast(page, second)).toBeVisible()
})

test('[AUTH-6] an unexpected exception shows its message, or Ein Fehler ist aufgetreten', async ({
  page,
  owner,
  expectedErrors,
}) => {
  expectedErrors(
    /^console error: Failed to load resource: the server responded with a status of 400 .*\/auth\/v1\/token/,
  )
  await page.goto('/auth')
  await page.getByLabel('E-Mail', { exact: true }).fill(owner.email)
  await page.getByLabel('Passwort', { exact: true }).fill('ein falsches Passwort')
  // The auth client is loaded by the first attempt and checks storage only then; this storage fails later.
  const refused = page.waitForResponse('**/auth/v1/token**')
  await page.keyboard.press('Enter')
  expect((await refused).status()).toBe(400)
  await page.getByLabel('Passwort', { exact: true }).fill(owner.password)
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new Error('Der Speicher ist voll')
    }
  })
  await page.keyboard.press('Enter')
  await expect(page.getByText('Der Speicher ist voll', { exact: true })).toBeVisible()
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new Error('')
    }
  })
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
  await expect(toast(page, 'Ein Fehler ist aufgetreten')).toBeVisible()
})

test('[AUTH-6] an unreachable server is reported as such, and the input stays', async ({
  page,
  owner,
  expectedErrors,
}) => {
  expectedErrors(/ERR_FAILED/)
  await page.goto('/auth')
  await page.route('**/auth/v1/token**', (route) => route.abort())
  await page.getByLabel('E-Mail', { exact: true }).fill(owner.email)
  await page.getByLabel('Passwort', { exact: true }).fill(owner.password)
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Der Server antwortet nicht. Bitte versuchen Sie es gleich noch einmal.')).toBeVisible()
  await expect(page.getByLabel('Passwort', { exact: true })).toHaveValue(owner.password)
})

test('closed registration keeps the toggle and says that it is closed (RUL-4)', async ({
  page,
  owner,
  server,
  expectedErrors,
}) => {
  expectedErrors(refused(422, '/auth/v1/signup'))
  await callAs(server.url, owner, 'PATCH', '/settings', { registration: 'geschlossen' })
  try {
    await page.goto('/auth')
    await page.getByRole('button', { name: 'Noch kein Konto? Jetzt registrieren', exact: true }).click()
    const { email, password } = freshAccount('draussen')
    await page.getByLabel('E-Mail', { exact: true }).fill(email)
    await page.getByLabel('Passwort', { exact: true }).fill(password)
    const refusal = page.waitForResponse('**/auth/v1/signup**')
    await page.keyboard.press('Enter')
    const { code, message } = (await (await refusal).json()) as { code: string; message: string }
    expect(code).toBe('signup_disabled')
    await expect(toast(page, message)).toBeVisible()
  } finally {
    await callAs(server.url, owner, 'PATCH', '/settings', { registration: 'freigabe' })
  }
})

test('sign-in returns to the requested page, on this server only (RUL-9)', async ({ page, owner }) => {
  for (const [wish, goal] of [
    ['/admin/calendar?x=1', '/admin/calendar?x=1'],
    ['//evil.example/admin', '/admin'],
    ['/\\evil.example', '/admin'],
    ['https://evil.example', '/admin'],
    ['javascript:alert(1)', '/admin'],
  ] as const) {
    await page.context().clearCookies()
    await page.goto('/auth')
    await page.evaluate(() => localStorage.clear())
    await page.goto(`/auth?return=${encodeURIComponent(wish)}`)
    await page.getByLabel('E-Mail', { exact: true }).fill(owner.email)
    await page.getByLabel('Passwort', { exact: true }).fill(owner.password)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(goal)
  }
})

test('without mail „Passwort vergessen?“ names the command on the server (RUL-11)', async ({ page, owner }) => {
  await page.goto('/auth')
  await page.getByLabel('E-Mail', { exact: true }).fill(owner.email)
  await page.getByRole('button', { name: 'Passwort vergessen?', exact: true }).click()
  await expect(page.getByText(`npm run reset-password -- ${owner.email}`, { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Zurück zur Anmeldung', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Anmelden', exact: true })).toBeVisible()
})

test('a pending account sees one page, its own account, and the app as soon as it is approved (RUL-4)', async ({
  page,
  owner,
  server,
  signInByForm,
}) => {
  const account = freshAccount('wartend')
  const { user } = await register(server.url, account)
  await signInByForm(page, account)
  await expect(page.getByRole('heading', { name: 'Ihr Konto wartet auf Freigabe', exact: true })).toBeVisible()
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await page.goto('/admin/articles')
  await expect(page.getByRole('heading', { name: 'Ihr Konto wartet auf Freigabe', exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Eigenes Konto', exact: true }).click()
  await expect(page).toHaveURL('/admin/account')
  await expect(page.getByText('Redaktion, wartet auf Freigabe', { exact: true })).toBeVisible()
  await page.goBack()
  await callAs(server.url, owner, 'PATCH', `/users/${user.id}`, { approval: 'approved' })
  await expect(page.getByRole('navigation', { name: 'Navigation', exact: true })).toBeVisible()
})
