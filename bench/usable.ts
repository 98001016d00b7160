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
  /** Milliseconds from the navigation to the first record on the screen with the page answering again; median. */
  product: number
  /** The same for an empty React page, measured in turns with it. */
  reference: number
  /** Highest of the rounds. */
  worst: number
}

/** Screens with the selector of their first record. */
const SCREENS = [
  { name: 'Article list', path: '/admin/articles', record: 'main a[href^="/admin/articles/0"]' },
  { name: 'Board', path: '/admin/editorial-plan', record: 'main section[aria-label] h3' },
  { name: 'Calendar', path: '/admin/calendar', record: 'main [aria-haspopup="dialog"] [aria-hidden].truncate' },
  { name: 'Media library', path: '/admin/media', record: 'main [data-card]' },
]

/** Measures how soon screens of the demo blog are usable, as somebody who was here before; empty without Chromium. */
export async function measureUsable(quick: boolean): Promise<UsableFigure[]> {
  const [rounds, screens] = quick ? [1, SCREENS.slice(-1)] : [9, SCREENS]
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
      for (const { name, path, record } of screens) {
        const product: number[] = []
        const reference: number[] = []
        // The first round fills caches, as an earlier visit did.
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

/** Milliseconds from the start of the navigation until a record is drawn and the page has nothing more to do. */
export async function untilUsable(page: Page, url: string, record: string): Promise<number> {
  await page.goto(url, { waitUntil: 'commit' })
  const drawn = await page.waitForFunction((selector) => document.querySelector(selector) !== null, record, {
    polling: 'raf',
  })
  await drawn.dispose()
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        // After the frame that shows it, once a task gets its turn: then a key or a click would get its turn too.
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now()), 0))
      }),
  )
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
