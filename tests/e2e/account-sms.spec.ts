import { expect, registerOwner, test } from '../support/e2e.ts'
import { expectAccessible } from '../support/screen-checks.ts'
import { startServer } from '../support/server-process.ts'
import { startSmsPeer } from '../support/sms-peer.ts'
import { placeSession } from '../support/stored-session.ts'
import { UNLIMITED } from '../support/unlimited.ts'
import { words } from '../support/words.ts'

test('[RUL-11] [FACT-3] the account screen adds and removes a phone number by SMS if a gateway is configured', async ({
  newContext,
  expectedErrors,
}) => {
  expectedErrors(
    /^console error: Failed to load resource: .* status of 400 .*\/auth\/v1\/factors\)$/,
    /^console error: Failed to load resource: .* status of 422 .*\/auth\/v1\/factors\/[\da-f-]+\/verify\)$/,
  )
  const gateway = await startSmsPeer()
  const server = await startServer({ env: { ...UNLIMITED, ...gateway.env } })
  const context = await newContext({ baseURL: server.url, ownHost: new URL(server.url).host })
  try {
    const owner = await registerOwner(server.url)
    const page = await context.newPage()
    await placeSession(page, owner)
    await page.goto('/admin/account')
    await page.getByRole('button', { name: 'Telefonnummer hinzufügen', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Telefonnummer hinzufügen', exact: true })
    await dialog.getByLabel('Name', { exact: true }).fill('Dienstnummer')
    const number = dialog.getByLabel('Telefonnummer', { exact: true })
    await number.fill('0171 123')
    await page.keyboard.press('Enter')
    await expect(number).toHaveAttribute('aria-invalid', 'true')
    await expect(
      words(dialog, 'Die Telefonnummer ist ungültig (Format E.164, zum Beispiel +4930123456).'),
    ).toBeVisible()
    expect(gateway.messages).toEqual([])
    await number.fill('+491711234567')
    await page.keyboard.press('Enter')
    const code = dialog.getByLabel('Code', { exact: true })
    await expect(code).toBeVisible()
    await expectAccessible(page)
    await expect.poll(() => gateway.messages.map(({ to }) => to)).toEqual(['+491711234567'])
    await code.fill(gateway.code() === '000000' ? '111111' : '000000')
    await page.keyboard.press('Enter')
    await expect(code).toHaveAttribute('aria-invalid', 'true')
    await code.fill(gateway.code())
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Ich habe sie gesichert', exact: true }).click()
    const factors = page.getByRole('list', { name: 'Zweite Faktoren', exact: true }).getByRole('listitem')
    await expect(factors).toHaveText([/^Dienstnummer/])
    await page.getByRole('button', { name: 'Dienstnummer entfernen', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Entfernen', exact: true }).click()
    await expect(factors).toHaveCount(0)
  } finally {
    // Closed before its server stops, so that the page sends no more requests.
    await context.close()
    await server.stop()
    await gateway.stop()
  }
})
