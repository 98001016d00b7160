import type { Page } from '@playwright/test'
import { expect, refused } from '../support/e2e.ts'
import { button, chip, openPanel, panel, text, title } from '../support/editor.ts'
import { expectAccessible, expectNoOverflow } from '../support/screen-checks.ts'
import { test } from '../support/signed-in.ts'
import { toast, words } from '../support/words.ts'

async function choose(page: Page, label: string, option: string): Promise<void> {
  await panel(page).getByRole('combobox', { name: label, exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

test('[DESK-9] a template becomes a labelled, pinned article, which is duplicated and saved as an own template', async ({
  openEmpty,
  newContext,
  expectedErrors,
}) => {
  expectedErrors(refused(409, '/api/rpc/templates/create'))
  const page = await openEmpty('/admin/articles')
  await button(page, 'Mehr').click()
  await page.getByRole('menuitem', { name: 'Aus Vorlage', exact: true }).click()
  const templates = page.getByRole('dialog', { name: 'Artikel aus Vorlage', exact: true })
  await expect(templates.getByRole('listitem')).toHaveText(['Kritik', 'Nachricht', 'Interview'])
  await expectAccessible(page)
  await templates.getByRole('button', { name: 'Nachricht', exact: true }).click()

  // The blanks are listed, one is opened, and publishing asks.
  await expect(title(page)).toHaveValue('Neue Nachricht')
  await openPanel(page)
  const blanks = panel(page)
    .getByRole('region', { name: /^\d+ Lücken$/ })
    .getByRole('listitem')
  await expect(blanks.first()).toContainText('Ort')
  const left = await blanks.count()
  await blanks.first().getByRole('button').click()
  await page.keyboard.type('Kiel')
  await expect(blanks).toHaveCount(left - 1)
  await title(page).fill('Neues vom Hafen')
  await choose(page, 'Werbekennzeichnung', 'Anzeige')
  await choose(page, 'KI-Kennzeichnung', 'Mit KI-Unterstützung')
  await expectAccessible(page)
  await button(page, 'Veröffentlichen').click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Wer hat was getan')
  await question.getByRole('button', { name: 'Abbrechen', exact: true }).click()
  await text(page).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('Ein Kran steht. ')
  await page.keyboard.insertText('[Die Werft](https://werft.example/) zahlt.')
  await expect(panel(page).getByRole('region', { name: /Lücken?$/ })).toHaveCount(0)
  await panel(page).getByRole('checkbox', { name: 'Vorn auf der Startseite', exact: true }).click()
  await expect(toast(page, 'Artikel angeheftet')).toBeVisible()
  await button(page, 'Vorschau').click()
  const preview = page.getByRole('region', { name: 'Vorschau', exact: true })
  await expect(preview.getByText('Anzeige', { exact: true })).toBeVisible()
  await expect(preview.getByText('Mit KI-Unterstützung', { exact: true })).toBeVisible()
  await button(page, 'Bearbeiten').click()
  await button(page, 'Veröffentlichen').click()
  await expect(toast(page, 'Artikel veröffentlicht!')).toBeVisible()

  // Readers see the label, and the pinned article first.
  const context = await newContext({ baseURL: new URL(page.url()).origin, ownHost: new URL(page.url()).host })
  const reader = await context.newPage()
  await reader.goto('/')
  const first = reader.getByRole('main').getByRole('article').first()
  await expect(first).toContainText('Anzeige')
  await expect(first).toContainText('Angeheftet')
  await expectAccessible(reader)
  await first.getByRole('link', { name: 'Neues vom Hafen', exact: true }).first().click()
  await expect(reader.getByText('Mit KI-Unterstützung', { exact: true })).toBeVisible()
  await expect(reader.getByRole('link', { name: 'Die Werft', exact: true })).toHaveAttribute('rel', /sponsored/)
  await expectAccessible(reader)
  await reader.setViewportSize({ width: 320, height: 640 })
  await expectNoOverflow(reader)
  await context.close()

  // A duplicate from the list is a draft that opens at once; it is saved as a template.
  await page.goto('/admin/articles')
  const row = page.getByRole('listitem').filter({ hasText: 'Neues vom Hafen' })
  await expect(row.getByText('Vorn auf der Startseite', { exact: true })).toBeAttached()
  await row.hover()
  await row.getByRole('button', { name: 'Artikel duplizieren', exact: true }).click()
  await expect(toast(page, 'Artikel dupliziert')).toBeVisible()
  await expect(title(page)).toHaveValue('Kopie von „Neues vom Hafen“')
  await expect(chip(page)).toHaveText('gespeichert')
  await openPanel(page)
  await panel(page).getByRole('button', { name: 'Als Vorlage speichern', exact: true }).click()
  const naming = page.getByRole('dialog', { name: 'Als Vorlage speichern', exact: true })
  await naming.getByLabel('Name der Vorlage', { exact: true }).fill('Kritik')
  await page.keyboard.press('Enter')
  await expect(naming.getByText('So heißt eine mitgelieferte Vorlage', { exact: true })).toBeVisible()
  await naming.getByLabel('Name der Vorlage', { exact: true }).fill('Hafenmeldung')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Vorlage gespeichert')).toBeVisible()
  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto('/admin/articles')
  await button(page, 'Mehr').click()
  await page.getByRole('menuitem', { name: 'Aus Vorlage', exact: true }).click()
  await expect(templates.getByRole('button', { name: 'Hafenmeldung', exact: true })).toBeVisible()
  await expectNoOverflow(page)
  await expectAccessible(page)
})

test('[DESK-10] words are replaced in all articles with a preview and one undo, and a view saves filter, order and columns under a name', async ({
  rest,
  word,
  open,
}) => {
  const first = await rest.createArticle({ title: `${word} eins`, content_markdown: `Ein ${word}, noch ein ${word}.` })
  const second = await rest.createArticle({ title: 'Zwei', status: 'published', content_markdown: `Nur ${word}.` })
  const page = await open('/admin/articles')
  const more = async (name: string) => {
    await button(page, 'Mehr').click()
    await page.getByRole('menuitem', { name, exact: true }).click()
    return page.getByRole('dialog', { name, exact: true })
  }
  const dialog = await more('Suchen und ersetzen')
  await dialog.getByLabel('Suchen nach', { exact: true }).fill(word)
  await dialog.getByLabel('Ersetzen durch', { exact: true }).fill('Anderes')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('status')).toContainText('4 Stellen in 2 Artikeln')
  await expectAccessible(page)
  await dialog.getByRole('checkbox', { name: `Titel: ${word} eins`, exact: true }).click()
  await dialog.getByRole('button', { name: '3 Stellen ersetzen', exact: true }).click()
  await expect(toast(page, 'In 2 Artikeln ersetzt')).toBeVisible()
  expect((await rest.getArticle(first.id)).content_markdown).toBe('Ein Anderes, noch ein Anderes.')
  const changed = await rest.getArticle(second.id)
  expect([changed.content_markdown, changed.working_copy?.content_markdown]).toEqual([`Nur ${word}.`, 'Nur Anderes.'])
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Rückgängig', exact: true }).click()
  await expect(toast(page, 'Ersetzen rückgängig gemacht')).toBeVisible()
  expect((await rest.getArticle(first.id)).content_markdown).toBe(first.content_markdown)
  expect((await rest.getArticle(second.id)).working_copy).toBeNull()
  await dialog.getByRole('button', { name: 'Fertig', exact: true }).click()

  await page.goto(`/admin/articles?status=draft&sort=title&q=${word}`)
  const views = await more('Ansichten')
  await views.getByRole('checkbox', { name: 'Status', exact: true }).click()
  await expect(page).toHaveURL(/ohne=status/)
  await views.getByLabel('Name der Ansicht', { exact: true }).fill(`Entwürfe ${word}`)
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(toast(page, `Ansicht „Entwürfe ${word}“ gespeichert`)).toBeVisible()
  const address = page.url()
  await page.setViewportSize({ width: 360, height: 780 })
  await expectNoOverflow(page)
  await page.goto('/admin/articles')
  await (await more('Ansichten')).getByRole('button', { name: `Entwürfe ${word}`, exact: true }).click()
  await expect(page).toHaveURL(address)
  await page.setViewportSize({ width: 1440, height: 900 })
  const row = page.getByRole('list', { name: 'Artikel', exact: true }).getByRole('listitem')
  await expect(row).toHaveCount(1)
  await expect(row.getByText('Entwurf', { exact: true }).filter({ visible: true })).toHaveCount(0)
})

test('[DESK-11] typography and dictionary words are proposed, chosen and undone in one step, and the check shows statistics', async ({
  rest,
  word,
  open,
}) => {
  const before = `Er sagt "ja" - und \`"nein" - ...\` zu ${word}.`
  const { id } = await rest.createArticle({ title: `${word} prüfen`, content_markdown: before })
  await rest.send('POST', '/api/words', { word: `${word}x`, kind: 'accepted' })
  const page = await open(`/admin/articles/${id}`)
  await openPanel(page)
  await panel(page).getByRole('button', { name: 'Text prüfen', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Text prüfen', exact: true })
  const proposals = dialog.getByRole('list', { name: 'Vorschläge', exact: true }).getByRole('listitem')
  await expect(proposals).toHaveCount(3)
  await expect(dialog.getByRole('definition').nth(1)).toHaveText('6')
  await expect(dialog.getByText('Nur ein Hinweis (Flesch, deutsch)', { exact: true })).toBeVisible()
  await expectAccessible(page)

  // A word is added to the dictionary, and found in the text at once.
  await dialog.getByText(/^Wortliste des Blogs/).click()
  await dialog.getByLabel('Wort', { exact: true }).fill(word)
  await dialog.getByLabel('Stattdessen', { exact: true }).fill('Neues')
  await page.keyboard.press('Enter')
  await expect(proposals).toHaveCount(4)
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 780 })
  await expectNoOverflow(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await proposals.filter({ hasText: 'Gedankenstrich' }).getByRole('checkbox').click()
  await dialog.getByRole('button', { name: '3 übernehmen', exact: true }).click()
  await expect(toast(page, '3 Stellen geändert')).toBeVisible()
  await expect(text(page)).toHaveText('Er sagt „ja“ - und `"nein" - ...` zu Neues.')
  await text(page).click()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(text(page)).toHaveText(before)
  // The flagged word is highlighted while typing.
  await expect(text(page).locator('.cm-flagged')).toHaveText(word)
  await text(page).click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type(` ${word}x`)
  await expect(
    text(page)
      .locator('[spellcheck=false]')
      .filter({ hasText: `${word}x` }),
  ).toHaveCount(1)
})

test('[DESK-16] research beside the text becomes a link, a quotation and a footnote with its access date, names the article, and tasks are ticked there', async ({
  rest,
  word,
  open,
}) => {
  const article = await rest.createArticle({ title: `${word} Artikel`, content_markdown: 'Das stimmt.' })
  const own = {
    title: `${word} Bericht`,
    url: 'https://bericht.example/',
    note: 'Ein Satz daraus.',
    article_id: article.id,
  }
  await rest.send('POST', '/api/research', own)
  await rest.send('POST', '/api/research', { title: `${word} Fremdes`, url: 'https://fremd.example/' })
  const task = await rest.send<{ id: string }>('POST', '/api/tasks', {
    title: `${word} Prüfen`,
    article_id: article.id,
  })
  const page = await open(`/admin/articles/${article.id}`)
  await openPanel(page)
  await text(page).click()
  await page.keyboard.press('ControlOrMeta+End')
  await panel(page).getByText('Recherche und Aufgaben', { exact: true }).click()
  const sources = panel(page).getByRole('list', { name: 'Quellen', exact: true }).getByRole('listitem')
  await expect(sources).toHaveCount(1)
  await expectAccessible(page)
  await sources.getByRole('button', { name: `„${own.title}“ als Fußnote`, exact: true }).click()
  await expect(toast(page, 'Als Fußnote eingefügt')).toBeVisible()
  await expect(text(page)).toContainText(
    /Das stimmt\.\[\^1\].*\[\^1\]: .*Bericht.*, abgerufen am \d{1,2}\. [A-ZÄÖÜa-zäöü]+ \d{4}\./s,
  )

  // The search covers all sources, also those not linked.
  await panel(page).getByLabel('In der Recherche suchen', { exact: true }).fill('Fremdes')
  await sources.getByRole('button', { name: `„${word} Fremdes“ als Link`, exact: true }).click()
  await expect(chip(page)).toHaveText('gespeichert')
  const written = (await rest.getArticle(article.id)).content_markdown
  expect(written).toContain(`Das stimmt.[^1][${word} Fremdes](https://fremd.example/)\n\n[^1]: [`)

  // The ticked task is in the last column.
  await panel(page)
    .getByRole('checkbox', { name: `${word} Prüfen`, exact: true })
    .click()
  await expect(panel(page).getByRole('checkbox', { name: `${word} Prüfen`, exact: true })).toBeChecked()
  expect(await rest.send('GET', `/api/tasks/${task.id}`)).toMatchObject({ status: 'published' })
  await page.setViewportSize({ width: 360, height: 780 })
  await expectNoOverflow(page)
  await page.setViewportSize({ width: 1440, height: 900 })

  await page.goto(`/admin/research?q=${word}`)
  await words(page.getByRole('main'), own.title).first().click()
  const detail = page.getByRole('dialog', { name: own.title, exact: true })
  await expect(detail.getByRole('link', { name: `${word} Artikel`, exact: true })).toBeVisible()
})
