import type { Page } from '@playwright/test'
import { expect } from '../support/e2e.ts'
import { button, panel, text } from '../support/editor.ts'
import { expectAccessible, expectNoOverflow } from '../support/screen-checks.ts'
import { test } from '../support/signed-in.ts'
import { toast } from '../support/words.ts'

const WIDTHS = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 360, height: 780 },
]
const more = (page: Page) => button(page, 'Mehr zum Veröffentlichen')
const entries = (page: Page) => page.getByRole('menu').getByRole('menuitem')
/** The first words of each entry of the open menu. */
const listed = async (page: Page) =>
  (await entries(page).allInnerTexts()).map((words) => words.split('\n')[0]?.trim() ?? '')

test('[WEEK-24] the menu of the publish button plans, withdraws and shows an article in every state', async ({
  open,
  rest,
  word,
}) => {
  const { id } = await rest.createArticle({ title: word, content_markdown: 'Alt.', excerpt: 'Worum es geht.' })
  const page = await open(`/admin/articles/${id}`)
  const look = async (wanted: string[]) => {
    for (const size of WIDTHS) {
      await page.setViewportSize(size)
      await more(page).focus()
      await page.keyboard.press('Enter')
      await page.getByRole('menu').waitFor()
      const narrow = size.width < 768
      // The entries follow the width.
      await expect
        .poll(() => listed(page), `${size.width} px`)
        .toEqual(wanted.filter((one) => narrow || one !== 'Vorschau'))
      // A phone's menu rises from below, 8 px in the animation of its opening.
      const corner = async () => {
        const box = await page.getByRole('menu').boundingBox()
        return [box?.x, Math.round((box?.y ?? 0) + (box?.height ?? 0))]
      }
      if (narrow) await expect.poll(corner).toEqual([0, size.height])
      await expectAccessible(page)
      await expectNoOverflow(page)
      await page.keyboard.press('Escape')
      await expect(more(page)).toBeFocused()
    }
    await page.setViewportSize({ width: 1440, height: 900 })
  }
  const choose = async (name: RegExp) => {
    await more(page).click()
    await entries(page).filter({ hasText: name }).click()
  }

  // A draft: planned with a date, in one step that can be taken back.
  await expect(text(page)).toHaveText('Alt.')
  await look(['Ansehen', 'Planen …'])
  await choose(/^Ansehen/)
  await expect(
    page.getByRole('region', { name: 'Vorschau', exact: true }).getByText('Alt.', { exact: true }),
  ).toBeVisible()
  await button(page, 'Bearbeiten').click()
  await choose(/^Planen …/)
  const dialog = page.getByRole('dialog', { name: 'Planen', exact: true })
  const field = dialog.getByLabel('Termin (Europe/Berlin)', { exact: true })
  await expect(field).toBeFocused()
  await expectAccessible(page)
  await field.fill('2029-03-06T08:00')
  await field.press('Enter')
  await expect(toast(page, 'Artikel geplant')).toBeVisible()
  expect(await rest.getArticle(id)).toMatchObject({ status: 'scheduled', published_at: '2029-03-06T07:00:00.000Z' })
  await button(page, 'Rückgängig').click()
  await expect(button(page, 'Veröffentlichen')).toBeVisible()
  await choose(/^Planen …/)
  await field.fill('2029-03-06T08:00')
  await field.press('Enter')

  // Scheduled: the menu says when.
  await expect(button(page, 'Jetzt veröffentlichen')).toBeVisible()
  await look(['Ansehen', 'Planen …', 'Zurückziehen'])
  await more(page).click()
  await expect(entries(page).nth(1)).toContainText('erscheint Di, 6. März, 08:00')
  await entries(page)
    .filter({ hasText: /^Zurückziehen/ })
    .click()
  await expect(toast(page, 'Status aktualisiert!')).toBeVisible()
  expect(await rest.getArticle(id)).toMatchObject({ status: 'draft', published_at: null })

  // Public with changes: they are named in words beside panel and sidebar, and go live at a date.
  await button(page, 'Veröffentlichen').click()
  await page.goto(`/admin/articles/${id}`)
  await look(['Ansehen', 'Vorschau', 'Planen …', 'Neu veröffentlichen', 'Zurückziehen'])
  await more(page).click()
  await expect(entries(page).filter({ hasText: /^Planen …/ })).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Escape')
  await text(page).click()
  await page.keyboard.type('Neu. ')
  await page.keyboard.press('Control+s')
  await expect(panel(page)).toBeVisible()
  const state = page.getByTitle('Unveröffentlichte Änderungen', { exact: true })
  await expect(state.getByText('Geändert, nicht live', { exact: true })).toBeVisible()
  // No box of the bar is empty.
  const bar = page.getByRole('button', { name: 'Aktualisieren', exact: true }).locator('xpath=../../..')
  const empty = await bar.evaluate(
    (element) =>
      [...element.querySelectorAll('*')].filter((one) => {
        const { width, height } = one.getBoundingClientRect()
        const words = one.textContent.trim() !== '' && !one.classList.contains('sr-only') && !one.closest('svg')
        return words && height > 8 && width > 0 && width < 8
      }).length,
  )
  expect(empty).toBe(0)
  await look(['Ansehen', 'Vorschau', 'Planen …', 'Neu veröffentlichen', 'Verwerfen', 'Zurückziehen'])
  await choose(/^Planen …/)
  const live = dialog.getByLabel('Live ab (Europe/Berlin)', { exact: true })
  await live.fill('2029-03-06T08:00')
  await live.press('Enter')
  await expect(toast(page, 'Aktualisierung geplant')).toBeVisible()
  await expect(state.getByText('Live ab Di, 6. März, 08:00', { exact: true })).toBeVisible()
  expect((await rest.getArticle(id)).working_copy?.goes_live_at).toBe('2029-03-06T07:00:00.000Z')
  await button(page, 'Rückgängig').click()
  await expect(toast(page, 'Aktualisierung nicht mehr geplant')).toBeVisible()
  await expect(state.getByText('Geändert, nicht live', { exact: true })).toBeVisible()

  const shown = page.waitForEvent('popup')
  await choose(/^Ansehen/)
  const reader = await shown
  await expect(reader.getByText('Alt.', { exact: true })).toBeVisible()
  await reader.close()
  await choose(/^Zurückziehen/)
  await expect(toast(page, 'Status aktualisiert!')).toBeVisible()
  expect((await page.request.get(`/article/${(await rest.getArticle(id)).slug}`)).status()).toBe(410)
  await toast(page, 'Status aktualisiert!').getByRole('button', { name: 'Rückgängig', exact: true }).click()
  await expect(button(page, 'Aktualisieren')).toBeVisible()
})

test('[WEEK-24] [RUL-70] a page has the same menu, and a new article is planned before its first save', async ({
  open,
  rest,
  word,
}) => {
  const { id } = await rest.send<{ id: string }>('POST', '/api/pages', { title: word, content_markdown: 'Seite.' })
  const page = await open(`/admin/pages/${id}`)
  await expect(text(page)).toHaveText('Seite.')
  await more(page).click()
  await expect.poll(() => listed(page)).toEqual(['Ansehen'])
  await page.keyboard.press('Escape')
  await button(page, 'Veröffentlichen').click()
  await page.goto(`/admin/pages/${id}`)
  await text(page).click()
  await page.keyboard.type('Neu. ')
  await page.keyboard.press('Control+s')
  await expect(page.getByTitle('Unveröffentlichte Änderungen', { exact: true })).toBeVisible()
  await more(page).click()
  await expect.poll(() => listed(page)).toEqual(['Ansehen', 'Verwerfen', 'Zurückziehen'])
  await entries(page)
    .filter({ hasText: /^Zurückziehen/ })
    .click()
  await expect(toast(page, 'Status aktualisiert!')).toBeVisible()

  await page.goto('/admin/articles/new')
  const field = page.getByLabel('Termin (Europe/Berlin)', { exact: true })
  const plan = async () => {
    await more(page).click()
    await entries(page)
      .filter({ hasText: /^Planen …/ })
      .click()
  }
  await plan()
  await field.fill('2029-03-06T08:00')
  await field.press('Enter')
  await expect(toast(page, 'Bitte geben Sie einen Titel ein')).toBeVisible()
  await page.getByRole('textbox', { name: 'Titel', exact: true }).fill(`${word} neu`)
  // The date that was not taken is there again.
  await plan()
  await expect(field).toHaveValue('2029-03-06T08:00')
  await field.press('Enter')
  await expect(toast(page, 'Artikel geplant')).toBeVisible()
  const made = page.url().split('/').at(-1) ?? ''
  expect(await rest.getArticle(made)).toMatchObject({ status: 'scheduled', published_at: '2029-03-06T07:00:00.000Z' })
})

test('[WEEK-24] the focus returns to the menu after `Planen …`, cancelled or done, and after `Zurückziehen`', async ({
  open,
  rest,
  word,
}) => {
  const { id } = await rest.createArticle({ title: word, content_markdown: 'Text.' })
  const page = await open(`/admin/articles/${id}`)
  const choose = async (name: string) => {
    await more(page).press('Enter')
    await entries(page).filter({ hasText: name }).press('Enter')
  }
  const dialog = page.getByRole('dialog', { name: 'Planen', exact: true })
  await choose('Planen …')
  await expect(dialog.getByRole('textbox')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(more(page)).toBeFocused()
  await choose('Planen …')
  await dialog.getByRole('textbox').fill('morgen 9')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Artikel geplant')).toBeVisible()
  await expect(more(page)).toBeFocused()
  await choose('Zurückziehen')
  await expect(toast(page, 'Status aktualisiert!')).toBeVisible()
  await expect(more(page)).toBeFocused()
})
