import type { Page } from '@playwright/test'
import { expect, test as base } from '../support/e2e.ts'
import { restAs, type Rest } from '../support/rest.ts'
import { expectAccessible, expectApart, expectNoOverflow } from '../support/screen-checks.ts'
import { toast, words } from '../support/words.ts'
import { letThrough } from '../support/routes.ts'

/** The articles of a test contain a unique word, since tests of a worker share a blog. */
const test = base.extend<{ rest: Rest; word: string }>({
  rest: async ({ server, owner }, use) => use(await restAs(server.url, owner)),
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs off the pattern
  word: async ({}, use) => use(`Wort${crypto.randomUUID().slice(0, 8)}`),
})

const rows = (page: Page) => page.getByRole('list', { name: 'Artikel', exact: true }).getByRole('listitem')
const search = (page: Page) =>
  page.getByRole('searchbox', { name: 'Artikel durchsuchen...', exact: true }).filter({ visible: true })

test('[ART-1] the search matches title and excerpt in any case, with umlauts, and is in the URL', async ({
  page,
  rest,
  signIn,
  word,
}) => {
  await rest.createArticle({ title: `Über Äpfel ${word}` })
  await rest.createArticle({ title: `Birnen ${word}`, excerpt: 'Fast so gut wie ÄPFEL' })
  await rest.createArticle({ title: `Kirschen ${word}`, content_markdown: 'Äpfel nur im Text' })
  await signIn(page, '/admin/articles')
  await expect(page.getByRole('heading', { name: 'Artikel', exact: true })).toBeVisible()
  await expect(search(page)).toHaveAttribute('placeholder', 'Artikel durchsuchen...')
  await search(page).fill(word.toUpperCase())
  await expect(rows(page)).toHaveCount(3)
  await search(page).fill('äPFEL')
  await expect(page).toHaveURL(/q=/)
  await expect(rows(page).filter({ hasText: word })).toHaveCount(2)
  await expect(rows(page).filter({ hasText: 'Kirschen' })).toHaveCount(0)
  await page.reload()
  await expect(search(page)).toHaveValue('äPFEL')
  await expect(rows(page).filter({ hasText: word })).toHaveCount(2)
})

test('[ART-2] filter buttons follow the status in the URL and show their counts', async ({
  page,
  rest,
  signIn,
  word,
}) => {
  for (const status of ['draft', 'scheduled', 'published'] as const) {
    await rest.createArticle({ title: `${word} ${status}`, status })
  }
  await signIn(page, `/admin/articles?q=${word}`)
  await expect(rows(page)).toHaveCount(3)
  const filters = page.getByRole('group', { name: 'Status', exact: true }).filter({ visible: true })
  const { draft, scheduled, published } = await rest.send<Record<string, number>>('GET', '/api/articles/counts')
  for (const [name, status, count] of [
    ['Entwürfe', 'draft', draft],
    ['Geplant', 'scheduled', scheduled],
    ['Veröffentlicht', 'published', published],
  ] as const) {
    const button = filters.getByRole('button', { name: new RegExp(`^${name} [\\d.]+$`) })
    await button.click()
    await expect(page).toHaveURL(new RegExp(`status=${status}`))
    await expect(button).toHaveAttribute('aria-pressed', 'true')
    await expect(button).toContainText(String(count))
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page)).toContainText(`${word} ${status}`)
  }
  await filters.getByRole('button', { name: /^Alle [\d.]+$/ }).click()
  await expect(page).not.toHaveURL(/status=/)
  await expect(rows(page)).toHaveCount(3)
  await page.goto(`/admin/articles?status=scheduled&q=${word}`)
  await expect(filters.getByRole('button', { name: /^Geplant [\d.]+$/ })).toHaveAttribute('aria-pressed', 'true')
  await expect(rows(page)).toHaveCount(1)
})

test('[ART-3] [RUL-16] a row opens its article and shows category and date with its label @timezones', async ({
  page,
  rest,
  signIn,
  word,
}) => {
  const category = await rest.send<{ id: string }>('POST', '/api/categories', { name: `Rubrik ${word}` })
  // 23:30 UTC is the next day in Berlin, the site's zone: the browser's own zone must not matter.
  const published_at = '2026-03-02T23:30:00.000Z'
  await rest.createArticle({ title: `${word} eins`, status: 'published', published_at, category_id: category.id })
  await rest.createArticle({ title: `${word} zwei`, status: 'scheduled', published_at: '2031-02-24T08:00:00.000Z' })
  await rest.createArticle({ title: `${word} drei`, status: 'scheduled' })
  const draft = await rest.createArticle({ title: `${word} vier` })
  await signIn(page, `/admin/articles?q=${word}`)
  const row = (name: string) => rows(page).filter({ hasText: `${word} ${name}` })
  await expect(row('eins')).toContainText(`Rubrik ${word}`)
  await expect(row('eins').getByRole('time')).toHaveText('03. März 2026')
  await expect(row('eins')).toContainText('Veröffentlicht03. März 2026')
  await expect(row('zwei')).toContainText('Termin24. Feb. 2031')
  await expect(row('drei')).toContainText('Ohne Termin')
  await expect(row('vier')).toContainText('Geändert')
  await row('vier').getByRole('link').click()
  await expect(page).toHaveURL(`/admin/articles/${draft.id}`)
  await expect(page.getByRole('textbox', { name: 'Titel', exact: true })).toHaveValue(`${word} vier`)
})

test('[ART-4] articles are ordered by creation, newest first, page by page, and Back restores the position', async ({
  page,
  rest,
  signIn,
  word,
}) => {
  for (let number = 1; number <= 70; number += 1) await rest.createArticle({ title: `${word} Nr. ${number}` })
  await signIn(page, `/admin/articles?q=${word}`)
  await expect(rows(page).first()).toContainText('Nr. 70')
  // Only rows near the window are rendered; each has its index.
  const numbers = new Map<number, number>()
  await page.mouse.move(600, 600)
  await expect(async () => {
    await page.mouse.wheel(0, 600)
    const drawn = await rows(page).evaluateAll((all) =>
      all.map((row) => [
        Number(row.getAttribute('aria-posinset')),
        Number(row.querySelector('a')?.textContent?.split(' ').at(-1)),
      ]),
    )
    for (const [place = 0, number = 0] of drawn) numbers.set(place, number)
    expect(numbers.size).toBe(70)
  }).toPass()
  expect([...numbers].sort(([a], [b]) => a - b)).toEqual(Array.from({ length: 70 }, (_, i) => [i + 1, 70 - i]))
  await expect(rows(page).last()).toHaveAttribute('aria-setsize', '70')
  const target = rows(page).filter({ hasText: `Nr. 12` }).getByRole('link')
  await target.scrollIntoViewIfNeeded()
  const before = await page.evaluate(() => window.scrollY)
  expect(before).toBeGreaterThan(500)
  await target.click()
  await expect(page.getByRole('textbox', { name: 'Titel', exact: true })).toHaveValue(`${word} Nr. 12`)
  await page.goBack()
  await expect(target).toBeInViewport()
  await expect(target).toHaveAttribute('aria-current', 'true')
  await expect(page.getByRole('list', { name: 'Artikel', exact: true }).locator('[aria-current]')).toHaveCount(1)
  expect(Math.abs((await page.evaluate(() => window.scrollY)) - before)).toBeLessThan(50)

  // The editor's back link and its save button restore the position, too.
  for (const leave of ['Zurück', 'Speichern']) {
    await target.click()
    await expect(page.getByRole('textbox', { name: 'Titel', exact: true })).toHaveValue(`${word} Nr. 12`)
    if (leave === 'Zurück') await page.getByRole('link', { name: 'Zurück zu Artikel', exact: true }).click()
    else await page.getByRole('button', { name: 'Speichern', exact: true }).click()
    await expect(page).toHaveURL(`/admin/articles?q=${word}`)
    await expect(target).toBeInViewport()
    await expect(target).toHaveAttribute('aria-current', 'true')
    expect(Math.abs((await page.evaluate(() => window.scrollY)) - before)).toBeLessThan(50)
  }
})

test('[ART-5] deleting asks, names the article and can be undone', async ({ page, rest, signIn, word }) => {
  const article = await rest.createArticle({ title: `${word} bleibt` })
  await signIn(page, `/admin/articles?q=${word}`)
  const row = rows(page).filter({ hasText: word })
  await row.hover()
  await row.getByRole('button', { name: 'Artikel löschen', exact: true }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Möchten Sie diesen Artikel wirklich löschen?', exact: true })
  await expect(dialog).toContainText(`${word} bleibt`)
  await dialog.getByRole('button', { name: 'Abbrechen', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(row).toHaveCount(1)

  await row.hover()
  await row.getByRole('button', { name: 'Artikel löschen', exact: true }).click()
  await dialog.getByRole('button', { name: 'Löschen', exact: true }).click()
  await expect(toast(page, 'Artikel gelöscht')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Keine Artikel gefunden', exact: true })).toBeVisible()
  await expect.poll(() => rest.getArticle(article.id).catch((error: Error) => error.message)).toContain('404')
  await page.getByRole('button', { name: 'Rückgängig', exact: true }).click()
  await expect(row).toHaveCount(1)
  expect((await rest.getArticle(article.id)).title).toBe(`${word} bleibt`)
})

test('[ART-5] a failed deletion is reported, and the row is back', async ({
  page,
  rest,
  signIn,
  word,
  expectedErrors,
}) => {
  expectedErrors(/articles\/remove/)
  await rest.createArticle({ title: `${word} bleibt` })
  await signIn(page, `/admin/articles?q=${word}`)
  await page.route('**/api/rpc/articles/remove', (route) => route.abort())
  const row = rows(page).filter({ hasText: word })
  await row.hover()
  await row.getByRole('button', { name: 'Artikel löschen', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Löschen', exact: true }).click()
  await expect(toast(page, 'Fehler beim Löschen des Artikels')).toBeVisible()
  await expect(row).toHaveCount(1)
})

test('[ART-6] an empty result has a heading, a sentence and one link', async ({ page, signIn, word }) => {
  await signIn(page, `/admin/articles?q=${word}`)
  await expect(page.getByRole('heading', { name: 'Keine Artikel gefunden', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Alle Artikel zeigen', exact: true }).click()
  await expect(page).toHaveURL('/admin/articles')
  await expect(search(page)).toHaveValue('')
})

test('[ART-7] the list reloads when the window is focused again', async ({ page, rest, signIn, word }) => {
  await rest.createArticle({ title: `${word} alt` })
  await signIn(page, `/admin/articles?q=${word}`)
  await expect(rows(page)).toHaveCount(1)
  await rest.createArticle({ title: `${word} neu` })
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(rows(page)).toHaveCount(2)
  await expect(rows(page).first()).toContainText('neu')
})

test('[ART-8] each status has a word and a colour of its own, in both themes', async ({ page, rest, signIn, word }) => {
  for (const status of ['draft', 'scheduled', 'published'] as const) {
    await rest.createArticle({ title: `${word} ${status}`, status })
  }
  await signIn(page)
  for (const theme of ['dark', 'light']) {
    await page.evaluate((value) => localStorage.setItem('blog-cms-theme', value), theme)
    await page.goto(`/admin/articles?q=${word}`)
    const colours = new Set<string>()
    for (const [status, label] of Object.entries({
      draft: 'Entwurf',
      scheduled: 'Geplant',
      published: 'Veröffentlicht',
    })) {
      const badge = words(rows(page).filter({ hasText: `${word} ${status}` }), label).first()
      await expect(badge).toBeVisible()
      colours.add(await badge.evaluate((element) => getComputedStyle(element).color))
    }
    expect(colours.size).toBe(3)
  }
})

test('by keyboard / searches, j, k and arrows move, and Enter opens', async ({ page, rest, signIn, word }) => {
  const last = await rest.createArticle({ title: `${word} eins` })
  await rest.createArticle({ title: `${word} zwei` })
  await signIn(page, `/admin/articles?q=${word}`)
  await expect(rows(page)).toHaveCount(2)
  await page.keyboard.press('/')
  await expect(search(page)).toBeFocused()
  await search(page).blur()
  await page.keyboard.press('j')
  await expect(rows(page).nth(0).getByRole('link')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(rows(page).nth(1).getByRole('link')).toBeFocused()
  await page.keyboard.press('k')
  await expect(rows(page).nth(0).getByRole('link')).toBeFocused()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/admin/articles/${last.id}`)
})

test('a list that cannot be loaded offers a retry', async ({ page, signIn, expectedErrors }) => {
  expectedErrors(/articles\/(list|counts)/)
  await signIn(page)
  await page.route('**/api/rpc/articles/list*', (route) => route.abort())
  await page.goto('/admin/articles')
  await expect(page.getByRole('heading', { name: 'Laden fehlgeschlagen', exact: true })).toBeVisible()
  await letThrough(page, '**/api/rpc/articles/list*')
  await page.getByRole('button', { name: 'Erneut versuchen', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Laden fehlgeschlagen', exact: true })).toBeHidden()
})

test('axe finds nothing in either theme, wide and narrow', async ({ page, rest, signIn, word }) => {
  await rest.createArticle({ title: `${word} Rundfunkfrequenzzuweisungsverordnung`, status: 'published' })
  await rest.createArticle({ title: `${word} Entwurf` })
  await signIn(page, `/admin/articles?q=${word}`)
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 800 })
    await expect(rows(page)).toHaveCount(2)
    await expectAccessible(page)
    await expectNoOverflow(page)
  }
  await rows(page)
    .first()
    .getByRole('button', { name: /^Aktionen/ })
    .click()
  await expect(page.getByRole('menuitem', { name: 'Löschen', exact: true })).toBeVisible()
})

test('[ART-3] [ART-8] [RUL-16] from 768 px on every row shows category, status word and labelled date, and nothing is clipped or covered', async ({
  rest,
  signIn,
  page,
  word,
}) => {
  const category = await rest.send<{ id: string }>('POST', '/api/categories', { name: `Ressort ${word}` })
  const article = { category_id: category.id, content_markdown: 'Text' }
  const long = 'Rundfunkfrequenzzuweisungsverordnung'.repeat(3)
  const dated = { ...article, status: 'scheduled' as const, published_at: '2031-02-24T09:00:00.000Z' }
  await rest.createArticle({ ...article, title: `${word} eins ${long}`, status: 'published' })
  await rest.createArticle({ ...dated, title: `${word} zwei` })
  await rest.createArticle({ ...article, title: `${word} drei`, status: 'draft' })
  await page.setViewportSize({ width: 768, height: 900 })
  await signIn(page, `/admin/articles?q=${word}`)
  await expect(rows(page)).toHaveCount(3)
  const label = `Ressort ${word}`
  for (const width of [768, 800, 900, 1023, 1024, 1100, 1279, 1280]) {
    await test.step(`${width} px`, async () => {
      await page.setViewportSize({ width, height: 900 })
      for (const [name, status, when] of [
        ['eins', 'Veröffentlicht', 'Veröffentlicht'],
        ['zwei', 'Geplant', 'Termin'],
        ['drei', 'Entwurf', 'Geändert'],
      ] as const) {
        const row = rows(page).filter({ hasText: `${word} ${name}` })
        const shown = (text: string) => words(row, text).filter({ visible: true })
        const parts = [
          row.locator('[data-row]'),
          shown(label),
          shown(status).first(),
          shown(when).last(),
          row.getByRole('time'),
        ]
        for (const part of parts) await expect(part).toBeVisible()
        await expectApart(row, parts)
      }
      await expectNoOverflow(page)
      await expect(page.getByRole('link', { name: 'Neuer Artikel', exact: true })).toBeInViewport({ ratio: 1 })
    })
  }
})
