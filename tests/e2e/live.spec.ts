import type { Page } from '@playwright/test'
import { expect } from '../support/e2e.ts'
import { test } from '../support/signed-in.ts'
import { words } from '../support/words.ts'

/**
 * Two people in two browsers. A change of one appears on the other’s open screen; a mark on its window proves that
 * there was no reload.
 */
async function stay(page: Page): Promise<() => Promise<void>> {
  // Changes are received only while the stream is connected; an earlier change would require a refetch.
  const marked = crypto.randomUUID()
  await page.evaluate((mark) => ((window as unknown as { mark: string }).mark = mark), marked)
  return async () =>
    expect(await page.evaluate(() => (window as unknown as { mark: string }).mark), 'no reload').toBe(marked)
}

/** Opens a screen and waits until the live stream of its page is connected. */
async function watch(page: Page, address: string): Promise<() => Promise<void>> {
  const stream = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/live')
  await page.goto(address)
  expect((await stream).status()).toBe(200)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return stay(page)
}

test.describe('changes of one person appear for the other without a reload @postgres', () => {
  test('a link that is added, removed and restored', async ({ open, newContext, signIn, word }) => {
    const writer = await open('/admin/link-library')
    const other = await (await newContext()).newPage()
    await signIn(other)
    const stayed = await watch(other, '/admin/link-library')
    await writer.getByRole('button', { name: 'Neuer Link', exact: true }).click()
    const dialog = writer.getByRole('dialog')
    await dialog.getByLabel('Titel', { exact: true }).fill(`${word} Verweis`)
    await dialog.getByLabel('URL', { exact: true }).fill('https://verweis.example')
    await dialog.getByRole('button', { name: 'Link anlegen', exact: true }).click()
    const row = other.getByRole('row').filter({ hasText: word })
    await expect(row).toContainText('verweis.example')
    const mine = writer.getByRole('row').filter({ hasText: word })
    await mine.hover()
    await mine.getByRole('button', { name: 'Link löschen', exact: true }).click()
    await writer
      .getByRole('alertdialog')
      .getByRole('button', { name: /löschen/i })
      .click()
    await expect(row).toHaveCount(0)
    await writer.getByRole('button', { name: 'Rückgängig', exact: true }).click()
    await expect(row).toBeVisible()
    await stayed()
  })

  test('an inbox entry, with the counts of navigation and dashboard', async ({
    open,
    newContext,
    signIn,
    rest,
    word,
  }) => {
    const { open: before } = await rest.send<{ open: number }>('GET', '/api/inbox/counts')
    const writer = await open('/admin/inbox')
    const context = await newContext()
    const list = await context.newPage()
    await signIn(list)
    const listStayed = await watch(list, '/admin/inbox')
    const desk = await context.newPage()
    const deskStayed = await watch(desk, '/admin')
    const number = desk
      .getByRole('main')
      .getByRole('link', { name: /^Inbox-Einträge [\d.]+/ })
      .locator('span')
      .nth(1)
    await expect(number).toHaveText(String(before))

    await writer.getByLabel('Idee oder Link festhalten', { exact: true }).fill(`${word} Fund`)
    await writer.keyboard.press('Enter')
    await expect(
      list.getByRole('list', { name: 'Einträge', exact: true }).getByText(`${word} Fund`, { exact: true }),
    ).toBeVisible()
    await expect(number).toHaveText(String(before + 1))
    await expect(
      desk
        .getByRole('navigation', { name: 'Navigation', exact: true })
        .getByRole('link', { name: /^Inbox( [\d.]+ offen)?$/ }),
    ).toContainText(String(before + 1))
    await listStayed()
    await deskStayed()
  })

  test('an article’s status in the list and on the dashboard', async ({ open, newContext, signIn, rest, word }) => {
    const article = await rest.createArticle({ title: `${word} Nordsee` })
    const { published } = await rest.send<{ published: number }>('GET', '/api/articles/counts')
    const writer = await open(`/admin/articles/${article.id}`)
    const context = await newContext()
    const list = await context.newPage()
    await signIn(list)
    const listStayed = await watch(list, `/admin/articles?q=${word}`)
    const row = list
      .getByRole('list', { name: 'Artikel', exact: true })
      .getByRole('listitem')
      .filter({ hasText: `${word} Nordsee` })
    await expect(row).toContainText('Entwurf')
    const desk = await context.newPage()
    const deskStayed = await watch(desk, '/admin')

    await writer.getByRole('button', { name: 'Veröffentlichen', exact: true }).click()
    await expect(words(row, 'Veröffentlicht').first()).toBeVisible()
    await expect(
      desk
        .getByRole('main')
        .getByRole('link', { name: /^Veröffentlicht \d+/ })
        .first()
        .locator('span')
        .nth(1),
    ).toHaveText(String(published + 1))
    await listStayed()
    await deskStayed()
  })
})
