import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { expect } from '../support/e2e.ts'
import { test } from '../support/signed-in.ts'

test('an article with unreadable stored dates is listed, says so, and can be opened and deleted', async ({
  open,
  rest,
  server,
  database,
  word,
}) => {
  test.skip(database !== 'sqlite', 'the server’s own database is reached as a file')
  const { id } = await rest.createArticle({ title: `${word} alt`, status: 'published' })
  await rest.createArticle({ title: `${word} neu` })
  const file = new DatabaseSync(join(server.dataDir, 'blog-cms.sqlite'), { timeout: 60_000 })
  file
    .prepare('update articles set created_at = ?, updated_at = ?, published_at = ? where id = ?')
    .run('-001899-01-01T00:06:32.000Z', 'NaN', '0001-01-01T00:00:00.000Z', id)
  file.close()

  const page = await open(`/admin/articles?q=${word}`)
  const row = page.getByRole('listitem').filter({ hasText: `${word} alt` })
  await expect(row).toContainText('Datum unlesbar')
  await expect(page.getByRole('listitem').filter({ hasText: `${word} neu` })).toBeVisible()

  await row.getByRole('link', { name: `${word} alt`, exact: true }).click()
  await expect(page.getByRole('textbox', { name: 'Titel', exact: true })).toHaveValue(`${word} alt`)
  await page.goBack()
  await row.getByRole('button', { name: 'Artikel löschen', exact: true }).click()
  await page
    .getByRole('alertdialog', { name: 'Möchten Sie diesen Artikel wirklich löschen?', exact: true })
    .getByRole('button', { name: 'Löschen', exact: true })
    .click()
  await expect(row).toHaveCount(0)
  expect((await rest.send<{ items: unknown[] }>('GET', `/api/articles?q=${word}`)).items).toHaveLength(1)
})
