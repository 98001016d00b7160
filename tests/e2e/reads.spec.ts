import { expect } from '../support/e2e.ts'
import { expectAccessible } from '../support/screen-checks.ts'
import { test } from '../support/signed-in.ts'

test('[SITE-13] views are shown on the dashboard and beside the article, without storing personal data', async ({
  open,
  rest,
  word,
  newContext,
}) => {
  const { id, slug, title } = await rest.createArticle({ title: `${word} gelesen`, status: 'published' })
  // Headless Chromium's own user agent counts as a bot.
  const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
  const context = await newContext({ userAgent })
  const reader = await context.newPage()
  for (let time = 0; time < 3; time += 1)
    await reader.goto(`/article/${slug}`, { referer: 'https://news.example/liste' })
  expect(await context.cookies()).toEqual([])
  expect(await reader.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, 0])

  const day = (from: number) => new Date(Date.now() + from * 86_400_000).toISOString().slice(0, 10)
  const read = () =>
    rest.send<{ items: { article_id: string; views: number }[] }>(
      'GET',
      `/api/stats/articles?from=${day(-2)}&to=${day(2)}`,
    )
  await expect.poll(async () => (await read()).items.find((one) => one.article_id === id)?.views).toBe(3)

  const page = await open('/admin')
  const card = page
    .getByRole('main')
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Gelesen', exact: true }) })
  await expect(card.getByRole('listitem').filter({ hasText: title })).toContainText('3 Aufrufe')
  await expect(card.getByText('news.example', { exact: true })).toBeVisible()
  await expectAccessible(page)
  const download = page.waitForEvent('download')
  await card.getByRole('button', { name: 'CSV', exact: true }).click()
  expect((await download).suggestedFilename()).toMatch(/^aufrufe-.*\.csv$/)
  await card.getByRole('link', { name: title, exact: true }).click()
  await expect(page.getByText('3-mal in 30 Tagen', { exact: true })).toBeVisible()
  await expect(page.getByText('news.example 3', { exact: true })).toBeVisible()
})
