import type { Page } from '@playwright/test'
import { expect, test } from '../support/e2e.ts'
import { toast } from '../support/words.ts'

// Whatever the machine speaks: the interface is German (RUL-18, RUL-26). A server of its own: what other tests have written into
// theirs, English titles among it, is not the interface.
test.use({ locale: 'en-US', ownBlog: {} })

const SCREENS = [
  '',
  '/articles',
  '/articles/new',
  '/calendar',
  '/editorial-plan',
  '/research',
  '/inbox',
  '/media',
  '/link-library',
  '/prompt-library',
  '/integrations',
  '/integrations?tab=chrome',
  '/integrations?tab=rss',
  '/settings',
  '/system-check',
  '/account',
]

/** Words no German sentence holds; literal English names of the specification (tabs, Dashboard, Inbox) are none of them. */
const ENGLISH =
  /\b(the|and|your|with|please|this|that|from|settings|save|saved|delete|cancel|close|search|error|failed|loading|sign|password|user|open|new|edit|title|content|upload|file not|publish|published|draft|scheduled|today|yesterday|monday|sunday|january|march|may|october|december|ago|toggle|menu|next|previous|notifications)\b/i
/** What people and machines call by an English name here: extension, addresses, keys. */
const NAMES = /Blog CMS|Open Graph|Open Source/g

/** Everything the page says to eyes and ears, line by line. */
const spoken = (page: Page) =>
  page.evaluate(() => {
    const lines: string[] = []
    const skipped = new Set(['SCRIPT', 'STYLE', 'CODE', 'PRE', 'KBD'])
    const walk = (element: Element) => {
      if (skipped.has(element.tagName)) return
      for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-description', 'aria-roledescription'])
        if (element.hasAttribute(name)) lines.push(element.getAttribute(name) ?? '')
      for (const node of element.childNodes) {
        if (node instanceof Element) walk(node)
        else if (node.textContent?.trim()) lines.push(node.textContent.trim())
      }
    }
    walk(document.body)
    return [document.title, ...lines]
  })

test('[SHELL-6] every screen is German, for eyes and ears, also in an English browser', async ({ page, signIn }) => {
  await signIn(page)
  for (const screen of SCREENS) {
    await test.step(screen || '/', async () => {
      await page.goto(`/admin${screen}`)
      await page.locator('h1, [aria-label="Titel"]').first().waitFor()
      await page.waitForLoadState('load')
      await expect(page.locator('html')).toHaveAttribute('lang', 'de')
      expect(await page.locator('[lang]:not([lang="de"])').count(), 'no part says it is in another language').toBe(0)
      const english = (await spoken(page)).filter((line) => ENGLISH.test(line.replaceAll(NAMES, '')))
      expect(english).toEqual([])
    })
  }
})

test('[RUL-26] [SHELL-6] an English browser is answered in German toasts', async ({ page, owner, expectedErrors }) => {
  expectedErrors(/^console error: Failed to load resource: .* status of 4(00|22) .*\/auth\/v1\/(token|signup)/)
  await page.goto('/auth')
  const asked = page.waitForRequest('**/auth/v1/token**')
  await page.getByLabel('E-Mail', { exact: true }).fill(owner.email)
  await page.getByLabel('Passwort', { exact: true }).fill('falsch-genug')
  await page.keyboard.press('Enter')
  expect((await asked).headers()['accept-language']).toBe('de')
  await expect(toast(page, 'E-Mail-Adresse oder Passwort ist falsch.')).toBeVisible()
})
