import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { test as onBadLine } from '../support/bad-connection.ts'
import { expectAccessible, expectApart, expectNoOverflow } from '../support/screen-checks.ts'
import { freshAccount, register } from '../support/accounts.ts'
import { expect, missing, test } from '../support/e2e.ts'
import { words } from '../support/words.ts'

const NARROW = { width: 360, height: 780 }

const ENTRIES = [
  ['Dashboard', '/admin'],
  ['Artikel', '/admin/articles'],
  ['Kalender', '/admin/calendar'],
  ['Redaktionsplan', '/admin/editorial-plan'],
  ['Recherche', '/admin/research'],
  ['Inbox', '/admin/inbox'],
  ['Medien', '/admin/media'],
  ['Link-Datenbank', '/admin/link-library'],
  ['Prompt-Datenbank', '/admin/prompt-library'],
  ['Integrationen', '/admin/integrations'],
  ['Einstellungen', '/admin/settings'],
  ['System-Check', '/admin/system-check'],
] as const

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Navigation', exact: true })
const theme = (page: Page) => page.evaluate(() => document.documentElement.dataset.theme)

// Where nobody has done anything yet nothing is unread (RUL-71).
test.describe('in a fresh blog', () => {
  test.use({ ownBlog: {} })

  test('[SHELL-1] the header has name, theme, bell with 0, e-mail and sign-out', async ({ page, signIn, owner }) => {
    await signIn(page)
    const header = page.getByRole('banner')
    await expect(words(header, 'Blog CMS')).toBeVisible()
    await expect(header.getByRole('button', { name: 'Design wechseln', exact: true })).toBeVisible()
    const bell = header.getByRole('button', { name: 'Mitteilungen, 0 neu', exact: true })
    await expect(bell).toHaveText('0')
    await bell.click()
    await expect(page.getByText('Keine neuen Mitteilungen', { exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(words(header, 'Abmelden')).toBeVisible()
    await header.getByRole('link', { name: owner.email, exact: true }).click()
    await expect(page).toHaveURL('/admin/account')
    await expect(page.getByText('Inhaber, freigegeben', { exact: true })).toBeVisible()

    await page.setViewportSize(NARROW)
    await expect(words(header, 'Aus')).toBeVisible()
    await expect(words(header, 'Abmelden')).toBeHidden()
    await expect(words(header, owner.email)).toBeHidden()
  })
})

test('[SHELL-2] the sidebar has all links in order, and marks the current one', async ({ page, signIn }) => {
  await signIn(page)
  await expect(navigation(page).getByRole('heading', { name: 'Navigation', exact: true })).toBeVisible()
  // The inbox may show the number of its open entries.
  const named = (label: string) => new RegExp(`^${label}(\\s*\\d+ offen)?$`)
  await expect(navigation(page).getByRole('link')).toHaveText(ENTRIES.map(([label]) => named(label)))
  for (const [label, path] of ENTRIES) {
    await navigation(page)
      .getByRole('link', { name: named(label), exact: true })
      .click()
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('heading', { level: 1, name: label, exact: true })).toBeVisible()
    await expect(navigation(page).locator('[aria-current="page"]')).toHaveText([named(label)])
  }
})

test('[WEEK-1] beside the open sidebar, from 768 px on, nothing of a title row is covered or clipped', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 768, height: 900 })
  await signIn(page)
  // At this width it collapses by itself.
  await expect(navigation(page)).toHaveAttribute('data-state', 'collapsed')
  await page.keyboard.press('Control+b')
  await expect(navigation(page)).toHaveAttribute('data-state', 'expanded')
  for (const [label, path] of [...ENTRIES, ['Aktivität', '/admin/activity'] as const]) {
    await test.step(label, async () => {
      await page.goto(path)
      const line = page.getByRole('heading', { level: 1 }).locator('xpath=..')
      await expect(line).toBeVisible()
      for (const width of [768, 800, 1023, 1024, 1279, 1280]) {
        await page.setViewportSize({ width, height: 900 })
        // Some controls are exchanged for others once the page knows its new width.
        await expect(async () => {
          await expectApart(line, await line.locator('h1, button, a, input').filter({ visible: true }).all())
          await expectNoOverflow(page)
        }).toPass({ timeout: 60_000 })
      }
    })
  }
})

test('[SHELL-5] a bar of progress has the accent of the theme, not the colour of the browser', async ({
  page,
  signIn,
}) => {
  await signIn(page)
  await page.evaluate(() => {
    const box = document.createElement('div')
    box.style.cssText = 'position:fixed;inset:100px auto auto 100px;z-index:99'
    box.innerHTML =
      '<progress value="1" style="display:block;width:60px"></progress><i style="display:block;width:60px;height:6px;background:var(--accent)"></i>'
    document.body.append(box)
  })
  const middle = async (what: string) => {
    const { data, info } = await sharp(await page.locator(what).screenshot())
      .raw()
      .toBuffer({ resolveWithObject: true })
    const at = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * info.channels
    return [...data.subarray(at, at + 3)]
  }
  expect(await middle('progress')).toEqual(await middle('div > progress + i'))
})

test('[SHELL-2] Artikel stays marked in the editor, Dashboard only on /admin itself', async ({ page, signIn }) => {
  await signIn(page, '/admin/articles/new')
  await expect(navigation(page).locator('[aria-current="page"]')).toHaveText(['Artikel'])
})

test('[SHELL-3] Ctrl+B and Cmd+B toggle the sidebar, and its state lasts seven days', async ({ page, signIn }) => {
  await signIn(page)
  await expect(navigation(page)).toHaveAttribute('data-state', 'expanded')
  await page.keyboard.press('Control+b')
  await expect(navigation(page)).toHaveAttribute('data-state', 'collapsed')
  const state = async () => (await page.context().cookies()).find(({ name }) => name === 'sidebar:state')
  // The page writes it at once; Chromium's store has it a moment later.
  await expect.poll(async () => (await state())?.value).toBe('false')
  const cookie = await state()
  const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400
  expect(days).toBeGreaterThan(6.99)
  expect(days).toBeLessThanOrEqual(7)
  await page.reload()
  await expect(navigation(page)).toHaveAttribute('data-state', 'collapsed')
  await page.keyboard.press('Meta+b')
  await expect(navigation(page)).toHaveAttribute('data-state', 'expanded')
  await page.getByRole('button', { name: 'Einklappen', exact: true }).click()
  await page.getByRole('button', { name: 'Navigation ausklappen', exact: true }).click()
  await expect(navigation(page)).toHaveAttribute('data-state', 'expanded')
  await page.keyboard.press('Control+Shift+b')
  await expect(navigation(page)).toHaveAttribute('data-state', 'expanded')
})

test('[SHELL-4] the sidebar is 16rem wide, 3rem collapsed with tooltips, and a drawer of 18rem under 768 px', async ({
  page,
  signIn,
}) => {
  await signIn(page)
  const width = async () => (await navigation(page).boundingBox())?.width
  await expect.poll(width).toBe(16 * 16)
  await page.keyboard.press('Control+b')
  await expect.poll(width).toBe(3 * 16)
  const inbox = navigation(page).getByRole('link', { name: 'Inbox', exact: true })
  await inbox.hover()
  await expect(page.locator('[data-tooltip]')).toHaveText('Inbox')

  await page.setViewportSize({ width: 767, height: 900 })
  await expect(navigation(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Navigation umschalten', exact: true }).click()
  const drawer = page.getByRole('dialog', { name: 'Navigation', exact: true })
  await expect(drawer).toBeVisible()
  await expect.poll(async () => (await drawer.boundingBox())?.x).toBe(0)
  expect((await drawer.boundingBox())?.width).toBe(18 * 16)
  await drawer.getByRole('link', { name: 'Medien', exact: true }).click()
  await expect(page).toHaveURL('/admin/media')
  await expect(drawer).toHaveCount(0)
  await page.keyboard.press('Control+b')
  await expect(drawer).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer).toHaveCount(0)
  await page.setViewportSize({ width: 768, height: 900 })
  await expect(navigation(page)).toBeVisible()
})

test('[SHELL-5] the theme is dark by default, light and dark are stored, and system follows the machine', async ({
  page,
  signIn,
}) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await signIn(page)
  expect(await theme(page)).toBe('dark')
  const choose = async (name: string) => {
    await page.getByRole('button', { name: 'Design wechseln', exact: true }).click()
    await page.getByRole('menuitemradio', { name, exact: true }).click()
  }
  const kept = () => page.evaluate(() => localStorage.getItem('blog-cms-theme'))
  await choose('Hell')
  expect(await theme(page)).toBe('light')
  expect(await kept()).toBe('light')
  await choose('Dunkel')
  expect(await theme(page)).toBe('dark')
  expect(await kept()).toBe('dark')
  await choose('Wie das System')
  expect(await theme(page)).toBe('light')
  expect(await kept()).toBe('system')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(() => theme(page)).toBe('dark')
})

onBadLine('[SHELL-5] the chosen theme is in force before the first paint', async ({ page, connection }) => {
  await page.addInitScript(() => localStorage.setItem('blog-cms-theme', 'light'))
  // The app itself is still loading: only the script in the head decides.
  const letGo = connection.holdAnswers(/^\/assets\/index-.*\.js$/)
  await page.goto('/auth', { waitUntil: 'commit' })
  await expect.poll(() => theme(page)).toBe('light')
  await expect(page.locator('#root')).toBeEmpty()
  letGo()
  await expect(page.getByRole('heading', { level: 1, name: 'Anmelden', exact: true })).toBeVisible()
  expect(await theme(page)).toBe('light')
})

test('[SHELL-5] a choice in one tab applies to the others', async ({ page, context, signIn }) => {
  await signIn(page)
  const second = await context.newPage()
  await second.goto('/admin')
  await second.getByRole('button', { name: 'Design wechseln', exact: true }).click()
  await second.getByRole('menuitemradio', { name: 'Hell', exact: true }).click()
  await expect.poll(() => theme(page)).toBe('light')
})

test('[SHELL-6] the interface is German', async ({ page, signIn }) => {
  await signIn(page)
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
})

test('[PUB-8] an unknown address under /admin has status 404, the sentence, a link home, and a line in the console', async ({
  page,
  signIn,
  expectedErrors,
}) => {
  expectedErrors(...missing('/admin/gibt-es-nicht'))
  await signIn(page)
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  const response = await page.goto('/admin/gibt-es-nicht')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Oops! Page not found', exact: true })).toBeVisible()
  await expect(navigation(page), 'the frame stays').toBeVisible()
  expect(said.some((line) => line.includes('404') && line.includes('/admin/gibt-es-nicht'))).toBe(true)
  await page.getByRole('link', { name: 'Zurück zur Startseite', exact: true }).click()
  await expect(page).toHaveURL('/')
})

onBadLine(
  'a screen whose code does not come says so in its place and tries again',
  async ({ page, signIn, connection, expectedErrors }) => {
    expectedErrors(
      /^console error: Failed to load resource: net::ERR_EMPTY_RESPONSE .*\/assets\/calendar-screen-[\w-]+\.js\)$/,
      /^console error: TypeError: Failed to fetch dynamically imported module: .*\/assets\/calendar-screen-/,
    )
    await signIn(page)
    connection.cut(/^\/assets\/calendar-screen-.*\.js$/)
    await navigation(page).getByRole('link', { name: 'Kalender', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Laden fehlgeschlagen', exact: true })).toBeVisible()
    await expect(navigation(page)).toBeVisible()
    connection.mend()
    await page.getByRole('button', { name: 'Erneut versuchen', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Kalender', exact: true })).toBeVisible()
  },
)

test('everything can be reached by keyboard, with a skip link past the navigation', async ({ page, signIn }) => {
  await signIn(page)
  await page.reload()
  await expect(navigation(page)).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Zum Inhalt springen', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('main').locator('a, button').filter({ visible: true }).first()).toBeFocused()

  await page.getByRole('button', { name: 'Design wechseln', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Design wechseln', exact: true }), 'focus returns').toBeFocused()

  await navigation(page).getByRole('link', { name: 'Kalender', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/admin/calendar')
})

for (const [name, size] of [
  ['wide', { width: 1440, height: 900 }],
  ['narrow', NARROW],
] as const) {
  test(`axe finds nothing in either theme and nothing overflows: ${name}`, async ({
    page,
    signIn,
    server,
    expectedErrors,
  }) => {
    expectedErrors(...missing('/admin/gibt-es-nicht'))
    const look = async () => {
      await expectAccessible(page)
      await expectNoOverflow(page)
    }
    await page.setViewportSize(size)
    await page.goto('/auth')
    await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
    await look()
    await signIn(page)
    for (const path of ['/admin', '/admin/calendar', '/admin/account', '/admin/gibt-es-nicht']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await look()
    }
    await page.getByRole('button', { name: 'Design wechseln', exact: true }).click()
    await expect(page.getByRole('menu')).toBeVisible()
    await look()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+b')
    await expect(name === 'narrow' ? page.getByRole('dialog') : page.locator('[data-state=collapsed]')).toBeVisible()
    await look()
    if (name === 'narrow') await page.keyboard.press('Escape')
    await page.getByRole('button', { name: name === 'narrow' ? 'Aus' : 'Abmelden', exact: true }).click()
    await expect(page).toHaveURL(/\/auth/)
    const waiting = freshAccount(name)
    await register(server.url, waiting)
    await signIn(page, '/admin', waiting)
    await expect(page.getByRole('heading', { name: 'Ihr Konto wartet auf Freigabe', exact: true })).toBeVisible()
    await look()
  })
}
