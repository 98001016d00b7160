import type { Article } from '../../src/contract/articles.ts'
import { expect, missing, test as base } from '../support/e2e.ts'
import { restAs } from '../support/rest.ts'
import { expectAccessible, expectNoOverflow } from '../support/screen-checks.ts'
import { words } from '../support/words.ts'

let day = 0

type Publish = (title: string, values?: Record<string, unknown>) => Promise<Article>

const test = base.extend<{ publish: Publish }>({
  publish: async ({ server, owner }, use) => {
    const rest = await restAs(server.url, owner)
    await use((title, values = {}) => {
      const published_at = new Date(Date.UTC(2026, 0, 1 + (day += 1))).toISOString()
      return rest.createArticle({ title, status: 'published', published_at, ...values })
    })
  },
})

// A fresh blog, so that hits and newest articles are known.
test.use({ ownBlog: {} })

const PRUEFSUMMEN = `Vorweg ein Satz.

## Eine Zahl, die mitliest

Dazu genügt eine kleine Zahl neben der Datei: die **Prüf**summe. Sie fasst viele Zeichen zusammen.`

test.describe('the search of readers', () => {
  test('[SITE-3] finds published texts in any spelling, marks the hit and links to its chapter', async ({
    reader,
    publish,
  }) => {
    await publish('Ein Bit kippt um', { content_markdown: PRUEFSUMMEN, slug: 'ein-bit' })
    await publish('Was Prüfsummen merken', { content_markdown: 'Nichts davon.' })
    await publish('Prüfsummen im Entwurf', { status: 'draft', published_at: null })
    await reader.goto('/')
    await reader.getByRole('link', { name: 'Suche', exact: true }).click()
    await reader.getByRole('searchbox', { name: 'Suchwort', exact: true }).fill('pruefsumme')
    await reader.getByRole('button', { name: 'Suchen', exact: true }).click()
    await expect(reader).toHaveURL(/\/suche\?q=pruefsumme$/)
    // Texts are indexed after the response, so a search may come before that on a busy machine.
    await expect(async () => {
      await reader.reload()
      await expect(words(reader.getByRole('main'), '2 Treffer')).toBeVisible({ timeout: 500 })
    }).toPass()
    await expect(reader.getByRole('heading', { level: 2 })).toHaveText(['Was Prüfsummen merken', 'Ein Bit kippt um'])
    await expect(reader.locator('mark')).toHaveText(['Prüfsumme', 'Prüfsumme'])
    await reader.getByRole('link', { name: 'Eine Zahl, die mitliest', exact: true }).click()
    await expect(reader).toHaveURL(/\/article\/ein-bit#eine-zahl-die-mitliest$/)
  })

  test('[SITE-3] an empty result says so and offers the newest articles, also without a script', async ({
    newContext,
    publish,
  }) => {
    for (const title of ['Eins', 'Zwei', 'Drei', 'Vier', 'Fünf']) await publish(title)
    const reader = await (await newContext({ javaScriptEnabled: false })).newPage()
    await reader.goto('/suche?q=xylophonkonzert')
    await expect(words(reader.getByRole('main'), 'Kein Treffer')).toBeVisible()
    await expect(reader.getByRole('heading', { level: 2, name: 'Nichts gefunden', exact: true })).toBeVisible()
    await expect(reader.getByRole('heading', { level: 2, name: 'Neueste Artikel', exact: true })).toBeVisible()
    await expect(reader.locator('.titles').getByRole('link')).toHaveText(['Fünf', 'Vier', 'Drei', 'Zwei', 'Eins'])
    await reader.getByRole('searchbox', { name: 'Suchwort', exact: true }).fill('zwei')
    await reader.getByRole('searchbox', { name: 'Suchwort', exact: true }).press('Enter')
    await expect(async () => {
      await reader.reload()
      await expect(reader.getByRole('heading', { level: 2 })).toHaveText(['Zwei'], { timeout: 500 })
    }).toPass()
  })

  test('[SITE-3] not-found pages have a search', async ({ reader, publish, expectedErrors }) => {
    expectedErrors(...missing('/article/nirgends'))
    await publish('Verlegt und wiedergefunden')
    await reader.goto('/article/nirgends')
    await reader.getByRole('searchbox', { name: 'Suchwort', exact: true }).fill('wiedergefunden')
    await reader.getByRole('button', { name: 'Suchen', exact: true }).click()
    await expect(async () => {
      await reader.reload()
      await expect(reader.getByRole('heading', { level: 2 })).toHaveText(['Verlegt und wiedergefunden'], {
        timeout: 500,
      })
    }).toPass()
  })

  test('[SITE-3] is clean for axe, fits and stores nothing', async ({ newContext, publish, expectedErrors }) => {
    expectedErrors(...missing('/nirgends'))
    await publish(`Prüfung: ${'Donaudampfschifffahrtsgesellschaft'.repeat(3)}`, { content_markdown: PRUEFSUMMEN })
    const page = await (await newContext()).newPage()
    for (const path of ['/suche?q=pruef', '/suche?q=xylophonkonzert', '/suche', '/nirgends']) {
      await page.goto(path)
      for (const width of [1440, 320]) {
        await page.setViewportSize({ width, height: 800 })
        await test.step(`${path} at ${width}`, () => expectAccessible(page))
        await expectNoOverflow(page)
      }
    }
    expect(await page.context().cookies()).toEqual([])
    expect(await page.evaluate(() => localStorage.length)).toBe(0)
  })
})
