import { createHash } from 'node:crypto'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import type { MediaAsset } from '../../src/contract/media.ts'
import { expect } from '../support/e2e.ts'
import type { Rest } from '../support/rest.ts'
import { expectAccessible, expectNoOverflow } from '../support/screen-checks.ts'
import { test } from '../support/signed-in.ts'
import { toast, words } from '../support/words.ts'
import { letThrough } from '../support/routes.ts'

/** A different picture for every name, so that no upload is a duplicate. */
async function picture(name: string, width = 320, height = 240) {
  const [r = 0, g = 0, b = 0] = createHash('sha256').update(name).digest()
  const image = sharp({ create: { width, height, channels: 3, background: { r, g, b } } })
  return { name, mimeType: 'image/jpeg', buffer: await image.jpeg().toBuffer() }
}

const chooser = (page: Page) => page.getByLabel('Bilder zum Hochladen', { exact: true })
const cards = (page: Page) => page.getByRole('list', { name: 'Bilder', exact: true }).getByRole('listitem')
const card = (page: Page, name: string) => cards(page).filter({ hasText: name })
const select = (page: Page, name: string) => card(page, name).getByRole('button', { pressed: false }).first()
const panel = (page: Page) => page.getByRole('complementary', { name: 'Angaben zum Bild', exact: true })
const find = async (rest: Rest, q: string) =>
  (await rest.send<{ items: MediaAsset[] }>('GET', `/api/media?q=${encodeURIComponent(q)}`)).items

async function upload(page: Page, ...names: string[]) {
  await chooser(page).setInputFiles(await Promise.all(names.map((name) => picture(name))))
  for (const name of names) await expect(card(page, name)).toBeVisible()
}

/** Drops files on the page or pastes them, with the events of a browser. */
async function handOver(
  page: Page,
  how: 'drop' | 'paste',
  files: { name: string; mimeType: string; buffer: Buffer }[],
) {
  const plain = files.map(({ name, mimeType, buffer }) => ({ name, mimeType, base64: buffer.toString('base64') }))
  await page.evaluate(
    ([kind, given]) => {
      const transfer = new DataTransfer()
      for (const { name, mimeType, base64 } of given) {
        const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))
        transfer.items.add(new File([bytes], name, { type: mimeType }))
      }
      if (kind === 'paste') {
        document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true }))
        return
      }
      const target = document.querySelector('main') ?? document.body
      for (const type of ['dragenter', 'dragover', 'drop'])
        target.dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }))
    },
    [how, plain] as const,
  )
}

test('[MEDIA-1] [MEDIA-2] an empty library explains its purpose, and an upload gets a random name and comes first', async ({
  open,
  openEmpty,
  rest,
  word,
}) => {
  const empty = await openEmpty('/admin/media')
  await expect(empty.getByRole('heading', { name: 'Keine Medien gefunden', exact: true })).toBeVisible()
  await expectAccessible(empty)
  const page = await open('/admin/media')
  await expect(chooser(page)).toHaveAttribute('accept', 'image/*')
  const chosen = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Hochladen', exact: true }).click()
  await (await chosen).setFiles(await picture(`${word} erstes.jpg`))
  await expect(toast(page, 'Datei hochgeladen')).toBeVisible()
  await expect(card(page, `${word} erstes.jpg`)).toBeVisible()
  const [asset] = await find(rest, word)
  expect(asset?.url).toMatch(/^\/storage\/v1\/object\/public\/blog-media\/[0-9a-f-]{36}\.jpg$/)
  await expect(card(page, word)).toContainText(`${((asset?.size_bytes ?? 0) / 1024).toFixed(2).replace('.', ',')} KB`)
  await expect(card(page, word)).toContainText('320 × 240')
  await expect(card(page, word).locator('img')).toHaveJSProperty('complete', true)
  await expect(card(page, word).locator('img')).not.toHaveJSProperty('naturalWidth', 0)
  await upload(page, `${word} zweites.jpg`)
  await expect(cards(page).first()).toContainText('zweites')
})

test('[MEDIA-1] several files are uploaded at once, by choice, drop and paste', async ({ open, word, rest }) => {
  const page = await open('/admin/media')
  await upload(page, `${word} a.jpg`, `${word} b.jpg`, `${word} c.jpg`)
  await expect(toast(page, '3 Dateien hochgeladen')).toBeVisible()
  await handOver(page, 'drop', [await picture(`${word} d.jpg`)])
  await expect(card(page, `${word} d.jpg`)).toBeVisible()
  await handOver(page, 'paste', [{ ...(await picture(`${word} paste`)), name: 'image.png' }])
  await expect(card(page, 'Eingefügtes Bild.png').first()).toBeVisible()
  expect(await find(rest, word)).toHaveLength(4)
})

test('[MEDIA-1] a file that is no image is refused with the server’s message', async ({
  open,
  page,
  word,
  expectedErrors,
}) => {
  expectedErrors(/^console error: Failed to load resource: .* status of 415 .*\/api\/media\?filename=/)
  await open('/admin/media')
  const svg = { name: `${word}.svg`, mimeType: 'image/svg+xml', buffer: Buffer.from('<svg onload="alert(1)"/>') }
  await chooser(page).setInputFiles([svg])
  const uploads = page.getByRole('list', { name: 'Uploads', exact: true })
  const sentence = `„${word}.svg“ ist eine SVG-Datei und kann Programmcode enthalten. Erlaubt sind JPEG, PNG, WebP, GIF und AVIF.`
  await expect(uploads).toContainText(sentence)
  await expect(toast(page, sentence)).toBeVisible()
  await expectAccessible(page)
  await uploads.getByRole('button', { name: `${word}.svg aus der Liste nehmen`, exact: true }).click()
  await expect(uploads).toHaveCount(0)
})

test('[WEEK-16] an existing picture is offered instead of stored again, and stored on request', async ({
  open,
  word,
  rest,
}) => {
  const page = await open('/admin/media')
  const file = await picture(word)
  const again = (name: string) => chooser(page).setInputFiles([{ ...file, name: `${word}-${name}.jpg` }])
  const names = async () => (await find(rest, word)).map(({ filename }) => filename)
  await again('1')
  await expect(card(page, `${word}-1.jpg`)).toBeVisible()
  await again('2')
  const uploads = page.getByRole('list', { name: 'Uploads', exact: true })
  await expect(words(uploads, 'Dieses Bild gibt es schon')).toBeVisible()
  await expect(uploads).toContainText(`als „${word}-1.jpg“.`)
  expect(await names()).toEqual([`${word}-1.jpg`])
  await expectAccessible(page)
  await uploads.getByRole('button', { name: 'Vorhandenes verwenden', exact: true }).click()
  await expect(uploads).toHaveCount(0)
  await expect(panel(page).getByRole('heading', { level: 2 })).toHaveText(`${word}-1.jpg`)
  await panel(page).getByRole('button', { name: 'Angaben schließen', exact: true }).click()
  await again('3')
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoOverflow(page)
  await uploads.getByRole('button', { name: 'Trotzdem hochladen', exact: true }).click()
  await expect.poll(names).toEqual([`${word}-3.jpg`, `${word}-1.jpg`])
})

test('[WEEK-16] several pictures are selected by tick, Shift, Strg and Strg A, deleted with one question, and restored', async ({
  open,
  word,
  rest,
}) => {
  const page = await open(`/admin/media?q=${word}`)
  for (const name of ['a', 'b', 'c', 'd']) await upload(page, `${word}-${name}.jpg`)
  const [, , b] = await find(rest, word)
  await rest.createArticle({ title: `Zeigt ${word}`, cover_image_url: b?.url })
  const marked = page.getByRole('toolbar', { name: 'Auswahl', exact: true })
  await expect(cards(page)).toHaveCount(4)
  await card(page, `${word}-d`).hover()
  await card(page, `${word}-d`).getByRole('checkbox').check()
  await expect(marked).toContainText('1 ausgewählt')
  // Shift selects the range up to there, Strg deselects one.
  await select(page, `${word}-b`).click({ modifiers: ['Shift'] })
  await expect(marked).toContainText('3 ausgewählt')
  await select(page, `${word}-c`).click({ modifiers: ['ControlOrMeta'] })
  await expect(marked).toContainText('2 ausgewählt')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(marked).toHaveCount(0)
  await select(page, `${word}-a`).focus()
  await page.keyboard.press('Control+a')
  await expect(marked).toContainText('4 ausgewählt')
  await page.keyboard.press('x')
  await expect(marked).toContainText('3 ausgewählt')
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoOverflow(page)
  await marked.getByRole('button', { name: 'Löschen', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: '3 Bilder löschen?', exact: true })
  await expect(question).toContainText(`Ein Bild wird verwendet: „Zeigt ${word}“`)
  await question.getByRole('button', { name: 'Löschen', exact: true }).click()
  await expect(toast(page, '3 Dateien gelöscht')).toBeVisible()
  await expect(cards(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Rückgängig', exact: true }).click()
  await expect(cards(page)).toHaveCount(4)
  expect(await find(rest, word)).toHaveLength(4)
})

test('[WEEK-16] a picture is renamed and replaced, keeps its address, and the replacement can be undone', async ({
  open,
  word,
  rest,
}) => {
  const page = await open('/admin/media')
  await upload(page, `${word}.jpg`)
  const [asset] = await find(rest, word)
  await select(page, word).click()
  await panel(page).getByLabel('Dateiname', { exact: true }).fill(`Zaun ${word}`)
  await expect(card(page, `Zaun ${word}.jpg`)).toBeVisible()
  await expect(panel(page).getByRole('heading', { level: 2 })).toHaveText(`Zaun ${word}.jpg`)
  const chosen = page.waitForEvent('filechooser')
  await panel(page).getByRole('button', { name: 'Bild ersetzen', exact: true }).click()
  const other = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#0a0' } })
    .png()
    .toBuffer()
  await (await chosen).setFiles([{ name: 'anders.png', mimeType: 'image/png', buffer: other }])
  await expect(toast(page, 'Bild ersetzt')).toBeVisible()
  await expect(panel(page)).toContainText('64 × 48')
  await expect(panel(page).getByRole('img')).toHaveJSProperty('naturalWidth', 64)
  expect((await find(rest, word))[0]).toMatchObject({ id: asset?.id, url: asset?.url, filename: `Zaun ${word}.png` })
  await page.getByRole('button', { name: 'Rückgängig', exact: true }).click()
  await expect(panel(page)).toContainText('320 × 240')
  await expect(panel(page).getByRole('img')).toHaveJSProperty('naturalWidth', 320)
  await expectAccessible(page)
})

test('[MEDIA-2] the search is in the URL and matches alternative texts, too', async ({ open, word, rest }) => {
  const page = await open('/admin/media')
  await upload(page, `${word}.jpg`)
  const [asset] = await find(rest, word)
  await rest.send('PATCH', `/api/media/${asset?.id}`, { alt: `Höhe ${word}x` })
  await page.keyboard.press('/')
  await page.keyboard.type(`hohe ${word}X`)
  await expect(page).toHaveURL(/q=hohe/)
  await expect(cards(page)).toHaveCount(1)
  await page.keyboard.type('nichts')
  await expect(page.getByRole('heading', { name: 'Keine Medien gefunden', exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Suche leeren', exact: true }).last().click()
  await expect(card(page, `${word}.jpg`)).toBeVisible()
})

test('[MEDIA-3] the URL is copied, and deleting names the articles and can be undone', async ({
  open,
  page,
  context,
  word,
  rest,
  server,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await open('/admin/media')
  await upload(page, `${word}.jpg`)
  const [asset] = await find(rest, word)
  await rest.createArticle({ title: `Zeigt ${word}`, content_markdown: `![](${asset?.url})`, status: 'published' })
  await card(page, word).hover()
  await card(page, word)
    .getByRole('button', { name: /^URL von .* kopieren$/ })
    .click()
  await expect(toast(page, 'URL kopiert')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${server.url}${asset?.url}`)

  const question = page.getByRole('alertdialog', { name: 'Bild löschen?', exact: true })
  await card(page, word)
    .getByRole('button', { name: / löschen$/ })
    .click()
  await expect(question).toContainText(`Ein Artikel verwendet es: „Zeigt ${word}“`)
  // axe would measure a toast while it fades.
  await expect(toast(page, 'URL kopiert')).toBeHidden()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Abbrechen', exact: true }).click()
  await expect(card(page, word)).toBeVisible()
  await card(page, word).hover()
  await card(page, word)
    .getByRole('button', { name: / löschen$/ })
    .click()
  await question.getByRole('button', { name: 'Löschen', exact: true }).click()
  await expect(toast(page, 'Datei gelöscht')).toBeVisible()
  await expect(card(page, word)).toHaveCount(0)
  await page.getByRole('button', { name: 'Rückgängig', exact: true }).click()
  await expect(card(page, word)).toBeVisible()

  await rest.send('DELETE', `/api/media/${asset?.id}`)
  expect((await page.request.get(asset?.url ?? '')).status()).toBe(200)
  await rest.send('DELETE', `/api/trash/media/${asset?.id}`)
  expect((await page.request.get(asset?.url ?? '')).status()).toBe(404)
})

test('[MEDIA-3] a refused deletion restores the card and is reported', async ({ open, page, word, expectedErrors }) => {
  expectedErrors(/api\/rpc\/media/)
  await open('/admin/media')
  await upload(page, `${word}.jpg`)
  await page.route('**/api/rpc/media/remove', (route) => route.abort())
  await select(page, word).focus()
  await page.keyboard.press('Delete')
  await page.getByRole('button', { name: 'Löschen', exact: true }).click()
  await expect(toast(page, 'Fehler beim Löschen')).toBeVisible()
  await expect(card(page, word)).toBeVisible()
})

test('the panel shows data, saves texts by itself, and names where the image is used', async ({ open, word, rest }) => {
  const page = await open('/admin/media')
  await upload(page, `${word} eins.jpg`, `${word} zwei.jpg`)
  const asset = (await find(rest, `${word} eins`))[0]!
  await rest.createArticle({ title: `Zeigt ${word}`, cover_image_url: asset.url })
  await select(page, `${word} eins`).click()
  await expect(page).toHaveURL(new RegExp(`bild=${asset.id}`))
  await expect(panel(page)).toContainText('320 × 240')
  await expect(
    panel(page).getByRole('link', { name: new RegExp(`^(Entwurf|Veröffentlicht) ?Zeigt ${word}$`) }),
  ).toBeVisible()
  await expectAccessible(page)
  await panel(page).getByLabel('Alternativtext', { exact: true }).fill('Nebel zwischen Höhenzügen')
  await expect(panel(page).getByText('Gespeichert', { exact: true })).toBeVisible()
  await panel(page).getByLabel('Bildnachweis', { exact: true }).fill('Foto: Ruth Adler')
  // Left before the pause is over: the panel of the other image replaces it.
  await select(page, `${word} zwei`).click()
  await expect(panel(page).getByLabel('Bildnachweis', { exact: true })).toHaveValue('')
  await expect
    .poll(async () => (await find(rest, `${word} eins`))[0])
    .toMatchObject({ alt: 'Nebel zwischen Höhenzügen', credit: 'Foto: Ruth Adler' })
  await page.goto(`/admin/media?bild=${asset.id}`)
  await expect(panel(page).getByLabel('Bildnachweis', { exact: true })).toHaveValue('Foto: Ruth Adler')
  await panel(page).getByRole('button', { name: 'Angaben schließen', exact: true }).click()
  await expect(panel(page)).toHaveCount(0)
})

test('arrows move through the grid, and at 360 px the panel is a sheet and nothing overflows', async ({
  open,
  word,
}) => {
  const page = await open('/admin/media')
  await upload(page, `${word} a.jpg`, `${word} Donaudampfschifffahrtsgesellschaftskapitänsmütze.jpg`)
  await expect(toast(page, '2 Dateien hochgeladen')).toBeVisible()
  const buttons = page.locator('[data-card]')
  await buttons.first().focus()
  await page.keyboard.press('ArrowRight')
  await expect(buttons.nth(1)).toBeFocused()
  await page.keyboard.press('Home')
  await expect(buttons.first()).toBeFocused()
  await page.keyboard.press('End')
  await expect(buttons.last()).toBeFocused()
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoOverflow(page)
  await expectAccessible(page)
  await buttons.first().click()
  const sheet = page.getByRole('dialog', { name: 'Angaben zum Bild', exact: true })
  await expect(sheet.getByLabel('Alternativtext', { exact: true })).toBeVisible()
  await expectNoOverflow(page)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
})

test('a list that does not load says so and recovers', async ({ open, page, word, expectedErrors }) => {
  expectedErrors(/api\/rpc\/media/)
  await open('/admin/media')
  await upload(page, `${word}.jpg`)
  await page.route('**/api/rpc/media/list', (route) => route.abort())
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('Laden fehlgeschlagen')
  await expectAccessible(page)
  await letThrough(page, '**/api/rpc/media/list')
  await page.getByRole('button', { name: 'Erneut versuchen', exact: true }).click()
  await expect(card(page, `${word}.jpg`)).toBeVisible()
})

test('[EDIT-7] an image uploaded inside the dialog is chosen', async ({ page, signIn, word, rest }) => {
  const article = await rest.createArticle({ title: word })
  await signIn(page, `/admin/articles/${article.id}`)
  await page.getByRole('button', { name: 'Angaben', exact: true }).waitFor()
  const angaben = page.getByRole('complementary', { name: 'Angaben', exact: true })
  if (!(await angaben.isVisible())) await page.getByRole('button', { name: 'Angaben', exact: true }).click()
  await angaben.getByRole('button', { name: 'Bild auswählen', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Bild auswählen', exact: true })
  await dialog.getByRole('tab', { name: 'Hochladen', exact: true }).click()
  await expectAccessible(page)
  await dialog.getByLabel('Bilder zum Hochladen', { exact: true }).setInputFiles([await picture(`${word}.jpg`)])
  await expect(toast(page, 'Bild ausgewählt!')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(angaben.getByRole('img', { name: 'Titelbild', exact: true })).toHaveJSProperty('naturalWidth', 320)
})

test('[WEEK-28] images without words, credit or use are found and changed together', async ({ open, word, rest }) => {
  const page = await open(`/admin/media?q=${word}`)
  const names = ['a', 'b', 'c'].map((name) => `${word}-${name}.jpg`)
  await upload(page, ...names)
  // Files are sent side by side, so the order of their rows says nothing.
  const found = await find(rest, word)
  const [a, b, c] = names.map((name) => found.find(({ filename }) => filename === name))
  await rest.createArticle({ title: `Zeigt ${word}`, cover_image_url: a?.url })
  await rest.send('PATCH', `/api/media/${c?.id}`, { credit: 'Foto: Jana', alt: 'Ein Zaun' })
  const filters = page.getByRole('group', { name: 'Bilder', exact: true })
  await expect(filters.getByRole('button')).toHaveText([
    'Alle3',
    'Ohne Alternativtext2',
    'Ohne Nachweis2',
    'Unbenutzt2',
  ])
  await filters.getByRole('button', { name: /^Unbenutzt/ }).press('Enter')
  await expect(cards(page)).toHaveCount(2)
  await expect(card(page, names[1] ?? '')).toContainText('Unbenutzt')
  await filters.getByRole('button').first().press('Enter')
  await page.getByRole('combobox', { name: 'Reihenfolge', exact: true }).press('ArrowDown')
  await page.getByRole('option', { name: 'Nach Name', exact: true }).press('Enter')
  await expect(cards(page)).toContainText(names)

  // By keyboard: all cards, one credit, an alternative text each.
  await select(page, names[0] ?? '').focus()
  await page.keyboard.press('Control+a')
  const several = page.getByRole('complementary', { name: 'Angaben zu mehreren Bildern', exact: true })
  const credit = several.getByLabel('Bildnachweis für alle 3', { exact: true })
  await expect(credit).toHaveAttribute('placeholder', 'verschieden')
  await expect(several.getByRole('button', { name: 'Speichern', exact: true })).toBeDisabled()
  await several.getByLabel(`Alternativtext von ${names[0]}`, { exact: true }).fill('Latten')
  await page.keyboard.press('Enter')
  await expect(several.getByLabel(`Alternativtext von ${names[1]}`, { exact: true })).toBeFocused()
  await expect(several.getByRole('button', { name: 'Für 1 Bild speichern', exact: true })).toBeVisible()
  await credit.fill('Foto: Ruth Adler')
  for (const [width, height] of [
    [1440, 900],
    [1100, 768],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expectNoOverflow(page)
    await expectAccessible(page)
  }
  // In a low window its foot is in sight, and its head is not under the header once the page is scrolled.
  await page.setViewportSize({ width: 1440, height: 440 })
  const keep = several.getByRole('button', { name: 'Für 3 Bilder speichern', exact: true })
  await expect(keep).toBeInViewport({ ratio: 1 })
  await expect(several).toHaveCSS('top', '68px')
  await keep.press('Enter')
  await expect(toast(page, '3 Bilder gespeichert')).toBeVisible()
  const words3 = async () => (await find(rest, word)).map(({ alt, credit: by }) => `${alt}|${by}`).sort()
  await expect.poll(words3).toEqual(['Ein Zaun|Foto: Ruth Adler', 'Latten|Foto: Ruth Adler', '|Foto: Ruth Adler'])
  await page.getByRole('button', { name: 'Rückgängig', exact: true }).click()
  await expect.poll(words3).toEqual(['Ein Zaun|Foto: Jana', '|', '|'])
  expect(b?.credit).toBe('')

  // Narrow: the same in a sheet; what is typed survives closing it.
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoOverflow(page)
  await page
    .getByRole('toolbar', { name: 'Auswahl', exact: true })
    .getByRole('button', { name: 'Angaben', exact: true })
    .click()
  const sheet = page.getByRole('dialog', { name: 'Angaben zu den Bildern', exact: true })
  await sheet.getByLabel('Bildnachweis für alle 3', { exact: true }).fill('Foto: Unterwegs')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page
    .getByRole('toolbar', { name: 'Auswahl', exact: true })
    .getByRole('button', { name: 'Angaben', exact: true })
    .click()
  await expect(sheet.getByText('Nicht gespeicherte Eingabe wiederhergestellt', { exact: true })).toBeVisible()
  await sheet.getByRole('button', { name: 'Für 3 Bilder speichern', exact: true }).click()
  await expect.poll(words3).toEqual(['Ein Zaun|Foto: Unterwegs', '|Foto: Unterwegs', '|Foto: Unterwegs'])

  await page.setViewportSize({ width: 1440, height: 900 })
  const again = names.slice(0, 2).map(async (name) => ({ ...(await picture(name)), name: `noch-${name}` }))
  await chooser(page).setInputFiles([...(await Promise.all(again)), await picture(`${word}-d.jpg`)])
  const uploads = page.getByRole('list', { name: 'Uploads', exact: true })
  await expect(uploads.getByRole('listitem')).toHaveText([
    '2 Bilder gibt es schon; sie wurden übersprungen.Trotzdem hochladen',
  ])
  await expect(card(page, `${word}-d.jpg`)).toBeVisible()
  await uploads.getByRole('button', { name: 'Übersprungene Bilder aus der Liste nehmen', exact: true }).click()
  await expect(uploads).toHaveCount(0)
  expect(await find(rest, word)).toHaveLength(4)
})
