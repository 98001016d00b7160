import { expect, test } from '../support/e2e.ts'
import { englishLines } from '../support/english.ts'
import { toast } from '../support/words.ts'

// The interface is German in any browser (RUL-18, RUL-26). A fresh blog: English titles of other tests are not part of
// the interface.
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

test('[SHELL-6] every screen is German, visibly and for screen readers, also in an English browser', async ({
  page,
  signIn,
}) => {
  await signIn(page)
  for (const screen of SCREENS) {
    await test.step(screen || '/', async () => {
      await page.goto(`/admin${screen}`)
      await page.locator('h1, [aria-label="Titel"]').first().waitFor()
      await page.waitForLoadState('load')
      await expect(page.locator('html')).toHaveAttribute('lang', 'de')
      expect(await page.locator('[lang]:not([lang="de"])').count(), 'no part says it is in another language').toBe(0)
      expect(await englishLines(page)).toEqual([])
    })
  }
})

test('[SHELL-6] messages of screens that cannot be loaded are German', async ({ page, signIn, expectedErrors }) => {
  expectedErrors(/^console error: Failed to load resource: /)
  await signIn(page)
  // Without the account endpoint no screen opens at all.
  await page.route(/\/api\/(?!live|rpc\/account\/)/, (route) => route.abort())
  await page.clock.install()
  let faults = 0
  for (const screen of SCREENS) {
    await test.step(screen || '/', async () => {
      await page.goto(`/admin${screen}`)
      await page.locator('h1, [aria-label="Titel"]').first().waitFor()
      await expect(async () => {
        // Reads are tried three times, with pauses between them.
        await page.clock.fastForward(5000)
        await expect(page.locator('output').filter({ hasText: /^Lädt\.\.\.$/ })).toHaveCount(0, { timeout: 200 })
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0, { timeout: 200 })
      }).toPass()
      faults += await page.getByRole('button', { name: 'Erneut versuchen', exact: true }).count()
      expect(await englishLines(page)).toEqual([])
    })
  }
  expect(faults).toBeGreaterThan(SCREENS.length / 2)
})

test('[RUL-26] [SHELL-6] an English browser gets German toasts', async ({ page, owner, expectedErrors }) => {
  expectedErrors(/^console error: Failed to load resource: .* status of 4(00|22) .*\/auth\/v1\/(token|signup)/)
  await page.goto('/auth')
  const asked = page.waitForRequest('**/auth/v1/token**')
  await page.getByLabel('E-Mail', { exact: true }).fill(owner.email)
  await page.getByLabel('Passwort', { exact: true }).fill('falsch-genug')
  await page.keyboard.press('Enter')
  expect((await asked).headers()['accept-language']).toBe('de')
  await expect(toast(page, 'E-Mail-Adresse oder Passwort ist falsch.')).toBeVisible()
})
