import type { Page, Route } from '@playwright/test'
import { expect, missing, refused } from '../support/e2e.ts'
import { expectAccessible } from '../support/screen-checks.ts'
import { test } from '../support/signed-in.ts'
import { fillWholeBlog, INDEXNOW_KEY } from '../support/whole-blog.ts'

// A fresh blog: the legal pages, drafts elsewhere, are published here. Its names are the same each time: where lines break depends on them.
test.use({ ownBlog: { INDEXNOW_KEY }, contextOptions: { reducedMotion: 'reduce' } })

/** Opens pages whose fonts arrive after the first paint, once the pictures on the first screen are there. */
async function withLateFonts(page: Page): Promise<(path: string) => Promise<void>> {
  const held: Route[] = []
  let hold = true
  await page.route('**/*.woff2', (route) => (hold ? void held.push(route) : route.continue()))
  return async (path) => {
    hold = true
    // Fonts delay the load event.
    await page.goto(path, { waitUntil: 'domcontentloaded' })
    await page.waitForFunction(
      () =>
        performance.getEntriesByName('first-contentful-paint').length > 0 &&
        [...document.images].every((image) => image.complete || image.getBoundingClientRect().top > innerHeight),
    )
    hold = false
    expect(held.length).toBeGreaterThan(1)
    await page.evaluate(() => Object.assign(window, { shift: 0 }))
    await Promise.all(held.splice(0).map((route) => route.continue()))
  }
}

/** Data a page has stored in the browser, and its layout shift. */
async function traces(page: Page) {
  await page.waitForLoadState('load')
  await page.evaluate(async () => {
    await document.fonts.ready
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  })
  return page.evaluate(async () => ({
    local: { ...localStorage },
    session: { ...sessionStorage },
    databases: await indexedDB.databases(),
    caches: await caches.keys(),
    cookie: document.cookie,
    shift: Number((window as unknown as { shift: number }).shift.toFixed(2)),
  }))
}
const NOTHING = { local: {}, session: {}, databases: [], caches: [], cookie: '', shift: 0 }

test('every public page is complete without script, clean for axe in both appearances, stands still when its fonts come, and stores nothing', async ({
  rest,
  newContext,
  expectedErrors,
}) => {
  // Requests to foreign hosts fail the test by themselves.
  const pages = (await fillWholeBlog(rest.send, 'Tal')).filter(({ path }) => !/\.\w+$/.test(path))
  expect(pages.length).toBeGreaterThan(20)
  const lost = pages.filter(({ status }) => status >= 400)
  expectedErrors(...lost.flatMap(({ path, status }) => [refused(status, path), ...missing(path)]))

  const plain = await newContext({ javaScriptEnabled: false })
  const read = await plain.newPage()
  for (const { name, path, status } of pages.filter((page) => page.status !== 301))
    await test.step(`${name} without script`, async () => {
      const answer = await read.goto(path)
      expect(answer?.status()).toBe(status)
      expect(await answer?.headerValue('set-cookie')).toBeNull()
      await expect(read.getByRole('heading', { level: 1 })).toHaveCount(1)
      await expect(read.getByRole('main')).toBeVisible()
      if (path === '/') await expect(read.getByRole('button')).toHaveCount(0)
      if (name === 'article') await expect(read.getByRole('table').first()).toBeVisible()
    })
  expect(await plain.cookies()).toEqual([])

  const context = await newContext()
  await context.addInitScript(() => {
    Object.assign(window, { shift: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        (window as unknown as { shift: number }).shift += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const page = await context.newPage()
  const open = await withLateFonts(page)
  for (const { name, path } of pages)
    await test.step(name, async () => {
      await open(path)
      expect(await traces(page)).toEqual(NOTHING)
      await expectAccessible(page)
    })
  await page.setViewportSize({ width: 360, height: 740 })
  for (const { path } of pages.filter(({ name }) => /^(landing|article|year|search with hits)$/.test(name))) {
    await open(path)
    expect(await traces(page)).toEqual(NOTHING)
    await expectAccessible(page)
  }
  expect(await context.cookies()).toEqual([])

  // Titles of one and of several lines: the pictures below them begin on one line.
  for (const [name, title] of [
    ['Knapp', 'Kurz'],
    ['Breit', 'Ein Titel, der in seiner Spalte auf mehreren Zeilen steht, weil er so lang ist'],
  ] as const) {
    const { id } = await rest.send('POST', '/api/categories', { name })
    const own = { status: 'published', category_id: id, cover_image_url: '/favicon.svg', content_markdown: 'Text.' }
    for (const part of ['eins', 'zwei']) await rest.send('POST', '/api/articles', { ...own, title: `${title} ${part}` })
  }
  await rest.send('PATCH', '/api/appearance', { landing: 'abschnitte' })
  await read.setViewportSize({ width: 1280, height: 800 })
  await read.goto('/')
  const tops = await read
    .locator('.cols .cover')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
  expect([tops.length > 1, new Set(tops).size]).toEqual([true, 1])
})
