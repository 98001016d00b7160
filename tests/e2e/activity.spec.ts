import type { Locator, Page } from '@playwright/test'
import type { Article } from '../../src/contract/articles.ts'
import { approved, callAs } from '../support/accounts.ts'
import { expect } from '../support/e2e.ts'
import { expectAccessible, expectNoOverflow } from '../support/screen-checks.ts'
import { test } from '../support/signed-in.ts'
import { toast, words } from '../support/words.ts'

const button = (within: Page | Locator, name: string | RegExp) => within.getByRole('button', { name, exact: true })
const line = (within: Page | Locator, text: string) => within.getByRole('listitem').filter({ hasText: text })

test('[TEAM-11] activity is listed live, walked by keys, taken back, and leads to the blog on a day', async ({
  open,
  rest,
  server,
  owner,
  word,
}) => {
  const ruth = await approved(server.url, owner, 'ruth.verlauf')
  await callAs(server.url, ruth, 'PATCH', '/account', { display_name: 'Ruth Verlauf' })
  const { id: person } = (await callAs(server.url, ruth, 'GET', '/account')) as { id: string }
  const ids: string[] = []
  for (const title of ['eins', 'zwei', 'drei', 'vier'])
    ids.push((await rest.createArticle({ title: `${word} ${title}`, content_markdown: 'Text.' })).id)
  const shown = (await callAs(server.url, ruth, 'POST', '/articles', {
    title: `${word} erschienen`,
    content_markdown: 'Der erste Text.',
    status: 'published',
  })) as unknown as Article
  await callAs(server.url, ruth, 'POST', '/articles/bulk', { ids, action: { do: 'remove' } })

  const page = await open(`/admin/activity?person=${person}`)
  const main = page.getByRole('main')
  const removed = line(main, 'Ruth Verlauf hat 4 Artikel in den Papierkorb gelegt')
  await expect(removed).toBeVisible()
  await expect(words(main, 'Nur Ruth Verlauf')).toBeVisible()
  await expect(main.getByRole('heading', { name: 'Heute', exact: true })).toBeVisible()
  // Live, without a reload.
  await callAs(server.url, ruth, 'POST', '/tasks', { title: `${word} Lektorat` })
  await expect(line(main, `Ruth Verlauf hat Aufgabe „${word} Lektorat“ angelegt`)).toBeVisible()

  // By keys: down to the line of four, whose records open, and take it back.
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await expect(button(removed, /4 Artikel in den Papierkorb gelegt$/).first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(removed.getByRole('link', { name: `${word} drei`, exact: true })).toBeVisible()
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: width === 360 ? 780 : 900 })
    await expectNoOverflow(page)
    await expectAccessible(page)
  }
  await page.keyboard.press('z')
  await expect(toast(page, 'Rückgängig gemacht')).toBeVisible()
  await expect(words(removed, 'Seither geändert')).toBeVisible()
  expect((await rest.getArticle(ids[2] ?? '')).title).toBe(`${word} drei`)

  // What readers see is asked first.
  await button(main, `Rückgängig: Ruth Verlauf hat „${word} erschienen“ veröffentlicht`).click()
  await button(page.getByRole('alertdialog'), 'Rückgängig machen').click()
  await expect.poll(async () => (await rest.getArticle(shown.id)).status).toBe('draft')

  // Filters, and a list without lines.
  await button(main, 'Gelöscht').click()
  await expect(removed).toBeVisible()
  await expect(line(main, 'Lektorat')).toHaveCount(0)
  await button(main, 'Filter').click()
  await page.getByRole('textbox', { name: 'Tag', exact: true }).fill('1.1.2020')
  await expect(main.getByRole('heading', { name: 'Nichts gefunden', exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await button(main, 'Alles zeigen').click()

  // The blog on a day: one text in the version of then, compared with today's.
  await page
    .getByRole('link', { name: /^Blog an diesem Tag: / })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Blog an einem Tag', exact: true })).toBeVisible()
  await button(main, 'Auch Entwürfe').click()
  const text = line(main, `${word} erschienen`)
  await expect(text).toContainText('/article/')
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: width === 360 ? 780 : 900 })
    await expectNoOverflow(page)
    await expectAccessible(page)
  }
  await text.getByRole('link').press('Enter')
  await expect(page).toHaveURL(/ansicht=fassungen&fassung=/)
  // Only now: the day is today, and its list would lead to the version that this makes.
  const article = await rest.getArticle(shown.id)
  await rest.send('PATCH', `/api/articles/${shown.id}`, { version: article.version, content_markdown: 'Ganz anders.' })
  await page.reload()
  await expect(button(page, 'Fassung wiederherstellen')).toBeEnabled()
  await button(page, 'Fassung wiederherstellen').click()
  await expect(toast(page, 'Fassung wiederhergestellt')).toBeVisible()
  await expect.poll(async () => (await rest.getArticle(shown.id)).content_markdown).toBe('Der erste Text.')

  // The activity of this text alone.
  await button(page.getByRole('complementary', { name: 'Angaben', exact: true }), 'Aktivität').click()
  const dialog = page.getByRole('dialog', { name: 'Aktivität', exact: true })
  await expect(line(dialog, `Ruth Verlauf hat „${word} erschienen“ veröffentlicht`)).toBeVisible()
  await expect(line(dialog, 'Lektorat')).toHaveCount(0)
  await expectAccessible(page)
})
