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
  // Folded, the eight are one line.
  await expect(words(page.getByRole('main'), 'Route registriert ×8')).toBeVisible()
  await page.getByText('Routen', { exact: true }).click()
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

test('[WEEK-29] what needs an act is first, with its button', async ({ openEmpty }) => {
  const page = await openEmpty('/admin/system-check')
  const todo = page.getByRole('list', { name: 'Zu tun', exact: true }).getByRole('listitem')
  const problem = (title: string) => todo.filter({ has: page.getByRole('heading', { name: title, exact: true }) })
  await expect(words(problem('Sicherung'), 'Warnung')).toBeVisible()
  await expect(problem('Impressum').getByRole('link', { name: 'Impressum ausfüllen', exact: true })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Routen', exact: true })).toBeHidden()
  await expect(page.getByRole('heading', { name: /^\d+ Prüfungen sind in Ordnung$/ })).toBeVisible()
  for (const [width, height] of [
    [360, 740],
    [1024, 768],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expectNoOverflow(page)
    await expectAccessible(page)
  }
  // By keyboard: the button does it, and the finding goes when it is done.
  await problem('Sicherung').getByRole('button', { name: 'Jetzt sichern', exact: true }).press('Enter')
  await expect(problem('Sicherung')).toHaveCount(0)
  await expect(
    page.getByRole('list', { name: 'Server', exact: true }).getByRole('listitem').filter({ hasText: 'Sicherung' }),
  ).toContainText('Die neueste ist 0 Stunden alt')
  await page.locator('summary').filter({ hasText: 'Routen' }).press('Enter')
  await expect(page.getByRole('list', { name: 'Routen', exact: true }).getByRole('listitem')).toHaveCount(8)
  await problem('Impressum').getByRole('link', { name: 'Impressum ausfüllen', exact: true }).press('Enter')
  await expect(page).toHaveURL(/\/admin\/pages\//)
})
