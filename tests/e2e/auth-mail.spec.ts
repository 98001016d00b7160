import { freshAccount, grant } from '../support/accounts.ts'
import { expect, refused, test as base } from '../support/e2e.ts'
import { expectAccessible, expectNoOverflow } from '../support/screen-checks.ts'
import { startSmtpPeer, type SmtpPeer } from '../support/smtp-peer.ts'
import { words } from '../support/words.ts'

/** A blog that sends its mail to a server on loopback. */
const test = base.extend<{ peer: SmtpPeer }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads which fixtures are wanted from the pattern
  peer: async ({}, use) => {
    const peer = await startSmtpPeer()
    await use(peer)
    await peer.stop()
  },
  ownBlog: async ({ peer }, use) => use({ SMTP_URL: peer.url }),
})

/** Replaces the host of mailed links: mails name `localhost`, tests use 127.0.0.1. */
const here = (link: string) => link.replace('//localhost:', '//127.0.0.1:')

test('[AUTH-8] a registration is confirmed by its mail, which can be sent again, and ends in the app', async ({
  page,
  owner: _owner,
  peer,
  newContext,
  server,
  expectedErrors,
}) => {
  expectedErrors(refused(400, '/auth/v1/token?grant_type=password'))
  const account = freshAccount('neu-per-mail')
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Noch kein Konto? Jetzt registrieren', exact: true }).click()
  await page.getByLabel('E-Mail', { exact: true }).fill(account.email)
  await page.getByLabel('Passwort', { exact: true }).fill(account.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Bitte bestätigen Sie Ihre E-Mail', exact: true })).toBeVisible()
  await expectAccessible(page)
  const first = await peer.next(account.email)
  await page.getByRole('button', { name: 'Erneut senden', exact: true }).click()
  await expect(page.getByText('E-Mail erneut gesendet', { exact: true })).toBeVisible()
  const second = await peer.next(account.email)

  // The first link is invalid; the landing page passes its result to the screen that explains it.
  await page.goto(here(first.link))
  await page.getByRole('button', { name: 'Adresse bestätigen', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Der Link gilt nicht mehr', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Zur Anmeldung', exact: true }).click()

  // Not confirmed yet: signing in leads back to the form that sends the mail again.
  await page.getByLabel('E-Mail', { exact: true }).fill(account.email)
  await page.getByLabel('Passwort', { exact: true }).fill(account.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Bitte bestätigen Sie Ihre E-Mail', exact: true })).toBeVisible()
  await page.getByLabel('Code aus der E-Mail', { exact: true }).fill('12345')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Bitte geben Sie die sechs Ziffern aus der E-Mail ein', { exact: true })).toBeVisible()

  await page.goto(here(second.link))
  await expect(page.getByRole('heading', { name: 'E-Mail-Adresse bestätigen', exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Adresse bestätigen', exact: true }).click()
  await expect(page).toHaveURL('/admin')
  await expect(page.getByRole('heading', { name: 'Ihr Konto wartet auf Freigabe', exact: true })).toBeVisible()

  // A new address is valid once both mailboxes have confirmed it.
  const wanted = freshAccount('umgezogen').email
  await page.goto('/admin/account')
  await page.getByRole('button', { name: 'E-Mail ändern', exact: true }).click()
  await page.getByLabel('Neue E-Mail', { exact: true }).fill(wanted)
  await page.getByLabel('Jetziges Passwort', { exact: true }).fill(account.password)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Bestätigung an beide Adressen gesendet', { exact: true })).toBeVisible()
  const [toNew, toOld] = [await peer.next(wanted), await peer.next(account.email)]
  await page.goto(here(toNew.link))
  await page.getByRole('button', { name: 'Änderung bestätigen', exact: true }).click()
  await expect(page.getByText(/Bitte öffnen Sie nun noch den Link in der E-Mail an die andere Adresse\./)).toBeVisible()
  await expect(page).toHaveURL('/admin/account')
  await page.goto(here(toOld.link))
  await page.getByRole('button', { name: 'Änderung bestätigen', exact: true }).click()
  await expect(page).toHaveURL('/admin/account')
  await expect(words(page.getByRole('main'), wanted).first()).toBeVisible()
  expect((await grant(server.url, { ...account, email: wanted })).access_token).toBeTruthy()

  // On another device the six-digit code is used.
  const other = freshAccount('woanders')
  const reader = await (await newContext()).newPage()
  await reader.goto('/auth')
  await reader.getByRole('button', { name: 'Noch kein Konto? Jetzt registrieren', exact: true }).click()
  await reader.getByLabel('E-Mail', { exact: true }).fill(other.email)
  await reader.getByLabel('Passwort', { exact: true }).fill(other.password)
  await reader.keyboard.press('Enter')
  const { code } = await peer.next(other.email)
  await reader.getByLabel('Code aus der E-Mail', { exact: true }).fill(code)
  await reader.keyboard.press('Enter')
  await expect(reader.getByRole('heading', { name: 'Ihr Konto wartet auf Freigabe', exact: true })).toBeVisible()
  expect((await grant(server.url, other)).access_token).toBeTruthy()
})

test('a forgotten password is replaced by mail, and the response is the same for every address', async ({
  page,
  owner,
  peer,
  newContext,
  server,
}) => {
  await page.goto('/auth')
  await page.getByLabel('E-Mail', { exact: true }).fill('niemand@redaktion.example')
  await page.getByRole('button', { name: 'Passwort vergessen?', exact: true }).click()
  await expect(page.getByLabel('E-Mail', { exact: true })).toHaveValue('niemand@redaktion.example')
  await expect(page.getByLabel('E-Mail', { exact: true })).toBeFocused()
  const said = async (email: string) => {
    await page.getByLabel('E-Mail', { exact: true }).fill(email)
    await page.keyboard.press('Enter')
    const sentence = page.getByText(/^Wenn es zu .* ein Konto gibt, haben wir eine E-Mail/)
    await expect(sentence).toBeVisible()
    return (await sentence.innerText()).replace(email, '')
  }
  const unknown = await said('niemand@redaktion.example')
  await page.getByRole('button', { name: 'Zurück zur Anmeldung', exact: true }).click()
  await page.getByRole('button', { name: 'Passwort vergessen?', exact: true }).click()
  await expectAccessible(page)
  expect(await said(owner.email)).toBe(unknown)
  const { link } = await peer.next(owner.email)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectAccessible(page)
  await expectNoOverflow(page)

  // Opened in another browser than it was requested in: shows an explanation.
  const phone = await (await newContext()).newPage()
  await phone.goto('/auth?step=new-password&code=woanders')
  await expect(
    phone.getByRole('heading', { name: 'Der Link gehört zu einem anderen Browser', exact: true }),
  ).toBeVisible()

  await page.goto(here(link))
  await expect(page.getByRole('heading', { name: 'Neues Passwort setzen', exact: true })).toBeVisible()
  await expectNoOverflow(page)
  // Mail scanners open links, so opening a link must not use it up.
  await page.reload()
  await page.getByRole('button', { name: 'Weiter', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Neues Passwort', exact: true })).toBeVisible()
  await expect(page).toHaveURL(/\/auth\?step=new-password$/)
  await expectAccessible(page)
  const password = page.getByRole('textbox', { name: 'Neues Passwort', exact: true })
  await expect(password).toBeFocused()
  await password.fill('kurz')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Das Passwort braucht mindestens 6 Zeichen', { exact: true })).toBeVisible()
  await password.fill('ein ganz neues Passwort')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Passwort geändert', { exact: true })).toBeVisible()
  await expect(page).toHaveURL('/admin')
  expect((await grant(server.url, { ...owner, password: 'ein ganz neues Passwort' })).access_token).toBeTruthy()
})

test('if a stranger registered with my address before, my mail lets me choose a new password, and theirs does not work', async ({
  page,
  owner,
  peer,
  server,
}) => {
  const account = freshAccount('vorgekommen')
  const his = { email: account.email, password: 'das-des-fremden' }
  const call = (path: string, body: object) =>
    fetch(`${server.url}/auth/v1/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  expect(owner.email).not.toBe(account.email)
  expect((await call('signup', his)).status).toBe(200)
  await peer.next(account.email)
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Noch kein Konto? Jetzt registrieren', exact: true }).click()
  await page.getByLabel('E-Mail', { exact: true }).fill(account.email)
  await page.getByLabel('Passwort', { exact: true }).fill(account.password)
  await page.keyboard.press('Enter')
  const mail = await peer.next(account.email)
  expect(mail.text).toContain('mehr als einmal')
  await page.goto(here(mail.link))
  await page.getByRole('button', { name: 'Adresse bestätigen', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Neues Passwort', exact: true })).toBeVisible()
  await page.getByRole('textbox', { name: 'Neues Passwort', exact: true }).fill('Lampe Regen Fahrrad')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/admin')
  for (const password of [his.password, account.password])
    expect((await call('token?grant_type=password', { ...his, password })).status).toBe(400)
  expect((await grant(server.url, { ...account, password: 'Lampe Regen Fahrrad' })).access_token).toBeTruthy()
})

test('if my address was changed by someone else, the link in the notice reverts it', async ({
  page,
  owner,
  peer,
  server,
}) => {
  const account = freshAccount('zurueckgeholt')
  const taken = freshAccount('weggenommen').email
  const call = async (method: string, path: string, body: object, token?: string) => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
    return (await fetch(`${server.url}/auth/v1/${path}`, { method, headers, body: JSON.stringify(body) })).json()
  }
  expect(owner.email).not.toBe(account.email)
  await call('POST', 'signup', { email: account.email, password: account.password })
  const confirmed = { type: 'signup', email: account.email, token: (await peer.next(account.email)).code }
  const { access_token: token } = await call('POST', 'verify', confirmed)
  await call('PUT', 'user', { email: taken, current_password: account.password }, token)
  for (const email of [account.email, taken])
    await call('POST', 'verify', { type: 'email_change', email, token: (await peer.next(email)).code })

  const notice = here((await peer.next(account.email)).link)
  await page.goto(`${notice}&redirect_to=${encodeURIComponent(`${server.url}/`)}`)
  await expect(page.getByRole('heading', { name: 'Bisherige Adresse zurückholen', exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Adresse zurückholen', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Ihre bisherige Adresse gilt wieder', exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.goto(here((await peer.next(account.email)).link))
  await expect(page.getByRole('heading', { name: 'Neues Passwort setzen', exact: true })).toBeVisible()
})
