import { readFile } from 'node:fs/promises'
import { approved, callAs, freshAccount, grant, register } from '../support/accounts.ts'
import { type Account, expect, refused, test } from '../support/e2e.ts'
import { expectAccessible, expectNoOverflow } from '../support/screen-checks.ts'
import { stored } from '../support/stored-session.ts'
import { letThrough } from '../support/routes.ts'

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'

/** Signs in elsewhere, as this device; returns the access token. */
async function elsewhere(url: string, account: Account, userAgent: string): Promise<string> {
  const response = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': userAgent },
    body: JSON.stringify(account),
  })
  return ((await response.json()) as { access_token: string }).access_token
}

const reaches = async (url: string, token: string) =>
  (await fetch(`${url}/api/account`, { headers: { authorization: `Bearer ${token}` } })).status

test('[RUL-11] the e-mail in the header opens the account, where devices are signed out one by one and all together', async ({
  page,
  server,
  owner,
  signInByForm,
}) => {
  const account = await approved(server.url, owner, 'geraete')
  const phone = await elsewhere(server.url, account, PHONE)
  const script = await elsewhere(server.url, account, 'curl/8.9.1')
  await signInByForm(page, account)
  await page.getByRole('link', { name: account.email, exact: true }).click()
  await expect(page).toHaveURL('/admin/account')
  await expect(page.getByText('Redaktion, freigegeben', { exact: true })).toBeVisible()
  const devices = page.getByRole('list', { name: 'Angemeldete Geräte', exact: true }).getByRole('listitem')
  // Two of the sessions are the registration and this page.
  await expect(devices).toHaveCount(4)
  await expect(devices.first()).toContainText(/^(Headless)?Chrome \d+, LinuxDieses Gerät/)
  await expect(devices.first().getByRole('button')).toHaveCount(0)
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 780 })
  await expectNoOverflow(page)
  await page.setViewportSize({ width: 1440, height: 900 })

  await devices.filter({ hasText: 'Safari 18, iPhone' }).getByRole('button').press('Enter')
  await expect(page.getByText('Safari 18, iPhone abgemeldet', { exact: true })).toBeVisible()
  await expect(devices).toHaveCount(3)
  expect([await reaches(server.url, phone), await reaches(server.url, script)]).toEqual([401, 200])

  await page.getByRole('button', { name: 'Alle anderen abmelden', exact: true }).click()
  await expect(page.getByText('2 andere Geräte abgemeldet', { exact: true })).toBeVisible()
  await expect(devices).toHaveCount(1)
  expect(await reaches(server.url, script)).toBe(401)
  await page.reload()
  await expect(devices).toHaveCount(1)
})

test('[RUL-69] a URL that asks for the name opens its dialog once', async ({ page, signIn }) => {
  await signIn(page, '/admin/account?aendern=name')
  const dialog = page.getByRole('dialog', { name: 'Namen angeben', exact: true })
  await expect(dialog).toBeVisible()
  await expect(page).toHaveURL('/admin/account')
  // Closed, it leaves the focus at the button that opens it.
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Namen angeben', exact: true })).toBeFocused()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Namen angeben', exact: true })).toBeVisible()
  await expect(dialog).toBeHidden()
})

test('[RUL-11] password and e-mail are changed by keyboard, and every refusal is shown at its field', async ({
  page,
  server,
  owner,
  signIn,
  expectedErrors,
}) => {
  expectedErrors(refused(400, '/auth/v1/user'), refused(422, '/auth/v1/user'))
  const account = await approved(server.url, owner, 'wechsel')
  const other = await elsewhere(server.url, account, PHONE)
  await signIn(page, '/admin/account', account)

  await page.getByRole('button', { name: 'Passwort ändern', exact: true }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Passwort ändern', exact: true })
  const current = dialog.getByLabel('Jetziges Passwort', { exact: true })
  const next = dialog.getByLabel('Neues Passwort', { exact: true })
  await expect(current).toBeFocused()
  await next.fill('abc')
  await expect(dialog.getByText('Noch 3 Zeichen', { exact: true })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(current).toBeFocused()
  await expect(current).toHaveAccessibleDescription('Bitte geben Sie Ihr jetziges Passwort ein')
  await current.fill('ganz falsch')
  await page.keyboard.press('Enter')
  await expect(next).toHaveAccessibleDescription(/Mindestens 6 Zeichen/)
  await next.fill('Lampe Regen Fahrrad')
  await expect(dialog.getByText('Sehr gut', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(current).toHaveAccessibleDescription('Das jetzige Passwort ist falsch')
  await current.fill(account.password)
  await next.fill(account.password)
  await page.keyboard.press('Enter')
  await expect(next).toHaveAttribute('aria-invalid', 'true')
  await next.fill('Lampe Regen Fahrrad')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Passwort geändert', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Passwort ändern', exact: true })).toBeFocused()
  expect(await reaches(server.url, other), 'other sessions end').toBe(401)
  expect((await grant(server.url, { ...account, password: 'Lampe Regen Fahrrad' })).access_token).toBeTruthy()

  await page.getByRole('button', { name: 'E-Mail ändern', exact: true }).press('Enter')
  const email = page
    .getByRole('dialog', { name: 'E-Mail ändern', exact: true })
    .getByLabel('Neue E-Mail', { exact: true })
  await expect(email).toBeFocused()
  await email.fill(owner.email)
  await page.keyboard.press('Enter')
  // A session is no proof: a new address requires the password, as a new password does.
  const proof = page
    .getByRole('dialog', { name: 'E-Mail ändern', exact: true })
    .getByLabel('Jetziges Passwort', { exact: true })
  await expect(proof).toBeFocused()
  await expect(proof).toHaveAccessibleDescription('Bitte geben Sie Ihr jetziges Passwort ein')
  await proof.fill('falsch-geraten')
  await page.keyboard.press('Enter')
  await expect(proof).toHaveAccessibleDescription('Das jetzige Passwort ist falsch')
  await proof.fill('Lampe Regen Fahrrad')
  await page.keyboard.press('Enter')
  await expect(email).toHaveAttribute('aria-invalid', 'true')
  await email.fill(`neu-${account.email}`)
  await page.keyboard.press('Enter')
  await expect(page.getByText('E-Mail geändert', { exact: true })).toBeVisible()
  await expect(page.getByRole('banner').getByText(`neu-${account.email}`, { exact: true })).toBeVisible()
  await expect(page.getByRole('main').getByText(`neu-${account.email}`, { exact: true })).toBeVisible()
})

test('[RUL-11] own data are downloaded, the account is deleted, and its articles get another owner', async ({
  page,
  server,
  owner,
  signIn,
  expectedErrors,
}) => {
  expectedErrors(refused(400, '/api/rpc/account/removal/remove'), refused(403, '/auth/v1/logout'))
  const account = await approved(server.url, owner, 'geht')
  const title = `Bleibt ${account.id.slice(-6)}`
  const article = await callAs(server.url, account, 'POST', '/articles', { title, content_markdown: 'Absatz' })
  await signIn(page, '/admin/account', account)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Herunterladen', exact: true }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^konto-\d{4}-\d\d-\d\d\.json$/)
  const data = JSON.parse(await readFile(await file.path(), 'utf8')) as Record<string, unknown>
  expect(data).toMatchObject({ account: { email: account.email }, articles: [{ title, content_markdown: 'Absatz' }] })

  await page.getByRole('button', { name: 'Konto löschen', exact: true }).press('Enter')
  const dialog = page.getByRole('alertdialog', { name: 'Konto löschen?', exact: true })
  const password = dialog.getByLabel('Passwort', { exact: true })
  await dialog.getByLabel('Ihren Artikel bekommt', { exact: true }).press('Enter')
  await page.getByRole('option', { name: owner.email.split('@')[0], exact: true }).press('Enter')
  await dialog.getByRole('button', { name: 'Konto löschen', exact: true }).click()
  await expect(password).toHaveAccessibleDescription('Bitte geben Sie Ihr Passwort ein')
  await password.fill('falsch geraten')
  await page.keyboard.press('Enter')
  await expect(password).toHaveAccessibleDescription('Das Passwort ist falsch.')
  await expectAccessible(page)
  await password.fill(account.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/auth/)
  await expect(page.getByText('Ihr Konto ist gelöscht', { exact: true })).toBeVisible()
  expect(await stored(page)).toBeNull()
  const { author_id: author } = await callAs(server.url, owner, 'GET', `/articles/${String(article.id)}`)
  const { id: ownerId } = await callAs(server.url, owner, 'GET', '/account')
  expect(author).toBe(ownerId)
  expect(await grant(server.url, account).catch(String)).toContain('400')
})

test('[RUL-11] the last owner cannot be deleted, and a section that fails to load offers a retry', async ({
  page,
  owner: _owner,
  signIn,
  expectedErrors,
}) => {
  expectedErrors(/ERR_FAILED/)
  await page.route('**/api/rpc/account/sessions/list', (route) => route.abort())
  await signIn(page, '/admin/account')
  await expect(page.getByText('Die Geräte konnten nicht geladen werden.', { exact: true })).toBeVisible()
  await expect(page.getByText('Inhaber, freigegeben', { exact: true })).toBeVisible()
  await letThrough(page, '**/api/rpc/account/sessions/list')
  await page.getByRole('button', { name: 'Erneut versuchen', exact: true }).click()
  await expect(page.getByText('Dieses Gerät', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Konto löschen', exact: true }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Konto löschen?', exact: true })
  await expect(dialog.getByText(/^Sie sind die einzige Person mit der Rolle Inhaber\. /)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Konto löschen', exact: true })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
})

test('[RUL-4] a pending account can open its account and data and sign out, and nothing else', async ({
  page,
  server,
  owner: _owner,
  signIn,
  expectedErrors,
}) => {
  // The account was deleted with its sessions, so the sign-out is refused.
  expectedErrors(refused(403, '/auth/v1/logout'))
  const account = freshAccount('wartet')
  await register(server.url, account)
  await page.setViewportSize({ width: 360, height: 780 })
  await signIn(page, '/admin', account)
  await page.getByRole('link', { name: 'Eigenes Konto', exact: true }).click()
  await expect(page.getByText('Redaktion, wartet auf Freigabe', { exact: true })).toBeVisible()
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expectAccessible(page)
  await expectNoOverflow(page)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Herunterladen', exact: true }).click()
  expect((await download).suggestedFilename()).toMatch(/^konto-/)
  await page.getByRole('link', { name: 'Zurück', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Ihr Konto wartet auf Freigabe', exact: true })).toBeVisible()
  await page.goBack()
  await page.getByRole('button', { name: 'Konto löschen', exact: true }).click()
  await page.getByRole('alertdialog').getByLabel('Passwort', { exact: true }).fill(account.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/auth/)
  expect(await grant(server.url, account).catch(String)).toContain('400')
})
