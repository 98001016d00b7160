import { freshAccount, register } from '../support/accounts.ts'
import { expect, refused } from '../support/e2e.ts'
import { test } from '../support/firm.ts'
import { expectAccessible, expectNoOverflow } from '../support/screen-checks.ts'
import { placeSession } from '../support/stored-session.ts'
import { toast } from '../support/words.ts'

test('[FACT-4] signing in with a provider leads back to the remembered page, and providers can be linked and unlinked', async ({
  firm,
  expectedErrors,
}) => {
  expectedErrors(refused(422, '/auth/v1/token?grant_type=pkce'))
  const page = await (await firm.person()).newPage()
  await page.goto('/auth?return=%2Fadmin%2Finbox')
  const way = page.getByRole('button', { name: 'Weiter mit Firma', exact: true })
  await way.waitFor()
  await expectAccessible(page)

  firm.peer.person = null
  await way.click()
  await expect(page.getByText('Die Person hat abgelehnt.', { exact: true })).toBeVisible()
  await expect(page).toHaveURL('/auth?return=%2Fadmin%2Finbox')

  firm.peer.person = { sub: 'f-1', email: 'chefin@firma.example', email_verified: true, name: 'Chefin' }
  await way.click()
  await expect(toast(page, 'Erfolgreich angemeldet')).toBeVisible()
  await expect(page).toHaveURL('/admin/inbox')
  await expect(page.getByText('chefin@firma.example', { exact: true })).toBeVisible()

  // The only sign-in method cannot be removed. A second provider can be linked to an account with a password, and
  // removed again.
  await page.goto('/admin/account')
  await expect(page.getByText('Ihre einzige Anmeldung; sie lässt sich nicht trennen.', { exact: true })).toBeVisible()
  const { email, password } = freshAccount('verknuepft')
  const other = await (await firm.person()).newPage()
  await register(firm.server.url, { email, password })
  await placeSession(other, { email, password })
  await other.goto('/admin/account')
  firm.peer.person = { sub: 'f-1', email: 'chefin@firma.example', email_verified: true }
  await other.getByRole('button', { name: 'Firma verknüpfen', exact: true }).click()
  await expect(other.getByText('Diese Anmeldung ist schon mit einem Konto verknüpft.', { exact: true })).toBeVisible()
  firm.peer.person = { sub: 'f-2', email: 'privat@anderswo.example' }
  await other.getByRole('button', { name: 'Firma verknüpfen', exact: true }).click()
  await expect(other.getByText('Anmeldedienst verknüpft', { exact: true })).toBeVisible()
  await expect(other.getByText('privat@anderswo.example', { exact: true })).toBeVisible()
  await other.getByRole('button', { name: 'Firma trennen', exact: true }).click()
  await other.getByRole('alertdialog').getByRole('button', { name: 'Trennen', exact: true }).click()
  await expect(other.getByRole('button', { name: 'Firma verknüpfen', exact: true })).toBeVisible()
})

test('[FACT-4] [AUTH-6] if the code for signing in fails to load, the button reports it and the next press continues', async ({
  firm,
  expectedErrors,
}) => {
  expectedErrors(/ERR_FAILED/)
  firm.peer.person = { sub: 'f-3', email: 'spaeter@firma.example', email_verified: true, name: 'Später' }
  const page = await (await firm.person()).newPage()
  const client = /\/assets\/auth-client-/
  await page.route(client, (route) => route.abort())
  await page.goto('/auth?return=%2Fadmin%2Finbox')
  const way = page.getByRole('button', { name: 'Weiter mit Firma', exact: true })
  await way.click()
  await expect(toast(page, 'Der Server antwortet nicht. Bitte versuchen Sie es gleich noch einmal.')).toBeVisible()
  await page.unroute(client)
  await way.click()
  await expect(page).not.toHaveURL(/\/auth/)
})

test('[RUL-4] [TEAM-8] an owner invites a guest by link, blocks, deletes, and sees it in the audit log', async ({
  firm,
}) => {
  firm.peer.person = { sub: 'f-1', email: 'chefin@firma.example', email_verified: true }
  const page = await (await firm.person()).newPage()
  await page.goto('/auth?return=%2Fadmin%2Fsettings%3Fbereich%3Dkonten')
  await page.getByRole('button', { name: 'Weiter mit Firma', exact: true }).click()
  await page.getByLabel('Für wen (Notiz)', { exact: true }).fill('Kollegin Öz')
  await page.getByRole('combobox', { name: 'Rolle der Einladung', exact: true }).click()
  await page.getByRole('option', { name: 'Gast', exact: true }).click()
  await page.getByRole('button', { name: 'Link anlegen', exact: true }).click()
  const link = await page.getByLabel('Einladungslink', { exact: true }).inputValue()
  const invites = page.getByRole('list', { name: 'Offene Einladungen', exact: true })
  await expect(invites.getByText('Kollegin Öz', { exact: true })).toBeVisible()
  await expect(invites.getByText(/^Gast · gilt bis /)).toBeVisible()
  await page.getByRole('button', { name: 'Link anlegen', exact: true }).click()
  await expect(invites.getByRole('listitem')).toHaveCount(2)
  await invites.getByRole('button', { name: /„Einladung vom .* zurückziehen/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Zurückziehen', exact: true }).click()
  await expect(invites.getByRole('listitem')).toHaveCount(1)
  await expectAccessible(page)

  const invited = await (await firm.person()).newPage()
  await invited.goto(link.replace(/^http:\/\/localhost:\d+/, ''))
  await expect(invited.getByText(/^Sie sind eingeladen\. /)).toBeVisible()
  await invited.getByLabel('E-Mail', { exact: true }).fill('kollegin@redaktion.example')
  await invited.getByLabel('Passwort', { exact: true }).fill('ein langes Passwort')
  await invited.getByRole('button', { name: 'Registrieren', exact: true }).click()
  await expect(invited.getByRole('navigation', { name: 'Navigation', exact: true }).getByRole('link')).toHaveCount(1)
  await expect(invited.getByRole('heading', { name: 'Artikel', exact: true })).toBeVisible()
  await expectAccessible(invited)

  await invited.close()

  await page.reload()
  await expect(invites).toHaveCount(0)
  const row = page
    .getByRole('list', { name: 'Konten', exact: true })
    .getByRole('listitem')
    .filter({ hasText: 'kollegin@' })
  await row.getByRole('button', { name: 'Weitere Aktionen für kollegin@redaktion.example', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Sperren', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sperren', exact: true }).click()
  await row.getByRole('button', { name: 'Entsperren', exact: true }).click()
  await expect(row.getByText('Freigegeben', { exact: true })).toBeVisible()
  await row.getByRole('button', { name: 'Weitere Aktionen für kollegin@redaktion.example', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Konto löschen', exact: true }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Konto löschen?', exact: true })
  await dialog.getByRole('button', { name: 'Konto löschen', exact: true }).waitFor()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Konto löschen', exact: true }).click()
  await expect(page.getByText('Konto gelöscht', { exact: true })).toBeVisible()
  await expect(row).toHaveCount(0)

  await page.getByRole('link', { name: 'Protokoll', exact: true }).click()
  const log = page.getByRole('list', { name: 'Protokoll', exact: true }).getByRole('listitem')
  await expect(log.first()).toContainText('Konto gelöscht')
  await expect(log.first()).toContainText('durch chefin@firma.example')
  await page.getByRole('searchbox', { name: 'Person suchen …', exact: true }).fill('kollegin')
  await expect(log.filter({ hasText: 'Angemeldet' })).toHaveCount(0)
  await page.getByRole('combobox', { name: 'Ereignis', exact: true }).click()
  await page.getByRole('option', { name: 'Konto angelegt', exact: true }).click()
  await expect(log).toHaveCount(1)
  await expect(log).toContainText('eingeladen')
  await expectAccessible(page)
  for (const tab of ['Protokoll', 'Konten']) {
    await page.setViewportSize({ width: 360, height: 740 })
    await page.getByRole('button', { name: /^Team · / }).click()
    await page.getByRole('menuitemradio', { name: tab, exact: true }).click()
    await expectNoOverflow(page)
  }
})
