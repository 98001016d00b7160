import { chromium } from '@playwright/test'
import { CHROMIUM_FLAGS, findChromium } from '../tests/support/chromium.ts'
import { placeSession } from '../tests/support/stored-session.ts'
import type { ListBlog } from './lists.ts'

export type ScrollFigure = {
  /** Rows that were seen, by their number in the list. */
  rows: number
  /** Steps after which part of the window had no row before the end of the list. */
  blank: number
  steps: number
  /** Milliseconds from a step to the frame that shows it. */
  median: number
  worst: number
}

const ROWS = 10_000
const STEP = 720

/** Timeout for a frame: headless browsers without a GPU occasionally stop rendering for good. */
const STALLED_MS = 10_000
const ATTEMPTS = 6

/** Scrolls down the article list in steps of most of a window and checks the rows. Null without Chromium. */
export async function measureScroll(blog: ListBlog): Promise<ScrollFigure | null> {
  const executablePath = findChromium()
  if (!executablePath) return null
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const figure = await scrollOnce(blog, executablePath)
    if (figure) return figure
    console.log(`The browser has stopped drawing (attempt ${attempt} of ${ATTEMPTS}).`)
  }
  return null
}

/** Null if the browser stopped rendering. */
async function scrollOnce(blog: ListBlog, executablePath: string): Promise<ScrollFigure | null> {
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS })
  try {
    const context = await browser.newContext({
      baseURL: blog.server.url,
      locale: 'de-DE',
      viewport: { width: 1440, height: 900 },
    })
    const page = await context.newPage()
    await placeSession(page, blog.account)
    await page.goto('/admin/articles')
    await page.getByRole('list', { name: 'Artikel' }).getByRole('listitem').first().waitFor()
    return await page.evaluate(
      async ({ wanted, step, stalled }) => {
        const list = document.querySelector('ul[aria-label="Artikel"]') as HTMLElement
        let drawing = true
        const frame = () =>
          new Promise<void>((resolve) => {
            const timer = setTimeout(() => {
              drawing = false
              resolve()
            }, stalled)
            requestAnimationFrame(() => {
              clearTimeout(timer)
              resolve()
            })
          })
        const seen = new Set<string>()
        const times: number[] = []
        let blank = 0
        let steps = 0
        while (drawing && seen.size < wanted && steps < (wanted * 44 * 2) / step) {
          const started = performance.now()
          window.scrollBy(0, step)
          steps += 1
          await frame()
          await frame()
          times.push(performance.now() - started)
          const { left, top, bottom, width } = list.getBoundingClientRect()
          // A row is 44 px: probes each row position within the visible part of the list.
          let missing = false
          for (let y = Math.max(top + 22, 60); y < Math.min(bottom, innerHeight) - 2; y += 22) {
            const row = document.elementFromPoint(left + width / 2, y)?.closest('li')
            if (row) seen.add(row.getAttribute('aria-posinset') ?? '')
            else missing = true
          }
          if (missing) blank += 1
          // At the end of the loaded rows the next page is loading.
          for (
            let wait = 0;
            wait < 200 && list.getBoundingClientRect().bottom < innerHeight + step && drawing;
            wait += 1
          )
            await frame()
        }
        if (!drawing) return null
        const sorted = times.toSorted((a, b) => a - b)
        return { rows: seen.size, blank, steps, median: sorted[sorted.length >> 1] ?? 0, worst: sorted.at(-1) ?? 0 }
      },
      { wanted: Math.min(ROWS, Math.floor(blog.articles / 2)), step: STEP, stalled: STALLED_MS },
    )
  } finally {
    await browser.close()
  }
}
