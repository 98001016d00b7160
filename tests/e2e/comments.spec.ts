import type { Page } from '@playwright/test'
import { expect } from '../support/e2e.ts'
import { expectAccessible, expectNoOverflow } from '../support/screen-checks.ts'
import { test } from '../support/signed-in.ts'
import { toast } from '../support/words.ts'

/** Comments are switched on for the whole blog, which changes the reader's pages of other specs. */
test.use({ ownBlog: {} })

const row = (page: Page, text: string) =>
  page.getByRole('list', { name: 'Kommentare', exact: true }).getByRole('listitem').filter({ hasText: text })

/** Writes a comment as a reader does, up to the page behind its secret link. The server wants three seconds for reading. */
async function write(page: Page, slug: string, { name, text }: { name: string; text: string }): Promise<void> {
  await page.goto(`/article/${slug}`)
  const form = page.locator('#kommentare .write')
  await form.getByLabel('Name', { exact: true }).fill(name)
  await form.getByLabel('Kommentar', { exact: true }).fill(text)
  await form.getByRole('button', { name: 'Vorschau ansehen', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Noch nicht abgeschickt')
  // A reader who is too quick is asked once more.
  await expect(async () => {
    if (!page.url().includes('/kommentar/')) await page.getByRole('button', { name: 'Abschicken', exact: true }).click()
    expect(page.url()).toContain('/kommentar/')
  }).toPass()
}

test('[COM-1] [COM-3] a reader without script or cookie writes, edits, is answered and deletes; each page fits and is accessible', async ({
  rest,
  newContext,
}) => {
  await rest.send('PATCH', '/api/settings', { comments: 'open' })
  const { slug } = await rest.send<{ slug: string }>('POST', '/api/articles', {
    title: 'Was Leser sagen',
    content_markdown: 'Ein Text.',
    status: 'published',
  })
  const context = await newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } })
  const page = await context.newPage()
  await write(page, slug, { name: 'Eva aus Jena', text: '1995 war der *Beschluss*.' })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Er ist erschienen')
  const secret = page.url()
  await page.getByLabel('Kommentar', { exact: true }).fill('1996 war der *Beschluss*.')
  await page.getByRole('button', { name: 'Änderung speichern', exact: true }).click()
  await page.getByRole('link', { name: 'Zurück zum Artikel', exact: true }).click()
  await expect(page.locator('.say').first()).toContainText('1996 war der Beschluss.')
  const { items } = await rest.send<{ items: { id: string }[] }>('GET', '/api/comments')
  await rest.send('POST', `/api/comments/${items[0]!.id}/answer`, { text: 'Stimmt.' })
  await page.reload()
  await expect(page.locator('.comment.answer .team')).toHaveText('Redaktion')
  await page.getByText('Antworten', { exact: true }).click()
  await expect(page.getByLabel('Antwort an Eva aus Jena', { exact: true })).toBeVisible()
  await expectNoOverflow(page)
  expect(await context.cookies()).toEqual([])
  await page.goto(secret)
  await page.getByRole('button', { name: 'Kommentar löschen', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Er ist gelöscht')
  await context.close()
})

test('[COM-2] [COM-4] [COM-5] comments are decided by keyboard, with a reason and the way back, at any width, and close by article', async ({
  open,
  rest,
  page,
}) => {
  await rest.send('PATCH', '/api/settings', { comments: 'moderated' })
  const { id, slug } = await rest.send<{ id: string; slug: string }>('POST', '/api/articles', {
    title: 'Was wartet',
    content_markdown: 'Ein Text.',
    status: 'published',
  })
  await open('/admin/comments')
  await expect(page.getByRole('heading', { name: 'Nichts wartet', exact: true })).toBeVisible()
  const reader = await page.context().newPage()
  await write(reader, slug, { name: 'Henrike W.', text: 'Gibt es Messwerte für ältere Geräte?' })
  await expectAccessible(reader)
  await write(reader, slug, { name: 'SEO-Maria', text: 'Mehr auf https://spam.example' })
  await reader.goto(`/article/${slug}`)
  await expectAccessible(reader)
  await expect(row(page, 'ein Link, das Wort „seo“')).toBeVisible()
  await expectAccessible(page)
  for (const width of [360, 1024, 2560]) {
    await page.setViewportSize({ width, height: 800 })
    await expectNoOverflow(page)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.keyboard.press('j')
  await page.keyboard.press('Delete')
  await page.getByRole('radio', { name: 'Werbung', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Kommentar entfernt')).toBeVisible()
  await expect(row(page, 'SEO-Maria')).toHaveCount(0)
  await page.getByRole('button', { name: 'Rückgängig', exact: true }).click()
  await expect(row(page, 'SEO-Maria')).toBeVisible()
  await row(page, 'Henrike W.').locator('[data-row]').focus()
  await page.keyboard.press('a')
  await page.getByLabel('Antwort', { exact: true }).fill('Ja, im dritten Teil.')
  await page.getByRole('dialog').getByRole('button', { name: 'Antworten', exact: true }).click()
  await expect(row(page, 'Henrike W.')).toHaveCount(0)
  await row(page, 'SEO-Maria').locator('[data-row]').focus()
  await page.keyboard.press('x')
  await page.keyboard.press('h')
  await expect(toast(page, 'Kommentar ausgeblendet')).toBeVisible()
  await reader.reload()
  await expect(reader.locator('.comment')).toHaveCount(2)
  await page.getByRole('button', { name: 'Entfernt', exact: true }).click()
  await row(page, 'SEO-Maria').locator('[data-row]').focus()
  await page.keyboard.press('x')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('toolbar', { name: 'Auswahl', exact: true })).toHaveCount(0)
  await page.keyboard.press('e')
  await expect(toast(page, 'Kommentar gezeigt')).toBeVisible()
  await reader.reload()
  await expect(reader.locator('.comment')).toHaveCount(3)
  await reader.getByRole('link', { name: 'Melden', exact: true }).first().click()
  await reader.getByLabel('Rechtswidrig', { exact: true }).check()
  await expectAccessible(reader)
  await reader.getByRole('button', { name: 'Meldung abschicken', exact: true }).click()
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText('Ihre Meldung ist da')
  await page.getByRole('button', { name: /^Gemeldet/ }).click()
  await page.getByRole('button', { name: 'Behalten …', exact: true }).click()
  await page.getByLabel('Begründung', { exact: true }).fill('Der Satz ist eine Frage.')
  await page.getByRole('dialog').getByRole('button', { name: 'Behalten', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Nichts gemeldet', exact: true })).toBeVisible()
  await reader.reload()
  await expect(reader.getByText('Der Satz ist eine Frage.', { exact: true })).toBeVisible()
  await open(`/admin/articles/${id}`)
  await page.getByRole('combobox', { name: 'Kommentare schließen', exact: true }).click()
  await page.getByRole('option', { name: '7 Tage lang', exact: true }).click()
  await expect(toast(page, 'Kommentare: 7 Tage lang')).toBeVisible()
  expect(await rest.send('GET', `/api/articles/${id}/comments`)).toEqual({ mode: null, close_after_days: 7 })
})
