import type { Page } from '@playwright/test'
import { expect, refused } from '../support/e2e.ts'
import { expectAccessible, expectNoOverflow } from '../support/screen-checks.ts'
import { test } from '../support/signed-in.ts'

const WIDTHS = [1280, 768, 320]

/** Checks the page as it is at each width; the last one is the narrowest. */
async function expectFits(page: Page): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    await expectNoOverflow(page)
    await expectAccessible(page)
  }
  await page.setViewportSize({ width: 1280, height: 800 })
}

test('[SITE-18] [SITE-19] [SITE-21] authors, topics and languages are set up in the admin app, and readers follow them', async ({
  open,
  rest,
  word,
  newContext,
  expectedErrors,
}) => {
  expectedErrors(refused(400, '/api/rpc/authors/create'))
  const name = `Mira ${word}`
  const page = await open('/admin/settings?bereich=autoren')
  const dialog = page.getByRole('dialog')

  await test.step('an author with words and links; what is wrong is said at its field', async () => {
    await page.getByRole('button', { name: 'Neue Autorin, neuer Autor', exact: true }).click()
    await dialog.getByLabel('Name', { exact: true }).fill(`${name} und Ben`)
    await dialog.getByLabel('Über die Person', { exact: true }).fill(`Schreibt über ${word}.`)
    await dialog.getByRole('button', { name: 'Anlegen', exact: true }).click()
    await expect(
      dialog.getByText('Das wären mehrere Menschen: Bitte jeden für sich anlegen', { exact: true }),
    ).toBeVisible()
    await dialog.getByLabel('Name', { exact: true }).fill(name)
    await dialog.getByLabel('Links', { exact: true }).fill('Mastodon mira')
    await dialog.getByRole('button', { name: 'Anlegen', exact: true }).click()
    await expect(dialog.getByText('Bitte eine Adresse mit https:// eingeben', { exact: true })).toBeVisible()
    await expectFits(page)
    await dialog.getByLabel('Links', { exact: true }).fill('Mastodon https://social.example/@mira')
    await dialog.getByRole('button', { name: 'Anlegen', exact: true }).click()
    await expect(dialog).toHaveCount(0)
  })

  const list = page.getByRole('list', { name: 'Autorinnen und Autoren', exact: true })
  await expect(list.getByRole('listitem').filter({ hasText: name })).toContainText('0 Artikel')
  await expectFits(page)

  await test.step('a category gets a description without another address', async () => {
    const category = await rest.send<{ id: string }>('POST', '/api/categories', { name: `Reisen ${word}` })
    await rest.createArticle({
      ...{ title: `Über ${word}`, status: 'published', content_markdown: 'Ein Text.' },
      ...{ byline: name, category_id: category.id, published_at: '2024-05-05T10:00:00Z' },
    })
    await page.goto('/admin/settings?bereich=kategorien')
    await page.getByRole('button', { name: `Reisen ${word} bearbeiten`, exact: true }).click()
    await dialog.getByLabel('Beschreibung', { exact: true }).fill('Was unterwegs geschah.')
    await dialog.getByRole('button', { name: 'Speichern', exact: true }).click()
    await expect(dialog).toHaveCount(0)
  })

  await test.step('an article in English is a version of the German one', async () => {
    const english = await rest.createArticle({
      ...{ title: `About ${word}`, status: 'published', content_markdown: 'A text.\n\n> ציטוט' },
      ...{ byline: `${name}, Ben ${word}`, lang: 'en' },
    })
    await page.goto(`/admin/articles/${english.id}`)
    const panel = page.getByRole('complementary', { name: 'Angaben', exact: true })
    if (!(await panel.isVisible())) await page.getByRole('button', { name: /^Angaben/ }).click()
    await expect(panel.getByRole('combobox', { name: 'Sprache', exact: true })).toHaveText('Englisch')
    await panel.getByRole('combobox', { name: 'Fassung von', exact: true }).fill(`Über ${word}`)
    await page.getByRole('option', { name: new RegExp(`Über ${word}`) }).click()
    await page.getByRole('button', { name: 'Aktualisieren', exact: true }).click()
    await expect.poll(async () => (await rest.getArticle(english.id)).version_of).not.toBeNull()
  })

  const reader = await (await newContext({ viewport: { width: 1280, height: 800 } })).newPage()
  await test.step('readers find the versions, the author and the topic', async () => {
    await reader.goto('/themen')
    const topic = reader.getByRole('article').filter({ hasText: `Reisen ${word}` })
    await expect(topic).toContainText('Was unterwegs geschah.')
    await expectFits(reader)
    await topic.getByRole('link', { name: `Über ${word}`, exact: true }).click()
    await reader.getByRole('link', { name: 'English', exact: true }).click()
    await expect(reader.locator('html')).toHaveAttribute('lang', 'en')
    await expect(reader.locator('blockquote')).toHaveCSS('direction', 'rtl')
    await expectFits(reader)
    await reader.getByRole('main').getByRole('link', { name, exact: true }).first().click()
    await expect(reader.getByRole('heading', { level: 1 })).toHaveText(name)
    await expect(reader.getByText(`Schreibt über ${word}.`, { exact: true })).toHaveCSS('hyphens', 'auto')
    await expect(reader.getByRole('link', { name: 'Mastodon', exact: true })).toHaveAttribute('rel', 'me')
    await expect(reader.getByRole('heading', { level: 2 })).toHaveText([`About ${word}`, `Über ${word}`])
    await expectFits(reader)
  })

  await test.step('merging moves the articles, removing leaves them', async () => {
    await page.goto('/admin/settings?bereich=autoren')
    await page.getByRole('button', { name: `Ben ${word} zusammenführen`, exact: true }).click()
    await dialog.getByRole('combobox', { name: 'Ziel', exact: true }).click()
    await page.getByRole('option', { name, exact: true }).click()
    await dialog.getByRole('button', { name: 'Zusammenführen', exact: true }).click()
    await expect(list.getByRole('listitem').filter({ hasText: `Ben ${word}` })).toHaveCount(0)
    await page.getByRole('button', { name: `${name} löschen`, exact: true }).click()
    const question = page.getByRole('alertdialog')
    await expect(question).toContainText('2 Artikel nennen')
    await question.getByRole('button', { name: 'Löschen', exact: true }).click()
    await expect(list.getByRole('listitem').filter({ hasText: name })).toHaveCount(0)
  })
  expect((await reader.request.get(`/autor/mira-${word.toLowerCase()}`)).status()).toBe(404)
})
