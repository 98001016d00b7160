import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect } from '../support/e2e.ts'
import { expectAccessible, expectNoOverflow } from '../support/screen-checks.ts'
import { test } from '../support/signed-in.ts'
import { toast } from '../support/words.ts'

const SECTION = '/admin/settings?bereich=aussehen'
const preview = (page: Page) => page.getByRole('region', { name: 'Vorschau', exact: true })
const drawn = (page: Page) => preview(page).frameLocator('iframe')
const entries = (page: Page, legend: string) => page.getByRole('group', { name: legend, exact: true })
const save = async (page: Page) => {
  // The toast of the previous save must be gone.
  await expect(toast(page, 'Aussehen gespeichert')).toBeHidden()
  await page.getByRole('button', { name: 'Speichern', exact: true }).click()
  await expect(toast(page, 'Aussehen gespeichert')).toBeVisible()
}
/** The accent colour of a page as the browser computes it. */
const accentOf = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--accent').trim())

test.describe.configure({ mode: 'serial' })
// A trace injects scripts into the preview's frame, where scripts are blocked, so a retry with traces could never pass.
// The same applies to scripts of tests.
test.use({ trace: 'off', codeAhead: true })

test('[SITE-12] accent, type, entries and landing page are chosen beside a live preview and published by saving', async ({
  openEmpty,
  newContext,
  expectedErrors,
}) => {
  expectedErrors(/^console error: .*404.*\/kategorie\/spiele/)
  const page = await openEmpty(SECTION)
  await expect(drawn(page).getByText('Hier erscheinen bald die ersten Artikel.', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Ocker', exact: true }).click()
  const shown = page.getByRole('group', { name: 'Akzentfarbe', exact: true }).getByRole('status')
  await expect(shown).toContainText('Hell: nachgedunkelt auf')
  await expect(shown.getByText('Auf Dunkel und Hell gut lesbar', { exact: true })).toBeVisible()
  await page.getByRole('group', { name: 'Schriften', exact: true }).getByRole('radio').last().check()
  await page.getByRole('radio', { name: 'Karten', exact: true }).check()
  const above = entries(page, 'Navigation oben')
  await above.getByRole('button', { name: 'Eintrag', exact: true }).click()
  await above.getByLabel('Name', { exact: true }).fill('Spiele')
  await above.getByLabel('Adresse', { exact: true }).fill('boese')
  await page.getByRole('button', { name: 'Speichern', exact: true }).click()
  await expect(above.getByText('Ein Pfad wie /archiv oder https://…', { exact: true })).toBeVisible()
  await above.getByLabel('Adresse', { exact: true }).fill('/kategorie/spiele')
  // The site's own renderer draws it, before anything is saved.
  await expect(drawn(page).getByRole('link', { name: 'Spiele', exact: true })).toBeVisible()
  await expect
    .poll(() =>
      drawn(page)
        .locator('html')
        .evaluate((root) => getComputedStyle(root).getPropertyValue('--reading')),
    )
    .toContain('Source Sans')
  const origin = new URL(page.url()).origin
  const context = await newContext({ baseURL: origin, ownHost: new URL(origin).host })
  const reader = await context.newPage()
  await reader.goto('/')
  await expect(reader.getByRole('navigation', { name: 'Rubriken', exact: true })).toHaveCount(0)
  const before = await accentOf(reader)
  // Without entries a long name stands beside the controls, and the description beside the button.
  await reader.locator('h1 a').evaluate((name) => (name.textContent = 'Zwischenspeicher und Freunde der Rechenkunst'))
  for (const width of [320, 360, 820, 1024]) {
    await reader.setViewportSize({ width, height: 700 })
    expect([width, await headerLines(reader)]).toEqual([
      width,
      { name: true, description: true, lines: width < 1024 ? 2 : 1 },
    ])
  }

  await preview(page).getByRole('button', { name: 'Telefon', exact: true }).click()
  await preview(page).getByRole('button', { name: 'Helle Ansicht zeigen', exact: true }).click()
  await expect(drawn(page).locator('html')).toHaveAttribute('data-theme', 'light')
  await save(page)
  // It has no article, so it is in no navigation (RUL-44).
  await expect(
    above.getByText('Dort steht zurzeit nichts: Der Eintrag erscheint mit dem ersten Artikel dort.', {
      exact: true,
    }),
  ).toBeVisible()
  await reader.reload()
  await expect(reader.getByRole('link', { name: 'Admin-Login', exact: true })).toBeVisible()
  await expect(reader.getByRole('link', { name: 'Spiele', exact: true })).toHaveCount(0)
  expect(await accentOf(reader)).not.toBe(before)
  await context.close()
})

/** Whether name and controls, and description and button, stand beside each other, and the lines of the four. */
function headerLines(page: Page) {
  return page.evaluate(() => {
    const box = (selector: string) => document.querySelector(`.site ${selector}`)!.getBoundingClientRect()
    const isBeside = (one: DOMRect, other: DOMRect) => one.top < other.bottom && other.top < one.bottom
    const [name, controls, description, button] = [box('h1'), box('.end'), box('p'), box('.quiet')]
    const lines = isBeside(controls, button) ? 1 : 2
    return { name: isBeside(name, controls), description: isBeside(description, button), lines }
  })
}

test('[SITE-12] a logo in two files, a favicon and custom CSS are set, and CSS that is not allowed is listed and can be removed', async ({
  openEmpty,
  newContext,
}) => {
  const page = await openEmpty(SECTION)
  const picture = async (name: string, color: string) => ({
    name,
    mimeType: 'image/png',
    buffer: await sharp({ create: { width: 400, height: 80, channels: 4, background: color } })
      .png()
      .toBuffer(),
  })
  await page.getByLabel('Datei für Logo', { exact: true }).setInputFiles(await picture('nacht.png', '#123'))
  await expect(entries(page, 'Logo').getByText('nacht.png', { exact: true })).toBeVisible()
  await page.getByLabel('Datei für Logo auf Dunkel', { exact: true }).setInputFiles(await picture('tag.png', '#fed'))
  await expect(entries(page, 'Logo auf Dunkel').getByText('tag.png', { exact: true })).toBeVisible()
  await expect(drawn(page).locator('h1 img.on-dark')).toBeVisible()
  await page
    .getByLabel('Eigenes CSS', { exact: true })
    .fill('.site p { letter-spacing: 3px }\nbody { background: url(https://boese.example/x.png) }')
  await expect(
    page.getByText('Zeile 2: background: nur eigene Bilder aus der Mediathek', { exact: true }),
  ).toBeVisible()
  await expect(drawn(page).locator('.site p')).toHaveCSS('letter-spacing', '3px')
  await save(page)

  const origin = new URL(page.url()).origin
  const context = await newContext({ baseURL: origin, ownHost: new URL(origin).host })
  const reader = await context.newPage()
  const asked: string[] = []
  reader.on('request', (request) => asked.push(request.url()))
  await reader.goto('/')
  await expect(reader.locator('.site p')).toHaveCSS('letter-spacing', '3px')
  await expect(reader.locator('h1 img.on-dark')).toBeVisible()
  await expect(reader.locator('h1 img.on-light')).toBeHidden()
  await reader.getByRole('button', { name: 'Helles oder dunkles Design', exact: true }).click()
  await expect(reader.locator('h1 img.on-light')).toBeVisible()
  await expect(reader.locator('link[rel=icon]')).toHaveAttribute('href', /^\/site\/icon-192-/)
  expect(asked.filter((address) => !address.startsWith(origin))).toEqual([])
  await expectAccessible(reader)

  await page.getByRole('button', { name: 'CSS zurücksetzen', exact: true }).click()
  await save(page)
  await entries(page, 'Logo').getByRole('button', { name: 'Logo entfernen', exact: true }).click()
  await expect(entries(page, 'Logo').getByText('Der Titel der Website', { exact: true })).toBeVisible()
  await reader.reload()
  await expect(reader.locator('.site p')).toHaveCSS('letter-spacing', 'normal')
  await expect(reader.locator('h1 img')).toHaveCount(0)
  await context.close()
})

test('[SITE-12] the tab is usable at any width and in both appearances', async ({ openEmpty }) => {
  const page = await openEmpty(SECTION)
  await entries(page, 'Fußzeile').getByRole('button', { name: 'Eintrag', exact: true }).click()
  for (const width of [320, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoOverflow(page)
  }
  await expectAccessible(page)
})

test('[SITE-20] [SITE-22] [SITE-23] [RUL-101] the owner’s default holds until the reader uses the switch; the podcast has category and cover', async ({
  openEmpty,
  newContext,
  expectedErrors,
}) => {
  const page = await openEmpty('/admin/settings?bereich=lesen')
  await page.getByRole('combobox', { name: 'Darstellung für Leser', exact: true }).click()
  await page.getByRole('option', { name: 'Wie das Gerät der Leser', exact: true }).click()
  await page.getByLabel('Profile des Blogs', { exact: true }).fill('https://mastodon.example/@blog')
  const tags = page.getByLabel('Bestätigungen für Suchmaschinen und Dienste', { exact: true })
  await tags.fill('google-site-verification')
  await page.getByRole('button', { name: 'Speichern', exact: true }).click()
  await expect(page.getByText(/^Diese Zeile ist kein meta-Tag/)).toBeVisible()
  await tags.fill('<meta name="google-site-verification" content="abc">')
  await page.getByRole('button', { name: 'Speichern', exact: true }).click()
  await expect(toast(page, 'Einstellungen gespeichert')).toBeVisible()
  await expectAccessible(page)

  // What directories show of the podcast.
  const square = async (edge: number) => ({
    name: `cover-${edge}.png`,
    mimeType: 'image/png',
    buffer: await sharp({ create: { width: edge, height: edge, channels: 3, background: '#2a9d9a' } })
      .png()
      .toBuffer(),
  })
  const cover = entries(page, 'Cover des Podcasts')
  expectedErrors(/^console error: .*400.*\/api\/appearance\/podcast/)
  await page.getByLabel('Datei für Cover des Podcasts', { exact: true }).setInputFiles(await square(800))
  await expect(toast(page, /Podcast-Verzeichnisse verlangen mindestens 1400 × 1400/)).toBeVisible()
  await cover.getByRole('button', { name: 'Cover des Podcasts aus der Mediathek', exact: true }).click()
  const picker = page.getByRole('dialog', { name: 'Bild auswählen', exact: true })
  await picker.locator('input[type=file]').setInputFiles(await square(1400))
  await expect(cover.getByText('cover-1400.png', { exact: true })).toBeVisible()
  await expect(cover.getByText('1400 × 1400', { exact: true })).toBeVisible()
  await page.getByRole('combobox', { name: 'Kategorie des Podcasts', exact: true }).click()
  await page.getByRole('option', { name: 'Wissenschaft: Physik', exact: true }).click()
  await page.getByRole('button', { name: 'Speichern', exact: true }).click()
  await expect(page.getByText('Kategorie des Podcasts', { exact: true })).toHaveCount(1)
  await page.reload()
  await expect(page.getByRole('combobox', { name: 'Kategorie des Podcasts', exact: true })).toContainText('Physik')
  await cover.getByRole('button', { name: 'Cover des Podcasts entfernen', exact: true }).click()
  await expect(cover.getByText('Der Name des Blogs', { exact: true })).toBeVisible()
  for (const width of [320, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoOverflow(page)
  }
  const origin = new URL(page.url()).origin
  const reading = { baseURL: origin, ownHost: new URL(origin).host, colorScheme: 'light' as const }
  const background = (reader: Page) => reader.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)

  const reader = await (await newContext(reading)).newPage()
  await reader.goto('/')
  await expect(reader.locator('html')).toHaveAttribute('data-theme', 'light')
  const light = await background(reader)
  expect(await reader.evaluate(() => localStorage.length)).toBe(0)
  await expect(reader.locator('meta[name="google-site-verification"]')).toHaveAttribute('content', 'abc')
  await reader.emulateMedia({ colorScheme: 'dark' })
  await expect(reader.locator('html')).toHaveAttribute('data-theme', 'dark')
  await reader.emulateMedia({ colorScheme: 'light' })
  await reader.getByRole('button', { name: 'Helles oder dunkles Design', exact: true }).click()
  await reader.reload()
  await expect(reader.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(reader.locator('meta[name="theme-color"]').first()).toHaveAttribute('content', '#0e0f13')

  const plain = await (await newContext({ ...reading, javaScriptEnabled: false })).newPage()
  await plain.goto('/')
  const colours = await plain.locator('html').evaluate((root) => getComputedStyle(root).backgroundColor)
  expect(colours).toBe(light)
})
