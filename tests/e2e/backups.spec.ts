import { expect } from '../support/e2e.ts'
import { expectAccessible, expectNoOverflow } from '../support/screen-checks.ts'
import { test } from '../support/signed-in.ts'
import { toast } from '../support/words.ts'

const SECTION = '/admin/settings?bereich=sicherung'

test.use({ codeAhead: true })

test('[MOVE-7] backups are made by button, scheduled, downloaded and opened, and single records are restored', async ({
  open,
  rest,
  word,
}) => {
  const changed = await rest.createArticle({ title: `${word} geändert`, content_markdown: 'Wie es war.' })
  const gone = await rest.createArticle({ title: `${word} gelöscht`, content_markdown: 'Noch da.' })
  const page = await open(SECTION)
  const list = page.getByRole('list', { name: 'Sicherungen', exact: true })

  await page.getByRole('button', { name: 'Jetzt sichern', exact: true }).click()
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await expect(page.getByRole('definition').first()).toContainText('heute,')

  await page.getByRole('button', { name: 'Ändern', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Zeitplan der Sicherung', exact: true })
  await dialog.getByLabel('Uhrzeit', { exact: true }).fill('04:15')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Speichern', exact: true }).click()
  await expect(toast(page, 'Zeitplan gespeichert')).toBeVisible()
  await expect(page.getByText('täglich, 04:15', { exact: true })).toBeVisible()

  const loading = page.waitForEvent('download')
  await list.getByRole('button', { name: /herunterladen$/ }).click()
  expect((await loading).suggestedFilename()).toMatch(/^blog-cms-.*\.backup$/)

  await rest.send('PATCH', `/api/articles/${changed.id}`, {
    version: changed.version,
    content_markdown: 'Verschrieben.',
  })
  await rest.send('DELETE', `/api/articles/${gone.id}`)
  await rest.send('DELETE', `/api/trash/articles/${gone.id}`)
  await list.getByRole('button', { name: /hineinsehen$/ }).click()
  const entries = page.getByRole('list', { name: 'Einträge der Sicherung', exact: true })
  await page.getByRole('searchbox', { name: 'In dieser Sicherung suchen …', exact: true }).fill(word)
  await expect(entries.getByRole('listitem')).toHaveCount(2)
  for (const box of await entries.getByRole('checkbox').all()) await box.click()
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 740 })
  await expectNoOverflow(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: '2 Einträge zurückholen', exact: true }).click()
  await expect(toast(page, '2 Einträge zurückgeholt')).toBeVisible()
  await expect(entries.getByRole('listitem').filter({ hasText: 'unverändert' })).toHaveCount(2)
  expect((await rest.getArticle(changed.id)).content_markdown).toBe('Wie es war.')
  expect((await rest.getArticle(gone.id)).content_markdown).toBe('Noch da.')
})
