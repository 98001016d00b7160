import type { BrowserContext, Page } from '@playwright/test'
import { approved } from '../support/accounts.ts'
import { expect, type Account } from '../support/e2e.ts'
import { expectAccessible } from '../support/screen-checks.ts'
import { test } from '../support/signed-in.ts'
import { placeSession } from '../support/stored-session.ts'
import { toast, words } from '../support/words.ts'
import { letThrough } from '../support/routes.ts'

const TITLE = 'Titel der Website'
const RESTORED = 'Nicht gespeicherte Eingabe wiederhergestellt'

const siteTitle = (page: Page) => page.getByLabel(TITLE, { exact: true })
const question = (page: Page) => page.getByRole('alertdialog', { name: 'Änderungen speichern?', exact: true })
const answer = (page: Page, name: string) => question(page).getByRole('button', { name, exact: true })
const follow = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Navigation', exact: true }).getByRole('link', { name, exact: true }).click()

test('[WEEK-2] [RUL-70] unsaved input is restored for its account only, also on a shared machine', async ({
  server,
  owner,
  newContext,
}) => {
  const [mira, jonas] = await Promise.all(['mira', 'jonas'].map((name) => approved(server.url, owner, name)))
  const context = await newContext()
  const theirs = await openPrompt(context, mira!)
  await theirs.getByLabel('Titel', { exact: true }).fill('Nur für Mira')
  await theirs.getByLabel('Inhalt', { exact: true }).fill('Geheimer Wortlaut')
  await theirs.keyboard.press('Escape')
  await expect(theirs.getByRole('dialog')).toHaveCount(0)
  await signOut(theirs)

  const his = await openPrompt(context, jonas!)
  await expect(his.getByLabel('Titel', { exact: true })).toHaveValue('')
  await expect(words(his.locator('body'), RESTORED)).toHaveCount(0)
  await expect(his.locator('body')).not.toContainText('Mira')
  await his.getByLabel('Titel', { exact: true }).fill('Von Jonas')
  await his.keyboard.press('Escape')
  await signOut(his)

  const back = await openPrompt(context, mira!)
  await expect(words(back.getByRole('dialog'), RESTORED)).toBeVisible()
  await expect(back.getByLabel('Titel', { exact: true })).toHaveValue('Nur für Mira')
  await expect(back.getByLabel('Inhalt', { exact: true })).toHaveValue('Geheimer Wortlaut')
  await back.getByRole('button', { name: 'Verwerfen', exact: true }).click()
  await expect(back.getByLabel('Titel', { exact: true })).toHaveValue('')
  await signOut(back)

  const last = await openPrompt(context, jonas!)
  await expect(last.getByLabel('Titel', { exact: true })).toHaveValue('Von Jonas')
})

test.afterEach(async ({ rest }) => void (await rest.send('PATCH', '/api/settings', { site_title: '' })))

test('[WEEK-2] [RUL-70] leaving changed settings asks to stay, discard or save, and stays if saving fails', async ({
  open,
  rest,
  word,
  expectedErrors,
}) => {
  const kept = async () => (await rest.send('GET', '/api/settings')).site_title
  await rest.send('PATCH', '/api/settings', { site_title: 'Vorher' })
  const page = await open('/admin/settings')

  // Stay: by the button, by Escape; a click outside is no answer.
  await siteTitle(page).fill(word)
  await follow(page, 'Medien')
  await expect(answer(page, 'Abbrechen')).toBeFocused()
  await expectAccessible(page)
  await page.mouse.click(5, 5)
  await expect(question(page)).toBeVisible()
  await answer(page, 'Abbrechen').click()
  await expect(question(page)).toHaveCount(0)
  await expect(siteTitle(page)).toHaveValue(word)
  await follow(page, 'Medien')
  await question(page).press('Escape')
  await expect(page).toHaveURL(/\/admin\/settings/)
  await expect(siteTitle(page)).toHaveValue(word)

  // Discard: neither saved nor restored.
  await follow(page, 'Medien')
  await answer(page, 'Verwerfen').click()
  await expect(page).toHaveURL(/\/admin\/media/)
  expect(await kept()).toBe('Vorher')
  await follow(page, 'Einstellungen')
  await expect(siteTitle(page)).toHaveValue('Vorher')
  await expect(words(page.locator('body'), RESTORED)).toHaveCount(0)

  // If the server refuses the save, the screen and its input stay.
  await siteTitle(page).fill(`${word} zwei`)
  expectedErrors(/^console error: Failed to load resource: net::ERR_FAILED .*\/api\/rpc\/settings\/update\)$/)
  await page.route('**/api/rpc/settings/update', (route) => route.abort())
  await follow(page, 'Medien')
  await answer(page, 'Speichern').click()
  await expect(question(page)).toHaveCount(0)
  await expect(page).toHaveURL(/\/admin\/settings/)
  await expect(siteTitle(page)).toHaveValue(`${word} zwei`)
  await letThrough(page, '**/api/rpc/settings/update')

  // Save, also with the browser's back button: the requested screen follows.
  await page.goBack()
  await answer(page, 'Speichern').click()
  await expect(toast(page, 'Einstellungen gespeichert')).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/media/)
  expect(await kept()).toBe(`${word} zwei`)

  // Without changes there is no question.
  await follow(page, 'Einstellungen')
  await expect(siteTitle(page)).toHaveValue(`${word} zwei`)
  await follow(page, 'Medien')
  await expect(page).toHaveURL(/\/admin\/media/)
})

async function openPrompt(context: BrowserContext, account: Account): Promise<Page> {
  const page = await context.newPage()
  await placeSession(page, account)
  await page.goto('/admin/prompt-library')
  await page.getByRole('button', { name: 'Neuer Prompt', exact: true }).first().click()
  await page.getByRole('dialog').waitFor()
  return page
}

async function signOut(page: Page): Promise<void> {
  if (await page.getByRole('dialog').isVisible()) await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Abmelden', exact: true }).click()
  await expect(page).toHaveURL(/\/auth/)
  await page.close()
}

test('[WEEK-2] [RUL-70] names of tags and categories that were typed and not chosen are there again at the next opening', async ({
  open,
  rest,
  word,
}) => {
  const { id } = await rest.createArticle({ title: word })
  const page = await open(`/admin/articles/${id}`)
  const tag = page.getByRole('combobox', { name: 'Schlagwort hinzufügen', exact: true })
  const category = page.getByRole('combobox', { name: 'Kategorie', exact: true })
  await page.getByRole('button', { name: 'hinzufügen', exact: true }).click()
  await tag.fill(`Halb ${word}`)
  await page.getByRole('button', { name: 'Kategorie: Keine', exact: true }).click()
  await category.fill(`Rubrik ${word}`)
  await page.getByRole('link', { name: 'Zurück zu Artikel', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Artikel', exact: true })).toBeVisible()

  await page.goto(`/admin/articles/${id}`)
  await expect(tag).toHaveValue(`Halb ${word}`)
  await expect(category).toHaveValue(`Rubrik ${word}`)
  await expect(page.getByRole('listbox')).toHaveCount(0)
  await expect(tag).not.toBeFocused()
  // One is chosen now, the other given up: neither comes back.
  await tag.press('Enter')
  await expect(page.getByRole('button', { name: `Schlagwort Halb ${word} entfernen`, exact: true })).toBeVisible()
  await category.press('Escape')
  await expect(page.locator('[data-sync]')).toHaveText('gespeichert')
  await page.reload()
  await expect(page.getByRole('button', { name: `Schlagwort Halb ${word} entfernen`, exact: true })).toBeVisible()
  await expect(page.getByRole('combobox', { name: /Kategorie|Schlagwort/ })).toHaveCount(0)
  expect((await rest.getArticle(id)).category_id).toBeNull()
})
