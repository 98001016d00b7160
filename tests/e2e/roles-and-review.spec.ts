import { callAs, approved } from '../support/accounts.ts'
import { expect, refused } from '../support/e2e.ts'
import { button, chip, openPanel, text, title, toasts } from '../support/editor.ts'
import { expectAccessible, expectNoOverflow } from '../support/screen-checks.ts'
import { test } from '../support/signed-in.ts'

/** Everything is one test: what comes later stands on what was written before. */
test('[TEAM-8] [TEAM-9] Mitarbeit writes and submits, the editor returns and approves, a guest reads', async ({
  page,
  server,
  owner,
  rest,
  signIn,
  newContext,
  word,
  expectedErrors,
}) => {
  const jonas = await approved(server.url, owner, 'jonas')
  const ruth = await approved(server.url, owner, 'ruth')
  await callAs(server.url, owner, 'PATCH', `/users/${jonas.id}`, { role: 'contributor' })
  const foreign = await rest.createArticle({ title: `Fremd ${word}`, content_markdown: 'Nicht Ihr Text.' })

  // Mitarbeit: no settings, no publishing, the texts of others to read.
  const jonasContext = await newContext()
  const writer = await jonasContext.newPage()
  await writer.setViewportSize({ width: 1440, height: 900 })
  await signIn(writer, '/admin/articles/new', jonas)
  const nav = writer.getByRole('navigation', { name: 'Navigation', exact: true })
  await expect(nav.getByRole('link', { name: 'Artikel', exact: true })).toBeVisible()
  await expect(nav.getByRole('link', { name: 'Einstellungen', exact: true })).toHaveCount(0)
  await title(writer).fill(word)
  await text(writer).click()
  await writer.keyboard.type('Drei Zahlen.')
  await expect(chip(writer)).toHaveText('gespeichert')
  await expect(button(writer, 'Veröffentlichen')).toHaveCount(0)
  const address = new URL(writer.url()).pathname
  await button(writer, 'Zur Abnahme geben').click()
  const dialog = writer.getByRole('dialog', { name: 'Zur Abnahme geben', exact: true })
  await dialog.getByRole('textbox', { name: 'Worauf soll geachtet werden?', exact: true }).fill('Bitte die Zahlen')
  await expectAccessible(writer)
  await dialog.getByRole('button', { name: 'Zur Abnahme geben', exact: true }).click()
  await expect(toasts(writer).filter({ hasText: 'Zur Abnahme gegeben' })).toBeVisible()
  await expect(writer.getByTitle('Zur Abnahme', { exact: true }).first()).toBeVisible()

  // The editor: the bell, the dashboard and the list name it; returned with a reason that is required.
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, '/admin', ruth)
  const row = page.getByRole('listitem').filter({ hasText: word })
  await expect(row.getByText('Zur Abnahme', { exact: true })).toBeVisible()
  await page.goto('/admin/articles')
  await page
    .getByRole('radio', { name: /^Zur Abnahme/ })
    .or(page.getByRole('button', { name: /^Zur Abnahme/ }))
    .first()
    .click()
  await expect(page.getByRole('link', { name: word, exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: word, exact: true }).click()
  await expect(page.getByTitle(/ bittet um Abnahme$/)).toBeVisible()
  await expect(button(page, 'Freigeben')).toBeVisible()
  await button(page, 'Zurückgeben …').click()
  const back = page.getByRole('dialog', { name: `„${word}“ zurückgeben`, exact: true })
  await back.getByRole('button', { name: 'Zurückgeben', exact: true }).click()
  await expect(back.getByText('Bitte sagen, was fehlt', { exact: true })).toBeVisible()
  await back.getByRole('textbox', { name: 'Was fehlt noch?', exact: true }).fill('Die dritte Zahl')
  await back.getByRole('button', { name: 'Zurückgeben', exact: true }).click()
  await expect(back).toBeHidden()

  // The writer sees why, live, and submits again; the editor approves.
  await expect(writer.getByTitle('Zurückgegeben', { exact: true }).first()).toBeVisible()
  await openPanel(writer)
  await expect(writer.getByText(/: Die dritte Zahl$/)).toBeVisible()
  await button(writer, 'Zur Abnahme geben').click()
  await dialog.getByRole('button', { name: 'Zur Abnahme geben', exact: true }).click()
  await expect(button(page, 'Freigeben')).toBeVisible()
  await button(page, 'Freigeben').click()
  await expect(page.getByTitle('Freigegeben', { exact: true }).first()).toBeVisible()
  await expect(button(page, 'Veröffentlichen')).toBeVisible()

  // A change after the approval takes it back, at once for all.
  await text(writer).click()
  await writer.keyboard.type(' Und eine vierte.')
  await expect(page.getByTitle('Freigegeben', { exact: true })).toHaveCount(0)

  // With 360 px the same buttons, and texts of others are read only.
  await writer.setViewportSize({ width: 360, height: 740 })
  await expectNoOverflow(writer)
  await expect(button(writer, 'Zur Abnahme geben')).toBeVisible()
  await writer.goto(`/admin/articles/${foreign.id}`)
  await expect(writer.getByText('Gehört jemand anderem: Sie lesen ihn', { exact: true })).toBeVisible()
  await expect(text(writer)).toHaveCount(0)
  await expectAccessible(writer)
  await writer.goto('/admin/settings')
  await expect(writer.getByRole('heading', { name: 'Nicht für Ihre Rolle', exact: true })).toBeVisible()
  await expectNoOverflow(writer)

  // A role that is lost takes the text away while it is open, and leads a guest to the articles.
  await writer.setViewportSize({ width: 1440, height: 900 })
  await writer.goto(address)
  await expect(text(writer)).toBeVisible()
  expectedErrors(
    refused(403, '/api/live'),
    refused(403, '/api/rpc/*'),
    refused(403, '/api/rpc/*/*'),
    refused(403, '/api/rpc/*/*/*'),
  )
  await callAs(server.url, owner, 'PATCH', `/users/${jonas.id}`, { role: 'guest' })
  await expect(writer.getByText('Sie lesen diesen Artikel', { exact: true })).toBeVisible()
  await writer.goto('/admin')
  await expect(writer.getByRole('heading', { name: 'Artikel', exact: true })).toBeVisible()
  await expect(nav.getByRole('link')).toHaveCount(1)
})
