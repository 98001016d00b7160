import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser, type Page } from '@playwright/test'
import { CHROMIUM_FLAGS, findChromium } from '../tests/support/chromium.ts'
import { seedDemoBlog } from '../tests/support/demo-blog.ts'
import { startServer } from '../tests/support/server-process.ts'
import { placeSession } from '../tests/support/stored-session.ts'
import { servePage } from './served-page.ts'

export type UsableFigure = {
  name: string
  /** Milliseconds from the navigation to the first record on the screen with the page responsive again; median. */
  product: number
  /** The same for an empty React page, measured alternately. */
  reference: number
  /** Maximum of the rounds. */
  worst: number
}

/** Pause between two presses. */
const PAUSE_MS = 400

/** Screens with the selector of their first record. */
const SCREENS = [
  { name: 'Article list', path: '/admin/articles', record: 'main a[href^="/admin/articles/0"]' },
  { name: 'Board', path: '/admin/editorial-plan', record: 'main section[aria-label] h3' },
  { name: 'Calendar', path: '/admin/calendar', record: 'main [aria-haspopup="dialog"] [aria-hidden].truncate' },
  { name: 'Media library', path: '/admin/media', record: 'main [data-card]' },
]

/** Screens whose code is in two parts: their own and that of their content. */
const PARTED = [
  { name: 'Editor', path: '/admin/articles/new', record: '.cm-content' },
  { name: 'Settings', path: '/admin/settings', record: 'main form input' },
]

/**
 * Measures when screens of the demo blog become usable on a later visit: opened by URL, or from the sidebar after each
 * has been open. Empty without Chromium.
 */
export async function measureUsable(
  quick: boolean,
  kind: 'by address' | 'from screen to screen' = 'by address',
): Promise<UsableFigure[]> {
  const [rounds, screens] = quick ? [1, SCREENS.slice(-2)] : [kind === 'by address' ? 9 : 25, SCREENS]
  const executablePath = findChromium()
  if (!executablePath) return []
  const folder = await mkdtemp(join(tmpdir(), 'blog-cms-usable-'))
  const empty = await servePage('empty-react', join(folder, 'empty'))
  let browser: Browser | undefined
  try {
    const owner = await seedDemoBlog(join(folder, 'data'))
    const server = await startServer({ dataDir: join(folder, 'data') })
    try {
      browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS })
      const context = await browser.newContext({ baseURL: server.url, locale: 'de-DE', timezoneId: 'Europe/Berlin' })
      const page = await context.newPage()
      await placeSession(page, owner)
      const figures: UsableFigure[] = []
      if (kind === 'from screen to screen') return await fromScreenToScreen(page, { server, empty, rounds, screens })
      for (const { name, path, record } of quick ? screens : [...screens, ...PARTED]) {
        const product: number[] = []
        const reference: number[] = []
        // The first round fills caches, as an earlier visit would.
        for (let round = 0; round <= rounds; round++) {
          const bare = await untilUsable(page, empty.url, '[data-ready]')
          const ours = await untilUsable(page, server.url + path, record)
          if (round === 0) continue
          reference.push(bare)
          product.push(ours)
        }
        figures.push({ name, product: median(product), reference: median(reference), worst: Math.max(...product) })
      }
      return figures
    } finally {
      await browser?.close()
      await server.stop()
    }
  } finally {
    await empty.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

type Screens = {
  server: { url: string }
  empty: { url: string }
  rounds: number
  screens: { name: string; path: string; record: string }[]
}

/** Each screen from the one before it, alternating with an empty page that swaps its heading. */
async function fromScreenToScreen(page: Page, { server, empty, rounds, screens }: Screens): Promise<UsableFigure[]> {
  const bare = await page.context().newPage()
  await bare.goto(empty.url)
  await page.goto(server.url + (screens.at(-1)?.path ?? ''))
  const product = new Map(screens.map(({ name }) => [name, [] as number[]]))
  const reference: number[] = []
  let turn = 0
  // In the first rounds each screen is opened for the first time.
  for (let round = -2; round < rounds; round += 1)
    for (const { name, path, record } of screens) {
      const ours = await untilSwapped(page, `nav a[href="${path}"]`, { path, record })
      turn += 1
      const theirs = await untilSwapped(bare, 'a', { path: '/', record: `[data-turn="${turn}"]` })
      if (round < 0) continue
      product.get(name)?.push(ours)
      reference.push(theirs)
    }
  return screens.map(({ name }) => {
    const times = product.get(name) ?? []
    return { name, product: median(times), reference: median(reference), worst: Math.max(...times) }
  })
}

/** Milliseconds from a press on a link until its target is rendered and the page is responsive again. */
async function untilSwapped(page: Page, link: string, wanted: { path: string; record: string }): Promise<number> {
  await page.bringToFront()
  const swapped = shownAfter(page, 'click', wanted)
  await page.locator(link).first().click()
  const took = await swapped
  // Background refetches of a screen must not count for the next one.
  await page.waitForTimeout(PAUSE_MS)
  return took
}

/**
 * Milliseconds from the next such event until the wanted element is rendered at a URL and the page is responsive again.
 * Throws after ten seconds.
 */
export function shownAfter(
  page: Page,
  event: 'click' | 'input',
  wanted: { path?: string; record: string },
): Promise<number> {
  return page.evaluate(
    ({ event, path, record }) =>
      new Promise<number>((resolve, reject) => {
        setTimeout(() => reject(new Error(`${record} is not shown`)), 10_000)
        const look = (start: number) => {
          const isThere = (!path || path === location.pathname) && document.querySelector(record)
          if (!isThere) requestAnimationFrame(() => look(start))
          else requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start), 0))
        }
        window.addEventListener(event, ({ timeStamp }) => look(timeStamp), { capture: true, once: true })
      }),
    { event, ...wanted },
  )
}

/** Milliseconds from the start of the navigation until a record is rendered and the page is idle. */
export async function untilUsable(page: Page, url: string, record: string): Promise<number> {
  await page.goto(url, { waitUntil: 'commit' })
  const drawn = await page.waitForFunction((selector) => document.querySelector(selector) !== null, record, {
    polling: 'raf',
  })
  await drawn.dispose()
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        // A task after the frame that shows it: a key press or click would be handled then, too.
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now()), 0))
      }),
  )
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
