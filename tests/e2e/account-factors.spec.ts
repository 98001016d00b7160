import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import { approved } from '../support/accounts.ts'
import { expect, refused, test } from '../support/e2e.ts'
import { expectAccessible, expectNoOverflow } from '../support/screen-checks.ts'
import { placeSession, stored } from '../support/stored-session.ts'

const factors = (page: Page) => page.getByRole('list', { name: 'Zweite Faktoren', exact: true }).getByRole('listitem')
const codes = (page: Page) =>
  page.getByRole('list', { name: 'Wiederherstellungscodes', exact: true }).getByRole('listitem')
const aalOf = async (page: Page) =>
  JSON.parse(Buffer.from((await stored(page))?.access_token.split('.')[1] ?? '', 'base64url').toString()).aal as string

/** The list of passkeys may be read with the token of before, once a factor is known and its answer not yet there. */
const READ_BEFORE_ANSWER = refused(401, '/auth/v1/passkeys')

test('[RUL-11] [FACT-3] [SESS-7] an authenticator app and ten recovery codes are added and removed', async ({
  page,
  server,
  owner,
  signIn,
  expectedErrors,
}) => {
  expectedErrors(refused(422, '/auth/v1/factors/*/verify'))
  expectedErrors(READ_BEFORE_ANSWER)
  const account = await approved(server.url, owner, 'app')
  await signIn(page, '/admin/account', account)
  await page.getByRole('button', { name: 'Authenticator-App einrichten', exact: true }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Authenticator-App einrichten', exact: true })
  await expect(dialog.getByLabel('Name', { exact: true })).toBeFocused()
  await dialog.getByLabel('Name', { exact: true }).fill('Mein Handy')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('img', { name: 'QR-Code für die Authenticator-App', exact: true })).toBeVisible()
  const code = dialog.getByLabel('Code', { exact: true })
  await expect(code).toBeFocused()
  const secret = ((await dialog.getByText(/^([A-Z2-7]{2,4} ?)+$/).textContent()) ?? '').replaceAll(' ', '')
  const generator = new TOTP({ secret })
  await page.setViewportSize({ width: 360, height: 780 })
  await expectAccessible(page)
  await expectNoOverflow(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  const right = generator.generate()
  await code.fill(right === '000000' ? '111111' : '000000')
  await page.keyboard.press('Enter')
  await expect(code).toHaveAttribute('aria-invalid', 'true')
  await code.fill(`${right.slice(0, 3)} ${right.slice(3)}`)
  await page.keyboard.press('Enter')

  // The first factor comes with its recovery codes, which are shown once.
  const shown = page.getByRole('alertdialog', { name: 'Ihre Wiederherstellungscodes', exact: true })
  await expect(codes(page)).toHaveCount(10)
  await expect(shown.getByText(/ Die Codes erscheinen nur dieses eine Mal\.$/)).toBeVisible()
  const first = await codes(page).allTextContents()
  await expectAccessible(page)
  const download = page.waitForEvent('download')
  await shown.getByRole('button', { name: 'Herunterladen', exact: true }).click()
  expect(await readFile(await (await download).path(), 'utf8')).toContain(first.join('\n'))
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await shown.getByRole('button', { name: 'Kopieren', exact: true }).click()
  await expect(page.getByText('Codes kopiert', { exact: true })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(first.join('\n'))
  await shown.getByRole('button', { name: 'Ich habe sie gesichert', exact: true }).click()
  await expect(factors(page)).toHaveText([/^Mein HandyAuthenticator-App, seit/])
  await expect(page.getByText('10 Wiederherstellungscodes übrig', { exact: true })).toBeVisible()
  expect(await aalOf(page)).toBe('aal2')
  await page.reload()
  await expect(factors(page)).toHaveCount(1)

  // A few codes are used elsewhere: the remaining number is shown, and new codes replace them.
  for (const used of first.slice(0, 8)) {
    const session = await fetch(`${server.url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(account),
    })
    const { access_token: token } = (await session.json()) as { access_token: string }
    const answer = await fetch(`${server.url}/api/account/recovery-codes/use`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ code: used }),
    })
    expect(answer.status).toBe(200)
  }
  await page.reload()
  await expect(page.getByText('Nur noch 2 Wiederherstellungscodes übrig', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Neue Codes', exact: true }).click()
  await page
    .getByRole('alertdialog', { name: 'Neue Wiederherstellungscodes?', exact: true })
    .getByRole('button', { name: 'Neue Codes', exact: true })
    .click()
  await expect(codes(page)).toHaveCount(10)
  expect(await codes(page).allTextContents()).not.toContain(first[9])
  await page.getByRole('button', { name: 'Ich habe sie gesichert', exact: true }).click()

  await page.getByRole('button', { name: 'Mein Handy entfernen', exact: true }).click()
  const removal = page.getByRole('alertdialog', { name: '„Mein Handy“ entfernen?', exact: true })
  await expect(removal).toContainText('Ihre Wiederherstellungscodes verfallen')
  await removal.getByRole('button', { name: 'Entfernen', exact: true }).click()
  await expect(page.getByText('„Mein Handy“ entfernt', { exact: true })).toBeVisible()
  await expect(factors(page)).toHaveCount(0)
  await expect(page.getByText(/Wiederherstellungscodes übrig/)).toHaveCount(0)
  expect(JSON.stringify(await stored(page))).not.toContain('Mein Handy')
  await page.reload()
  await expect(page.getByText(/^Noch keiner\. /)).toBeVisible()
})

test('[RUL-11] [FACT-3] a passkey is added on its own address, and an aborted one leaves nothing behind', async ({
  server,
  owner,
  newContext,
  expectedErrors,
}) => {
  expectedErrors(READ_BEFORE_ANSWER)
  const account = await approved(server.url, owner, 'passkey')
  const { port } = new URL(server.url)
  const elsewhere = await (await newContext()).newPage()
  await placeSession(elsewhere, account)
  await elsewhere.goto('/admin/account')
  await expect(
    elsewhere.getByText(`Einrichten können Sie ihn nur unter http://localhost:${port}.`, { exact: true }),
  ).toBeVisible()
  await expect(elsewhere.getByRole('button', { name: 'Passkey hinzufügen', exact: true })).toHaveCount(0)
  await elsewhere.close()

  const host = `localhost:${port}`
  const page = await (await newContext({ baseURL: `http://${host}`, ownHost: host })).newPage()
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  })
  await placeSession(page, account)
  await page.goto('/admin/account')
  await page.getByRole('button', { name: 'Passkey hinzufügen', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Passkey hinzufügen', exact: true })
  await page.evaluate(() => {
    // The result of the browser's own dialog when it is closed.
    navigator.credentials.create = () => {
      Reflect.deleteProperty(navigator.credentials, 'create')
      return Promise.reject(new DOMException('closed', 'NotAllowedError'))
    }
  })
  await dialog.getByRole('button', { name: 'Weiter', exact: true }).click()
  await expect(
    dialog.getByText('Der Passkey wurde nicht angelegt. Bitte versuchen Sie es noch einmal.', { exact: true }),
  ).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Weiter', exact: true }).click()
  await page.getByRole('button', { name: 'Ich habe sie gesichert', exact: true }).click()
  await expect(factors(page)).toHaveText([/^Passkeyseit/])
  expect(await aalOf(page)).toBe('aal2')
})

test('[TEAM-12] a passkey signs in alone, by its button and by the list of the browser', async ({
  server,
  owner,
  newContext,
  expectedErrors,
}) => {
  expectedErrors(refused(400, '/auth/v1/passkeys/authentication/verify'))
  const account = await approved(server.url, owner, 'passkey-allein')
  const host = new URL(server.url.replace('127.0.0.1', 'localhost')).host
  const page = await (await newContext({ baseURL: `http://${host}`, ownHost: host })).newPage()
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await placeSession(page, account)
  await page.goto('/admin/account')
  await page.getByRole('button', { name: 'Passkey zum Anmelden einrichten', exact: true }).press('Enter')
  const name = page.getByLabel('Name des Passkeys', { exact: true })
  await name.fill('Mein Laptop')
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 780 })
  await expectNoOverflow(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await name.press('Enter')
  const passkeys = page.getByRole('list', { name: 'Passkeys zum Anmelden', exact: true }).getByRole('listitem')
  await expect(passkeys).toHaveText([/^Mein Laptopseit/])

  // Without an answer from the device the browser's list waits, and the button takes over.
  await devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: false })
  await page.getByRole('button', { name: 'Abmelden', exact: true }).click()
  const button = page.getByRole('button', { name: 'Mit Passkey anmelden', exact: true })
  await expect(button).toBeVisible()
  await expect(page.getByLabel('E-Mail', { exact: true })).toHaveAttribute('autocomplete', 'username webauthn')
  await expectAccessible(page)
  await devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: true })
  await button.press('Enter')
  await expect(passkeys).toHaveText([/^Mein Laptopseit .*, zuletzt benutzt am /])
  expect(await aalOf(page)).toBe('aal2')

  // Removed from the account, the passkey of the device opens nothing any more.
  await page.getByRole('button', { name: 'Mein Laptop entfernen', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Entfernen', exact: true }).click()
  await expect(passkeys).toHaveCount(0)
  await devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: false })
  await page.getByRole('button', { name: 'Abmelden', exact: true }).click()
  await expect(button).toBeVisible()
  await devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: true })
  await button.click()
  await expect(page.getByText(/^Der Passkey wurde nicht anerkannt/).first()).toBeVisible()
})
