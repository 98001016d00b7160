import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { join } from 'node:path'
import { readConfig } from '../../src/server/config.ts'
import { addImage } from '../support/add-image.ts'
import { openDatabase } from '../../src/server/platform/db/db.ts'
import { diskFiles } from '../../src/server/files/store/disk.ts'
import { expect, refused } from '../support/e2e.ts'
import { button, chip, chooseStatus, lines, openPanel, panel, pasteOver, text, title, type } from '../support/editor.ts'
import { expectAccessible, expectNoOverflow } from '../support/screen-checks.ts'
import { test } from '../support/signed-in.ts'
import { toast } from '../support/words.ts'
import { letThrough } from '../support/routes.ts'

/** Records the inputs of `articles.update`; Playwright does not see the bodies of streamed requests. */
async function watchUpdates(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const sent: string[] = []
    const send = window.fetch
    window.fetch = async (input, init) => {
      const request = new Request(input, init)
      if (request.url.endsWith('/articles/update')) sent.push(await request.clone().text())
      return send(request)
    }
    Object.assign(window, { sentUpdates: sent })
  })
}

async function sentUpdates(page: Page): Promise<Record<string, unknown>[]> {
  const sent = await page.evaluate(() => (window as unknown as { sentUpdates: string[] }).sentUpdates)
  return sent.map((body) => (JSON.parse(body) as { json: Record<string, unknown> }).json)
}

test('[EDIT-1] [EDIT-12] [EDIT-5] [EDIT-4] [EDIT-6] [RUL-29] new creates a draft and stays, and Back restores the list', async ({
  open,
  rest,
  word,
}) => {
  const page = await open('/admin/articles?status=draft')
  await page.getByRole('link', { name: 'Neuer Artikel', exact: true }).click()
  await expect(page).toHaveURL('/admin/articles/new')
  await expect(title(page)).toBeFocused()
  await type(page, `${word} Neu`, 'Erster Satz.')
  await page.keyboard.press('Control+s')
  await expect(toast(page, 'Artikel erstellt!')).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/articles\/[0-9a-f-]{36}$/)
  // The editor is the same: typing continues at its position.
  await page.keyboard.type(' Noch einer.')
  await expect(text(page)).toContainText('Erster Satz. Noch einer.')
  const id = page.url().split('/').at(-1)!
  expect(await rest.getArticle(id)).toMatchObject({
    title: `${word} Neu`,
    status: 'draft',
    content_markdown: 'Erster Satz.',
    published_at: null,
  })
  await page.getByRole('link', { name: 'Zurück zu Artikel', exact: true }).click()
  await expect(page).toHaveURL('/admin/articles?status=draft')

  // The slug follows the title until it is typed by hand; publishing a new article stays with it.
  await page.getByRole('link', { name: 'Neuer Artikel', exact: true }).click()
  await openPanel(page)
  const address = panel(page).getByLabel('Adresse', { exact: true })
  await title(page).fill('  Größe & Maß --  der „Äpfel“ (2026)! ')
  await expect(address).toHaveValue('groesse-mass-der-aepfel-2026')
  await title(page).fill(`${word} Zwei`)
  await expect(address).toHaveValue(`${word.toLowerCase()}-zwei`)
  await address.fill(`Mein  Eigener Weg ${word}`)
  await address.blur()
  const typed = `mein-eigener-weg-${word.toLowerCase()}`
  await expect(address).toHaveValue(typed)
  await title(page).fill(`${word}\tDrei`)
  await expect(title(page)).toHaveValue(`${word} Drei`)
  await expect(address).toHaveValue(typed)
  await button(page, 'Veröffentlichen').click()
  await expect(toast(page, 'Artikel veröffentlicht!')).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/articles\/[0-9a-f-]{36}$/)
  await expect(button(page, 'Aktualisieren')).toBeVisible()
  expect(await rest.getArticle(page.url().split('/').at(-1)!)).toMatchObject({
    status: 'published',
    title: `${word} Drei`,
    slug: typed,
  })
})

test('[EDIT-2] the preview shows title, excerpt in italics and the rendered text, and axe finds nothing, wide and narrow', async ({
  open,
  rest,
  word,
}) => {
  const article = await rest.createArticle({
    title: `${word} Rundfunkfrequenzzuweisungsverordnung`,
    status: 'scheduled',
    excerpt: 'Kurz gesagt.',
    content_markdown:
      '## Kapitel\n\n*Kursiv*, `code`, [Link](/x), ein **fetter** Satz.[^1]\n\n- a\n\n> Zitat\n> > darin\n> > > und darin\n\n```ts\nlet x\n```\n\n| A | B |\n|---|---|\n| 1 | 2 |\n\n[^1]: Die Note.\n',
  })
  const page = await open(`/admin/articles/${article.id}`)
  await expect(panel(page).getByRole('region', { name: /^Prüfung (Alles in Ordnung|\d+ Hinweise?)$/ })).toBeVisible()
  // A line at the left for each quote that the text is in.
  const widths = await text(page)
    .locator('.md-quote')
    .evaluateAll((quotes) => quotes.map((quote) => getComputedStyle(quote, '::before').width))
  expect(widths).toEqual(['2px', '22px', '42px'])
  await expectAccessible(page)
  await button(page, 'Vorschau').click()
  await expect(page.getByRole('heading', { level: 1, name: article.title, exact: true })).toBeVisible()
  const shown = page.getByRole('article')
  await expect(shown.getByText('Kurz gesagt.', { exact: true })).toHaveCSS('font-style', 'italic')
  await expect(page.getByRole('heading', { level: 2, name: 'Kapitel', exact: true })).toBeVisible()
  await expect(shown.getByRole('strong').filter({ hasText: 'fetter' })).toBeVisible()
  await expect(shown.getByRole('cell', { name: '2', exact: true })).toBeVisible()
  await expect(shown.getByText(/^Die Note\./)).toBeVisible()
  await expect(text(page)).toBeHidden()
  await expectAccessible(page)
  await button(page, 'Angaben').click()
  await page.setViewportSize({ width: 360, height: 800 })
  await expectAccessible(page)
  await expectNoOverflow(page)
  await button(page, 'Bearbeiten').filter({ visible: true }).click()
  await expect(text(page)).toContainText('## Kapitel')
  await expectAccessible(page)
  await expectNoOverflow(page)
})

test('[EDIT-3] [EDIT-5] [RUL-13] save keeps the status and opens the list, Strg+S stays, and a refusal shows the server’s message', async ({
  open,
  rest,
  word,
  expectedErrors,
}) => {
  expectedErrors(/articles\/update/)
  await rest.createArticle({ title: `${word} belegt` })
  const article = await rest.createArticle({ title: word, status: 'scheduled' })
  const page = await open(`/admin/articles/${article.id}`)
  await text(page).click()
  await page.keyboard.type('Eins.')
  await page.keyboard.press('Control+s')
  await expect(toast(page, 'Artikel gespeichert!')).toBeVisible()
  await expect(chip(page)).toHaveText('gespeichert')
  expect(await rest.getArticle(article.id)).toMatchObject({ status: 'scheduled', content_markdown: 'Eins.' })
  await expect(page).toHaveURL(`/admin/articles/${article.id}`)
  await page.keyboard.type(' Zwei.')
  const slug = `${word.toLowerCase()}-belegt`
  await panel(page).getByLabel('Adresse', { exact: true }).fill(slug)
  await button(page, 'Speichern').click()
  await expect(toast(page, /schon vergeben. Frei ist/)).toBeVisible()
  await page.getByRole('button', { name: `„${slug}-2“ verwenden`, exact: true }).click()
  await button(page, 'Speichern').click()
  await expect(page).toHaveURL('/admin/articles')
  expect(await rest.getArticle(article.id)).toMatchObject({
    status: 'scheduled',
    content_markdown: 'Eins. Zwei.',
    slug: `${slug}-2`,
  })
})

test('[EDIT-3] a failed save shows the reason and loses nothing, not even by a reload', async ({
  open,
  rest,
  word,
  expectedErrors,
}) => {
  expectedErrors(/articles\/update/)
  const article = await rest.createArticle({ title: word })
  const page = await open(`/admin/articles/${article.id}`)
  await page.route('**/api/rpc/articles/update', (route) => route.abort())
  await text(page).click()
  await page.keyboard.type('Unersetzlich.')
  await button(page, 'Speichern').click()
  await expect(toast(page, 'Fehler beim Speichern des Artikels')).toBeVisible()
  await expect(page.getByText('offline – lokal gesichert', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(`/admin/articles/${article.id}`)
  await page.reload()
  await expect(text(page)).toHaveText('Unersetzlich.')
  await letThrough(page, '**/api/rpc/articles/update')
  await page.keyboard.press('Control+s')
  await expect(chip(page)).toHaveText('gespeichert')
  expect((await rest.getArticle(article.id)).content_markdown).toBe('Unersetzlich.')
  await page.reload()
  await expect(text(page)).toHaveText('Unersetzlich.')
  await expect(page.getByText(/wiederhergestellt/)).toBeHidden()
})

test('[EDIT-4] [EDIT-5] [RUL-12] [RUL-27] an article is published now, then has a working version with tags of its own until that is put live', async ({
  open,
  rest,
  reader,
  word,
}) => {
  const tag = await rest.send<{ id: string }>('POST', '/api/tags', { name: `${word} Tag` })
  const article = await rest.createArticle({ title: word, content_markdown: 'Alt.' })
  const url = `/admin/articles/${article.id}`
  const page = await open(url)
  const before = Date.now()
  await button(page, 'Veröffentlichen').click()
  await expect(toast(page, 'Artikel veröffentlicht!')).toBeVisible()
  await expect(page).toHaveURL('/admin/articles')
  const published = await rest.getArticle(article.id)
  expect(published.status).toBe('published')
  expect(Date.parse(published.published_at ?? '')).toBeGreaterThanOrEqual(before - 1000)

  await page.getByRole('link', { name: word, exact: true }).click()
  await pasteOver(page, 'Neu.')
  await panel(page).getByRole('button', { name: 'hinzufügen', exact: true }).click()
  await panel(page).getByRole('combobox', { name: 'Schlagwort hinzufügen', exact: true }).fill(`${word} Tag`)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+s')
  await expect(toast(page, 'Artikel gespeichert!')).toBeVisible()
  await expect(page.getByText('Unveröffentlichte Änderungen', { exact: true })).toBeVisible()
  await reader.goto(`/article/${article.slug}`)
  await expect(reader.getByText('Alt.', { exact: true })).toBeVisible()
  await expect(reader.locator('body')).not.toContainText(`${word} Tag`)
  await page.reload()
  await expect(text(page)).toHaveText('Neu.')
  await expect(panel(page).getByText(`${word} Tag`, { exact: true })).toBeVisible()
  await button(page, 'Mehr zum Veröffentlichen').click()
  await page.getByRole('menuitem', { name: /^Verwerfen/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Verwerfen', exact: true }).click()
  await expect(toast(page, 'Änderungen verworfen')).toBeVisible()
  await expect(text(page)).toHaveText('Alt.')
  await expect(panel(page)).not.toContainText(`${word} Tag`)
  await page.locator('[data-sonner-toast]').getByRole('button', { name: 'Rückgängig', exact: true }).click()
  await expect(text(page)).toHaveText('Neu.')
  await expect(chip(page)).toHaveText('gespeichert')
  expect((await rest.getArticle(article.id)).working_copy?.tag_ids).toEqual([tag.id])
  await page.goto(`/admin/articles?q=${word}`)
  await expect(page.getByTitle('Unveröffentlichte Änderungen', { exact: true })).toBeVisible()

  await page.getByRole('link', { name: word, exact: true }).click()
  await button(page, 'Aktualisieren').click()
  await expect(page).toHaveURL(`/admin/articles?q=${word}`)
  await reader.reload()
  await expect(reader.getByText('Neu.', { exact: true })).toBeVisible()
  await expect(reader.getByText(`${word} Tag`, { exact: true })).toBeVisible()
  const updated = await rest.getArticle(article.id)
  expect(updated.published_at).toBe(published.published_at)
  expect(updated.has_unpublished_changes).toBe(false)

  await page.getByRole('link', { name: word, exact: true }).click()
  await button(page, 'Mehr zum Veröffentlichen').click()
  await page.getByRole('menuitem', { name: /^Neu veröffentlichen/ }).click()
  await expect(toast(page, 'Artikel veröffentlicht!')).toBeVisible()
  expect(Date.parse((await rest.getArticle(article.id)).published_at ?? '')).toBeGreaterThan(
    Date.parse(published.published_at ?? ''),
  )
})

test('[EDIT-7] [EDIT-8] [WEEK-5] the cover is chosen from the media library, and the excerpt is generated from the text', async ({
  open,
  rest,
  server,
  word,
  expectedErrors,
}) => {
  expectedErrors(refused(404, '/b.png'))
  const db = await openDatabase(readConfig({ DATA_DIR: server.dataDir }))
  const { url } = await addImage(db, diskFiles(join(server.dataDir, 'media')), {
    objectName: `${word}.png`,
    filename: `${word}.png`,
    mimeType: 'image/png',
    bytes: await sharp({ create: { width: 640, height: 360, channels: 3, background: 'teal' } })
      .png()
      .toBuffer(),
    width: 640,
    height: 360,
    alt: 'Eine Fläche',
    authorId: null,
    now: new Date(),
  })
  await db.destroy()
  const sentence = '**Fett**, _kursiv_, `code` und [Link](/x).'
  const markdown = `# Titel\n\n![Bild](/b.png)\n\n${sentence} ${'Weiter so. '.repeat(40)}`
  const article = await rest.createArticle({ title: word, content_markdown: markdown })
  const page = await open(`/admin/articles/${article.id}`)
  await panel(page).getByRole('button', { name: 'Bild auswählen', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Bild auswählen', exact: true })
  await dialog.getByRole('searchbox').fill(word)
  await dialog.getByRole('button', { name: new RegExp(`${word}\\.png$`) }).click()
  await expect(toast(page, 'Bild ausgewählt!')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(panel(page).getByRole('img', { name: 'Titelbild', exact: true })).toHaveJSProperty('naturalWidth', 640)
  await page.keyboard.press('Control+s')
  await expect(toast(page, 'Artikel gespeichert!')).toBeVisible()
  expect((await rest.getArticle(article.id)).cover_image_url).toBe(url)
  await panel(page).getByRole('button', { name: 'Titelbild entfernen', exact: true }).click()
  await panel(page).getByRole('button', { name: 'Erzeugen', exact: true }).click()
  await expect(toast(page, 'Auszug generiert')).toBeVisible()
  const excerpt = `Fett, kursiv, code und Link(/x). ${'Weiter so. '.repeat(40)}`.slice(0, 200)
  await expect(panel(page).getByLabel('Auszug', { exact: true })).toHaveValue(excerpt)
  await button(page, 'Speichern').click()
  await expect(page).toHaveURL('/admin/articles')
  expect(await rest.getArticle(article.id)).toMatchObject({ cover_image_url: null, excerpt })
})

test('[EDIT-9] the status dropdown creates a new article at once, but not without a title', async ({
  open,
  rest,
  word,
  expectedErrors,
}) => {
  expectedErrors(/articles\/create/)
  const page = await open('/admin/articles/new')
  await chooseStatus(page, 'Veröffentlicht')
  await expect(toast(page, 'Bitte geben Sie einen Titel ein')).toBeVisible()
  await expect(title(page)).toBeFocused()
  await title(page).fill(word)
  await page.route('**/api/rpc/articles/create', (route) => route.abort())
  await chooseStatus(page, 'Veröffentlicht')
  await expect(toast(page, 'Fehler beim Erstellen des Artikels')).toBeVisible()
  await letThrough(page, '**/api/rpc/articles/create')
  await chooseStatus(page, 'Veröffentlicht')
  await expect(toast(page, 'Artikel erstellt!')).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/articles\/[0-9a-f-]{36}$/)
  expect((await rest.getArticle(page.url().split('/').at(-1)!)).status).toBe('published')
})

test('[EDIT-10] [RUL-14] the status dropdown saves the text first, then the status alone', async ({
  page,
  rest,
  signIn,
  word,
  expectedErrors,
}) => {
  expectedErrors(/articles\/update/)
  const article = await rest.createArticle({ title: word })
  await watchUpdates(page)
  await signIn(page, `/admin/articles/${article.id}`)
  await text(page).click()
  await page.keyboard.type('Frisch getippt.')
  await chooseStatus(page, 'Veröffentlicht')
  await expect(toast(page, 'Status aktualisiert!')).toBeVisible()
  const sent = await sentUpdates(page)
  expect(sent).toHaveLength(2)
  expect(sent[0]).toMatchObject({ content_markdown: 'Frisch getippt.' })
  expect(sent[0]).not.toHaveProperty('status')
  expect(sent[1]).toEqual({ id: article.id, version: 2, status: 'published' })
  const published = await rest.getArticle(article.id)
  expect(published).toMatchObject({ status: 'published', content_markdown: 'Frisch getippt.' })
  expect(published.published_at).not.toBeNull()

  await chooseStatus(page, 'Entwurf')
  await expect(panel(page).getByRole('combobox', { name: 'Status', exact: true })).toHaveText('Entwurf')
  expect(await rest.getArticle(article.id)).toMatchObject({ status: 'draft', published_at: null })

  await page.route('**/api/rpc/articles/update', (route) => route.abort())
  await chooseStatus(page, 'Geplant')
  await expect(toast(page, 'Fehler beim Aktualisieren des Status')).toBeVisible()
  await expect(panel(page).getByRole('combobox', { name: 'Status', exact: true })).toHaveText('Entwurf')
})

test('[SHELL-6] [RUL-43] [RUL-66] [WEEK-8] writing by keyboard is German, keeps quotes as typed, has marks, lists and find, and Strg B is bold in the text and folds the sidebar elsewhere', async ({
  open,
}) => {
  const page = await open('/admin/articles/new')
  for (const field of [title(page), text(page)]) {
    await expect(field).toHaveAttribute('lang', 'de')
    await expect(field).toHaveAttribute('spellcheck', 'true')
  }
  await title(page).press('Enter')
  await type(page, '"gerade" -- ...', '', '- eins', 'zwei', '', 'fett')
  await page.keyboard.press('Control+b')
  await page.keyboard.press('End')
  await page.keyboard.type(' kursiv')
  await page.keyboard.press('Control+i')
  await page.keyboard.press('End')
  const written = ['"gerade" -- ...', '', '- eins', '- zwei', '', '**fett** *kursiv*']
  await expect.poll(lines(page)).toEqual(written)
  const sidebar = page.getByRole('navigation', { name: 'Navigation', exact: true })
  const wide = (await sidebar.boundingBox())?.width
  // The other key of the pair, and on selected words.
  await page.keyboard.press('Shift+Control+ArrowLeft')
  await page.keyboard.press('Meta+b')
  await page.keyboard.press('Control+z')
  await expect.poll(lines(page)).toEqual(written)
  expect((await sidebar.boundingBox())?.width).toBe(wide)
  await title(page).focus()
  await page.keyboard.press('Control+b')
  await expect.poll(async () => (await sidebar.boundingBox())?.width).not.toBe(wide)
  await expect.poll(lines(page)).toEqual(written)
  await text(page).focus()
  await page.keyboard.press('Control+f')
  await page.getByRole('textbox', { name: 'Suchen nach', exact: true }).fill('zwei')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+z')
  await expect(text(page)).toBeFocused()
})
