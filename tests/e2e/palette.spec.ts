import type { Page } from '@playwright/test'
import { expect, refused } from '../support/e2e.ts'
import { text, title } from '../support/editor.ts'
import { expectAccessible, expectNoOverflow } from '../support/screen-checks.ts'
import { test } from '../support/signed-in.ts'
import { toast, words } from '../support/words.ts'
import { letThrough } from '../support/routes.ts'

const palette = (page: Page) => page.getByRole('dialog', { name: 'Suchen und Befehle', exact: true })
const field = (page: Page) => palette(page).getByRole('combobox')
const option = (page: Page, name: string | RegExp) => palette(page).getByRole('option').filter({ hasText: name })
const rows = (page: Page) => page.getByRole('list', { name: 'Artikel', exact: true }).getByRole('listitem')
const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}

test('[DESK-1] the palette opens anywhere, acts on the selection, has sub-steps, and returns the focus', async ({
  open,
  rest,
  word,
}) => {
  const category = await rest.send<{ id: string }>('POST', '/api/categories', { name: `Rubrik ${word}` })
  const one = await rest.createArticle({ title: `${word} Anton` })
  await rest.createArticle({ title: `${word} Berta` })
  const page = await open(`/admin/articles?q=${word}`)
  const first = rows(page).getByRole('link', { name: `${word} Berta`, exact: true })
  await expect(first).toBeVisible()

  // Opened and closed, it returns the focus.
  await first.focus()
  await press(page, 'Control+k')
  await expect(field(page)).toBeFocused()
  await expect(option(page, /^Neuer Artikel/)).toBeVisible()
  await expectAccessible(page)
  await press(page, 'Control+k')
  await expect(palette(page)).toBeHidden()
  await expect(first).toBeFocused()

  // For the selection, by sub-steps: status, category.
  await press(page, 'x', 'j', 'x', 'Control+k')
  await page.keyboard.type('status')
  await press(page, 'Enter')
  await expect(field(page)).toHaveAccessibleName('Suchen oder Befehl eingeben, 2 Artikel, Status …')
  for (const [at, status] of ['Entwurf', 'Geplant', 'Veröffentlicht'].entries())
    await expect(words(option(page, /./).nth(at), status)).toBeVisible()
  await expectAccessible(page)
  await press(page, 'Backspace')
  await expect(field(page)).toHaveAccessibleName('Suchen oder Befehl eingeben')
  await page.keyboard.type('verschieben')
  await press(page, 'Enter')
  await page.keyboard.type(word)
  await press(page, 'Enter')
  await expect(toast(page, `2 Artikel in „Rubrik ${word}“`)).toBeVisible()
  expect(await rest.getArticle(one.id)).toMatchObject({ category_id: category.id })
  await expect(palette(page)).toBeHidden()

  // One key for the focused row, and one for the choice.
  await first.focus()
  await press(page, 's', '3')
  await expect(toast(page, '1 Artikel: Veröffentlicht')).toBeVisible()

  // Screens, sections of the settings and actions of the shell, by any of their names.
  await press(page, 'Control+k')
  await page.keyboard.type('redirects')
  await press(page, 'Enter')
  await expect(page).toHaveURL(/bereich=weiterleitungen/)
  await press(page, 'Control+k')
  await page.keyboard.type('nacht')
  await expect(option(page, /^Design: Dunkel/)).toHaveAttribute('aria-selected', 'true')
  // Escape closes at once, whatever is typed.
  await press(page, 'Escape')
  await expect(palette(page)).toBeHidden()

  // In the text the shortcut opens the link picker if words are selected, else the palette for the open article.
  await page.goto(`/admin/articles/${one.id}`)
  await text(page).click()
  await page.keyboard.type('Vier Wochen')
  await press(page, 'Shift+Control+ArrowLeft', 'Control+k')
  await expect(page.getByRole('dialog', { name: 'Link einfügen', exact: true })).toBeVisible()
  await press(page, 'Escape', 'End', 'Control+k')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('status')
  await expect(option(page, /^Status …/)).toHaveAttribute('aria-selected', 'true')
  await press(page, 'Escape')
  await expect(text(page)).toBeFocused()
  await page.keyboard.type(' und mehr')
  await expect(text(page)).toContainText('Vier Wochen und mehr')

  // A sheet on the phone, opened from the header.
  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByRole('button', { name: 'Suchen', exact: true }).click()
  await page.keyboard.type('inbox')
  await expect(option(page, /^In die Inbox/)).toBeVisible()
  await expectNoOverflow(page)
  await option(page, /^In die Inbox/).click()
  await expect(page).toHaveURL(/\/admin\/inbox/)
})

test('[DESK-2] every noun is found with the place of the hit and opened there, despite typing errors', async ({
  open,
  rest,
  word,
  expectedErrors,
}) => {
  const other = await rest.createArticle({
    title: `Von ganz anderem`,
    content_markdown: `Anfang.\n\n${'Dazwischen steht viel. '.repeat(80)}\n\nHier steht ${word}zwerg im Text.`,
  })
  await rest.createArticle({ title: `${word}zwerg zuerst` })
  const task = await rest.send<{ id: string }>('POST', '/api/tasks', { title: `${word}zwerg fragen` })
  await rest.send('POST', '/api/tasks', { title: `${word} Zwiebelfisch` })
  // Longer than words to search a list for may be.
  const long = `${word} Langspiel ${'mit sehr langem Titel '.repeat(14)}`.slice(0, 300).trim()
  await rest.send('POST', '/api/links', { title: long, url: 'https://example.org/', category: 'Webseite' })
  const page = await open(`/admin/link-library?q=${'x'.repeat(300)}`)
  await expect(page.getByRole('heading', { name: 'Keine Links gefunden', exact: true })).toBeVisible()
  await press(page, 'Control+k')
  await page.keyboard.type(`${word} langspiel`)
  await expect(option(page, 'Langspiel')).toBeVisible()
  await option(page, 'Langspiel').click()
  const record = page.getByRole('dialog', { name: 'Link bearbeiten', exact: true })
  await expect(record.getByLabel('Titel', { exact: true })).toHaveValue(long)
  await press(page, 'Escape')
  await expect(record).toBeHidden()
  await expect(page.getByRole('tab', { name: 'Webseite', exact: true })).toHaveAttribute('aria-selected', 'true')
  await expect(page).toHaveURL(/\?category=Webseite$/)

  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: 'Dashboard', exact: true })).toBeVisible()
  await press(page, 'Control+k')
  await page.keyboard.type(`${word}zwe`)
  await expect(option(page, `${word}zwerg zuerst`)).toBeVisible()
  await expect(option(page, `${word}zwerg fragen`).locator('mark')).toHaveText(`${word}zwe`)
  await expect(palette(page).getByRole('group')).toHaveCount(2)
  await expectAccessible(page)

  // → shows the actions for a hit.
  await option(page, `${word}zwerg fragen`).hover()
  await press(page, 'ArrowRight')
  await expect(option(page, /./)).toHaveText([/^Öffnen/, /^Verschieben nach/, /^In den Papierkorb/])
  await press(page, 'ArrowDown', 'Enter', '4')
  await expect(toast(page, 'Verschoben nach „Bereit“')).toBeVisible()
  expect(await rest.send('GET', `/api/tasks/${task.id}`)).toMatchObject({ status: 'ready' })

  // Enter comes before the response, and the hit opens at its place.
  await press(page, 'Control+k')
  await page.keyboard.type(`Text ${word}zwerg`)
  await press(page, 'Enter')
  await expect(page).toHaveURL(new RegExp(`/admin/articles/${other.id}\\?stelle=`))
  await expect(text(page)).toBeFocused()
  const chosen = () => page.evaluate(() => getSelection()?.toString())
  await expect.poll(chosen).toMatch(new RegExp(`Text|${word}zwerg`))
  await expect(title(page)).toHaveValue('Von ganz anderem')

  // One wrong character, in all nouns and in one alone.
  await press(page, 'End', 'Control+k')
  await page.keyboard.type(`${word} zwibelf`)
  await expect(option(page, `${word} Zwiebelfisch`)).toContainText('ähnlich')
  await field(page).fill('')
  await palette(page).getByRole('option', { name: 'Aufgaben', exact: true }).click()
  await page.keyboard.type(`${word}zwerg`)
  await expect(option(page, /./)).toHaveText([new RegExp(`^${word}zwerg fragen`)])
  await field(page).fill(`${word}nirgends`)
  await expect(palette(page)).toContainText('Nichts gefunden')
  await expectAccessible(page)

  // An unreachable server is reported, and asked again.
  expectedErrors(/500/)
  await page.route('**/api/rpc/search/**', (route) => route.fulfill({ status: 500, json: {} }))
  await field(page).fill(`${word}zwerg frag`)
  await expect(palette(page).getByRole('alert')).toBeVisible()
  await letThrough(page, '**/api/rpc/search/**')
  await palette(page).getByRole('button', { name: 'Erneut versuchen', exact: true }).click()
  await expect(option(page, `${word}zwerg fragen`)).toBeVisible()
})

test('[DESK-3] [DESK-14] ? lists the shortcuts of the screen, single keys can be switched off, and the manual opens beside it', async ({
  open,
  word,
}) => {
  const page = await open('/admin/inbox')
  await expect(page.getByRole('heading', { name: 'Inbox', exact: true })).toBeVisible()
  const keys = page.getByRole('dialog', { name: 'Tastenkürzel', exact: true })
  await press(page, '?')
  await expect(keys.getByRole('heading', { level: 3 })).toHaveText(['Inbox', 'Listen', 'Überall', 'Gehe zu'])
  await expect(keys.getByRole('listitem').filter({ hasText: 'Als Aufgabe anlegen' })).toContainText('T')
  await expectAccessible(page)
  await keys.getByRole('searchbox').fill('kalender')
  await expect(keys.getByRole('listitem')).toHaveText(['KalenderGdannK'])
  await press(page, 'Escape')

  // Two keys navigate; neither is a shortcut while typing.
  await press(page, 'Escape')
  await expect(keys).toBeHidden()
  await press(page, 'g', 'a')
  await expect(page).toHaveURL(/\/admin\/articles/)
  await expect(page.getByRole('heading', { level: 1, name: 'Artikel', exact: true })).toBeVisible()
  await press(page, '/')
  await expect(page.getByRole('searchbox', { name: 'Artikel durchsuchen...', exact: true }).first()).toBeFocused()
  await page.keyboard.type('n?gk')
  await expect(page).toHaveURL(/\/admin\/articles(\?|$)/)
  await expect(page.getByRole('dialog')).toHaveCount(0)

  // Switched off, they do nothing, also after a reload; chords still work.
  await page.goto('/admin/inbox')
  await expect(page.getByRole('heading', { name: 'Inbox', exact: true })).toBeVisible()
  await press(page, '?')
  await keys.getByRole('checkbox').click()
  await expect(keys.getByRole('checkbox')).not.toBeChecked()
  await press(page, 'Escape')
  await expect(keys).toBeHidden()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Inbox', exact: true })).toBeVisible()
  await press(page, 'n', '?', 'g', 'k')
  await press(page, 'Control+k')
  await expect(field(page)).toBeFocused()
  await expect(page).toHaveURL(/\/admin\/inbox/)
  await page.keyboard.type('alle tasten')
  await press(page, 'Enter')
  await keys.getByRole('checkbox').click()
  await press(page, 'Escape')

  // The chapter of the screen, that of another screen, and the search.
  await press(page, 'F1')
  const manual = page.getByRole('complementary', { name: 'Handbuch', exact: true })
  await expect(manual.getByRole('heading', { level: 3, name: 'Inbox', exact: true })).toBeVisible()
  await expectAccessible(page)
  await press(page, 'g', 'm')
  await expect(manual.getByRole('heading', { level: 3, name: 'Medien', exact: true })).toBeVisible()
  await manual.getByRole('searchbox').fill('bookmarklets')
  await words(manual.getByRole('list'), 'Integrationen').first().click()
  await expect(manual.getByRole('heading', { level: 3, name: 'Integrationen', exact: true })).toBeVisible()
  await manual.getByRole('searchbox').fill(word)
  await expect(manual).toContainText('Davon steht nichts im Handbuch')
  await expectAccessible(page)
  await press(page, 'Escape', 'Escape')
  await expect(manual).toBeHidden()
})

test('[DESK-1] an action requested on a screen that is left before it loads is not run later', async ({ open }) => {
  const page = await open('/admin/inbox')
  const screens = page.getByRole('navigation').first()
  const form = page.getByRole('dialog', { name: 'Neues Recherche-Element', exact: true })
  const add = page.getByRole('button', { name: 'Neues Element', exact: true })
  const code = /\/research-screen-[^/]*\.js$/
  const released = Promise.withResolvers<void>()
  await page.route(code, async (route) => {
    await released.promise
    await route.continue()
  })
  const ask = async () => {
    await press(page, 'Control+k')
    await page.keyboard.type('neues element')
    await expect(option(page, /^Neues Element/)).toHaveAttribute('aria-selected', 'true')
    await press(page, 'Enter')
  }

  const asked = page.waitForRequest(code)
  await ask()
  await asked
  await screens.getByRole('link', { name: 'Kalender', exact: true }).click()
  await expect(page).toHaveURL(/\/admin\/calendar/)
  released.resolve()
  await screens.getByRole('link', { name: 'Recherche', exact: true }).click()
  await expect(add).toBeVisible()
  await expect(form).toBeHidden()

  // If the user waits for the screen, the action runs there.
  await screens.getByRole('link', { name: 'Kalender', exact: true }).click()
  await expect(add).toBeHidden()
  await ask()
  await expect(form).toBeVisible()
})

test('[DESK-1] the open palette finds actions of a screen that comes after it', async ({ open, rest, word }) => {
  const article = await rest.createArticle({ title: `${word} spät` })
  const page = await open('/admin/inbox')
  const code = /\/editor-screen-[^/]*\.js$/
  const released = Promise.withResolvers<void>()
  await page.route(code, async (route) => {
    await released.promise
    await route.continue()
  })
  const asked = page.waitForRequest(code)
  await press(page, 'Control+k')
  await page.keyboard.type(word)
  await expect(option(page, article.title)).toHaveAttribute('aria-selected', 'true')
  await press(page, 'Enter')
  await asked
  await press(page, 'Control+k')
  await field(page).fill('status')
  await expect(palette(page)).toContainText('Nichts gefunden')
  released.resolve()
  await expect(option(page, /^Status …/)).toHaveAttribute('aria-selected', 'true')
})

/** Runs an action of the palette, which then closes. */
async function act(page: Page, name: string): Promise<void> {
  await press(page, 'Control+k')
  await field(page).fill(name.replace(/ …$/, ''))
  await option(page, new RegExp(`^${name}`))
    .first()
    .click()
  await expect(palette(page)).toBeHidden()
}

test('[DESK-1] an action requested elsewhere runs once its screen has the data that it needs', async ({
  open,
  rest,
  word,
}) => {
  await rest.send('POST', '/api/feeds', { url: `https://feed.example/${word}` })
  const page = await open('/admin/inbox')
  const requested = page.waitForRequest('**/api/rpc/feeds/fetchAll')
  await act(page, 'Alle abrufen')
  await requested
  await expect(page).toHaveURL(/tab=rss/)
})

test('[DESK-1] the palette knows the open inbox entry, task, source, link and event, and does what their buttons do', async ({
  open,
  rest,
  word,
}) => {
  const entry = await rest.send<{ id: string }>('POST', '/api/inbox', { title: `Idee ${word}` })
  const source = await rest.send<{ id: string }>('POST', '/api/research', {
    title: `Quelle ${word}`,
    source_type: 'link',
  })
  await rest.send('POST', '/api/links', { title: `Link ${word}`, url: 'https://example.org/' })
  const page = await open(`/admin/inbox?eintrag=${entry.id}`)
  await expect(page.getByRole('heading', { name: `Idee ${word}`, exact: true })).toBeVisible()
  await act(page, 'Als Aufgabe anlegen')
  await expect(toast(page, 'Aufgabe angelegt')).toBeVisible()

  const task = await rest.send<{ id: string }>('POST', '/api/tasks', { title: `Karte ${word}` })
  await page.goto(`/admin/editorial-plan?aufgabe=${task.id}`)
  await expect(page.getByRole('dialog').getByLabel('Titel', { exact: true })).toHaveValue(`Karte ${word}`)
  await act(page, 'Artikel daraus')
  await expect(toast(page, `Entwurf „Karte ${word}“ angelegt`)).toBeVisible()
  await act(page, 'Aufgabe löschen')
  await expect(page.getByRole('alertdialog', { name: 'Aufgabe löschen?', exact: true })).toBeVisible()

  await page.goto(`/admin/research?item=${source.id}`)
  await expect(page.getByRole('dialog', { name: `Quelle ${word}`, exact: true })).toBeVisible()
  await act(page, 'Recherche-Element bearbeiten')
  await expect(page.getByRole('dialog').getByLabel('Titel', { exact: true })).toHaveValue(`Quelle ${word}`)

  await page.goto('/admin/link-library')
  await page.getByRole('button', { name: 'Link bearbeiten', exact: true }).first().click()
  await expect(page.getByRole('dialog', { name: 'Link bearbeiten', exact: true })).toBeVisible()
  await act(page, 'Link löschen')
  await expect(page.getByRole('alertdialog', { name: 'Link löschen?', exact: true })).toBeVisible()

  await rest.send('POST', '/api/events', {
    title: `Frist ${word}`,
    type: 'deadline',
    // A month of its own: a day shows three entries, and other tests add theirs.
    starts_at: '2034-05-17T09:00:00Z',
  })
  await page.goto('/admin/calendar?month=2034-05')
  await page.getByRole('button', { name: new RegExp(`^Frist ${word}, `) }).click()
  await expect(page.getByRole('dialog', { name: `Frist ${word}`, exact: true })).toBeVisible()
  await act(page, 'Ereignis bearbeiten')
  await expect(page.getByRole('dialog').getByLabel('Titel', { exact: true })).toHaveValue(`Frist ${word}`)
})

test('[DESK-1] in the editor the palette has the actions of panel and tools, and trashes an open article', async ({
  open,
  rest,
  word,
  expectedErrors,
}) => {
  // Its present text may be on its way when it goes to the trash.
  expectedErrors(refused(404, '/api/rpc/articles/get'))
  const { id } = await rest.createArticle({ title: word, content_markdown: 'Ein Wort.' })
  const page = await open(`/admin/articles/${id}`)
  await text(page).click()
  await press(page, 'Control+a')
  await press(page, 'Control+b')
  await press(page, 'Control+b')
  await page.locator('body').evaluate(() => (document.activeElement as HTMLElement).blur())
  await act(page, 'Fett')
  await expect(text(page)).toHaveText('**Ein Wort.**')
  // An action that changes the text shows it.
  await page.getByRole('button', { name: 'Vorschau', exact: true }).click()
  await expect(text(page)).toBeHidden()
  await act(page, 'Fett')
  await expect(text(page)).toBeFocused()
  await expect(text(page)).toHaveText('Ein Wort.')
  await page.locator('body').evaluate(() => (document.activeElement as HTMLElement).blur())
  await act(page, 'Anheften oder lösen')
  await expect(toast(page, 'Artikel angeheftet')).toBeVisible()
  for (const [name, title] of [
    ['Text prüfen', 'Text prüfen'],
    ['Vorschaulink …', 'Vorschaulinks'],
    ['Als Vorlage speichern', 'Als Vorlage speichern'],
  ] as const) {
    await act(page, name)
    await expect(page.getByRole('dialog', { name: title, exact: true })).toBeVisible()
    await press(page, 'Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  // The last text reaches the server before the article is trashed, however slow its save is.
  const order: string[] = []
  const { promise: isList, resolve: listIsThere } = Promise.withResolvers<void>()
  await page.route('**/api/rpc/articles/update', async (route) => {
    await isList
    const response = await route.fetch()
    order.push(`save ${response.status()}`)
    await route.fulfill({ response })
  })
  page.on('request', (request) => {
    if (request.url().endsWith('/api/rpc/articles/bulk')) order.push('removal')
  })
  await text(page).click()
  await press(page, 'Control+End')
  await page.keyboard.type(' Letzte Worte')
  await press(page, 'Control+k')
  await field(page).fill('papierkorb entfernen')
  await option(page, /^Löschen …/).click()
  await option(page, '1 Artikel in den Papierkorb').click()
  await expect(page).toHaveURL(/\/admin\/articles(\?|$)/)
  await expect(rows(page).first()).toBeVisible()
  listIsThere()
  await expect(toast(page, '1 Artikel gelöscht')).toBeVisible()
  expect(new Set(order.slice(0, -1))).toEqual(new Set(['save 200']))
  expect(order.at(-1)).toBe('removal')
  expect(
    (await rest.send<{ items: { id: string }[] }>('GET', '/api/articles?limit=100')).items.map((one) => one.id),
  ).not.toContain(id)
  await page.getByRole('button', { name: 'Rückgängig', exact: true }).click()
  await expect
    .poll(async () =>
      (await rest.send<{ items: { id: string }[] }>('GET', '/api/articles?limit=100')).items.map((one) => one.id),
    )
    .toContain(id)
  expect((await rest.send<{ content_markdown: string }>('GET', `/api/articles/${id}`)).content_markdown).toMatch(
    /Letzte Worte/,
  )
})
