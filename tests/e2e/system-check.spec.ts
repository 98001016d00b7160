import { expect } from '../support/e2e.ts'
import { expectAccessible, expectNoOverflow } from '../support/screen-checks.ts'
import { test } from '../support/signed-in.ts'

test('[SYS-1] [SYS-2] every probe and all eight routes have a card with OK, a link and a way to check again', async ({
  open,
  owner,
}) => {
  const page = await open('/admin/system-check')
  const card = (title: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
  await expect(card('Datenbank')).toContainText('OK')
  await expect(card('Datenbank')).toContainText('Verbindung erfolgreich')
  await expect(card('Storage')).toContainText('Storage bereit')
  await expect(card('Anmeldung')).toContainText(`Angemeldet als ${owner.email}`)
  const routes = page.getByRole('list', { name: 'Routen' }).getByRole('listitem')
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
    const route = routes.filter({ hasText: title })
    await expect(route).toContainText('Route registriert')
    await expect(route).toContainText('OK')
    await expect(route.getByRole('link')).toHaveAttribute('href', href)
  }
  await expectAccessible(page)
  const again = page.waitForRequest('**/api/rpc/system/check')
  await page.getByRole('button', { name: 'Erneut prüfen' }).click()
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
  await expect(page.getByText('Lädt...')).toBeAttached()
  release()
  const database = page.getByRole('list', { name: 'Server' }).getByRole('listitem').first()
  await expect(database).toContainText('Fehler')
  await expect(database).toContainText('Verbindung verweigert')
  await expect(page.getByText('1 Fehler', { exact: false })).toBeVisible()
  await expectAccessible(page)

  await page.unroute('**/api/rpc/system/check')
  await page.route('**/api/rpc/system/check', (route) => route.fulfill({ status: 500, body: '' }))
  await page.getByRole('button', { name: 'Erneut prüfen' }).click()
  await expect(page.getByRole('button', { name: 'Erneut prüfen' })).toBeEnabled()
})
