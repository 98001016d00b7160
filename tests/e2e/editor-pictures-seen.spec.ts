import sharp from 'sharp'
import { expect } from '../support/e2e.ts'
import { button, chip, text } from '../support/editor.ts'
import { giveImage } from '../support/pictures.ts'
import { expectAccessible, expectNoOverflow } from '../support/screen-checks.ts'
import { test } from '../support/signed-in.ts'
import { words } from '../support/words.ts'

const MISSING = '/storage/v1/object/public/blog-media/fehlt.png'
const FOREIGN = 'https://bilder.example/a.png'
const TEXT = [
  'Ein [Verweis](https://example.org/ein/langer/weg?mit=allem "Titel") im Satz.',
  '',
  `![Ein fremdes Bild](${FOREIGN})`,
  '',
  `![Ein verlorenes Bild](${MISSING})`,
  '',
  'Das Ende.',
].join('\n')

test('[WEEK-4] pictures are rendered and addresses folded except at the cursor, and the text stays byte for byte', async ({
  open,
  rest,
  word,
}) => {
  const article = await rest.createArticle({ title: word, content_markdown: TEXT })
  const page = await open(`/admin/articles/${article.id}`)
  const saved = async () => (await rest.getArticle(article.id)).content_markdown
  const picture = (name: string) => text(page).getByRole('img', { name, exact: true })
  const tools = text(page).getByRole('toolbar', { name: 'Bildwerkzeuge', exact: true })
  const folded = text(page).locator('.md-folded')

  // No picture of another host is loaded, and a missing one shows a message.
  await expect(picture('Ein fremdes Bild')).toHaveText('Bild auf bilder.example: Lesende sehen hier einen Link.')
  await expect(picture('Ein verlorenes Bild')).toHaveText('Dieses Bild gibt es in der Mediathek nicht mehr.')
  // The cursor is in none of the three.
  await words(text(page), 'Das Ende.').click()
  await expect(folded).toHaveText(['https://example.org/ein/langer/weg?mit=allem "Titel"', FOREIGN, MISSING])
  for (const box of await folded.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width)))
    expect(box).toBeLessThan(40)
  await expect(tools).toHaveCount(0)

  // A library picture in its own aspect ratio; its size is known before it is loaded.
  const image = await sharp({ create: { width: 1200, height: 900, channels: 3, background: '#357' } })
    .png()
    .toBuffer()
  await page.keyboard.press('End')
  await giveImage(page, 'leiterplatte.png', 'paste', image.toString('base64'))
  await expect(picture('Bild ohne Alternativtext')).toBeVisible()
  await expect(words(text(page), /^1200 × 900, \d+,\d\d KB$/)).toBeVisible()
  const box = await picture('Bild ohne Alternativtext').boundingBox()
  expect([Math.round(box?.width ?? 0), Math.round(box?.height ?? 0)]).toEqual([208, 156])
  const address = /\((\/storage[^)]*)\)$/.exec((await text(page).locator('.cm-line').last().textContent()) ?? '')?.[1]
  expect(address).toBeTruthy()

  // The cursor is in it: its markdown is unfolded, and its tools are one tab stop.
  await page.keyboard.press('Tab')
  await expect(tools.getByRole('button', { name: 'Bildunterschrift', exact: true })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(text(page)).toBeFocused()
  await page.keyboard.type('Eine Leiterplatte')
  await expect(picture('Eine Leiterplatte')).toBeVisible()
  await tools.getByRole('button', { name: 'Bildunterschrift', exact: true }).click()
  await page.keyboard.type('Der Regler. Foto: Ruth Adler')
  await expect(words(text(page).getByRole('paragraph'), 'Der Regler. Foto: Ruth Adler')).toBeVisible()
  const whole = `${TEXT}\n\n![Eine Leiterplatte](${address} "Der Regler. Foto: Ruth Adler")`
  await expect(chip(page)).toHaveText('gespeichert')
  await expect.poll(saved).toBe(whole)
  await tools.getByRole('button', { name: 'Bild entfernen', exact: true }).click()
  await expect(picture('Eine Leiterplatte')).toHaveCount(0)
  await expect.poll(saved).toBe(TEXT)
  await page.keyboard.press('Control+z')
  await expect.poll(saved).toBe(whole)

  // Another image replaces the missing one; its texts stay.
  await picture('Ein verlorenes Bild').click()
  await tools.getByRole('button', { name: 'Bild ersetzen', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Bild auswählen', exact: true })
  await dialog
    .getByRole('button', { name: /leiterplatte\.png/ })
    .first()
    .click()
  await expect.poll(saved).toBe(whole.replace(MISSING, address ?? ''))
  await expect(text(page)).toBeFocused()

  // Outside of the cursor the markdown is folded again, and nothing moves when the picture loads after a reload.
  await words(text(page), 'Das Ende.').click()
  await expect(tools).toHaveCount(0)
  await expect(folded).toHaveCount(4)
  await page.reload()
  await expect(picture('Eine Leiterplatte').locator('img')).toHaveJSProperty('complete', true)
  await expect(words(text(page), '![Eine Leiterplatte](')).toHaveCount(0)
})

test('[WEEK-4] on a phone the row above the keyboard shows the tools of the picture at the cursor', async ({
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
  await expect(row('Bildwerkzeuge').getByRole('button', { name: 'Alternativtext', exact: true })).toBeInViewport()
  await expect(row('Textwerkzeuge')).toHaveCount(0)
  await expectAccessible(page)
  await expectNoOverflow(page)
  await button(page, 'Alternativtext').click()
  await page.keyboard.type('Ein Bild')
  await button(page, 'Darunter weiterschreiben').click()
  await page.keyboard.type('Und Schluss.')
  await expect(row('Textwerkzeuge')).toBeVisible()
  await expect
    .poll(async () => (await rest.getArticle(article.id)).content_markdown.replace(/\(.*\)/, '()'))
    .toBe('Am Anfang.\n\n![Ein Bild]()\n\nUnd Schluss.')
})
