import type { Page } from '@playwright/test'
import { expect } from '../support/e2e.ts'
import { expectAccessible, expectNoOverflow } from '../support/screen-checks.ts'
import { test } from '../support/signed-in.ts'
import { toast } from '../support/words.ts'
import { letThrough } from '../support/routes.ts'

const rows = (page: Page) => page.getByRole('list', { name: 'Artikel', exact: true }).getByRole('listitem')
const titles = (page: Page) => rows(page).getByRole('link')
const bar = (page: Page) => page.getByRole('toolbar', { name: 'Auswahl', exact: true })

test('[ART-2] [ART-4] category, tag, author and order are in the URL, each with a chip that removes it', async ({
  open,
  rest,
  word,
}) => {
  const category = await rest.send<{ id: string }>('POST', '/api/categories', { name: `Rubrik ${word}` })
  const tag = await rest.send<{ id: string }>('POST', '/api/tags', { name: `Schlag ${word}` })
  await rest.createArticle({ title: `${word} Berta`, category_id: category.id, tag_ids: [tag.id] })
  await rest.createArticle({ title: `${word} Anton`, category_id: category.id })
  await rest.createArticle({ title: `${word} Cäsar`, tag_ids: [tag.id] })
  const page = await open(`/admin/articles?q=${word}`)
  await expect(titles(page)).toHaveText([`${word} Cäsar`, `${word} Anton`, `${word} Berta`])

  await page
    .getByRole('button', { name: /^Sortieren/ })
    .filter({ visible: true })
    .click()
  await page.getByRole('menuitemradio', { name: 'Titel von A bis Z', exact: true }).click()
  await expect(page).toHaveURL(/sort=title/)
  await expect(titles(page)).toHaveText([`${word} Anton`, `${word} Berta`, `${word} Cäsar`])

  const filters = page.getByRole('button', { name: 'Filtern', exact: true }).filter({ visible: true })
  await filters.click()
  const card = page.getByRole('dialog', { name: 'Artikel filtern', exact: true })
  const choose = async (field: string, name: string) => {
    await card.getByRole('combobox', { name: field, exact: true }).click()
    await page.getByRole('option', { name, exact: true }).click()
  }
  await choose('Kategorie', `Rubrik ${word}`)
  await expect(titles(page)).toHaveText([`${word} Anton`, `${word} Berta`])
  await choose('Schlagwort', `Schlag ${word}`)
  await expect(titles(page)).toHaveText([`${word} Berta`])
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(card).toBeHidden()
  await expect(filters).toBeFocused()
  await expect(page).toHaveURL(new RegExp(`category=${category.id}.*tag=${tag.id}`))

  await page.reload()
  await expect(titles(page)).toHaveText([`${word} Berta`])
  const chips = page.getByRole('list', { name: 'Filter', exact: true }).getByRole('listitem')
  await expect(chips).toHaveText([`Kategorie:Rubrik ${word}`, `Schlagwort:Schlag ${word}`])
  await chips.first().getByRole('button').click()
  await expect(titles(page)).toHaveText([`${word} Berta`, `${word} Cäsar`])
  await page
    .getByRole('group', { name: 'Status', exact: true })
    .filter({ visible: true })
    .getByRole('button', { name: /^Geplant [\d.]+$/ })
    .click()
  await expect(page).toHaveURL(new RegExp(`status=scheduled.*q=${word}.*tag=${tag.id}.*sort=title`))
  await expect(page.getByRole('heading', { name: 'Keine Artikel gefunden', exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.goBack()
  await expect(titles(page)).toHaveText([`${word} Berta`, `${word} Cäsar`])
})

test('[ART-1] „Treffer im Text“ are listed below with the match, and link to the article', async ({
  open,
  rest,
  word,
  expectedErrors,
}) => {
  expectedErrors(/text-?hits/i)
  const { id } = await rest.createArticle({
    title: 'Ganz anderer Titel',
    content_markdown: `Vorn etwas.\n\nMitten im **${word}äöß** steht es, allein${word}.`,
  })
  await rest.createArticle({ title: `${word}äöß im Titel`, content_markdown: `${word}äöß` })
  const page = await open(`/admin/articles?q=${encodeURIComponent(`${word.toUpperCase()}ÄÖSS`)}`)
  await expect(titles(page)).toHaveText([`${word}äöß im Titel`])
  const hits = page.getByRole('region', { name: 'Treffer im Text', exact: true })
  await expect(hits.getByRole('listitem')).toHaveCount(1)
  await expect(hits.locator('mark')).toHaveText(`${word}äöß`)
  await expect(hits).toContainText(`Mitten im ${word}äöß steht es`)
  await expect(page.getByRole('status').filter({ hasText: '1 Artikel gefunden, 1 Treffer im Text' })).toBeAttached()
  await expectAccessible(page)

  // A slow search shows that it is running, and no result before the response.
  const search = page.getByRole('searchbox', { name: 'Artikel durchsuchen...', exact: true }).filter({ visible: true })
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/api/rpc/articles/list', async (route) => {
    await held
    await route.continue()
  })
  await page.route('**/api/rpc/articles/textHits', (route) => route.abort())
  await search.fill(`allein${word}`)
  await expect(page.getByRole('list', { name: 'Artikel', exact: true })).toHaveAttribute('aria-busy', 'true')
  letGo()
  await expect(page.getByRole('alert')).toContainText('Die Texte konnten nicht durchsucht werden.')
  await expect(page.getByRole('heading', { name: 'Keine Artikel gefunden', exact: true })).toHaveCount(0)
  await letThrough(page, '**/api/rpc/articles/textHits')
  await page.getByRole('button', { name: 'Erneut versuchen', exact: true }).click()
  await expect(page.getByText('Kein Titel und kein Auszug enthält diese Wörter.', { exact: true })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: '0 Artikel gefunden, 1 Treffer im Text' })).toBeAttached()
  await hits.getByRole('link').click()
  await expect(page).toHaveURL(`/admin/articles/${id}`)
})

test('[WEEK-10] search matches other word forms, any order and any spelling of umlauts, and marks hits in texts', async ({
  open,
  rest,
  word,
}) => {
  for (const title of [
    'Kühlschränke im Vergleich',
    'Modelle für den Schreibtisch',
    'Ein Gartenzaun aus Holz',
    'Kunst am Bau',
  ])
    await rest.createArticle({ title: `${word} ${title}` })
  await rest.createArticle({
    title: `${word} Nachbarn`,
    content_markdown: 'Vom Streit über **Gartenzäune** und Hecken.',
  })
  const page = await open(`/admin/articles?q=${word}`)
  const field = page.getByRole('searchbox', { name: 'Artikel durchsuchen...', exact: true }).filter({ visible: true })
  for (const [words, found] of [
    ['kuehlschrank', 'Kühlschränke im Vergleich'],
    ['vergleich kuhlschrank', 'Kühlschränke im Vergleich'],
    ['schreibtisch modell', 'Modelle für den Schreibtisch'],
    ['Gartenzäunen', 'Ein Gartenzaun aus Holz'],
  ] as const) {
    await field.fill(`${words} ${word}`)
    await expect(titles(page)).toHaveText([`${word} ${found}`])
  }
  await field.fill(`Kunde ${word}`)
  await expect(titles(page)).toHaveCount(0)
  await field.fill('Gartenzaunes hecke streit')
  const hits = page.getByRole('region', { name: 'Treffer im Text', exact: true })
  await expect(hits.getByRole('listitem')).toHaveCount(1)
  await expect(hits.locator('mark')).toHaveText('Streit')
  await field.fill('Gartenzaunes hecken')
  await expect(hits.locator('mark')).toHaveText('Gartenzäune')
})

test('[RUL-20] in a bulk action failures are named, the rest is changed, and undo reverts it', async ({
  open,
  rest,
  word,
}) => {
  const made: { id: string }[] = []
  for (const name of ['eins', 'zwei', 'drei', 'vier']) made.push(await rest.createArticle({ title: `${word} ${name}` }))
  const live = await rest.createArticle({ title: `${word} offen`, status: 'published' })
  await rest.send('PUT', `/api/articles/${live.id}/working-copy`, {
    ...live,
    content_markdown: 'halber Sa',
    cover_image_url: null,
  })
  const status = async (id: string | undefined) => (await rest.getArticle(id ?? '')).status
  const page = await open(`/admin/articles?q=${word}`)
  await expect(rows(page)).toHaveCount(5)
  const tick = (name: string) => page.getByRole('checkbox', { name: `„${word} ${name}“ auswählen`, exact: true })

  // A click, a range by Shift, and x on the focused row.
  await tick('vier').click()
  await tick('zwei').click({ modifiers: ['Shift'] })
  await expect(bar(page)).toContainText('3 ausgewählt')
  await titles(page).filter({ hasText: 'offen' }).focus()
  await page.keyboard.press('x')
  await expect(bar(page)).toContainText('4 ausgewählt')
  await expectAccessible(page)

  await bar(page).getByRole('button', { name: 'Status', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Geplant', exact: true }).click()
  await expect(page.getByText('3 Artikel: Geplant', { exact: true })).toBeVisible()
  await expect(page.getByText('1 Artikel nicht geändert', { exact: true })).toBeVisible()
  await expect(page.getByText(new RegExp(`„${word} offen“: .*unveröffentlichte Änderungen`))).toBeVisible()
  // Failed articles stay selected.
  await expect(bar(page)).toContainText('1 ausgewählt')
  await expect(tick('offen')).toBeChecked()
  expect([await status(made[1]?.id), await status(live.id), await status(made[0]?.id)]).toEqual([
    'scheduled',
    'published',
    'draft',
  ])
  await page.getByRole('button', { name: 'Rückgängig', exact: true }).click()
  await expect(rows(page).filter({ hasText: 'Entwurf' })).toHaveCount(4)
  await expect.poll(() => status(made[1]?.id)).toBe('draft')

  await page.keyboard.press('Escape')
  await expect(bar(page)).toBeHidden()
  await titles(page).filter({ hasText: 'eins' }).hover()
  await page.getByRole('checkbox', { name: 'Alle geladenen Artikel auswählen', exact: true }).click()
  await expect(bar(page)).toContainText('5 ausgewählt')
  await bar(page).getByRole('button', { name: 'Löschen', exact: true }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Möchten Sie 5 Artikel wirklich löschen?', exact: true })
  await expect(dialog).toContainText('30 Tage')
  await dialog.getByRole('button', { name: 'Löschen', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Keine Artikel gefunden', exact: true })).toBeVisible()
  await expect(page.getByText('5 Artikel gelöscht', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Rückgängig', exact: true }).last().click()
  await expect(rows(page)).toHaveCount(5)
  expect(await status(live.id)).toBe('published')

  // By keys: the focus goes to the row behind those removed.
  const behind = await titles(page).nth(2).textContent()
  await titles(page).first().focus()
  for (const key of ['x', 'j', 'x', 'Backspace']) await page.keyboard.press(key)
  await page.getByRole('option', { name: '2 Artikel in den Papierkorb', exact: true }).press('Enter')
  await expect(rows(page)).toHaveCount(3)
  await expect(titles(page).filter({ hasText: behind! })).toBeFocused()
})

test('bulk actions set category and tags, also on narrow screens, and change nothing if the server is unreachable', async ({
  open,
  rest,
  word,
  expectedErrors,
}) => {
  const tag = await rest.send<{ id: string }>('POST', '/api/tags', { name: `Tag ${word}` })
  await rest.send('POST', '/api/categories', { name: `Rubrik ${word}` })
  const first = await rest.createArticle({ title: `${word} eins`, tag_ids: [tag.id] })
  const second = await rest.createArticle({ title: `${word} zwei` })
  const page = await open(`/admin/articles?q=${word}`)
  await titles(page).first().focus()
  await page.keyboard.press('x')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('x')
  await bar(page).getByRole('button', { name: 'Schlagwörter', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Schlagwörter ändern', exact: true })
  const box = dialog.getByRole('checkbox', { name: `Tag ${word}`, exact: true })
  expect(await box.evaluate((input: HTMLInputElement) => input.indeterminate)).toBe(true)
  await expectAccessible(page)
  await box.click()
  await dialog.getByRole('button', { name: 'Ändern', exact: true }).click()
  await expect(page.getByText('Schlagwörter geändert: 1 Artikel', { exact: true })).toBeVisible()
  expect((await rest.getArticle(second.id)).tags.map(({ name }) => name)).toEqual([`Tag ${word}`])

  await page.setViewportSize({ width: 360, height: 780 })
  await rows(page)
    .first()
    .getByRole('button', { name: /^Aktionen/ })
    .click()
  await page.getByRole('menuitem', { name: 'Auswählen', exact: true }).click()
  await expect(bar(page)).toContainText('1 ausgewählt')
  await expectNoOverflow(page)
  await expectAccessible(page)
  expectedErrors(/articles\/bulk/)
  await page.route('**/api/rpc/articles/bulk', (route) => route.abort())
  const choose = async () => {
    await bar(page).getByRole('button', { name: 'Kategorie', exact: true }).click()
    await page.getByRole('menuitem', { name: `Rubrik ${word}`, exact: true }).click()
  }
  await choose()
  await expect(toast(page, 'Die Artikel konnten nicht geändert werden')).toBeVisible()
  await expect(page.getByText(/^Der Server antwortet nicht\. /)).toBeVisible()
  await expect(rows(page).filter({ hasText: `Rubrik ${word}` })).toHaveCount(0)
  await letThrough(page, '**/api/rpc/articles/bulk')
  await choose()
  await expect(page.getByText(`1 Artikel in „Rubrik ${word}“`, { exact: true })).toBeVisible()
  await expect(rows(page).filter({ hasText: `Rubrik ${word}` })).toHaveCount(1)
  expect((await rest.getArticle(first.id)).category).toBeNull()
})

test('[RUL-20] by keyboard the list is one tab stop, keys work beside a ticked box, and the focus stays near after removal', async ({
  open,
  rest,
  word,
}) => {
  const tag = await rest.send<{ id: string }>('POST', '/api/tags', { name: `Tag ${word}` })
  for (const name of ['vier', 'drei', 'zwei', 'eins'])
    await rest.createArticle({ title: `${word} ${name}`, tag_ids: [tag.id] })
  const page = await open(`/admin/articles?q=${word}&tag=${tag.id}`)
  const title = (name: string) => titles(page).filter({ hasText: `${word} ${name}` })
  const row = (name: string) => rows(page).filter({ hasText: `${word} ${name}` })
  await row('eins').hover()
  await page.getByRole('checkbox', { name: `„${word} eins“ auswählen`, exact: true }).click()
  await page.keyboard.press('j')
  await expect(title('zwei')).toBeFocused()
  await page.keyboard.press('x')
  await expect(bar(page)).toContainText('2 ausgewählt')
  // Tab moves from the row through its three actions to the bar.
  for (const stop of ['Artikel ansehen', 'Artikel duplizieren', 'Artikel löschen', 'Status']) {
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(stop)
  }
  await bar(page).getByRole('button', { name: 'Aufheben', exact: true }).press('Enter')
  await expect(bar(page)).toBeHidden()
  await expect(title('zwei')).toBeFocused()

  const remove = row('zwei').getByRole('button', { name: 'Artikel löschen', exact: true })
  await remove.press('Enter')
  const question = page.getByRole('alertdialog')
  await expect(question.getByRole('button', { name: 'Abbrechen', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(remove).toBeFocused()
  await page.keyboard.press('Enter')
  await question.getByRole('button', { name: 'Löschen', exact: true }).press('Enter')
  await expect(row('zwei')).toHaveCount(0)
  await expect(title('drei')).toBeFocused()

  await page.getByRole('button', { name: /^Filter Schlagwort: .* entfernen$/ }).press('Enter')
  await expect(page.getByRole('list', { name: 'Filter', exact: true })).toHaveCount(0)
  await expect(title('drei')).toBeFocused()

  // On medium widths titles keep their room.
  await page.setViewportSize({ width: 900, height: 780 })
  expect((await title('drei').boundingBox())?.width).toBeGreaterThan(100)
  await expectNoOverflow(page)
  await page.setViewportSize({ width: 360, height: 780 })
  const actions = row('drei').getByRole('button', { name: /^Aktionen/ })
  await actions.click()
  await page.getByRole('menuitem', { name: 'Löschen', exact: true }).click()
  await question.getByRole('button', { name: 'Abbrechen', exact: true }).click()
  await expect(actions).toBeFocused()
})

test('[WEEK-13] several articles get a new tag and a date typed in German, each with one undo', async ({
  open,
  rest,
  word,
}) => {
  const first = await rest.createArticle({ title: `${word} eins` })
  const second = await rest.createArticle({ title: `${word} zwei`, status: 'published' })
  const page = await open(`/admin/articles?q=${word}`)
  const markBoth = async () => {
    await titles(page).first().focus()
    await page.keyboard.press('x')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('x')
  }
  const tagsOf = async ({ id }: { id: string }) => (await rest.getArticle(id)).tags.map(({ name }) => name)
  await markBoth()
  await bar(page).getByRole('button', { name: 'Schlagwörter', exact: true }).click()
  const tags = page.getByRole('dialog', { name: 'Schlagwörter ändern', exact: true })
  await tags.getByRole('searchbox').fill(`Neu ${word}`)
  await tags.getByRole('button', { name: `„Neu ${word}“ anlegen`, exact: true }).click()
  await expect(tags.getByRole('checkbox', { name: `Neu ${word}`, exact: true })).toBeChecked()
  await expectAccessible(page)
  await tags.getByRole('button', { name: 'Ändern', exact: true }).click()
  await expect(toast(page, 'Schlagwörter geändert: 2 Artikel')).toBeVisible()
  for (const article of [first, second]) expect(await tagsOf(article)).toEqual([`Neu ${word}`])
  await page.getByRole('button', { name: 'Rückgängig', exact: true }).click()
  await expect.poll(async () => [...(await tagsOf(first)), ...(await tagsOf(second))]).toEqual([])
  await expect(toast(page, 'Schlagwörter geändert: 2 Artikel')).toHaveCount(0)

  await page.reload()
  await markBoth()
  await bar(page).getByRole('button', { name: 'Datum', exact: true }).click()
  const date = page.getByRole('dialog', { name: 'Datum setzen', exact: true })
  await date.getByRole('textbox').fill('24.12.2031 9:30')
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoOverflow(page)
  await date.getByRole('button', { name: 'Setzen', exact: true }).click()
  // The published one is named, the other is scheduled.
  await expect(toast(page, 'Datum gesetzt: 1 Artikel')).toBeVisible()
  await expect(toast(page, '1 Artikel nicht geändert')).toContainText(
    `„${word} zwei“: Der Artikel ist schon veröffentlicht`,
  )
  expect(await rest.getArticle(first.id)).toMatchObject({
    status: 'scheduled',
    published_at: '2031-12-24T08:30:00.000Z',
  })
  await page.getByRole('button', { name: 'Rückgängig', exact: true }).click()
  await expect.poll(async () => (await rest.getArticle(first.id)).status).toBe('draft')
})
