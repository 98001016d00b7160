import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect } from '../support/e2e.ts'
import { button, chip, clear, lines, paste, text } from '../support/editor.ts'
import { giveImage } from '../support/pictures.ts'
import { expectAccessible, expectNoOverflow } from '../support/screen-checks.ts'
import { test } from '../support/signed-in.ts'
import { words } from '../support/words.ts'

const LIBRARY = '/storage/v1/object/public/blog-media'
const MISSING = `${LIBRARY}/0191a1b2-c3d4-4e5f-8a9b-0c1d2e3f4a5b.png`
const FOREIGN = 'https://bilder.example/a.png'
const TEXT = [
  'Ein [Verweis](https://example.org/ein/langer/weg?mit=allem "Titel") im Satz.',
  '',
  `![Ein fremdes Bild](${FOREIGN})`,
  '',
  `![Ein verlorenes Bild](${MISSING})`,
  '',
  `![Ein vertipptes Bild](${LIBRARY}/fehlt.png)`,
  '',
  'Das Ende.',
].join('\n')

const picture = (page: Page, name: string) => text(page).getByRole('img', { name, exact: true })
const field = (page: Page, name: string) => text(page).getByRole('textbox', { name, exact: true })
const alternative = (page: Page) => field(page, 'Alternativtext')
const caption = (page: Page) => field(page, 'Bildunterschrift')
const tools = (page: Page) => text(page).getByRole('toolbar', { name: 'Bildwerkzeuge', exact: true })
const tool = (page: Page, name: string) => tools(page).getByRole('button', { name, exact: true })

async function png(background: string): Promise<string> {
  const image = sharp({ create: { width: 1200, height: 900, channels: 3, background } })
  return (await image.png().toBuffer()).toString('base64')
}

test('[WEEK-4] [WEEK-23] [RUL-107] the fields beside a picture write its markdown', async ({ open, rest, word }) => {
  const article = await rest.createArticle({ title: word, content_markdown: TEXT })
  const page = await open(`/admin/articles/${article.id}`)
  const saved = async () => (await rest.getArticle(article.id)).content_markdown

  // No picture of another host is loaded; a missing one and a wrong address have their own sentences.
  await expect(picture(page, 'Ein fremdes Bild')).toHaveText('Bild auf bilder.example: Lesende sehen hier einen Link.')
  await expect(picture(page, 'Ein verlorenes Bild')).toHaveText('Dieses Bild gibt es in der Mediathek nicht mehr.')
  await expect(picture(page, 'Ein vertipptes Bild')).toHaveText('Unter dieser Adresse gibt es kein Bild.')
  await words(text(page), 'Das Ende.').click()
  await expect(text(page).locator('.md-folded')).toHaveText(['https://example.org/ein/langer/weg?mit=allem "Titel"'])
  await expect(words(text(page), '![')).toHaveCount(0)
  await expect(tools(page)).toHaveCount(0)

  // A library picture in its own aspect ratio, with the cursor at it.
  await page.keyboard.press('End')
  await giveImage(page, 'leiterplatte.png', 'paste', await png('#357'))
  await expect(picture(page, 'Bild ohne Alternativtext')).toBeVisible()
  await expect(picture(page, 'Bild ohne Alternativtext').locator('img')).toHaveJSProperty('complete', true)
  const box = await picture(page, 'Bild ohne Alternativtext').boundingBox()
  expect([Math.round(box?.width ?? 0), Math.round(box?.height ?? 0)]).toEqual([208, 156])
  const height = (await text(page).locator('.md-pictures-now').boundingBox())?.height

  // Tab: picture, alternative text, caption, tools, text. Enter goes on, Escape leads to the text behind.
  await page.keyboard.press('Tab')
  await expect(alternative(page)).toBeFocused()
  await page.keyboard.type('Die "große" [Leiterplatte]')
  await expectAccessible(page)
  await page.keyboard.press('Tab')
  await page.keyboard.type('Der Regler. Foto: "Ruth Adler"')
  await expect(picture(page, 'Die "große" [Leiterplatte]')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(tool(page, 'Ersetzen …')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(tool(page, 'Mit vorigem zur Galerie')).toHaveCount(0)
  await expect(tool(page, 'Entfernen')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(text(page)).toBeFocused()
  await page.keyboard.type('Danach.')
  const markdown = (address: string) =>
    `${TEXT}\n\n![Die "große" \\[Leiterplatte\\]](${address} "Der Regler. Foto: \\"Ruth Adler\\"")`
  await expect(chip(page)).toHaveText('gespeichert')
  await expect.poll(async () => (await saved()).endsWith('\n\nDanach.')).toBe(true)
  const address = new RegExp(`${LIBRARY}/[0-9a-f-]{36}\\.png(?= "Der)`).exec(await saved())?.[0] ?? ''
  const whole = markdown(address)
  expect(await saved()).toBe(`${whole}\n\nDanach.`)
  // Away from the cursor the picture takes the same room, with its caption in the type of the text.
  await expect(words(text(page).getByRole('paragraph'), 'Der Regler. Foto: "Ruth Adler"')).toHaveCSS(
    'font-size',
    '17px',
  )
  expect((await text(page).locator('.md-pictures').last().boundingBox())?.height).toBe(height)
  // Reading it again writes nothing.
  await page.reload()
  await picture(page, 'Die "große" [Leiterplatte]').click()
  await expect(alternative(page)).toHaveValue('Die "große" [Leiterplatte]')
  await expect(caption(page)).toHaveValue('Der Regler. Foto: "Ruth Adler"')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Escape')
  await expect(text(page)).toBeFocused()
  expect(await saved()).toBe(`${whole}\n\nDanach.`)

  // Keys: up and down stop at pictures, characters typed there go behind, and one key removes a picture whole.
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(alternative(page)).toHaveValue('Die "große" [Leiterplatte]')
  await page.keyboard.type('Dazwischen.')
  await expect.poll(saved).toBe(`${whole}\n\nDazwischen.\n\nDanach.`)
  await page.keyboard.press('Control+z')
  await expect.poll(saved).toBe(`${whole}\n\nDanach.`)
  await picture(page, 'Die "große" [Leiterplatte]').click()
  await page.keyboard.press('Backspace')
  await expect.poll(saved).toBe(`${TEXT}\n\nDanach.`)
  await page.keyboard.press('Control+z')
  await expect.poll(saved).toBe(`${whole}\n\nDanach.`)

  // The markdown is behind ⋯, for as long as the cursor is in it. Its address is deleted as a whole.
  await picture(page, 'Die "große" [Leiterplatte]').click()
  await tool(page, 'Weiteres zum Bild').click()
  await page.getByRole('menuitem', { name: 'Als Markdown bearbeiten', exact: true }).click()
  await expect(text(page).locator('.md-picture-source')).toContainText('![Die "große" \\[Leiterplatte\\]](')
  await page.keyboard.press('End')
  for (let letter = 0; letter < ' "Der Regler. Foto: \\"Ruth Adler\\"")'.length; letter += 1)
    await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Backspace')
  await expect.poll(saved).toBe(`${whole.replace(address, '')}\n\nDanach.`)
  await page.keyboard.press('Control+z')
  await words(text(page), 'Danach.').click()
  await expect(text(page).locator('.md-picture-source')).toHaveCount(0)

  // Another image replaces the missing one; its texts stay.
  await picture(page, 'Ein verlorenes Bild').click()
  await tool(page, 'Ersetzen …').click()
  const dialog = page.getByRole('dialog', { name: 'Bild auswählen', exact: true })
  await dialog
    .getByRole('button', { name: /leiterplatte\.png/ })
    .first()
    .click()
  await expect.poll(saved).toBe(`${whole.replace(MISSING, address)}\n\nDanach.`)
  await expect(text(page)).toBeFocused()
})

test('[WEEK-23] pictures dropped together are a gallery', async ({ open, rest, word }) => {
  const article = await rest.createArticle({ title: word, content_markdown: 'Am Anfang.\n\nAm Ende.' })
  const page = await open(`/admin/articles/${article.id}`)
  const saved = async () => (await rest.getArticle(article.id)).content_markdown.replaceAll(/\(\/[^ )]*/g, '(')
  await words(text(page), 'Am Anfang.').click()
  await page.keyboard.press('End')
  // Two images of the library.
  for (const colour of ['#246', '#753']) {
    await giveImage(page, 'vorher.png', 'paste', await png(colour))
    await expect(text(page).locator('.md-picture-cell')).toHaveCount(1)
    await page.keyboard.press('Control+z')
    await expect(text(page).locator('.md-picture-cell')).toHaveCount(0)
  }
  await giveImage(page, ['eins.png', 'zwei.png', 'drei.png'], 'paste', await png('#753'))
  await expect.poll(saved).toBe('Am Anfang.\n\n![]() ![]() ![]()\n\nAm Ende.')
  const cells = text(page).locator('.md-picture-cell')
  await expect(cells).toHaveCount(3)
  const [one, three] = [await cells.first().boundingBox(), await cells.last().boundingBox()]
  expect([one?.y, one?.height]).toEqual([three?.y, 136])
  // One undo takes all of them.
  await text(page).focus()
  await page.keyboard.press('Control+z')
  await expect.poll(saved).toBe('Am Anfang.\n\nAm Ende.')
  await page.keyboard.press('Control+y')
  await expect(cells).toHaveCount(3)

  // The sign of the second picture leads to its field; arrows go from picture to picture.
  await words(text(page), 'Am Ende.').click()
  await cells.nth(1).getByRole('button', { name: 'Alternativtext fehlt', exact: true }).click()
  await expect(field(page, 'Alternativtext, Bild 2 von 3')).toBeFocused()
  await page.keyboard.type('Zwei')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Alle drei')
  await expect.poll(saved).toBe('Am Anfang.\n\n![]( "Alle drei") ![Zwei]() ![]()\n\nAm Ende.')
  await expectAccessible(page)
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Shift+Tab')
  await expect(text(page)).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(field(page, 'Alternativtext, Bild 3 von 3')).toHaveValue('')
  // It leaves the gallery, and comes back.
  await tool(page, 'Aus der Galerie').click()
  await expect.poll(saved).toBe('Am Anfang.\n\n![]( "Alle drei") ![Zwei]()\n\n![]()\n\nAm Ende.')
  await tool(page, 'Mit vorigem zur Galerie').click()
  await expect.poll(saved).toBe('Am Anfang.\n\n![]( "Alle drei") ![Zwei]() ![]()\n\nAm Ende.')

  // Picked together in the library.
  await words(text(page), 'Am Ende.').click()
  await page.keyboard.press('End')
  await button(page, 'Bild einfügen').click()
  const dialog = page.getByRole('dialog', { name: 'Bild auswählen', exact: true })
  const boxes = dialog.getByRole('checkbox')
  await boxes.first().check()
  await dialog.getByRole('list', { name: 'Bilder', exact: true }).getByRole('button').nth(1).click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: '2 Bilder als Galerie einfügen', exact: true }).click()
  await expect.poll(saved).toMatch(/\n\nAm Ende\.\n\n!\[[^\]]*\]\([^)]*\) !\[[^\]]*\]\([^)]*\)$/)
})

test('[WEEK-23] notes, foldable parts and embeds look like what they become', async ({ openEmpty }) => {
  const page = await openEmpty('/admin/articles/new')
  await text(page).click()
  await page.keyboard.type('/hinw')
  await page.getByRole('option', { name: /^Hinweis/ }).click()
  await page.keyboard.type('Bitte lesen.')
  await expect.poll(lines(page)).toEqual(['> Hinweis', '> Bitte lesen.'])
  await expect(text(page).locator('.md-note-title')).toHaveText('Hinweis')
  await page.keyboard.press('ArrowUp')
  await expect.poll(lines(page)).toEqual(['> [!NOTE]', '> Bitte lesen.'])
  await clear(page)
  await page.keyboard.type('/aufkl')
  await page.getByRole('option', { name: /^Aufklappbarer Abschnitt/ }).click()
  await page.keyboard.type('Mehr dazu')
  await expect.poll(lines(page)).toEqual(['', '<summary>Mehr dazu</summary>', '', '', '', ''])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.type('Verborgen.')
  await expect.poll(lines(page)).toEqual(['', 'Mehr dazu', '', 'Verborgen.', '', ''])
  await expectAccessible(page)
  await clear(page)
  // Nothing is asked of the other host, neither while typing nor for its picture.
  await page.keyboard.type('/einb')
  await page.getByRole('option', { name: /^Einbettung/ }).click()
  await paste(page, { 'text/plain': 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' })
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Danach.')
  await expect(picture(page, 'Video: Video auf youtube.com')).toBeVisible()
  await expect.poll(lines(page)).toEqual(['', 'Danach.'])
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect.poll(lines(page)).toEqual(['https://www.youtube.com/watch?v=dQw4w9WgXcQ', '', 'Danach.'])
  await expectAccessible(page)

  await button(page, 'Bild einfügen').click()
  const dialog = page.getByRole('dialog', { name: 'Bild auswählen', exact: true })
  await expect(dialog.getByRole('tab', { name: 'Hochladen', exact: true })).toHaveAttribute('aria-selected', 'true')
  await expect(dialog.getByRole('button', { name: 'Dateien auswählen', exact: true })).toBeVisible()
})

test('[WEEK-4] [WEEK-23] on a phone a picture has fields below it and keys above the keyboard', async ({
  open,
  rest,
  word,
}) => {
  const article = await rest.createArticle({ title: word, content_markdown: 'Am Anfang.' })
  const page = await open(`/admin/articles/${article.id}`)
  await page.setViewportSize({ width: 360, height: 740 })
  await words(text(page), 'Am Anfang.').click()
  await page.keyboard.press('End')
  const row = (name: string) => page.getByRole('toolbar', { name, exact: true })
  await expect(row('Textwerkzeuge')).toBeVisible()
  await giveImage(page, 'unterwegs.png', 'paste')
  await expect(row('Bildwerkzeuge').getByRole('button')).toHaveText([
    'Ersetzen',
    'Zur Galerie',
    'Entfernen',
    'Markdown',
    'Fertig',
  ])
  await expect(row('Textwerkzeuge')).toHaveCount(0)
  await expectAccessible(page)
  await expectNoOverflow(page)
  const [image, below] = [
    await picture(page, 'Bild ohne Alternativtext').boundingBox(),
    await alternative(page).boundingBox(),
  ]
  expect([image?.width, below?.width, below?.height]).toEqual([320, 320, 44])
  await alternative(page).click()
  await page.keyboard.type('Ein Bild')
  await button(page, 'Fertig').click()
  await page.keyboard.type('Und Schluss.')
  await expect(row('Textwerkzeuge')).toBeVisible()
  await expect
    .poll(async () => (await rest.getArticle(article.id)).content_markdown.replace(/\(.*\)/, '()'))
    .toBe('Am Anfang.\n\n![Ein Bild]()\n\nUnd Schluss.')
  // At other widths nothing overflows either.
  await picture(page, 'Ein Bild').click()
  for (const width of [320, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    await expect(alternative(page)).toBeVisible()
    await expectNoOverflow(page)
  }
})
