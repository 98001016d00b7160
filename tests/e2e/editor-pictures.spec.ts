import type { Page } from '@playwright/test'
import { test as onBadLine } from '../support/bad-connection.ts'
import { expect, refused, unreached } from '../support/e2e.ts'
import { button, chip, clear, keptDrafts, lines, paste, text, title, type } from '../support/editor.ts'
import { giveImage, PIXEL } from '../support/pictures.ts'
import { expectAccessible } from '../support/screen-checks.ts'
import { test } from '../support/signed-in.ts'
import { words } from '../support/words.ts'
import { letThrough } from '../support/routes.ts'

/** Background requests of an open article, including prefetched code. */
const WITHOUT_NETWORK = [
  '/api/live',
  '/api/media',
  '/api/media/lookup',
  '/api/rpc/articles/presence/stay',
  '/api/rpc/articles/update',
  '/assets/*',
].map(unreached)

/** The lines of the text without addresses of pictures. */
const written = (page: Page) => async () => (await lines(page)()).map((line) => line.replace(/\(\/.*\)/, '()'))
const onTheirWay = (page: Page) => page.getByRole('group', { name: /^Bild .*\.png$/ })

test('[WEEK-3] a picture pasted, dropped or picked gets a paragraph of its own, and typing continues behind it', async ({
  open,
}) => {
  const page = await open('/admin/articles/new')
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/media?*', async (route) => {
    await held
    await route.continue()
  })
  await text(page).click()
  await page.keyboard.type('Ein Satz vorher.')
  await giveImage(page, 'eins.png', 'paste')
  await expect(onTheirWay(page)).toBeVisible()
  await expectAccessible(page)
  // Typing does not wait: text typed at once goes behind it.
  await page.keyboard.type('Weiter geht es')
  release()
  await expect(onTheirWay(page)).toHaveCount(0)
  await page.keyboard.type(' hier.')
  await expect.poll(written(page)).toEqual(['Ein Satz vorher.', '', '![]()', '', 'Weiter geht es hier.'])

  // In the middle of a sentence; the cursor stays at the words that follow.
  for (let letter = 0; letter < ' es hier.'.length; letter += 1) await page.keyboard.press('ArrowLeft')
  await giveImage(page, 'zwei.png', 'paste')
  await expect
    .poll(written(page))
    .toEqual(['Ein Satz vorher.', '', '![]()', '', 'Weiter geht', '', '![]()', '', 'es hier.'])
  await page.keyboard.type('Da ist ')
  await expect.poll(async () => (await written(page)()).at(-1)).toBe('Da ist es hier.')
  // One undo restores the sentence.
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  await expect.poll(async () => (await written(page)()).at(-1)).toBe('Weiter geht es hier.')

  // At the end of the text typing continues behind it, however often Enter is pressed before; Enter within it does no
  // harm.
  for (const enters of [0, 1, 2]) {
    await clear(page)
    await giveImage(page, 'ende.png', 'paste')
    await expect.poll(written(page)).toEqual(['![]()'])
    for (let press = 0; press < enters; press += 1) await page.keyboard.press('Enter')
    await page.keyboard.type('Danach.')
    await expect.poll(written(page)).toEqual(['![]()', '', 'Danach.'])
  }
  await page.keyboard.press('ControlOrMeta+Home')
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Dazwischen.')
  await expect.poll(written(page)).toEqual(['![]()', '', 'Dazwischen.', '', 'Danach.'])

  // From the library, within a list; its own alternative text is used.
  await clear(page)
  await type(page, '- eins', 'zwei')
  await page.keyboard.press('ArrowUp')
  await button(page, 'Bild einfügen').click()
  const dialog = page.getByRole('dialog', { name: 'Bild auswählen', exact: true })
  await dialog.getByRole('list', { name: 'Bilder', exact: true }).getByRole('button').first().click()
  await expect.poll(written(page)).toEqual(['- eins', '', '  ![]()', '', '- zwei'])
  await page.keyboard.type('Dazu.')
  await expect.poll(written(page)).toEqual(['- eins', '', '  ![]()', '', '  Dazu.', '', '- zwei'])

  // Dropped onto a sentence.
  await clear(page)
  await page.keyboard.type('Ein Wort')
  await giveImage(page, 'fallen.png', 'drop')
  await expect.poll(written(page)).toEqual(['![]()', '', 'Ein Wort'])
  await page.keyboard.type('Noch ')
  await expect.poll(written(page)).toEqual(['![]()', '', 'Noch Ein Wort'])
})

onBadLine(
  '[WEEK-3] a picture pasted without a network waits, through a reload and leaving, and then stands where it was pasted',
  async ({ context, rest, open, word, connection, expectedErrors }) => {
    expectedErrors(refused(502, '/api/media'), ...WITHOUT_NETWORK)
    const markdown = 'Erster Absatz.\n\nZweiter Absatz.\n\nDritter Absatz.'
    const article = await rest.createArticle({ title: word, content_markdown: markdown })
    const page = await open(`/admin/articles/${article.id}`)
    await text(page).getByText('Zweiter Absatz.', { exact: true }).click()
    await page.keyboard.press('End')
    const waits =
      'unterwegs.png wartet auf die Verbindung. Das Bild ist auf diesem Gerät gesichert und wird von selbst hochgeladen.'
    // The editor has loaded its upload code before the network is cut.
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('/image-uploads-')),
    )
    await context.setOffline(true)
    await giveImage(page, 'unterwegs.png', 'paste')
    await expect(words(onTheirWay(page), waits)).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.type(' Und weiter')
    await page.keyboard.press('ControlOrMeta+Home')
    await page.keyboard.type('Ganz neu. ')

    // Reloaded while the server responds but accepts no pictures.
    connection.answerEmpty(/^\/api\/media\?/)
    await context.setOffline(false)
    await expect(chip(page)).toHaveText('gespeichert')
    await page.reload()
    await expect(words(onTheirWay(page), waits)).toBeVisible()
    await page.getByRole('link', { name: 'Zurück zu Artikel', exact: true }).click()
    await expect(page.getByRole('region', { name: 'Wartende Bilder', exact: true })).toHaveText(
      `Auf diesem Gerät wartet ein Bild für „${word}“ – Öffnen`,
    )
    await expectAccessible(page)
    // Meanwhile another editor saves.
    const { version } = await rest.getArticle(article.id)
    await rest.send('PATCH', `/api/articles/${article.id}`, {
      version,
      content_markdown: `Von anderswo.\n\n${(await rest.getArticle(article.id)).content_markdown}`,
    })
    await page.getByRole('link', { name: `„${word}“ öffnen und Bilder hochladen`, exact: true }).click()
    await expect(onTheirWay(page)).toBeVisible()
    connection.mend()
    // The browser's event for a restored network; the picture may have been sent already.
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await expect(onTheirWay(page)).toHaveCount(0)
    await expect(chip(page)).toHaveText('gespeichert')
    await expect
      .poll(async () => (await rest.getArticle(article.id)).content_markdown.replace(/\(\/.*\)/, '()').split('\n'))
      .toEqual([
        'Von anderswo.',
        '',
        'Ganz neu. Erster Absatz.',
        '',
        'Zweiter Absatz.',
        '',
        '![]()',
        '',
        'Und weiter',
        '',
        'Dritter Absatz.',
      ])
    await page.reload()
    await expect(text(page)).toContainText('Dritter Absatz.')
    await expect(onTheirWay(page)).toHaveCount(0)
  },
)

onBadLine(
  '[WEEK-3] [RUL-28] a new article that is nothing but a waiting picture is found again, by its own account alone; the picture goes by itself',
  async ({ open, connection, expectedErrors }) => {
    expectedErrors(refused(502, '/api/media'))
    const page = await open('/admin/articles/new')
    await text(page).click()
    connection.answerEmpty(/^\/api\/media\?/)
    await giveImage(page, 'allein.png', 'paste')
    await expect(onTheirWay(page)).toContainText('gesichert')
    await page.reload()
    await expect(onTheirWay(page)).toContainText('gesichert')
    // Another account finds none of it.
    const keys = await page.evaluate(async () => {
      const open = indexedDB.open('blog-cms-pictures')
      await new Promise((resolve) => open.addEventListener('success', resolve))
      const all = open.result.transaction('pictures').objectStore('pictures').getAllKeys()
      await new Promise((resolve) => all.addEventListener('success', resolve))
      open.result.close()
      return all.result as string[]
    })
    expect(new Set(keys.map((key) => key.split(':')[0])).size).toBe(1)
    connection.mend()
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect.poll(written(page)).toEqual(['![]()'])
    await title(page).fill('Ein Bild')
    await expect(page).toHaveURL(/\/admin\/articles\/[0-9a-f-]{36}$/)
    await expect(chip(page)).toHaveText('gespeichert')
    // The copy on this machine goes once the server's record is kept here.
    await expect.poll(() => keptDrafts(page)).toEqual([])
    await page.goto('/admin/articles/new')
    await expect(page.getByText('Schreiben Sie los.', { exact: true })).toBeVisible()
    await expect(onTheirWay(page)).toHaveCount(0)
  },
)

test('[WEEK-3] a refused picture shows the reason and can be sent again, discarded, and restored', async ({
  open,
  expectedErrors,
}) => {
  expectedErrors(refused(413, '/api/media'))
  const page = await open('/admin/articles/new')
  await text(page).click()
  await page.route('**/api/media?*', (route) => route.fulfill({ status: 413, body: 'Request Entity Too Large' }))
  await giveImage(page, 'gross.png', 'paste')
  await expect(
    onTheirWay(page).getByText('gross.png: Der Inhalt der Anfrage ist zu groß.', { exact: true }),
  ).toBeVisible()
  await expectAccessible(page)
  await button(page, 'Verwerfen').click()
  await expect(onTheirWay(page)).toHaveCount(0)
  await expect(text(page)).toBeFocused()
  await letThrough(page, '**/api/media?*')
  await page.getByRole('button', { name: 'Rückgängig', exact: true }).and(page.locator('[data-sonner-toast] *')).click()
  await expect.poll(written(page)).toEqual(['![]()'])
  // Pictures inside formatted text keep their position; several keep their order.
  await text(page).focus()
  await clear(page)
  const data = `data:image/png;base64,${PIXEL}`
  await paste(page, {
    'text/html': `<p>Eins <b>zwei</b> <img src="${data}"> drei</p><p><img src="${data}"><img src="${data}"></p><p>vier</p>`,
    'text/plain': '-',
  })
  await expect
    .poll(written(page))
    .toEqual(['Eins **zwei**', '', '![]()', '', 'drei', '', '![]()', '', '![]()', '', 'vier'])
})
