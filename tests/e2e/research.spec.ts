import type { Page } from '@playwright/test'
import { expect } from '../support/e2e.ts'
import { expectAccessible, expectNoOverflow } from '../support/screen-checks.ts'
import { test } from '../support/signed-in.ts'
import { toast, words } from '../support/words.ts'
import { letThrough } from '../support/routes.ts'

type Item = { id: string }
type Full = Item & { note: string | null; links: { url: string }[]; files: { filename: string; object_name: string }[] }

const dialog = (page: Page) => page.getByRole('dialog')
const card = (page: Page, title: string) =>
  page.getByRole('list', { name: 'Recherche-Elemente', exact: true }).getByRole('listitem').filter({ hasText: title })
const tab = (page: Page, name: string) =>
  page.getByRole('tablist', { name: 'Art', exact: true }).getByRole('tab', { name: new RegExp(`^${name}( \\d+)?$`) })
const part = (page: Page, name: string) =>
  page
    .getByRole('tablist', { name: 'Bestandteile', exact: true })
    .getByRole('tab', { name: new RegExp(`^${name}( \\d+)?$`) })

test('[RES-1] there are search, tabs, cards newest first with the linked article, and an empty state', async ({
  open,
  page,
  rest,
  word,
}) => {
  // Items of other tests of this worker must not be in the list.
  const { items } = await rest.send<{ items: { id: string }[] }>('GET', '/api/research?limit=200')
  for (const { id } of items) await rest.send('DELETE', `/api/research/${id}`)
  await open('/admin/research')
  await expect(page.getByRole('heading', { name: 'Keine Recherche-Elemente gefunden', exact: true })).toBeVisible()
  await expectAccessible(page)
  const article = await rest.createArticle({ title: `Rechenzentrum ${word}` })
  await rest.send('POST', '/api/research', {
    title: `Messreihe ${word}`,
    url: 'https://messung.example',
    article_id: article.id,
  })
  await rest.send('POST', '/api/research', { title: `Gespräch ${word}`, source_type: 'note', note: 'Über Lüfter' })
  await rest.send('POST', '/api/research', {
    title: `Grundriss ${'Rundfunkfrequenzzuweisungsverordnung'.repeat(2)}`,
    source_type: 'file',
  })
  await page.reload()
  await expect(page.getByRole('tablist', { name: 'Art', exact: true }).getByRole('tab')).toHaveText([
    'All',
    'Links',
    'Notes',
    'Files',
  ])
  await expect(page.getByRole('listitem').locator('[data-row]')).toHaveText([/^Grundriss/, /^Gespräch/, /^Messreihe/])
  await expect(card(page, 'Messreihe')).toContainText(`Rechenzentrum ${word}`)
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoOverflow(page)
  await expectAccessible(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await tab(page, 'Notes').click()
  await expect(page).toHaveURL(/type=note/)
  await expect(card(page, 'Gespräch')).toBeVisible()
  await expect(card(page, 'Messreihe')).toHaveCount(0)
  await tab(page, 'All').click()
  await page
    .getByRole('searchbox', { name: 'Recherche durchsuchen...', exact: true })
    .filter({ visible: true })
    .fill('LUFTER')
  await expect(page).toHaveURL(/q=LUFTER/)
  await expect(card(page, 'Messreihe')).toHaveCount(0)
  await expect(card(page, 'Gespräch')).toBeVisible()
})

test('[RES-2] the create dialog requires a title and shows the URL only for links', async ({
  open,
  page,
  rest,
  word,
  expectedErrors,
}) => {
  expectedErrors(/api\/rpc\/research\/create/)
  await rest.createArticle({ title: `Zielartikel ${word}` })
  await open('/admin/research')
  await page.getByRole('button', { name: 'Neues Element', exact: true }).click()
  const title = dialog(page).getByLabel('Titel', { exact: true })
  const save = dialog(page).getByRole('button', { name: 'Element anlegen', exact: true })
  await expect(title).toBeFocused()
  await expect(dialog(page).getByRole('radio', { name: 'Link', exact: true })).toBeChecked()
  await save.click()
  await expect(words(dialog(page), 'Bitte Titel eingeben')).toBeVisible()
  await expect(title).toBeFocused()
  await expectAccessible(page)
  await expect(dialog(page).getByLabel('URL', { exact: true })).toBeVisible()
  await dialog(page).getByText('Notiz', { exact: true }).first().click()
  await expect(dialog(page).getByRole('radio', { name: 'Notiz', exact: true })).toBeChecked()
  await expect(dialog(page).getByLabel('URL', { exact: true })).toHaveCount(0)
  await page.keyboard.press('ArrowRight')
  await expect(dialog(page).getByRole('radio', { name: 'Datei', exact: true })).toBeChecked()
  await page.keyboard.press('ArrowRight')
  await expect(dialog(page).getByLabel('URL', { exact: true })).toBeVisible()

  await title.fill(`Quelle ${word}`)
  await dialog(page).getByLabel('URL', { exact: true }).fill('quelle.example')
  await save.click()
  await expect(
    dialog(page).getByText('Bitte eine Adresse mit http:// oder https:// angeben', { exact: true }),
  ).toBeVisible()
  await dialog(page).getByLabel('URL', { exact: true }).fill('https://quelle.example/a')
  await dialog(page).getByRole('combobox', { name: 'Artikel', exact: true }).fill(word)
  await dialog(page)
    .getByRole('option', { name: `Zielartikel ${word} Entwurf`, exact: true })
    .click()
  await page.route('**/api/rpc/research/create', (route) => route.abort())
  await save.click()
  await expect(toast(page, 'Fehler beim Erstellen')).toBeVisible()
  await expect(title).toHaveValue(`Quelle ${word}`)
  await letThrough(page, '**/api/rpc/research/create')
  await save.click()
  await expect(toast(page, 'Recherche-Element erstellt')).toBeVisible()
  await expect(card(page, `Quelle ${word}`)).toContainText(`Zielartikel ${word}`)
  await expect(card(page, `Quelle ${word}`)).toContainText('quelle.example')
})

test('[RES-3] [RUL-8] links of an item are added, stored and removed, and an empty one is refused', async ({
  open,
  page,
  rest,
  word,
}) => {
  const { id } = await rest.send<Item>('POST', '/api/research', { title: `Mit Links ${word}` })
  const stored = async () => (await rest.send<Full>('GET', `/api/research/${id}`)).links.map(({ url }) => url)
  await open('/admin/research')
  await card(page, word).locator('[data-row]').click()
  await expect(page).toHaveURL(new RegExp(`item=${id}`))
  await expect(page.getByRole('tablist', { name: 'Bestandteile', exact: true }).getByRole('tab')).toHaveText([
    /^Links ?\d*$/,
    /^Notes ?\d*$/,
    /^Files ?\d*$/,
  ])
  const field = dialog(page).getByLabel('Neuer Link', { exact: true })
  await dialog(page).getByRole('button', { name: 'Hinzufügen', exact: true }).click()
  await expect(dialog(page).getByText('Bitte eine Adresse eingeben', { exact: true })).toBeVisible()
  await expect(field).toBeFocused()
  await expectAccessible(page)
  for (const url of ['https://a.example/eins', 'https://b.example/zwei']) {
    await field.fill(url)
    await field.press('Enter')
    await expect(toast(page, 'Link hinzugefügt').first()).toBeVisible()
    await expect(dialog(page).getByRole('link', { name: new RegExp(url.slice(8)) })).toBeVisible()
    await expect(field).toHaveValue('')
  }
  expect(await stored()).toEqual(['https://a.example/eins', 'https://b.example/zwei'])
  await dialog(page).getByRole('button', { name: 'Link entfernen: a.example/eins', exact: true }).click()
  await expect(toast(page, 'Link entfernt')).toBeVisible()
  await expect.poll(stored).toEqual(['https://b.example/zwei'])
  await page.reload()
  await expect(dialog(page).getByRole('link', { name: /b\.example\/zwei/ })).toBeVisible()
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoOverflow(page)
  // The sheet replaces the pane beside the list once the page has learned of its new width.
  await expect(page.locator('[data-sheet]:focus-within')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expect(card(page, word)).toContainText('1 Link')
})

test('[RES-4] notes are saved by button and automatically, and stay if that fails', async ({
  open,
  page,
  rest,
  word,
  expectedErrors,
}) => {
  expectedErrors(/api\/rpc\/research\/update/)
  const { id } = await rest.send<Item>('POST', '/api/research', { title: word, source_type: 'note' })
  const stored = async () => (await rest.send<Full>('GET', `/api/research/${id}`)).note
  await open('/admin/research')
  await card(page, word).locator('[data-row]').click()
  const notes = dialog(page).getByLabel('Notizen', { exact: true })
  await notes.fill('54 dB(A)\n\tin zwei Metern')
  await dialog(page).getByRole('button', { name: 'Speichern', exact: true }).click()
  await expect(toast(page, 'Notizen gespeichert')).toBeVisible()
  expect(await stored()).toBe('54 dB(A)\n\tin zwei Metern')
  await expectAccessible(page)
  await notes.fill('Speichert sich selbst')
  await expect.poll(stored).toBe('Speichert sich selbst')

  await page.route('**/api/rpc/research/update', (route) => route.abort())
  await notes.fill('Geht nicht verloren')
  await page.keyboard.press('Control+s')
  await expect(toast(page, 'Fehler beim Speichern der Notizen')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await card(page, word).locator('[data-row]').click()
  await expect(notes).toHaveValue('Geht nicht verloren')
  await letThrough(page, '**/api/rpc/research/update')
  await dialog(page).getByRole('button', { name: 'Speichern', exact: true }).click()
  await expect(toast(page, 'Notizen gespeichert')).toBeVisible()
  expect(await stored()).toBe('Geht nicht verloren')
})

test('[RES-5] files of any type are uploaded under item id and timestamp, opened, and deleted', async ({
  open,
  page,
  rest,
  word,
  expectedErrors,
}) => {
  expectedErrors(/storage\/v1\/object/)
  const { id } = await rest.send<Item>('POST', '/api/research', { title: word, source_type: 'file' })
  await open('/admin/research')
  await card(page, word).locator('[data-row]').click()
  await expect(part(page, 'Files')).toHaveAttribute('aria-selected', 'true')
  const chooser = dialog(page).locator('input[type=file]')
  await chooser.setInputFiles([
    { name: 'Äußerung „Lüfter“.txt', mimeType: 'text/plain', buffer: Buffer.alloc(12_636, 'x') },
    { name: 'daten.sqlite', mimeType: 'application/octet-stream', buffer: Buffer.from([0, 1, 2, 255]) },
  ])
  await expect(toast(page, 'Äußerung „Lüfter“.txt hochgeladen')).toBeVisible()
  await expect(toast(page, 'daten.sqlite hochgeladen')).toBeVisible()
  const files = dialog(page).getByRole('list', { name: 'Dateien', exact: true }).getByRole('listitem')
  await expect(files.filter({ hasText: 'Lüfter' })).toContainText('12,34 KB')
  const { files: stored } = await rest.send<Full>('GET', `/api/research/${id}`)
  expect(stored.map(({ filename }) => filename).toSorted()).toEqual(['daten.sqlite', 'Äußerung „Lüfter“.txt'])
  for (const { object_name } of stored) expect(object_name).toMatch(new RegExp(`^${id}/\\d{13}\\.(txt|sqlite)$`))
  await expectAccessible(page)

  const download = page.waitForEvent('download')
  await files.getByRole('button', { name: 'daten.sqlite', exact: true }).click()
  expect((await download).suggestedFilename()).toBe('daten.sqlite')

  await page.route('**/storage/v1/object/blog-media/**', (route) => route.abort())
  await chooser.setInputFiles({ name: 'plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') })
  await expect(toast(page, 'Fehler beim Hochladen von plan.pdf')).toBeVisible()
  await letThrough(page, '**/storage/v1/object/blog-media/**')
  await dialog(page).getByRole('button', { name: 'Erneut versuchen: plan.pdf', exact: true }).click()
  await expect(toast(page, 'plan.pdf hochgeladen')).toBeVisible()
  await expect(files).toHaveCount(3)

  await dialog(page).getByRole('button', { name: 'Datei löschen: daten.sqlite', exact: true }).click()
  await page
    .getByRole('alertdialog', { name: 'Datei löschen?', exact: true })
    .getByRole('button', { name: 'Löschen', exact: true })
    .click()
  await expect(toast(page, 'Datei gelöscht')).toBeVisible()
  await expect(files).toHaveCount(2)
  await page.getByRole('button', { name: 'Rückgängig', exact: true }).click()
  await expect(files).toHaveCount(3)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoOverflow(page)
})

test('[RES-6] deleting asks first, can be undone, and reports a failure', async ({
  open,
  page,
  rest,
  word,
  expectedErrors,
}) => {
  expectedErrors(/api\/rpc\/research\/remove/)
  await rest.send('POST', '/api/research', { title: word })
  await open('/admin/research')
  await card(page, word).hover()
  await card(page, word).getByRole('button', { name: 'Recherche-Element löschen', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: 'Recherche-Element löschen?', exact: true })
  await expect(question).toContainText(word)
  await question.getByRole('button', { name: 'Abbrechen', exact: true }).click()
  await expect(card(page, word)).toBeVisible()
  await card(page, word).locator('[data-row]').click()
  await dialog(page).getByRole('button', { name: 'Löschen', exact: true }).click()
  await question.getByRole('button', { name: 'Löschen', exact: true }).click()
  await expect(toast(page, 'Recherche-Element gelöscht')).toBeVisible()
  await expect(card(page, word)).toHaveCount(0)
  await page.getByRole('button', { name: 'Rückgängig', exact: true }).click()
  await expect(card(page, word)).toBeVisible()

  await page.route('**/api/rpc/research/remove', (route) => route.abort())
  await card(page, word).hover()
  await card(page, word).getByRole('button', { name: 'Recherche-Element löschen', exact: true }).click()
  await question.getByRole('button', { name: 'Löschen', exact: true }).click()
  await expect(toast(page, 'Fehler beim Löschen')).toBeVisible()
  await expect(card(page, word)).toBeVisible()
})

test('an item is changed, and research that cannot be loaded says so', async ({
  open,
  page,
  rest,
  word,
  expectedErrors,
}) => {
  expectedErrors(/api\/rpc\/research/)
  const before = await rest.send<Item>('POST', '/api/research', { title: `${word} davor` })
  const { id } = await rest.send<Item>('POST', '/api/research', { title: `${word} alt` })
  await open(`/admin/research?item=${id}`)
  await dialog(page).getByRole('button', { name: 'Bearbeiten', exact: true }).click()
  await dialog(page).getByLabel('Titel', { exact: true }).fill(`${word} neu`)
  await dialog(page).getByRole('button', { name: 'Speichern', exact: true }).click()
  await expect(toast(page, 'Recherche-Element aktualisiert')).toBeVisible()
  await expect(dialog(page).getByRole('heading', { name: `${word} neu`, exact: true })).toBeVisible()
  // The pane beside the list has the focus past the button that closes it, and follows the keys of the list.
  const edit = dialog(page).getByRole('button', { name: 'Bearbeiten', exact: true })
  await expect(edit).toBeFocused()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Enter')
  await expect(edit).toBeFocused()
  await expect(page.locator('[data-tooltip]')).toHaveCount(0)
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await expect(dialog(page).getByRole('heading', { name: `${word} davor`, exact: true })).toBeVisible()
  await expect(page.locator(`[data-row="${before.id}"]`)).toBeFocused()
  // Opened by its address it leaves the focus at its row.
  await page.setViewportSize({ width: 820, height: 900 })
  await page.goto(`/admin/research?item=${id}`)
  await expect(dialog(page).getByRole('heading', { name: `${word} neu`, exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.locator(`[data-row="${id}"]`)).toBeFocused()
  await page.route('**/api/rpc/research/{get,list}', (route) => route.abort())
  await page.goto('/admin/research')
  await expect(page.getByRole('alert')).toContainText('Laden fehlgeschlagen')
  await letThrough(page, '**/api/rpc/research/{get,list}')
  await page.getByRole('button', { name: 'Erneut versuchen', exact: true }).click()
  await expect(card(page, `${word} neu`)).toBeVisible()
})
