import type { Page } from '@playwright/test'
import { expect } from '../support/e2e.ts'
import { expectAccessible, expectNoOverflow } from '../support/screen-checks.ts'
import { test } from '../support/signed-in.ts'
import { toast, words } from '../support/words.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const card = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title })
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })

test('[PROMPT-1] there are tabs for ChatGPT and Claude, cards with copy, edit and delete, and an empty state', async ({
  open,
  rest,
  word,
}) => {
  const long = 'Rundfunkfrequenzzuweisungsverordnung'.repeat(3)
  const content = `Fasse ${long} zusammen:\n\n{text}\n${'Noch eine Zeile.\n'.repeat(12)}`
  await rest.send('POST', '/api/prompts', { title: `${word} ${long}`, description: long, content })
  const page = await open('/admin/prompt-library')
  await expect(page.getByRole('tab')).toHaveText(['ChatGPT', 'Claude'])
  await expect(tab(page, 'ChatGPT')).toHaveAttribute('aria-selected', 'true')
  for (const name of ['Kopieren', 'Prompt bearbeiten', 'Prompt löschen'])
    await expect(card(page, word).getByRole('button', { name, exact: true })).toBeVisible()
  await card(page, word).getByRole('button', { name: 'Ganz zeigen', exact: true }).click()
  await expect(card(page, word).getByRole('button', { name: 'Weniger zeigen', exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoOverflow(page)
  await expectAccessible(page)
  await tab(page, 'Claude').click()
  await expect(page).toHaveURL(/category=Claude/)
  await expect(page.getByRole('heading', { name: 'Keine Prompts in dieser Kategorie', exact: true })).toBeVisible()
  await expectNoOverflow(page)
  await expectAccessible(page)
})

test('[PROMPT-1] nothing is loaded without a user', async ({ reader }) => {
  const asked: string[] = []
  reader.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await reader.goto('/admin/prompt-library')
  await reader.waitForURL(/\/auth\?return=/)
  expect(asked.filter((path) => path.startsWith('/api/rpc/prompts'))).toEqual([])
})

test('[PROMPT-2] [PROMPT-3] the dialog requires title and content, saves, and changes', async ({ open, word }) => {
  const page = await open('/admin/prompt-library?category=Claude')
  await page.getByRole('button', { name: 'Neuer Prompt', exact: true }).click()
  const title = dialog(page).getByLabel('Titel', { exact: true })
  const content = dialog(page).getByLabel('Inhalt', { exact: true })
  const save = dialog(page).getByRole('button', { name: 'Prompt anlegen', exact: true })
  await expect(title).toBeFocused()
  await save.click()
  await expect(words(dialog(page), 'Titel und Inhalt sind erforderlich')).toBeVisible()
  await expect(title).toBeFocused()
  await title.fill(word)
  await content.fill('  \n')
  await save.click()
  await expect(content).toBeFocused()
  await expect(words(dialog(page), 'Titel und Inhalt sind erforderlich')).toBeVisible()
  await expectAccessible(page)
  await content.fill('Zeile eins\n\tZeile zwei')
  await save.click()
  await expect(toast(page, 'Prompt erstellt')).toBeVisible()
  await expect(card(page, word)).toContainText('Zeile zwei')
  await card(page, word).getByRole('button', { name: 'Prompt bearbeiten', exact: true }).click()
  await dialog(page).getByLabel('Inhalt', { exact: true }).fill('Nur noch eine')
  await dialog(page).getByRole('button', { name: 'Speichern', exact: true }).click()
  await expect(toast(page, 'Prompt aktualisiert')).toBeVisible()
  await expect(card(page, word)).toContainText('Nur noch eine')
})

test('[PROMPT-3] copying puts the exact text on the clipboard, and deleting asks first and can be undone', async ({
  open,
  context,
  page,
  rest,
  word,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const content = `Fasse „${word}“ zusammen.\n\n\tHöchstens drei Sätze.`
  await rest.send('POST', '/api/prompts', { title: word, content })
  await open('/admin/prompt-library')
  await card(page, word).getByRole('button', { name: 'Kopieren', exact: true }).click()
  await expect(toast(page, 'Prompt in die Zwischenablage kopiert')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(content)
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))
  })
  await card(page, word).getByRole('button', { name: 'Kopieren', exact: true }).click()
  await expect(toast(page, 'Fehler beim Kopieren')).toBeVisible()

  await card(page, word).getByRole('button', { name: 'Prompt löschen', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: 'Prompt löschen?', exact: true })
  await expect(question).toContainText(word)
  await question.getByRole('button', { name: 'Löschen', exact: true }).click()
  await expect(toast(page, 'Prompt gelöscht')).toBeVisible()
  await expect(card(page, word)).toHaveCount(0)
  await page.getByRole('button', { name: 'Rückgängig', exact: true }).click()
  await expect(card(page, word)).toBeVisible()
})
