// `npm run screenshots`: starts the product on demo data in a temporary folder and writes every screen into screenshots/
// (dark and light, at five widths; full, empty, and broken: without an answer of the API but for whose it is). Words after `--` narrow it down
// to screens of these names, or to looks (`360`, `light`) and contents (`broken`); `readme` takes the pictures of README.md and the manual.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser, type Page } from '@playwright/test'
import sharp from 'sharp'
import { CHROMIUM_FLAGS, findChromium } from '../tests/support/chromium.ts'
import { seedDemoBlog } from '../tests/support/demo-blog.ts'
import { startServer, type ServerProcess } from '../tests/support/server-process.ts'

type Login = { email: string; password: string }
type Look = { name: string; theme: 'dark' | 'light'; width: number; height: number }
/** `go` opens what an address alone cannot: a dialog, the first record of a list. */
type Shot = { name: string; address: string; go?: (page: Page) => Promise<void> }

const root = join(import.meta.dirname, '..')
const FOLDER = join(root, 'screenshots')
const SIZES = [
  { width: 1440, height: 900 },
  { width: 1280, height: 800 },
  { width: 1024, height: 768 },
  { width: 820, height: 1100 },
  { width: 360, height: 780 },
]
const LOOKS: Look[] = SIZES.flatMap((size) =>
  (['dark', 'light'] as const).map((theme) => ({ name: `${size.width}-${theme}`, theme, ...size })),
)
const CONTENTS = ['full', 'empty', 'broken'] as const
type Content = (typeof CONTENTS)[number]

const SECTIONS = [
  ...['aussehen', 'lesen', 'seiten', 'autoren', 'kategorien', 'schlagwoerter', 'konten'],
  ...['import', 'export', 'sicherung', 'weiterleitungen', 'protokoll', 'papierkorb'],
]

const OUTSIDE: Shot[] = [
  { name: 'landing', address: '/' },
  { name: 'not-found', address: '/gibt-es-nicht' },
  { name: 'auth', address: '/auth' },
]
const INSIDE: Shot[] = [
  { name: 'dashboard', address: '/admin' },
  { name: 'articles', address: '/admin/articles' },
  { name: 'articles-nothing-found', address: '/admin/articles?q=gibtesnicht' },
  { name: 'editor-new', address: '/admin/articles/new' },
  { name: 'calendar', address: '/admin/calendar' },
  { name: 'calendar-week', address: '/admin/calendar?view=week' },
  { name: 'calendar-agenda', address: '/admin/calendar?view=agenda' },
  { name: 'board', address: '/admin/editorial-plan' },
  { name: 'board-rows', address: '/admin/editorial-plan?rows=person' },
  { name: 'research', address: '/admin/research' },
  { name: 'inbox', address: '/admin/inbox' },
  { name: 'media', address: '/admin/media' },
  { name: 'links', address: '/admin/link-library' },
  { name: 'prompts', address: '/admin/prompt-library' },
  { name: 'integrations', address: '/admin/integrations' },
  {
    name: 'integrations-save',
    address: '/admin/integrations?action=save&url=https%3A%2F%2Fbeispiel.example%2Ftext&title=Ein%20Fund',
  },
  { name: 'integrations-feeds', address: '/admin/integrations?tab=rss' },
  { name: 'settings', address: '/admin/settings' },
  ...SECTIONS.map((section) => ({
    name: `settings-${section}`,
    address: `/admin/settings?bereich=${section}`,
  })),
  { name: 'system-check', address: '/admin/system-check' },
  { name: 'account', address: '/admin/account' },
  { name: 'account-notices', address: '/admin/account/notices' },
  { name: 'notices', address: '/admin/notices' },
  { name: 'activity', address: '/admin/activity' },
  { name: 'activity-day', address: '/admin/activity/day' },
  { name: 'comments', address: '/admin/comments' },
  { name: 'newsletter', address: '/admin/newsletter' },
  {
    name: 'bell',
    address: '/admin',
    go: async (page) => {
      await page.getByRole('button', { name: /^Mitteilungen, / }).click()
      await page.getByRole('dialog', { name: 'Mitteilungen' }).waitFor()
    },
  },
]
/** Dialogs and single records: where there is data. */
const FULL_ONLY: Shot[] = [
  { name: 'article', address: '/', go: following('a[href^="/article/"]') },
  { name: 'category', address: '/', go: following('a[href^="/article/"]', 'a[href^="/kategorie/"]') },
  { name: 'tag', address: '/', go: following('a[href^="/article/"]', 'a[href^="/schlagwort/"]') },
  { name: 'author', address: '/', go: following('a[href^="/article/"]', 'a[href^="/autor/"]') },
  { name: 'topics', address: '/themen' },
  { name: 'archive', address: '/archiv' },
  { name: 'archive-year', address: '/archiv', go: following('a[href^="/archiv/2"]') },
  { name: 'search', address: '/suche?q=garten' },
  { name: 'search-none', address: '/suche?q=gibtesnicht' },
  {
    name: 'editor',
    address: '/admin/articles',
    go: openFirstArticle,
  },
  {
    name: 'editor-panel',
    address: '/admin/articles',
    go: async (page) => {
      await openFirstArticle(page)
      const shown = page.getByRole('complementary', { name: 'Angaben', exact: true })
      if (!(await shown.isVisible())) await page.getByRole('button', { name: /^Angaben/ }).click()
    },
  },
  {
    name: 'editor-picture',
    address: '/admin/articles?q=41%20Kilobyte',
    go: async (page) => {
      await openFirstArticle(page)
      // The middle of the window: the heading above it stays in sight.
      await page
        .locator('.cm-content img')
        .first()
        .evaluate((it) => it.scrollIntoView({ block: 'center' }))
    },
  },
  {
    name: 'editor-preview',
    address: '/admin/articles',
    go: async (page) => {
      await openFirstArticle(page)
      await page.getByRole('button', { name: 'Vorschau', exact: true }).click()
    },
  },
  {
    name: 'editor-suggest',
    address: '/admin/articles',
    go: async (page) => {
      await openFirstArticle(page)
      await page.keyboard.press('Control+Alt+v')
      await page.locator('.cm-content:visible').click()
      await page.keyboard.press('End')
      await page.keyboard.type(' Und ein Vorschlag.')
      await page.getByText('Vorschläge gespeichert', { exact: true }).waitFor()
    },
  },
  {
    name: 'editor-together',
    address: '/admin/articles?q=41%20Kilobyte',
    go: async (page) => {
      await openFirstArticle(page)
      const line = page.locator('.cm-content:visible .cm-line').filter({ hasText: /\w{3}.{60}/ })
      await line.nth(1).click()
      await page.keyboard.press('Home')
      await page.keyboard.press('Control+Shift+ArrowRight')
      await page.keyboard.press('Control+Shift+ArrowRight')
      await page.keyboard.press('Control+Alt+m')
      await page.getByRole('textbox', { name: 'Anmerkung', exact: true }).waitFor()
      await page.keyboard.type('Stimmt die Zahl noch? Bitte nachmessen.')
      await page.keyboard.press('Control+Enter')
      await page.getByRole('article').getByText('Stimmt die Zahl noch?').waitFor()
      await page.keyboard.press('Control+Alt+v')
      await line.nth(2).click()
      for (const key of ['ArrowDown', 'End']) await page.keyboard.press(key)
      await page.keyboard.type(' Gemessen am 3. Mai.')
      await page.getByText('Vorschläge gespeichert', { exact: true }).waitFor()
    },
  },
  {
    name: 'editor-links',
    address: '/admin/articles/new',
    go: async (page) => {
      await page.locator('.cm-content').click()
      await page.keyboard.type('Mehr dazu: [[')
      await page.getByRole('listbox').waitFor()
    },
  },
  {
    name: 'articles-selected',
    address: '/admin/articles',
    go: async (page) => {
      await page.locator('[data-row]').first().focus()
      await page.keyboard.press('x')
      await page.getByRole('toolbar', { name: 'Auswahl', exact: true }).waitFor()
    },
  },
  {
    name: 'media-selected',
    address: '/admin/media',
    go: async (page) => {
      await page.getByRole('checkbox').first().check({ force: true })
      await page.getByRole('toolbar', { name: 'Auswahl', exact: true }).waitFor()
    },
  },
  {
    name: 'calendar-entry',
    address: '/admin/calendar',
    go: async (page) => {
      await page.locator('[data-entry], section > button[aria-haspopup="dialog"]').first().click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'media-several',
    address: '/admin/media?filter=no_credit',
    go: async (page) => {
      for (const index of [0, 1, 2]) await page.getByRole('checkbox').nth(index).check({ force: true })
    },
  },
  {
    name: 'research-open',
    address: '/admin/research',
    go: async (page) => {
      await page.locator('[data-row]').first().click()
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'palette', address: '/admin', go: openingPalette() },
  { name: 'palette-found', address: '/admin/articles', go: openingPalette('garten') },
  { name: 'palette-empty', address: '/admin', go: openingPalette('gibtesnicht') },
  {
    name: 'palette-step',
    address: '/admin/articles',
    go: async (page) => {
      await page.locator('[data-row]').first().focus()
      await page.keyboard.press('x')
      await openingPalette('Status')(page)
      await page.keyboard.press('Enter')
    },
  },
  {
    name: 'shortcuts',
    address: '/admin/articles',
    go: async (page) => {
      await page.keyboard.press('?')
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'help',
    address: '/admin/calendar',
    go: async (page) => {
      await page.keyboard.press('F1')
      await page.getByRole('heading', { name: 'Kalender' }).nth(1).waitFor()
    },
  },
  {
    name: 'board-panel',
    address: '/admin/editorial-plan',
    go: async (page) => {
      await page.getByRole('listitem').getByRole('heading').first().click()
      await page.getByRole('dialog', { name: 'Aufgabe bearbeiten' }).waitFor()
    },
  },
  { name: 'dialog-event', address: '/admin/calendar', go: pressing(/^Neues Ereignis/) },
  { name: 'dialog-task', address: '/admin/editorial-plan', go: pressing(/^Neue Aufgabe/) },
  {
    name: 'dialog-name',
    address: '/admin/account?aendern=name',
    go: async (page) => page.getByRole('dialog').waitFor(),
  },
  { name: 'dialog-link', address: '/admin/link-library', go: pressing('Neuer Link') },
  { name: 'dialog-prompt', address: '/admin/prompt-library', go: pressing('Neuer Prompt') },
]

/** The pictures README.md opens with, and those of the manual's chapter on the public side, in docs/pictures. */
const OPENING = join(root, 'docs', 'pictures')
const OPENING_SHOTS: { name: string; of: string; look: string }[] = [
  { name: 'editor', of: 'editor-picture', look: '1440-dark' },
  { name: 'website', of: 'landing', look: '360-light' },
  { name: 'manual-together', of: 'editor-together', look: '1440-light' },
  { name: 'manual-article', of: 'article', look: '1024-light' },
  { name: 'manual-category', of: 'category', look: '1024-dark' },
  { name: 'manual-archive', of: 'archive', look: '360-light' },
  { name: 'manual-search', of: 'search', look: '360-dark' },
  { name: 'manual-appearance', of: 'settings-aussehen', look: '1280-light' },
]

const isOpening = process.argv.includes('readme')
const wanted = process.argv.slice(2).filter((word) => word !== 'readme')
const isLook = (word: string) => LOOKS.some(({ name }) => name.split('-').includes(word))
const isContent = (word: string): word is Content => (CONTENTS as readonly string[]).includes(word)
const wantedNames = wanted.filter((word) => !isLook(word) && !isContent(word))
const wantedLooks = isOpening
  ? LOOKS.filter(({ name }) => OPENING_SHOTS.some(({ look }) => look === name))
  : LOOKS.filter(({ name }) => wanted.filter(isLook).every((word) => name.split('-').includes(word)))
const wantedContents = CONTENTS.filter((content) => !wanted.some(isContent) || wanted.includes(content))
process.exitCode = await main()

async function main(): Promise<number> {
  const executablePath = findChromium()
  if (!executablePath) {
    console.error('No Chromium or Chrome found; CHROMIUM_PATH names one.')
    return 1
  }
  if (!isOpening) await rm(FOLDER, { recursive: true, force: true })
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS })
  try {
    const failed: string[] = []
    for (const content of isOpening ? (['full'] as const) : wantedContents)
      failed.push(...(await photograph(browser, content)))
    for (const line of failed) console.error(line)
    return failed.length === 0 ? 0 : 1
  } finally {
    await browser.close()
  }
}

/** One product, with demo data unless it is to be empty; gives what could not be photographed. */
async function photograph(browser: Browser, content: Content): Promise<string[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'blog-cms-screenshots-'))
  let server: ServerProcess | undefined
  try {
    const login = content === 'empty' ? null : await seedDemoBlog(dataDir)
    server = await startServer({ dataDir })
    const failed: string[] = []
    const owner = login ?? (await register(server.url))
    for (const look of wantedLooks) failed.push(...(await take(browser, server.url, owner, { content, look })))
    return failed
  } finally {
    await server?.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function take(
  browser: Browser,
  baseURL: string,
  login: Login,
  { content, look }: { content: Content; look: Look },
): Promise<string[]> {
  const context = await browser.newContext({
    baseURL,
    locale: 'de-DE',
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
    viewport: { width: look.width, height: look.height },
  })
  await context.addInitScript((theme) => localStorage.setItem('blog-cms-theme', theme), look.theme)
  const page = await context.newPage()
  const folder = isOpening ? OPENING : join(FOLDER, content, look.name)
  await mkdir(folder, { recursive: true })
  const failed: string[] = []
  const shoot = async ({ name, address, go }: Shot) => {
    if (wantedNames.length > 0 && !wantedNames.some((word) => name.includes(word))) return
    const opening = OPENING_SHOTS.find(({ of, look: at }) => of === name && at === look.name)
    if (isOpening && !opening) return
    try {
      await page.goto(address)
      await page.locator('h1').first().waitFor()
      await settle(page)
      await go?.(page)
      await settle(page)
      const picture = await page.screenshot()
      if (opening && isOpening)
        await sharp(picture)
          .webp({ quality: 82 })
          .toFile(join(OPENING, `${opening.name}.webp`))
      else await writeFile(join(folder, `${name}.png`), picture)
      const excess = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      if (excess > 0) failed.push(`${content} ${look.name} ${name}: ${excess} px stick out sideways`)
    } catch (error) {
      failed.push(`${content} ${look.name} ${name}: ${String(error).split('\n')[0]}`)
    }
  }
  for (const shot of OUTSIDE) await shoot(shot)
  await page.goto('/auth')
  await page.getByLabel('E-Mail').fill(login.email)
  await page.getByLabel('Passwort').fill(login.password)
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
  await page.waitForURL(/\/admin(\/|$)/)
  // Who one is, the app still learns: otherwise every screen would be the same one.
  if (content === 'broken') await page.route(/\/api\/rpc\/(?!account\/)/, (route) => route.abort())
  for (const shot of content === 'full' ? [...INSIDE, ...FULL_ONLY] : INSIDE) await shoot(shot)
  await context.close()
  console.log(`${content} ${look.name}: ${folder}`)
  return failed
}

/** Waits until fonts and images are there and nothing loads any more; the live stream stays open on purpose. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready)
  // Placeholders come after 150 ms: before that, an empty page does not mean that all is there.
  await page.waitForTimeout(200)
  await page.waitForFunction(
    () =>
      ![...document.querySelectorAll('output')].some((each) => each.textContent === 'Lädt...') &&
      !document.querySelector('[aria-busy="true"]') &&
      // Lazy ones below the fold never come.
      [...document.images].every((image) => image.complete || image.getBoundingClientRect().top > innerHeight),
  )
  // Two frames: what arrived has been drawn.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(null)))),
  )
}

async function openFirstArticle(page: Page): Promise<void> {
  await page.locator('a[href^="/admin/articles/"]:not([href$="/new"])').first().click()
  await page.locator('.cm-content').waitFor()
}

/** Follows a link of the page, and then one of the next. */
function following(...links: string[]): (page: Page) => Promise<void> {
  return async (page) => {
    for (const link of links) {
      await page.locator(link).first().click()
      await page.locator('h1').first().waitFor()
    }
  }
}

function openingPalette(typed = ''): (page: Page) => Promise<void> {
  return async (page) => {
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.type(typed)
  }
}

function pressing(name: string | RegExp): (page: Page) => Promise<void> {
  return async (page) => {
    await page.getByRole('button', { name }).first().click()
    await page.getByRole('dialog').waitFor()
  }
}

async function register(url: string): Promise<Login> {
  const login = { email: 'inhaberin@redaktion.example', password: 'ein langes Passwort' }
  const response = await fetch(`${url}/auth/v1/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(login),
  })
  if (!response.ok) throw new Error(`Registering: ${response.status} ${await response.text()}`)
  return login
}
