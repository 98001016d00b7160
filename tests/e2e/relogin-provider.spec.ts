import { expect } from '../support/e2e.ts'
import { test } from '../support/firm.ts'
import { expectAccessible } from '../support/screen-checks.ts'
import { stored } from '../support/stored-session.ts'
import { words } from '../support/words.ts'

test('[RUL-28] an account without a password signs in in another window, and the page continues by itself', async ({
  firm,
  expectedErrors,
}) => {
  expectedErrors(
    /^console error: Failed to load resource: the server responded with a status of 401 .*\/api\/(rpc\/[\w/]+|live)\)$/,
    /^console error: Failed to load resource: the server responded with a status of 400 .*\/auth\/v1\/token/,
    /^console error: Failed to load resource: the server responded with a status of 40[13] .*\/auth\/v1\/(?:logout|passkeys)/,
  )
  firm.peer.person = { sub: 'f-1', email: 'chefin@firma.example', email_verified: true, name: 'Chefin' }
  const context = await firm.person()
  const page = await context.newPage()
  await page.goto('/auth?return=%2Fadmin%2Faccount')
  await page.getByRole('button', { name: 'Weiter mit Firma', exact: true }).click()
  await expect(page).toHaveURL('/admin/account')
  await expect(page.getByRole('button', { name: 'Passwort festlegen', exact: true })).toBeVisible()

  const ended = await fetch(`${firm.server.url}/auth/v1/logout?scope=local`, {
    method: 'POST',
    headers: { authorization: `Bearer ${(await stored(page))?.access_token}` },
  })
  expect(ended.status).toBe(204)
  // The live stream notices the lost session.
  const dialog = page.getByRole('alertdialog', { name: 'Ihre Sitzung ist abgelaufen', exact: true })
  await expect(
    words(
      dialog,
      'Ihr Konto hat kein Passwort. Melden Sie sich in einem neuen Tab an wie gewohnt, dieser hier merkt es von selbst.',
    ),
  ).toBeVisible()
  await expectAccessible(page)
  const opened = context.waitForEvent('page')
  await dialog.getByRole('link', { name: 'In neuem Tab anmelden', exact: true }).click()
  const tab = await opened
  await tab.getByRole('button', { name: 'Weiter mit Firma', exact: true }).click()
  await expect(tab).toHaveURL('/admin')
  await expect(dialog).toHaveCount(0)
  await page
    .getByRole('navigation', { name: 'Navigation', exact: true })
    .getByRole('link', { name: /^Inbox( [\d.]+ offen)?$/ })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Inbox', exact: true })).toBeVisible()
})
