import { freshAccount, grant } from '../support/accounts.ts'
import { expect, test as base } from '../support/e2e.ts'
import { expectAccessible, expectNoOverflow } from '../support/screen-checks.ts'
import { startSmtpPeer, type SmtpPeer } from '../support/smtp-peer.ts'

/** A blog that sends its mail to a server on loopback. */
const test = base.extend<object, { peer: SmtpPeer }>({
  peer: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads which fixtures are wanted from the pattern
    async ({}, use) => {
      const peer = await startSmtpPeer()
      await use(peer)
      await peer.stop()
    },
    { scope: 'worker' },
  ],
  serverEnv: [async ({ peer }, use) => use({ SMTP_URL: peer.url }), { scope: 'worker' }],
})

/** The address as the browser of these tests knows the server; mails name `localhost`. */
const here = (link: string) => link.replace('//localhost:', '//127.0.0.1:')

test('[AUTH-8] a registration is confirmed by its mail, sent again on demand, and ends in the app', async ({
  page,
  owner,
  peer,
  newContext,
  server,
  expectedErrors,
}) => {
  expect(owner.email).toBeTruthy()
  expectedErrors(/status of 40[03]/)
  const account = freshAccount('neu-per-mail')
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Noch kein Konto? Jetzt registrieren' }).click()
  await page.getByLabel('E-Mail').fill(account.email)
  await page.getByLabel('Passwort').fill(account.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Bitte bestätigen Sie Ihre E-Mail' })).toBeVisible()
  await expectAccessible(page)
  const first = await peer.next(account.email)
  await page.getByRole('button', { name: 'Erneut senden' }).click()
  await expect(page.getByText('E-Mail erneut gesendet')).toBeVisible()
  const second = await peer.next(account.email)

  // The first link is void; the landing page hands what it brought to the screen that can say so.
  await page.goto(here(first.link))
  await page.getByRole('button', { name: 'Adresse bestätigen' }).click()
  await expect(page.getByRole('heading', { name: 'Der Link gilt nicht mehr' })).toBeVisible()
  await page.getByRole('button', { name: 'Zur Anmeldung' }).click()

  // Not confirmed yet: signing in leads back to where it can be sent again or typed.
  await page.getByLabel('E-Mail').fill(account.email)
  await page.getByLabel('Passwort').fill(account.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Bitte bestätigen Sie Ihre E-Mail' })).toBeVisible()
  await page.getByLabel('Code aus der E-Mail').fill('12345')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Bitte geben Sie die sechs Ziffern aus der E-Mail ein')).toBeVisible()

  await page.goto(here(second.link))
  await expect(page.getByRole('heading', { name: 'E-Mail-Adresse bestätigen' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Adresse bestätigen' }).click()
  await expect(page).toHaveURL('/admin')
  await expect(page.getByRole('heading', { name: 'Ihr Konto wartet auf Freigabe' })).toBeVisible()

  // A new address counts once both mailboxes have said yes.
  const wanted = freshAccount('umgezogen').email
  await page.goto('/admin/account')
  await page.getByRole('button', { name: 'E-Mail ändern' }).click()
  await page.getByLabel('Neue E-Mail').fill(wanted)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Bestätigung an beide Adressen gesendet')).toBeVisible()
  const [toNew, toOld] = [await peer.next(wanted), await peer.next(account.email)]
  await page.goto(here(toNew.link))
  await page.getByRole('button', { name: 'Änderung bestätigen' }).click()
  await expect(page.getByText('öffnen Sie nun noch den Link in der E-Mail an die andere Adresse')).toBeVisible()
  await expect(page).toHaveURL('/admin/account')
  await page.goto(here(toOld.link))
  await page.getByRole('button', { name: 'Änderung bestätigen' }).click()
  await expect(page).toHaveURL('/admin/account')
  await expect(page.getByText(wanted).first()).toBeVisible()
  expect((await grant(server.url, { ...account, email: wanted })).access_token).toBeTruthy()

  // On another device the six digits do.
  const other = freshAccount('woanders')
  const reader = await (await newContext()).newPage()
  await reader.goto('/auth')
  await reader.getByRole('button', { name: 'Noch kein Konto? Jetzt registrieren' }).click()
  await reader.getByLabel('E-Mail').fill(other.email)
  await reader.getByLabel('Passwort').fill(other.password)
  await reader.keyboard.press('Enter')
  const { code } = await peer.next(other.email)
  await reader.getByLabel('Code aus der E-Mail').fill(code)
  await reader.keyboard.press('Enter')
  await expect(reader.getByRole('heading', { name: 'Ihr Konto wartet auf Freigabe' })).toBeVisible()
  expect((await grant(server.url, other)).access_token).toBeTruthy()
})

test('a forgotten password is replaced by the mail, whoever asks hears the same', async ({
  page,
  owner,
  peer,
  newContext,
  server,
}) => {
  await page.goto('/auth')
  await page.getByLabel('E-Mail').fill('niemand@redaktion.example')
  await page.getByRole('button', { name: 'Passwort vergessen?' }).click()
  await expect(page.getByLabel('E-Mail')).toHaveValue('niemand@redaktion.example')
  await expect(page.getByLabel('E-Mail')).toBeFocused()
  const said = async (email: string) => {
    await page.getByLabel('E-Mail').fill(email)
    await page.keyboard.press('Enter')
    const sentence = page.getByText('ein Konto gibt, haben wir eine E-Mail')
    await expect(sentence).toBeVisible()
    return (await sentence.innerText()).replace(email, '')
  }
  const unknown = await said('niemand@redaktion.example')
  await page.getByRole('button', { name: 'Zurück zur Anmeldung' }).click()
  await page.getByRole('button', { name: 'Passwort vergessen?' }).click()
  await expectAccessible(page)
  expect(await said(owner.email)).toBe(unknown)
  const { link } = await peer.next(owner.email)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectAccessible(page)
  await expectNoOverflow(page)

  // Opened where it was not asked for: says so instead of doing nothing.
  const phone = await (await newContext()).newPage()
  await phone.goto('/auth?step=new-password&code=woanders')
  await expect(phone.getByRole('heading', { name: 'Der Link gehört zu einem anderen Browser' })).toBeVisible()

  await page.goto(here(link))
  await expect(page.getByRole('heading', { name: 'Neues Passwort setzen' })).toBeVisible()
  await expectNoOverflow(page)
  // The scanner of a mail provider has been here before: opening the link uses nothing up.
  await page.reload()
  await page.getByRole('button', { name: 'Weiter' }).click()
  await expect(page.getByRole('heading', { name: 'Neues Passwort' })).toBeVisible()
  await expect(page).toHaveURL(/\/auth\?step=new-password$/)
  await expectAccessible(page)
  const password = page.getByRole('textbox', { name: 'Neues Passwort' })
  await expect(password).toBeFocused()
  await password.fill('kurz')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Das Passwort braucht mindestens 6 Zeichen')).toBeVisible()
  await password.fill('ein ganz neues Passwort')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Passwort geändert')).toBeVisible()
  await expect(page).toHaveURL('/admin')
  expect((await grant(server.url, { ...owner, password: 'ein ganz neues Passwort' })).access_token).toBeTruthy()
})
