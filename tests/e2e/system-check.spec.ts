import { expect } from '../support/e2e.ts'
import { expectAccessible, expectNoOverflow } from '../support/screen-checks.ts'
import { test } from '../support/signed-in.ts'
import { stored } from '../support/stored-session.ts'
import { words } from '../support/words.ts'

test('[SYS-1] [SYS-2] every self-check and all eight routes have a card with OK, a link and a button to check again', async ({
  open,
  owner,
}) => {
  const page = await open('/admin/system-check')
  const card = (title: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
  await expect(words(card('Datenbank'), 'OK')).toBeVisible()
  await expect(words(card('Datenbank'), 'Verbindung erfolgreich')).toBeVisible()
  await expect(words(card('Storage'), 'Storage bereit')).toBeVisible()
  await expect(words(card('Anmeldung'), `Angemeldet als ${owner.email}`)).toBeVisible()
  const routes = page.getByRole('list', { name: 'Routen', exact: true }).getByRole('listitem')
  await expect(routes).toHaveCount(8)
  for (const [title, href] of [
    ['Dashboard', '/admin'],
    ['Artikel', '/admin/articles'],
    ['Kalender', '/admin/calendar'],
    ['Redaktionsplan', '/admin/editorial-plan'],
    ['Recherche', '/admin/research'],
    ['Inbox', '/admin/inbox'],
    ['Medien', '/admin/media'],
    ['Einstellungen', '/admin/settings'],
  ] as const) {
    const route = routes.filter({ has: page.getByRole('heading', { name: title, exact: true }) })
    await expect(words(route, 'Route registriert')).toBeVisible()
    await expect(words(route, 'OK')).toBeVisible()
    await expect(route.getByRole('link')).toHaveAttribute('href', href)
  }
  await expectAccessible(page)
  const again = page.waitForRequest('**/api/rpc/system/check')
  await page.getByRole('button', { name: 'Erneut prüfen', exact: true }).click()
  await again
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoOverflow(page)
})

test('[SYS-2] [RUL-28] after a session ends elsewhere the card below the dialog says `Nicht angemeldet`, and after the password OK', async ({
  open,
  owner,
  server,
  expectedErrors,
}) => {
  expectedErrors(
    /^console error: Failed to load resource: the server responded with a status of 40[13] .*\/api\//,
    /^console error: Failed to load resource: the server responded with a status of 40[03] .*\/auth\/v1\//,
  )
  const page = await open('/admin/system-check')
  // Below a dialog nothing of the page has a role.
  const card = page
    .locator('li')
    .filter({ has: page.getByRole('heading', { name: 'Anmeldung', exact: true, includeHidden: true }) })
  await expect(words(card, `Angemeldet als ${owner.email}`)).toBeVisible()
  const token = (await stored(page))?.access_token
  const gone = await fetch(`${server.url}/auth/v1/logout?scope=local`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  })
  expect(gone.status).toBe(204)
  const question = page.getByRole('alertdialog', { name: 'Ihre Sitzung ist abgelaufen', exact: true })
  await expect(question).toBeVisible()
  await expect(words(card, 'Nicht angemeldet')).toBeVisible()
  await expect(words(card, 'Fehler')).toBeVisible()
  // The other results stay.
  await expect(words(page.locator('li'), 'Verbindung erfolgreich')).toBeVisible()

  await question.getByLabel('Passwort', { exact: true }).fill(owner.password)
  await question.getByRole('button', { name: 'Anmelden', exact: true }).click()
  await expect(question).toBeHidden()
  await expect(words(card, `Angemeldet als ${owner.email}`)).toBeVisible()
})
