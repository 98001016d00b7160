import type { Page } from '@playwright/test'
import { approved, callAs } from '../support/accounts.ts'
import { expect } from '../support/e2e.ts'
import { expectAccessible, expectNoOverflow } from '../support/screen-checks.ts'
import { test } from '../support/signed-in.ts'
import { toast, words } from '../support/words.ts'

const panel = (page: Page) => page.getByRole('complementary', { name: 'Angaben', exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const messages = (page: Page) => page.locator('[data-sonner-toaster]')

test('[WEEK-7] a scheduled article is published now, viewed and undone from the toast, without notifying readers', async ({
  open,
  owner,
  server,
  rest,
  reader,
  word,
  expectedErrors,
}) => {
  expectedErrors(/404|409|410/)
  const planned = { status: 'scheduled', published_at: '2033-05-10T07:00:00.000Z' } as const
  const { id, slug } = await rest.createArticle({ title: word, content_markdown: 'Noch nicht.', ...planned })
  const page = await open(`/admin/articles/${id}`)
  await button(page, 'Jetzt veröffentlichen').click()
  await expect(toast(page, 'Artikel veröffentlicht!')).toBeVisible()
  await page.waitForURL('/admin/articles')
  await expect(words(messages(page), 'Für alle sichtbar')).toBeVisible()
  // The toast disappears by itself, but not under the pointer.
  await messages(page).getByRole('listitem').first().hover()
  expect((await reader.goto(`/article/${slug}`))?.status()).toBe(200)
  const opened = page.context().waitForEvent('page')
  await page.getByRole('link', { name: 'Ansehen', exact: true }).click()
  const own = await opened
  await expect(own).toHaveURL(`/article/${slug}`)
  await own.close()
  // `Ansehen` closes the toast; the next publication is undone.
  await page.goto(`/admin/articles/${id}`)
  const status = panel(page).getByRole('combobox', { name: 'Status', exact: true })
  await status.click()
  await page.getByRole('option', { name: 'Entwurf', exact: true }).click()
  await expect(toast(page, 'Status aktualisiert!')).toBeVisible()
  await expect(words(messages(page), 'Nicht mehr öffentlich')).toBeVisible()
  await messages(page).getByRole('listitem').first().hover()
  await expect.poll(async () => (await reader.reload())?.status()).toBe(410)
  await button(page, 'Rückgängig').click()
  await expect(toast(page, 'Wieder wie zuvor veröffentlicht')).toBeVisible()
  await expect(status).toHaveText('Veröffentlicht')
  expect((await reader.reload())?.status()).toBe(200)

  // A first publication: text typed meanwhile stays, and no notifications were sent.
  const draft = await rest.createArticle({ title: `${word} neu`, content_markdown: 'Roh.' })
  await page.goto(`/admin/articles/${draft.id}`)
  await status.click()
  await page.getByRole('option', { name: 'Veröffentlicht', exact: true }).click()
  await expect(words(messages(page), 'Für alle sichtbar')).toBeVisible()
  await messages(page).getByRole('listitem').first().hover()
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  await text.press('Control+End')
  await text.pressSequentially(' Und weiter.')
  await expect
    .poll(async () => (await rest.getArticle(draft.id)).working_copy?.content_markdown)
    .toBe('Roh. Und weiter.')
  await button(page, 'Rückgängig').click()
  await expect(toast(page, 'Wieder ein Entwurf')).toBeVisible()
  await expect(words(messages(page), 'Noch nicht öffentlich')).toBeVisible()
  expect(await rest.getArticle(draft.id)).toMatchObject({
    status: 'draft',
    published_at: null,
    slug_is_own: false,
    content_markdown: 'Roh. Und weiter.',
    working_copy: null,
  })
  expect((await reader.goto(`/article/${draft.slug}`))?.status()).toBe(404)

  // From the list, after another editor has saved: nothing is undone.
  await button(page, 'Veröffentlichen').click()
  await page.waitForURL('/admin/articles')
  await expect(toast(page, 'Artikel veröffentlicht!')).toBeVisible()
  await messages(page).getByRole('listitem').first().hover()
  const { version } = await rest.getArticle(draft.id)
  const colleague = await approved(server.url, owner, 'kollegin')
  await callAs(server.url, colleague, 'PUT', `/articles/${draft.id}/tags`, { tag_ids: [] })
  expect((await rest.getArticle(draft.id)).version).toBe(version + 1)
  await button(page, 'Rückgängig').click()
  await expect(toast(page, 'Nicht rückgängig gemacht')).toBeVisible()
  await expect(
    words(messages(page), 'Der Artikel ist inzwischen weiter geändert worden und bleibt, wie er ist.'),
  ).toBeVisible()
  expect((await rest.getArticle(draft.id)).status).toBe('published')

  // `Geplant` is ordered by date, the next one first, with its time; two buttons fit at 360 px.
  const dates = { später: '2033-06-01T07:00:00Z', bald: '2033-04-01T06:30:00Z' }
  for (const [name, published_at] of Object.entries(dates))
    await rest.createArticle({ title: `${word} ${name}`, status: 'scheduled', published_at })
  await page.goto(`/admin/articles?status=scheduled&q=${word}`)
  const rows = page.getByRole('list', { name: 'Artikel', exact: true }).getByRole('listitem')
  await expect(rows.getByRole('link')).toHaveText([`${word} bald`, `${word} später`])
  await expect(rows.first().locator('time')).toHaveText('01. Apr. 2033, 08:30')
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto(`/admin/articles/${draft.id}`)
  await button(page, 'Aktualisieren').click()
  await expect(words(messages(page), 'Änderung für alle sichtbar')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Ansehen', exact: true })).toBeVisible()
  await expectNoOverflow(page)
})
