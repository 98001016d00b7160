import type { Page } from '@playwright/test'
import { expect } from '../support/e2e.ts'
import { expectAccessible, expectNoOverflow } from '../support/screen-checks.ts'
import { test } from '../support/signed-in.ts'
import { toast, words } from '../support/words.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const row = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title })
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })

test('[LINK-1] there is one tab per category in the specified order, a table wide and cards narrow', async ({
  open,
  rest,
  word,
}) => {
  await rest.send('POST', '/api/links', { title: `${word} eins`, url: 'https://www.ollama.example/x' })
  const long = 'Rundfunkfrequenzzuweisungsverordnung'.repeat(3)
  await rest.send('POST', '/api/links', {
    title: `${word} zwei ${long}`,
    url: 'https://b.example',
    category: 'Blog Tools',
    description: long,
  })
  const page = await open('/admin/link-library')
  await expect(page.getByRole('tab')).toHaveText([
    'KI Tools',
    'Blog Tools',
    'Webseite',
    'Gaming News',
    'Youtube',
    'Allgemein',
  ])
  await expect(tab(page, 'KI Tools')).toHaveAttribute('aria-selected', 'true')
  await expect(row(page, `${word} eins`)).toContainText('ollama.example')
  await expect(page.getByRole('main')).not.toContainText(`${word} zwei`)
  await tab(page, 'Blog Tools').click()
  await expect(page).toHaveURL(/category=Blog/)
  await expect(row(page, `${word} zwei`)).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(tab(page, 'Webseite')).toBeFocused()
  await expect(tab(page, 'Webseite')).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('heading', { name: 'Keine Links in dieser Kategorie', exact: true })).toBeVisible()
  await expectAccessible(page)

  await page.goto('/admin/link-library?category=Blog+Tools')
  await expect(row(page, `${word} zwei`).getByRole('link')).toHaveAttribute('href', 'https://b.example')
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await expect(page.getByRole('table')).toHaveCount(0)
  await expect(page.getByRole('list', { name: 'Links', exact: true }).getByRole('listitem')).toContainText(
    `${word} zwei`,
  )
  await expectNoOverflow(page)
  await expectAccessible(page)
})

test('[LINK-1] nothing is loaded without a user', async ({ reader }) => {
  const asked: string[] = []
  reader.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await reader.goto('/admin/link-library')
  await reader.waitForURL(/\/auth\?return=/)
  expect(asked.filter((path) => path.startsWith('/api/rpc/links'))).toEqual([])
})

test('[LINK-2] [LINK-3] the dialog requires title and URL, and a title that is an address fills an empty URL', async ({
  open,
  word,
}) => {
  const page = await open('/admin/link-library')
  await page.getByRole('button', { name: 'Neuer Link', exact: true }).click()
  const title = dialog(page).getByLabel('Titel', { exact: true })
  const url = dialog(page).getByLabel('URL', { exact: true })
  await expect(title).toBeFocused()
  await expect(url).toHaveAttribute('type', 'url')
  await expect(dialog(page).getByRole('combobox', { name: 'Kategorie', exact: true })).toHaveText('KI Tools')
  const save = dialog(page).getByRole('button', { name: 'Link anlegen', exact: true })
  await save.click()
  await expect(words(dialog(page), 'Titel und URL sind erforderlich')).toBeVisible()
  await expect(title).toBeFocused()
  await expectAccessible(page)
  await title.fill(`Nur ein Titel ${word}`)
  await save.click()
  await expect(url).toHaveAttribute('aria-invalid', 'true')
  await expect(words(dialog(page), 'Titel und URL sind erforderlich')).toBeVisible()
  await title.fill(`https://${word.toLowerCase()}.example/seite`)
  await expect(url).toHaveValue(`https://${word.toLowerCase()}.example/seite`)
  await title.fill(`Seite ${word}`)
  await expect(url).toHaveValue(`https://${word.toLowerCase()}.example/seite`)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoOverflow(page)
  await url.press('Enter')
  await expect(toast(page, 'Link erstellt')).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByRole('link', { name: `Seite ${word} (neuer Tab)`, exact: true })).toBeVisible()
})

test('[LINK-3] creating, changing and deleting show a toast, and deleting asks first and can be undone', async ({
  open,
  rest,
  word,
}) => {
  await rest.send('POST', '/api/links', { title: `${word} alt`, url: 'https://a.example' })
  const page = await open('/admin/link-library')
  await row(page, word).hover()
  await row(page, word).getByRole('button', { name: 'Link bearbeiten', exact: true }).click()
  await dialog(page).getByLabel('Titel', { exact: true }).fill(`${word} neu`)
  await dialog(page).getByRole('combobox', { name: 'Kategorie', exact: true }).click()
  await page.getByRole('option', { name: 'Youtube', exact: true }).click()
  await dialog(page).getByRole('button', { name: 'Speichern', exact: true }).click()
  await expect(toast(page, 'Link aktualisiert')).toBeVisible()
  // The link moved to another category, and the screen followed.
  await expect(tab(page, 'Youtube')).toHaveAttribute('aria-selected', 'true')
  await expect(row(page, `${word} neu`)).toBeVisible()

  await row(page, word).hover()
  await row(page, word).getByRole('button', { name: 'Link löschen', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: 'Link löschen?', exact: true })
  await question.getByRole('button', { name: 'Abbrechen', exact: true }).click()
  await expect(row(page, word)).toBeVisible()
  await row(page, word).hover()
  await row(page, word).getByRole('button', { name: 'Link löschen', exact: true }).click()
  await question.getByRole('button', { name: 'Löschen', exact: true }).click()
  await expect(toast(page, 'Link gelöscht')).toBeVisible()
  await expect(row(page, word)).toHaveCount(0)
  await page.getByRole('button', { name: 'Rückgängig', exact: true }).click()
  await expect(row(page, `${word} neu`)).toBeVisible()
})

test('the search covers all categories and is in the URL', async ({ open, rest, word }) => {
  await rest.send('POST', '/api/links', { title: `Über ${word}`, url: 'https://a.example', category: 'Youtube' })
  await rest.send('POST', '/api/links', { title: 'Anderes', url: `https://${word.toLowerCase()}.example` })
  const page = await open('/admin/link-library')
  await page.keyboard.press('/')
  await page.keyboard.type(word.toUpperCase())
  await expect(page).toHaveURL(new RegExp(`q=${word.toUpperCase()}`))
  await expect(page.getByRole('row').filter({ has: page.getByRole('cell') })).toHaveCount(2)
  await expect(words(row(page, `Über ${word}`), 'Youtube')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await tab(page, 'Youtube').click()
  await expect(page.getByRole('searchbox')).toHaveValue('')
  // Results stay until the category is loaded.
  await expect(row(page, 'Anderes')).toHaveCount(0)
  await expect(row(page, `Über ${word}`)).toBeVisible()
  await page.getByRole('heading', { name: 'Link-Datenbank', exact: true }).click()
  await page.keyboard.press('j')
  await expect(page.locator('[data-row]').first()).toBeFocused()
})
