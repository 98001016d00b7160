import type { Page } from '@playwright/test'
import { expect } from '../support/e2e.ts'
import { text } from '../support/editor.ts'
import { expectAccessible, expectNoOverflow } from '../support/screen-checks.ts'
import { test } from '../support/signed-in.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).filter({ visible: true })

/** Elements of an article and their positions, independent of the column width. */
const drawn = (article: Element) => {
  const left = article.getBoundingClientRect().left
  const parts = [
    '.badge',
    'h1',
    '.meta b',
    'time',
    '.meta > span',
    '.excerpt',
    '.tag',
    '.hero img',
    'figcaption',
    '.toc a',
    '.prose > *',
  ]
  return parts.flatMap((part) =>
    [...article.querySelectorAll(part)].map((element) => {
      const { fontSize, lineHeight, fontStyle, fontWeight, fontFamily } = getComputedStyle(element)
      const box = element.getBoundingClientRect()
      return [
        part,
        element.textContent.replaceAll('\u00ad', ''),
        fontSize,
        lineHeight,
        fontStyle,
        fontWeight,
        fontFamily,
        Math.round(box.left - left),
        Math.round(box.width),
      ].join(' | ')
    }),
  )
}

test('[WEEK-12] a picture that comes late moves nothing of what is seen below it', async ({
  page,
  open,
  rest,
  word,
}) => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/langsam.svg', async (route) => {
    await held
    await route.fulfill({
      contentType: 'image/svg+xml',
      body: '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="900"/>',
    })
  })
  const { id } = await rest.createArticle({
    title: word,
    content_markdown: `![Bild](/langsam.svg)\n\n${'Ein Satz.\n\n'.repeat(60)}Am Ende.`,
  })
  await open(`/admin/articles/${id}`)
  await text(page).press('Control+End')
  await button(page, 'Vorschau').click()
  const preview = page.getByRole('region', { name: 'Vorschau', exact: true })
  const last = preview.getByText('Am Ende.', { exact: true })
  await expect(last).toBeInViewport()
  const picture = preview.getByRole('img', { name: 'Bild', exact: true })
  const before = await picture.evaluate((image) => image.clientHeight)
  release()
  await expect.poll(() => picture.evaluate((image) => image.clientHeight)).toBeGreaterThan(before + 400)
  await expect(last).toBeInViewport()
})

test('[WEEK-12] the preview is the reader’s page at its width, opens at the cursor, and returning to the text focuses the cursor', async ({
  open,
  page,
  rest,
  reader,
  word,
}) => {
  const category = await rest.send<{ id: string }>('POST', '/api/categories', { name: `Rubrik ${word}` })
  const tag = await rest.send<{ id: string }>('POST', '/api/tags', { name: `Wort ${word}` })
  // Long enough for the worker.
  const chapters = Array.from(
    { length: 12 },
    (_, index) => `## Kapitel ${index + 1}\n\n${'Ein Satz, der sich lesen lässt. '.repeat(60)}\n`,
  )
  const { id, slug } = await rest.createArticle({
    title: word,
    status: 'published',
    published_at: '2026-03-03T08:00:00Z',
    excerpt: 'Worum es geht.',
    byline: 'Ada Lovelace',
    category_id: category.id,
    tag_ids: [tag.id],
    cover_image_url: '/favicon.svg',
    content_markdown: `Anfang[^1] und **fett**.\n\n> Zitat\n\n| A | B |\n|---|--:|\n| 1 | 2 |\n\n${chapters.join('\n')}\n[^1]: Die Note.\n`,
  })
  await open(`/admin/articles/${id}`)
  await button(page, 'Angaben').click()
  const preview = page.getByRole('region', { name: 'Vorschau', exact: true })

  await text(page).press('Control+End')
  await button(page, 'Vorschau').click()
  await expect(preview.getByRole('heading', { level: 1, name: word, exact: true })).toBeAttached()
  await expect(preview.getByText(/^Die Note\./)).toBeInViewport()
  await expect(preview.getByRole('heading', { level: 1 })).not.toBeInViewport()
  await expectAccessible(page)

  // The same words in the same font and positions as on the page, at equal width.
  await reader.setViewportSize({ width: Math.round((await preview.boundingBox())?.width ?? 0), height: 900 })
  await reader.goto(`/article/${slug}`)
  const shown = await preview.getByRole('article').evaluate(drawn)
  expect(shown.length).toBeGreaterThan(30)
  expect(shown).toEqual(await reader.getByRole('article').evaluate(drawn))
  expect(shown.join('\n')).toContain('Ada Lovelace')

  // Back in the text the focus is at its former position, and typed text goes there.
  await button(page, 'Bearbeiten').click()
  await expect(text(page)).toBeFocused()
  await page.keyboard.type('Ende.')
  await expect(text(page).getByText(/Ende\.$/)).toBeInViewport()

  // With the cursor at the beginning of the text the preview begins at the title.
  await page.keyboard.press('Control+Home')
  await button(page, 'Vorschau').click()
  await expect(preview.getByRole('heading', { level: 1, name: word, exact: true })).toBeInViewport()
  await page.setViewportSize({ width: 360, height: 780 })
  await expect(preview.getByRole('article')).toHaveCSS('position', 'static')
  await expectNoOverflow(page)
  await expectAccessible(page)
})
