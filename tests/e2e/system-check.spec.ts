import { expect } from '../support/e2e.ts'
import { expectAccessible, expectNoOverflow } from '../support/screen-checks.ts'
import { test } from '../support/signed-in.ts'
import { words } from '../support/words.ts'

test('[SYS-1] [SYS-2] every probe and all eight routes have a card with OK, a link and a way to check again', async ({
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

test('[SYS-1] while it checks there is a loading state; a failing check shows its message with Fehler', async ({
  open,
  expectedErrors,
}) => {
  expectedErrors(/500/)
  const page = await open('/admin/system-check')
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/rpc/system/check', async (route) => {
    await released
    const response = await route.fetch()
    const body = await response.json()
    Object.assign(body.json.checks[0], { ok: false, message: 'Verbindung verweigert' })
    await route.fulfill({ response, json: body })
  })
  await page.reload()
  await expect(words(page.getByRole('main'), 'Lädt...')).toBeAttached()
  release()
  const database = page.getByRole('list', { name: 'Server', exact: true }).getByRole('listitem').first()
  await expect(words(database, 'Fehler')).toBeVisible()
  await expect(database).toContainText('Verbindung verweigert')
  await expect(page.getByText(/^1 Fehler, geprüft um \d\d:\d\d:\d\d Uhr$/)).toBeVisible()
  await expectAccessible(page)

  await page.unroute('**/api/rpc/system/check')
  await page.route('**/api/rpc/system/check', (route) => route.fulfill({ status: 500, body: '' }))
  await page.getByRole('button', { name: 'Erneut prüfen', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Erneut prüfen', exact: true })).toBeEnabled()
})
