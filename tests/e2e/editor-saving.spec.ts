import type { Page, Route } from '@playwright/test'
import { approved } from '../support/accounts.ts'
import { test as onBadLine } from '../support/bad-connection.ts'
import { expect, refused } from '../support/e2e.ts'
import { button, chip, pasteOver, text, title, toasts } from '../support/editor.ts'
import { expectAccessible, expectNoOverflow } from '../support/screen-checks.ts'
import { test } from '../support/signed-in.ts'
import { toast } from '../support/words.ts'
import { letThrough, routeOnce } from '../support/routes.ts'

test('[RUL-13] [RUL-29] a new article saves itself without a toast, without a title only locally, with one on the server', async ({
  rest,
  open,
  word,
}) => {
  const page = await open('/admin/articles/new')
  await text(page).click()
  await page.keyboard.type(`Ein Gedanke ${word}`)
  // The second character is typed while the copy with the first is being written: no later one will include it.
  await page.evaluate(async () => {
    document.execCommand('insertText', false, '!')
    await Promise.resolve()
    await new Promise((resolve) => setTimeout(resolve, 0))
    document.execCommand('insertText', false, '?')
  })
  const thought = `Ein Gedanke ${word}!?`
  await expect(page.getByText('lokal gesichert – Titel fehlt', { exact: true })).toBeVisible()
  await button(page, 'Speichern').click()
  await expect(toast(page, 'Bitte geben Sie einen Titel ein')).toBeVisible()
  await page.reload()
  await expect(text(page)).toHaveText(thought)
  await expect(page.getByText(/nicht gespeicherter Entwurf/)).toBeVisible()

  await title(page).click()
  await page.keyboard.type(word)
  await expect(page).toHaveURL(/\/admin\/articles\/[0-9a-f-]{36}$/)
  await expect(chip(page)).toHaveText('gespeichert')
  // The URL changed under the same editor: typing continues in the title, and no toast is shown.
  await page.keyboard.type(' fertig')
  await expect(title(page)).toHaveValue(`${word} fertig`)
  await expect(chip(page)).toHaveText('gespeichert')
  await expect(toasts(page)).toHaveCount(0)
  const id = page.url().split('/').at(-1)!
  expect(await rest.getArticle(id)).toMatchObject({
    title: `${word} fertig`,
    status: 'draft',
    content_markdown: thought,
  })
  await page.goto('/admin/articles/new')
  await expect(page.getByText('Schreiben Sie los.', { exact: true })).toBeVisible()
})

test('[RUL-27] [RUL-13] a published article saves itself into its working version and stays, and leaving saves the rest', async ({
  rest,
  open,
  reader,
  word,
}) => {
  const article = await rest.createArticle({ title: word, content_markdown: 'Alt.', status: 'published' })
  const page = await open(`/admin/articles/${article.id}`)
  await text(page).click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type(' Halber Sa')
  await expect(chip(page)).toHaveText('gespeichert')
  await expect(page.getByText('Unveröffentlichte Änderungen', { exact: true })).toBeVisible()
  await expect(toasts(page)).toHaveCount(0)
  const saved = await rest.getArticle(article.id)
  expect([saved.content_markdown, saved.working_copy?.content_markdown]).toEqual(['Alt.', 'Alt. Halber Sa'])
  await reader.goto(`/article/${article.slug}`)
  await expect(reader.getByText('Alt.', { exact: true })).toBeVisible()
  await page.keyboard.type('tz.')
  await page.getByRole('link', { name: 'Zurück zu Artikel', exact: true }).click()
  await expect(page).toHaveURL('/admin/articles')
  await expect
    .poll(async () => (await rest.getArticle(article.id)).working_copy?.content_markdown)
    .toBe('Alt. Halber Satz.')
})

onBadLine(
  'offline and back: the chip says so, in focus mode too, a reload brings the text and the cursor back, then all is saved by itself',
  async ({ context, rest, open, word, connection, expectedErrors }) => {
    expectedErrors(
      /^console error: Failed to load resource: net::ERR_(INTERNET_DISCONNECTED|FAILED) /,
      /^console error: Failed to load resource: .* status of 502 .*\/api\/(rpc\/articles\/update|articles\/[\w/-]+)\)$/,
    )
    const article = await rest.createArticle({ title: word, content_markdown: 'Erste Zeile\n\nZweite Zeile' })
    const page = await open(`/admin/articles/${article.id}`)
    await text(page).click()
    await context.setOffline(true)
    await expect(page.getByText('offline – lokal gesichert', { exact: true })).toBeVisible()
    await page.keyboard.press('Control+Shift+F')
    await expect(button(page, 'Speichern')).toBeHidden()
    await expect(page.getByText('offline – lokal gesichert', { exact: true })).toBeVisible()
    await page.keyboard.press('ControlOrMeta+Home')
    await page.keyboard.press('End')
    await page.keyboard.type(' im Zug')
    await context.setOffline(false)
    await expect(page.getByText('offline – lokal gesichert', { exact: true })).toBeHidden()
    await page.keyboard.press('Escape')
    await expect(chip(page)).toHaveText('gespeichert')
    expect((await rest.getArticle(article.id)).content_markdown).toBe('Erste Zeile im Zug\n\nZweite Zeile')

    // The server fails while typing: whether the flush on unload arrives or not, a reload restores text and cursor.
    connection.answerEmpty(/^\/api\/rpc\/articles\/update/)
    await page.keyboard.type(' nach Ulm')
    await expect(page.getByText(/^(offline – )?lokal gesichert$/)).toBeVisible()
    await page.reload()
    await expect(text(page)).toContainText('Erste Zeile im Zug nach Ulm')
    await expect(text(page)).toBeFocused()
    connection.mend()
    await page.keyboard.type('!')
    // The pause between two attempts grows to half a minute; their number depends on the machine.
    await expect(chip(page)).toHaveText('gespeichert')
    expect((await rest.getArticle(article.id)).content_markdown).toBe('Erste Zeile im Zug nach Ulm!\n\nZweite Zeile')
    await page.reload()
    await expect(text(page)).toBeFocused()
    await page.keyboard.type('?')
    await expect(text(page)).toContainText('nach Ulm!?')
  },
)

/** From here on this page's IndexedDB accepts nothing, as if the page closed before the write. */
const tooLateForStores = (page: Page) =>
  page.evaluate(() => {
    IDBDatabase.prototype.transaction = () => {
      throw new DOMException('too late', 'InvalidStateError')
    }
  })

test('[RUL-28] the last characters before a reload are restored, whatever became of IndexedDB and the flush on unload', async ({
  context,
  rest,
  open,
  word,
  expectedErrors,
}) => {
  expectedErrors(/ERR_FAILED/, refused(404, '/api/rpc/articles/get'))
  const article = await rest.createArticle({ title: word, content_markdown: 'Anfang.' })
  const page = await open(`/admin/articles/${article.id}`)
  await text(page).click()
  await page.keyboard.press('ControlOrMeta+End')
  await tooLateForStores(page)
  await context.route('**/api/rpc/articles/**', (route) => route.abort())
  await page.keyboard.type(' Und Schluss')
  await page.reload()
  await letThrough(context, '**/api/rpc/articles/**')
  await expect(text(page)).toHaveText('Anfang. Und Schluss')
  await expect.poll(async () => (await rest.getArticle(article.id)).content_markdown).toBe('Anfang. Und Schluss')

  await page.goto('/admin/articles/new')
  await expect(title(page)).toHaveValue('')
  await tooLateForStores(page)
  await context.route('**/api/rpc/articles/**', (route) => route.abort())
  await title(page).fill(`${word} neu`)
  await page.reload()
  await letThrough(context, '**/api/rpc/articles/**')
  await expect(title(page)).toHaveValue(`${word} neu`)
  await expect(chip(page)).toHaveText('gespeichert')
  // A reload of another page: its stored text belongs to that page only.
  await page.goto('/admin/articles')
  await page.getByRole('link', { name: 'Neuer Artikel', exact: true }).click()
  await expect(title(page)).toHaveValue('')
})

/** Leaves the page and types `letters` at the moment of unload, when no write can finish. */
async function leaveTyping(page: Page, letters: string): Promise<void> {
  await page.evaluate((typed) => {
    addEventListener('pagehide', () => document.execCommand('insertText', false, typed), { capture: true })
  }, letters)
  await page.goto('/healthz')
  await page.close()
}

test('[RUL-28] the very last characters of a closed tab are found by the next one', async ({ context, open }) => {
  let tab = await open('/admin/articles/new')
  let written = ''
  for (const letters of ['Bis', ' zum', ' Schluss']) {
    await text(tab).click()
    await tab.keyboard.press('Control+End')
    await leaveTyping(tab, letters)
    tab = await context.newPage()
    await tab.goto('/admin/articles/new')
    written += letters
    await expect(text(tab)).toHaveText(written)
  }
})

test('[RUL-29] after leaving in a hurry the next new article is another one, in every tab', async ({
  page,
  context,
  rest,
  signIn,
  word,
  expectedErrors,
}) => {
  expectedErrors(refused(404, '/api/rpc/articles/get'), refused(409, '/api/rpc/articles/update'))
  const byTitle = async (name: string) =>
    (await rest.send<{ items: { id: string }[] }>('GET', `/api/articles?q=${encodeURIComponent(name)}`)).items
  const empty = async (tab: Page) => {
    await expect(tab.getByText('Schreiben Sie los.', { exact: true })).toBeVisible()
    await expect(title(tab)).toHaveValue('')
  }
  await signIn(page, '/admin/articles/new')
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/rpc/articles/create', async (route) => {
    await held
    await route.continue()
  })
  await title(page).fill(`${word} eins`)
  await page.getByRole('link', { name: 'Zurück zu Artikel', exact: true }).click()
  await page.getByRole('link', { name: 'Neuer Artikel', exact: true }).click()
  await empty(page)
  await text(page).click()
  await page.keyboard.type('Aus dem ersten Tab')
  release()
  await expect.poll(() => byTitle(`${word} eins`)).toHaveLength(1)
  await expect(page).toHaveURL('/admin/articles/new')
  await expect(text(page)).toHaveText('Aus dem ersten Tab')

  // Other tabs write other new articles. Each finds its own text again; of closed ones the newest comes first.
  const [third, second] = [await context.newPage(), await context.newPage()]
  for (const tab of [third, second]) {
    await tab.goto('/admin/articles/new')
    await empty(tab)
  }
  for (const [tab, words] of [
    [third, 'Aus dem dritten Tab'],
    [second, 'Aus dem zweiten Tab'],
  ] as const) {
    await text(tab).click()
    await tab.keyboard.type(words)
    await expect(tab.getByText('lokal gesichert – Titel fehlt', { exact: true })).toBeVisible()
  }
  for (const tab of [second, third]) await tab.goto('/healthz')
  await page.reload()
  await expect(text(page)).toHaveText('Aus dem ersten Tab')
  // The page closes before the typed title was saved: the flush on unload creates the article, and a reload continues
  // with it.
  await title(page).fill(`${word} zwei`)
  await page.reload()
  await expect(title(page)).toHaveValue(`${word} zwei`)
  await expect(page).toHaveURL(/\/admin\/articles\/[0-9a-f-]{36}$/)
  await expect(chip(page)).toHaveText('gespeichert')
  expect(await rest.getArticle(page.url().split('/').at(-1)!)).toMatchObject({ content_markdown: 'Aus dem ersten Tab' })

  // The other tabs' texts wait until the own one is discarded; a discarded text does not return.
  await page.goto('/admin/articles')
  await page.getByRole('link', { name: '„Aus dem zweiten Tab“ öffnen', exact: true }).click()
  await expect(text(page)).toHaveText('Aus dem zweiten Tab')
  await button(page, 'Verwerfen').click()
  await empty(page)
  // Closed before the response, without a reload: the article was created, and the next new article has nothing of it.
  await title(page).fill(`${word} drei`)
  await page.goto('/healthz')
  await expect.poll(() => byTitle(`${word} drei`)).toHaveLength(1)
  await page.goto('/admin/articles')
  await expect(page.getByRole('region', { name: 'Lokal gesicherter Text', exact: true })).toHaveText(
    'Nur auf diesem Gerät lokal gesichert: „Aus dem dritten Tab“ – Öffnen',
  )
  await second.goto('/admin/articles/new')
  await expect(text(second)).toHaveText('Aus dem dritten Tab')
  expect(await byTitle(word)).toHaveLength(3)
})

test('[RUL-28] text left without a network is listed as waiting, also that of an article in the trash', async ({
  page,
  context,
  rest,
  signIn,
  word,
  expectedErrors,
}) => {
  // The live stream is asked for together with the text, or not at all.
  expectedErrors(
    /ERR_INTERNET_DISCONNECTED/,
    /ERR_FAILED/,
    refused(404, '/api/rpc/articles/get'),
    refused(404, '/api/live'),
  )
  const article = await rest.createArticle({ title: word, content_markdown: 'Bleibt.' })
  // The notice is loaded with the first list of a visit.
  const fetched = page.waitForResponse(/waiting-copies/)
  await signIn(page, '/admin/articles')
  await fetched
  await page.getByRole('link', { name: word, exact: true }).click()
  const waiting = page.getByRole('region', { name: 'Lokal gesicherter Text', exact: true })
  const leaveOffline = async (words: string) => {
    await text(page).click()
    await page.keyboard.press('ControlOrMeta+End')
    await context.setOffline(true)
    // Code loaded on demand fails to load, and the rest of the page keeps working.
    await page.keyboard.type(words)
    await expect(page.getByText('offline – lokal gesichert', { exact: true })).toBeVisible()
    await page.getByRole('link', { name: 'Zurück zu Artikel', exact: true }).click()
    await expect(waiting).toHaveText(`Nur auf diesem Gerät lokal gesichert: „${word}“ – Öffnen`)
    await context.setOffline(false)
  }
  await leaveOffline(' Im Tunnel.')
  await expectAccessible(page)
  await waiting.getByRole('link').click()
  await expect(text(page)).toHaveText('Bleibt. Im Tunnel.')
  await expect(page.getByText(/^Nicht gespeicherte Änderungen vom/)).toBeVisible()
  await expect(chip(page)).toHaveText('gespeichert')
  // Typing continues at its position; the notice no longer offers to discard the restored text.
  await text(page).focus()
  await page.keyboard.type(' Neu.')
  await expect(text(page)).toHaveText('Bleibt. Im Tunnel. Neu.')
  await expect(page.getByText(/^Nicht gespeicherte Änderungen vom/)).toBeHidden()
  await expect(chip(page)).toHaveText('gespeichert')
  await leaveOffline(' Und noch mehr.')
  await rest.send('DELETE', `/api/articles/${article.id}`)

  await waiting.getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'Artikel nicht gefunden', exact: true })).toBeVisible()
  await expectAccessible(page)
  await button(page, 'Lokal gesicherten Text als neuen Artikel öffnen').click()
  await expect(text(page)).toContainText('Und noch mehr.')
  await expect(chip(page)).toHaveText('gespeichert')
  const id = page.url().split('/').at(-1)!
  expect(id).not.toBe(article.id)
  expect((await rest.getArticle(id)).content_markdown).toContain('Und noch mehr.')
  await page.goto('/admin/articles')
  await expect(page.getByRole('link', { name: word, exact: true })).toBeVisible()
  await expect(waiting).toHaveCount(0)
})

test('a response of the server never overwrites the text being typed', async ({ open, rest, word }) => {
  const article = await rest.createArticle({ title: word })
  const page = await open(`/admin/articles/${article.id}`)
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/rpc/articles/update', async (route) => {
    await held
    await route.continue()
  })
  await text(page).click()
  await page.keyboard.type('Vor')
  await button(page, 'Speichern').click()
  await expect(chip(page)).toHaveText('speichert …')
  await text(page).click()
  await page.keyboard.press('End')
  await page.keyboard.type(' und nach dem Klick')
  release()
  await expect(toast(page, 'Artikel gespeichert!')).toBeVisible()
  await expect(text(page)).toHaveText('Vor und nach dem Klick')
  // Text typed meanwhile was not in that save: the screen stays, and the next save contains it.
  await expect(page).toHaveURL(`/admin/articles/${article.id}`)
  await expect(chip(page)).toHaveText('gespeichert')
  expect((await rest.getArticle(article.id)).content_markdown).toBe('Vor und nach dem Klick')
})

test('[RUL-14] two writers see each other, and changes of distant lines merge under the cursor without a question @postgres', async ({
  page,
  rest,
  signIn,
  newContext,
  server,
  word,
}) => {
  const article = await rest.createArticle({ title: word, content_markdown: 'oben\n\nmitte\n\nunten' })
  const email = `${word.toLowerCase()}@redaktion.example`
  const password = 'noch ein langes Passwort'
  const joined = await fetch(`${server.url}/auth/v1/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  const { user } = (await joined.json()) as { user: { id: string } }
  await rest.send('PATCH', `/api/users/${user.id}`, { approval: 'approved' })
  await signIn(page, `/admin/articles/${article.id}`)
  await text(page).click()
  const other = await (await newContext()).newPage()
  await signIn(other, `/admin/articles/${article.id}`, { email, password })
  await expect(page.getByText(`${word.toLowerCase()} bearbeitet gerade`, { exact: true })).toBeVisible()
  await expect(other.getByText('inhaberin bearbeitet gerade', { exact: true })).toBeVisible()

  // The other editor saves text below while mine is unchanged: it appears here, and my cursor stays.
  await page.keyboard.press('ControlOrMeta+Home')
  await page.keyboard.press('End')
  await text(other).click()
  await other.keyboard.press('ControlOrMeta+End')
  await other.keyboard.type(' von dir')
  await expect(text(page)).toContainText('unten von dir')
  await page.keyboard.type(' von mir')
  await expect(text(other)).toContainText('oben von mir')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect
    .poll(async () => (await rest.getArticle(article.id)).content_markdown)
    .toBe('oben von mir\n\nmitte\n\nunten von dir')
  // Undo reverts my changes, not those of the other editor.
  await page.keyboard.press('Control+z')
  await expect(text(page)).toContainText('unten von dir')
  await expect(text(page)).not.toContainText('von mir')
  await other.close()
  await expect(page.getByText(`${word.toLowerCase()} bearbeitet gerade`, { exact: true })).toBeHidden()
})

test('[WEEK-1] on a phone bar and panel show each value whole beside another editor', async ({
  open,
  rest,
  word,
  newContext,
  signIn,
  server,
  owner,
}) => {
  const { id, version, slug } = await rest.createArticle({ title: word, status: 'published' })
  const blank = { content_markdown: '', excerpt: '', cover_image_url: null, category_id: null, tag_ids: [] }
  await rest.send('PUT', `/api/articles/${id}/working-copy`, { ...blank, version, slug, title: `${word} neu` })
  const other = await (await newContext()).newPage()
  await signIn(other, `/admin/articles/${id}`, await approved(server.url, owner, word.toLowerCase()))
  const page = await open(`/admin/articles/${id}`)
  await expect(page.getByText(/bearbeitet gerade/).first()).toBeAttached()
  const notLive = page.getByTitle('Unveröffentlichte Änderungen', { exact: true })
  for (const width of [360, 375, 390, 430]) {
    await page.setViewportSize({ width, height: 740 })
    const cut = await notLive
      .locator('[aria-hidden]')
      .evaluate(({ clientWidth, scrollWidth }) => [clientWidth > 40, scrollWidth - clientWidth])
    expect(cut, `${width} px`).toEqual([true, 0])
  }
  await page.setViewportSize({ width: 320, height: 740 })
  expect((await notLive.boundingBox())?.width).toBeGreaterThanOrEqual(6)
  await page.getByRole('button', { name: /^Angaben/ }).click()
  for (const width of [320, 360]) {
    await page.setViewportSize({ width, height: 740 })
    // Measured at once, since the sheet may still move.
    const apart = await button(page, 'hinzufügen').evaluate((value) => {
      const middles = [value.parentElement!.previousElementSibling!, value].map((element) => {
        const { top, height } = element.getBoundingClientRect()
        return top + height / 2
      })
      return Math.abs(middles[0]! - middles[1]!)
    })
    expect(apart, `${width} px`).toBeLessThanOrEqual(1)
  }
})

test('[RUL-14] conflicting lines wait for a choice side by side, and the losing text can be restored by undo and from the versions', async ({
  page,
  rest,
  signIn,
  word,
  expectedErrors,
}) => {
  expectedErrors(/articles\/update/)
  await page.setViewportSize({ width: 360, height: 740 })
  const article = await rest.createArticle({ title: word, content_markdown: 'Anfang.\n\nSchluss.' })
  await signIn(page, `/admin/articles/${article.id}`)
  await expect(text(page)).toContainText('Anfang.')
  // Both start from the same version: the other save arrives while the own one is running.
  const first = async (route: Route) => {
    await rest.send('PATCH', `/api/articles/${article.id}`, {
      version: 1,
      content_markdown: 'Deine Fassung.\n\nSchluss, von dir.',
    })
    await route.continue()
  }
  await routeOnce(page, '**/api/rpc/articles/update', first)
  await pasteOver(page, 'Meine Fassung.\n\nSchluss.')
  await expect(page.getByText(/Dieselben Stellen haben Sie in einem anderen Fenster geändert/)).toBeVisible()
  expect((await rest.getArticle(article.id)).content_markdown).toBe('Deine Fassung.\n\nSchluss, von dir.')
  await button(page, 'Fassungen vergleichen').click()
  const dialog = page.getByRole('alertdialog', { name: 'Inzwischen gibt es eine neuere Fassung', exact: true })
  await expect(dialog.getByRole('radio', { name: 'Beide, untereinander', exact: true })).toBeChecked()
  await expectAccessible(page)
  await expectNoOverflow(page)
  // Closed, edited further, opened again: the choice concerns the current text.
  await page.keyboard.press('Escape')
  await text(page).click()
  await page.keyboard.press('ControlOrMeta+Home')
  await page.keyboard.type('Doch: ')
  await button(page, 'Fassungen vergleichen').click()
  await expect(dialog.getByText(/Doch:/).first()).toBeVisible()
  await dialog.getByRole('radio', { name: /Ihre Fassung im anderen Fenster/ }).check()
  await dialog.getByRole('button', { name: 'Auswahl speichern', exact: true }).click()
  await expect(toast(page, 'Artikel gespeichert!')).toBeVisible()
  await expect(text(page)).toContainText('Deine Fassung.')
  await expect(text(page)).toContainText('Schluss, von dir.')
  await expect(text(page)).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect(text(page)).toContainText('Doch: Meine Fassung.')
  await page.keyboard.press('Control+y')
  await expect(chip(page)).toHaveText('gespeichert')
  await button(page, 'Angaben, 2 Hinweise').click()
  await button(page, 'Fassungen').click()
  const restore = await button(page, 'Zurückholen').boundingBox()
  expect(restore!.x + restore!.width).toBeLessThanOrEqual(360 - 16)
  await button(page, 'Andere Fassung').click()
  await expect(page.getByRole('list', { name: 'Fassungen', exact: true }).getByText(/Nicht übernommen/)).toBeVisible()
  await expectAccessible(page)
  await expectNoOverflow(page)
})

test('[RUL-14] versions show who, when and how, a readable difference, and can be restored as a new version', async ({
  rest,
  open,
  word,
}) => {
  const article = await rest.createArticle({ title: word, content_markdown: 'Der erste Satz steht.', byline: 'Ada' })
  const page = await open(`/admin/articles/${article.id}`)
  await expect(text(page)).toContainText('erste')
  // Its only version is the text: the focus goes to it all the same.
  await button(page, 'Fassungen').press('Enter')
  await expect(page.getByRole('region', { name: 'Ausgewählte Fassung', exact: true })).toBeFocused()
  const next = { content_markdown: 'Der zweite Satz steht.', byline: 'Grace' }
  await rest.send('PATCH', `/api/articles/${article.id}`, { version: 1, ...next })
  await page.goto(`/admin/articles/${article.id}`)
  await expect(text(page)).toContainText('zweite')
  await button(page, 'Fassungen').focus()
  await page.keyboard.press('Enter')
  const rows = page.getByRole('list', { name: 'Fassungen', exact: true }).locator('[aria-pressed=false]')
  const compared = page.getByRole('region', { name: 'Ausgewählte Fassung', exact: true })
  // The version before the present text is compared; the newest one is the present text.
  await expect(compared.locator('del')).toContainText('erste')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('inhaberin')
  await rows.focus()
  await page.keyboard.press('Enter')
  await expect(compared.getByText('Diese Fassung ist der jetzige Text.', { exact: true })).toBeVisible()
  await rows.focus()
  await page.keyboard.press('Enter')
  await expect(compared.locator('del')).toContainText('erste')
  await expect(compared.locator('ins')).toContainText('zweite')
  await expect(compared.getByText(/Anders ist auch: Autorenzeile\.$/)).toBeVisible()
  await expectAccessible(page)
  await button(page, 'Fassung wiederherstellen').click()
  await expect(toast(page, 'Fassung wiederhergestellt')).toBeVisible()
  await expect(text(page)).toHaveText('Der erste Satz steht.')
  await expect(chip(page)).toHaveText('gespeichert')
  const restored = await rest.getArticle(article.id)
  expect([restored.content_markdown, restored.byline]).toEqual(['Der erste Satz steht.', 'Ada'])
  const { items } = await rest.send<{ items: unknown[] }>('GET', `/api/articles/${article.id}/revisions`)
  expect(items).toHaveLength(3)
  await button(page, 'Rückgängig').click()
  await expect(text(page)).toHaveText('Der zweite Satz steht.')
})

test('if the browser stores nothing, the chip says so, and leaving asks first', async ({
  page,
  signIn,
  rest,
  word,
}) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('nothing is kept here', 'SecurityError')
    }
  })
  await signIn(page, '/admin/articles/new')
  await text(page).click()
  await page.keyboard.type('Nirgends.')
  await expect(chip(page)).toHaveText('nicht gesichert')
  await button(page, 'Konzentriert schreiben').click()
  await expect(chip(page)).toHaveText('nicht gesichert')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Zurück zu Artikel', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: 'Trotzdem verlassen?', exact: true })
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Abbrechen', exact: true }).click()
  await expect(text(page)).toHaveText('Nirgends.')
  await title(page).fill(word)
  await expect(page).toHaveURL(/\/admin\/articles\/[0-9a-f-]{36}$/)
  await expect(chip(page)).toHaveText('gespeichert')
  // If the server accepts the flush on unload, no question is needed.
  await text(page).click()
  await page.keyboard.type('Doch: ')
  await page.getByRole('link', { name: 'Zurück zu Artikel', exact: true }).click()
  await expect(page).toHaveURL('/admin/articles')
  const { items } = await rest.send<{ items: { id: string }[] }>('GET', `/api/articles?q=${word}`)
  expect((await rest.getArticle(items[0]!.id)).content_markdown).toContain('Doch: ')
})
