import type { Page } from '@playwright/test'
import { expect, missing, refused } from '../support/e2e.ts'
import { expectAccessible, expectNoOverflow } from '../support/screen-checks.ts'
import { test } from '../support/signed-in.ts'
import { toast } from '../support/words.ts'

const SECTION = '/admin/settings?bereich=weiterleitungen'
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Neue Weiterleitung', exact: true })
const field = (page: Page, name: string) => dialog(page).getByRole('textbox', { name, exact: true })
const rows = (page: Page) => page.getByRole('list', { name: 'Weiterleitungen', exact: true }).getByRole('listitem')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('[MOVE-5] [RUL-56] redirects are created, searched, followed, removed and restored in settings, also on a phone', async ({
  open,
  rest,
  word,
  reader,
  expectedErrors,
}) => {
  expectedErrors(refused(400, '/api/rpc/redirects/create'), ...missing(`/${word}/alt/`))
  const { id } = await rest.createArticle({ title: `${word} heute`, status: 'published' })
  const page = await open(SECTION)
  await button(page, 'Neue Weiterleitung').click()
  await expect(field(page, 'Alte Adresse')).toBeFocused()
  await dialog(page).getByRole('button', { name: 'Weiterleitung anlegen', exact: true }).click()
  await expect(dialog(page)).toContainText('Bitte die alte Adresse angeben.')
  await field(page, 'Alte Adresse').fill('/admin/alt')
  await field(page, 'Neue Adresse').fill('/archiv')
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toContainText('Unter dieser Adresse antwortet der Blog selbst.')
  await expect(field(page, 'Alte Adresse')).toBeFocused()
  await field(page, 'Alte Adresse').fill(`/${word}/alt/`)
  await dialog(page).getByRole('combobox', { name: 'Ziel', exact: true }).click()
  await page.getByRole('option', { name: 'Führt zu einem Artikel', exact: true }).click()
  await dialog(page).getByRole('combobox', { name: 'Artikel', exact: true }).fill(word)
  await page
    .getByRole('option')
    .filter({ hasText: `${word} heute` })
    .click()
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Weiterleitung anlegen', exact: true }).click()
  await expect(toast(page, 'Weiterleitung angelegt')).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
  const row = rows(page).filter({ hasText: `/${word}/alt/` })
  await expect(row).toContainText(`${word} heute`)
  await expectAccessible(page)

  await reader.goto(`/${word}/alt/`)
  await expect(reader).toHaveURL(`/article/${word.toLowerCase()}-heute`)

  // A query of an old blog, and an address marked as gone; a search finds either.
  await rest.send('POST', '/api/redirects', { from: `/?p=${word}`, article_id: id })
  await rest.send('POST', '/api/redirects', { from: `/${word}/weg`, status: 410 })
  await reader.goto(`/?p=${word}`)
  await expect(reader).toHaveURL(`/article/${word.toLowerCase()}-heute`)
  await page.getByRole('searchbox', { name: 'Adressen durchsuchen...', exact: true }).fill(word)
  await expect(rows(page)).toHaveCount(3)
  await expect(rows(page).filter({ hasText: '/weg' })).toContainText('Gibt es nicht mehr')
  await page.setViewportSize({ width: 320, height: 700 })
  await expectNoOverflow(page)
  await expectAccessible(page)

  await button(page, `Weiterleitung von „/${word}/alt/“ löschen`).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Löschen', exact: true }).click()
  await expect(rows(page)).toHaveCount(2)
  await expect(toast(page, 'Weiterleitung gelöscht')).toBeVisible()
  expect((await reader.goto(`/${word}/alt/`))?.status()).toBe(404)
  await toast(page, 'Weiterleitung gelöscht').getByRole('button', { name: 'Rückgängig', exact: true }).click()
  await expect(rows(page)).toHaveCount(3)
  await reader.goto(`/${word}/alt/`)
  await expect(reader).toHaveURL(`/article/${word.toLowerCase()}-heute`)
})
