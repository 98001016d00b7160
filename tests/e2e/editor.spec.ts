import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { join } from 'node:path'
import { readConfig } from '../../src/server/config.ts'
import { addImage } from '../../src/server/media/media.service.ts'
import { openDatabase } from '../../src/server/platform/db/db.ts'
import { diskFiles } from '../../src/server/platform/files.ts'
import { expect } from '../support/e2e.ts'
import { button, panel, paste, says, test, text, title } from '../support/editor.ts'

async function openPanel(page: Page): Promise<void> {
  await expect(text(page)).toBeVisible()
  if (!(await panel(page).isVisible())) await button(page, 'Angaben').click()
}

async function chooseStatus(page: Page, name: string): Promise<void> {
  await openPanel(page)
  await panel(page).getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name }).click()
}

/** Notes the inputs of `articles.update`; Playwright does not see the bodies of streamed requests. */
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

test('[EDIT-1] [EDIT-12] [EDIT-5] new creates a draft and stays at its address; Back leads to the list', async ({
  page,
  rest,
  signIn,
  word,
}) => {
  await signIn(page, '/admin/articles')
  await page.getByRole('link', { name: 'Neuer Artikel' }).click()
  await expect(page).toHaveURL('/admin/articles/new')
  await expect(title(page)).toBeFocused()
  await page.keyboard.type(`${word} Neu`)
  await page.keyboard.press('Enter')
  await page.keyboard.type('Erster Satz.')
  await page.keyboard.press('Control+s')
  await says(page, 'Artikel erstellt!')
  await expect(page).toHaveURL(/\/admin\/articles\/[0-9a-f-]{36}$/)
  // The editor is the same: typing goes on where it was.
  await page.keyboard.type(' Noch einer.')
  await expect(text(page)).toContainText('Erster Satz. Noch einer.')
  const id = page.url().split('/').at(-1)!
  expect(await rest.getArticle(id)).toMatchObject({
    title: `${word} Neu`,
    status: 'draft',
    content_markdown: 'Erster Satz.',
    published_at: null,
  })
  await page.getByRole('link', { name: 'Zurück zu Artikel' }).click()
  await expect(page).toHaveURL('/admin/articles')
})

test('[EDIT-2] the preview shows title, excerpt in italics and the rendered text', async ({
  page,
  rest,
  signIn,
  word,
}) => {
  const article = await rest.createArticle({
    title: `${word} Vorschau`,
    excerpt: 'Kurz gesagt.',
    content_markdown: '## Kapitel\n\nEin **fetter** Satz.[^1]\n\n| A | B |\n|---|---|\n| 1 | 2 |\n\n[^1]: Die Note.\n',
  })
  await signIn(page, `/admin/articles/${article.id}`)
  await button(page, 'Vorschau').click()
  await expect(page.getByRole('heading', { level: 1, name: `${word} Vorschau` })).toBeVisible()
  const excerpt = page.getByRole('article').getByText('Kurz gesagt.')
  await expect(excerpt).toHaveCSS('font-style', 'italic')
  await expect(page.getByRole('heading', { level: 2, name: 'Kapitel' })).toBeVisible()
  await expect(page.getByRole('strong').filter({ hasText: 'fetter' })).toBeVisible()
  await expect(page.getByRole('cell', { name: '2' })).toBeVisible()
  await expect(page.getByRole('article').getByText('Die Note.')).toBeVisible()
  await expect(text(page)).toBeHidden()
  await button(page, 'Bearbeiten').click()
  await expect(text(page)).toContainText('## Kapitel')
})

test('[EDIT-3] [EDIT-5] [RUL-13] save keeps the status and leaves for the list; Strg+S saves and stays', async ({
  page,
  rest,
  signIn,
  word,
}) => {
  const article = await rest.createArticle({ title: word, status: 'scheduled' })
  await signIn(page, `/admin/articles/${article.id}`)
  await text(page).click()
  await page.keyboard.type('Eins.')
  await page.keyboard.press('Control+s')
  await says(page, 'Artikel gespeichert!')
  await says(page, 'gespeichert')
  expect(await rest.getArticle(article.id)).toMatchObject({ status: 'scheduled', content_markdown: 'Eins.' })
  await expect(page).toHaveURL(`/admin/articles/${article.id}`)
  await page.keyboard.type(' Zwei.')
  await button(page, 'Speichern').click()
  await expect(page).toHaveURL('/admin/articles')
  expect(await rest.getArticle(article.id)).toMatchObject({ status: 'scheduled', content_markdown: 'Eins. Zwei.' })
})

test('[EDIT-3] a save that fails shows why and loses nothing, not even by a reload', async ({
  page,
  rest,
  signIn,
  word,
  expectedErrors,
}) => {
  expectedErrors(/articles\/update/)
  const article = await rest.createArticle({ title: word })
  await signIn(page, `/admin/articles/${article.id}`)
  await page.route('**/api/rpc/articles/update', (route) => route.abort())
  await text(page).click()
  await page.keyboard.type('Unersetzlich.')
  await button(page, 'Speichern').click()
  await says(page, 'Fehler beim Speichern des Artikels')
  await expect(page.getByText('offline – lokal gesichert')).toBeVisible()
  await expect(page).toHaveURL(`/admin/articles/${article.id}`)
  await page.reload()
  await expect(text(page)).toHaveText('Unersetzlich.')
  await page.unroute('**/api/rpc/articles/update')
  await page.keyboard.press('Control+s')
  await says(page, 'gespeichert')
  expect((await rest.getArticle(article.id)).content_markdown).toBe('Unersetzlich.')
  await page.reload()
  await expect(text(page)).toHaveText('Unersetzlich.')
  await expect(page.getByText(/wiederhergestellt/)).toBeHidden()
})

test('[EDIT-3] the server’s own words are shown when it refuses', async ({
  page,
  rest,
  signIn,
  word,
  expectedErrors,
}) => {
  expectedErrors(/articles\/update/)
  await rest.createArticle({ title: `${word} belegt` })
  const article = await rest.createArticle({ title: `${word} anders` })
  await signIn(page, `/admin/articles/${article.id}`)
  await openPanel(page)
  await panel(page).getByLabel('Adresse').fill(`${word.toLowerCase()}-belegt`)
  await button(page, 'Speichern').click()
  await expect(page.getByText(/schon vergeben. Frei ist/)).toBeVisible()
  await page.getByRole('button', { name: `„${word.toLowerCase()}-belegt-2“ verwenden` }).click()
  await button(page, 'Speichern').click()
  await expect(page).toHaveURL('/admin/articles')
  expect((await rest.getArticle(article.id)).slug).toBe(`${word.toLowerCase()}-belegt-2`)
})

test('[EDIT-4] [EDIT-5] publish makes it public now', async ({ page, rest, signIn, reader, word }) => {
  const article = await rest.createArticle({ title: word, content_markdown: 'Für alle.' })
  await signIn(page, `/admin/articles/${article.id}`)
  const before = Date.now()
  await button(page, 'Veröffentlichen').click()
  await says(page, 'Artikel veröffentlicht!')
  await expect(page).toHaveURL('/admin/articles')
  const published = await rest.getArticle(article.id)
  expect(published.status).toBe('published')
  expect(Date.parse(published.published_at ?? '')).toBeGreaterThanOrEqual(before - 1000)
  await reader.goto(`/article/${published.slug}`)
  await expect(reader.getByText('Für alle.')).toBeVisible()
})

test('[EDIT-4] [RUL-29] publishing a new article stays at its address', async ({ page, rest, signIn, word }) => {
  await signIn(page, '/admin/articles/new')
  await title(page).fill(word)
  await button(page, 'Veröffentlichen').click()
  await says(page, 'Artikel veröffentlicht!')
  await expect(page).toHaveURL(/\/admin\/articles\/[0-9a-f-]{36}$/)
  expect((await rest.getArticle(page.url().split('/').at(-1)!)).status).toBe('published')
  await expect(button(page, 'Aktualisieren')).toBeVisible()
})

test('[RUL-12] [RUL-27] a published article has a working version until it is put live', async ({
  page,
  rest,
  signIn,
  reader,
  word,
}) => {
  const article = await rest.createArticle({ title: word, content_markdown: 'Alt.', status: 'published' })
  await signIn(page)
  const url = `/admin/articles/${article.id}`
  await page.goto(url)
  await paste(page, 'Neu.')
  await page.keyboard.press('Control+s')
  await says(page, 'Artikel gespeichert!')
  await says(page, 'Unveröffentlichte Änderungen')
  await reader.goto(`/article/${article.slug}`)
  await expect(reader.getByText('Alt.')).toBeVisible()
  await page.goto(`/admin/articles?q=${word}`)
  await says(page, 'Unveröffentlichte Änderungen')

  await page.goto(url)
  await expect(text(page)).toHaveText('Neu.')
  await button(page, 'Verwerfen').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Verwerfen' }).click()
  await says(page, 'Änderungen verworfen')
  await expect(text(page)).toHaveText('Alt.')

  await paste(page, 'Endlich neu.')
  await button(page, 'Aktualisieren').click()
  await expect(page).toHaveURL('/admin/articles')
  await reader.reload()
  await expect(reader.getByText('Endlich neu.')).toBeVisible()
  const updated = await rest.getArticle(article.id)
  expect(updated.published_at).toBe(article.published_at)
  expect(updated.has_unpublished_changes).toBe(false)

  await page.goto(url)
  await button(page, 'Weitere Aktionen').click()
  await page.getByRole('menuitem', { name: 'Neu veröffentlichen' }).click()
  await says(page, 'Artikel veröffentlicht!')
  expect(Date.parse((await rest.getArticle(article.id)).published_at ?? '')).toBeGreaterThan(
    Date.parse(article.published_at ?? ''),
  )
})

test('[EDIT-6] the address follows the title until it is typed by hand', async ({ page, rest, signIn, word }) => {
  await signIn(page, '/admin/articles/new')
  await openPanel(page)
  const address = panel(page).getByLabel('Adresse')
  await title(page).fill('  Größe & Maß --  der „Äpfel“ (2026)! ')
  await expect(address).toHaveValue('groesse-mass-der-aepfel-2026')
  await title(page).fill(`${word} Zwei`)
  await expect(address).toHaveValue(`${word.toLowerCase()}-zwei`)
  await address.fill(`Mein  Eigener Weg ${word}`)
  await address.blur()
  const typed = `mein-eigener-weg-${word.toLowerCase()}`
  await expect(address).toHaveValue(typed)
  await title(page).fill(`${word} Drei`)
  await expect(address).toHaveValue(typed)
  await button(page, 'Speichern').click()
  await says(page, 'Artikel erstellt!')
  expect((await rest.getArticle(page.url().split('/').at(-1)!)).slug).toBe(typed)
})

test('[EDIT-7] the cover comes from the media library', async ({ page, rest, signIn, server, word }) => {
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
  const article = await rest.createArticle({ title: word })
  await signIn(page, `/admin/articles/${article.id}`)
  await openPanel(page)
  await panel(page).getByRole('button', { name: 'Bild auswählen' }).click()
  const dialog = page.getByRole('dialog', { name: 'Bild auswählen' })
  await dialog.getByRole('searchbox').fill(word)
  await dialog.getByRole('button', { name: `${word}.png` }).click()
  await says(page, 'Bild ausgewählt!')
  await expect(dialog).toBeHidden()
  await expect(panel(page).getByRole('img', { name: 'Titelbild' })).toHaveJSProperty('naturalWidth', 640)
  await page.keyboard.press('Control+s')
  await says(page, 'Artikel gespeichert!')
  expect((await rest.getArticle(article.id)).cover_image_url).toBe(url)
  await panel(page).getByRole('button', { name: 'Titelbild entfernen' }).click()
  await button(page, 'Speichern').click()
  await expect(page).toHaveURL('/admin/articles')
  expect((await rest.getArticle(article.id)).cover_image_url).toBeNull()
})

test('[EDIT-8] the excerpt is made of the text', async ({ page, rest, signIn, word }) => {
  const markdown = `# Titel\n\n**Fett**, _kursiv_, \`code\` und [Link](/x). ${'Weiter so. '.repeat(40)}`
  const article = await rest.createArticle({ title: word, content_markdown: markdown })
  await signIn(page, `/admin/articles/${article.id}`)
  await openPanel(page)
  await panel(page).getByRole('button', { name: 'Erzeugen' }).click()
  await says(page, 'Auszug generiert')
  const expected = markdown.replaceAll(/[#*_`[\]]/g, '').slice(0, 200)
  await expect(panel(page).getByLabel('Auszug')).toHaveValue(expected)
  await button(page, 'Speichern').click()
  await expect(page).toHaveURL('/admin/articles')
  expect((await rest.getArticle(article.id)).excerpt).toBe(expected)
})

test('[EDIT-9] the status dropdown creates a new article at once, but not without a title', async ({
  page,
  rest,
  signIn,
  word,
  expectedErrors,
}) => {
  expectedErrors(/articles\/create/)
  await signIn(page, '/admin/articles/new')
  await chooseStatus(page, 'Veröffentlicht')
  await says(page, 'Bitte geben Sie einen Titel ein')
  await expect(title(page)).toBeFocused()
  await title(page).fill(word)
  await page.route('**/api/rpc/articles/create', (route) => route.abort())
  await chooseStatus(page, 'Veröffentlicht')
  await says(page, 'Fehler beim Erstellen des Artikels')
  await page.unroute('**/api/rpc/articles/create')
  await chooseStatus(page, 'Veröffentlicht')
  await says(page, 'Artikel erstellt!')
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
  await signIn(page)
  await watchUpdates(page)
  await page.goto(`/admin/articles/${article.id}`)
  await text(page).click()
  await page.keyboard.type('Frisch getippt.')
  await chooseStatus(page, 'Veröffentlicht')
  await says(page, 'Status aktualisiert!')
  const sent = await sentUpdates(page)
  expect(sent).toHaveLength(2)
  expect(sent[0]).toMatchObject({ content_markdown: 'Frisch getippt.' })
  expect(sent[0]).not.toHaveProperty('status')
  expect(sent[1]).toEqual({ id: article.id, version: 2, status: 'published' })
  const published = await rest.getArticle(article.id)
  expect(published).toMatchObject({ status: 'published', content_markdown: 'Frisch getippt.' })
  expect(published.published_at).not.toBeNull()

  await chooseStatus(page, 'Entwurf')
  await expect(panel(page).getByRole('combobox', { name: 'Status' })).toHaveText('Entwurf')
  expect(await rest.getArticle(article.id)).toMatchObject({ status: 'draft', published_at: null })

  await page.route('**/api/rpc/articles/update', (route) => route.abort())
  await chooseStatus(page, 'Geplant')
  await says(page, 'Fehler beim Aktualisieren des Status')
  await expect(panel(page).getByRole('combobox', { name: 'Status' })).toHaveText('Entwurf')
})

for (const [name, markdown] of Object.entries({
  'CRLF and BOM': '\uFEFF# Titel\r\n\r\n\tTab und Ende  \r\n- [ ] Aufgabe\r\n',
  'mixed line ends': 'eins\r\nzwei\ndrei\rvier\n\n\n',
  'odd characters': 'Grüße\u00A0–\u200B „Äpfel“ 🦊\u0301 \u2028 Zeile\n\n<b>html</b>\n\n| a | b |\n|---|---|\n',
})) {
  test(`opened, another field changed, saved: the text is byte for byte the same (${name})`, async ({
    page,
    rest,
    signIn,
    word,
  }) => {
    const article = await rest.createArticle({ title: word, content_markdown: markdown })
    await signIn(page, `/admin/articles/${article.id}`)
    await expect(text(page)).toBeVisible()
    await title(page).fill(`${word} neu`)
    await page.keyboard.press('Control+s')
    await says(page, 'Artikel gespeichert!')
    const saved = await rest.getArticle(article.id)
    expect(saved.title).toBe(`${word} neu`)
    expect(saved.content_markdown).toBe(markdown)
  })
}

test('[SHELL-6] [RUL-43] title and text are German, checked for spelling, and quotes stay as typed', async ({
  page,
  signIn,
}) => {
  await signIn(page, '/admin/articles/new')
  for (const field of [title(page), text(page)]) {
    await expect(field).toHaveAttribute('lang', 'de')
    await expect(field).toHaveAttribute('spellcheck', 'true')
  }
  await text(page).click()
  await page.keyboard.type('"gerade" -- ...')
  await expect(text(page)).toHaveText('"gerade" -- ...')
})

test('writing by keyboard: marks, lists, find in German, the sidebar’s own shortcut', async ({ page, signIn }) => {
  await signIn(page, '/admin/articles/new')
  await title(page).press('Enter')
  await page.keyboard.type('- eins')
  await page.keyboard.press('Enter')
  await page.keyboard.type('zwei')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.keyboard.type('fett')
  await page.keyboard.press('Control+Shift+b')
  await page.keyboard.press('End')
  await page.keyboard.type(' kursiv')
  await page.keyboard.press('Control+i')
  await page.keyboard.press('End')
  const lines = () => text(page).locator('.cm-line').allTextContents()
  await expect.poll(lines).toEqual(['- eins', '- zwei', '', '**fett** *kursiv*'])
  const sidebar = page.getByRole('navigation', { name: 'Navigation' })
  const wide = (await sidebar.boundingBox())?.width
  await page.keyboard.press('Control+b')
  await expect.poll(async () => (await sidebar.boundingBox())?.width).not.toBe(wide)
  await expect.poll(lines).toEqual(['- eins', '- zwei', '', '**fett** *kursiv*'])
  await page.keyboard.press('Control+f')
  await page.getByRole('textbox', { name: 'Suchen' }).fill('zwei')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+z')
  await expect(text(page)).toBeFocused()
})

for (const [view, width] of [
  ['wide', 1440],
  ['narrow', 360],
] as const) {
  test(`axe finds nothing in either theme, editing and preview (${view})`, async ({ page, rest, signIn, word }) => {
    const article = await rest.createArticle({
      title: `${word} Rundfunkfrequenzzuweisungsverordnung`,
      status: 'scheduled',
      excerpt: 'Kurz.',
      content_markdown:
        '## Kapitel\n\n*Kursiv*, **fett**, `code`, [Link](/x).[^1]\n\n- a\n\n> Zitat\n\n```ts\nlet x\n```\n\n[^1]: Note\n',
    })
    await signIn(page)
    await page.setViewportSize({ width, height: 800 })
    for (const theme of ['dark', 'light']) {
      await page.evaluate((value) => localStorage.setItem('blog-cms-theme', value), theme)
      await page.goto(`/admin/articles/${article.id}`)
      await expect(text(page)).toContainText('Kapitel')
      expect((await new AxeBuilder({ page }).setLegacyMode().include('main').analyze()).violations).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      await button(page, 'Vorschau').filter({ visible: true }).click()
      await expect(page.getByRole('heading', { level: 2, name: 'Kapitel' })).toBeVisible()
      expect((await new AxeBuilder({ page }).setLegacyMode().include('main').analyze()).violations).toEqual([])
    }
  })
}
