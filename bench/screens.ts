import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { chromium, type Page } from '@playwright/test'
import { CHROMIUM_FLAGS, findChromium } from '../tests/support/chromium.ts'
import type { ServerProcess } from '../tests/support/server-process.ts'
import type { Blog } from './blog.ts'

export type ScreenFigure = {
  name: string
  /** KiB of the built files that the browser requested for the screen, each compressed with gzip. */
  scriptGzip: number
  /** The same with the files that the app prefetches seconds later. */
  withAheadGzip: number
  styleGzip: number
  /** KiB of scripts and styles as transferred (brotli if the server offers it). */
  transferred: number
  requests: number
  /** Milliseconds from navigation to the first contentful paint. */
  firstPaint: number
}

const KIB = 1024
const SCREENS = [
  ['Dashboard', '/admin'],
  ['Article list', '/admin/articles'],
  ['Board', '/admin/editorial-plan'],
  ['Calendar', '/admin/calendar'],
  ['Media library', '/admin/media'],
  ['Inbox', '/admin/inbox'],
  ['Settings', '/admin/settings'],
] as const
const FOLDERS = ['admin', 'site'].map((part) => join(import.meta.dirname, '..', 'dist', part, 'assets'))

/** Opens each first screen in a fresh browser and adds up what it loads. Empty without Chromium. */
export async function measureScreens(server: ServerProcess, blog: Blog, quick: boolean): Promise<ScreenFigure[]> {
  const executablePath = findChromium()
  if (!executablePath) return []
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS })
  try {
    const context = await browser.newContext({ baseURL: server.url, locale: 'de-DE' })
    const page = await context.newPage()
    const figures = [
      await open('Article (reader)', page, `/article/${blog.slug}`, quick),
      await open('Sign-in', page, '/auth', quick),
    ]
    await page.getByLabel('E-Mail').fill(blog.credentials.email)
    await page.getByLabel('Passwort').fill(blog.credentials.password)
    await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
    await page.waitForURL(/\/admin(\/|$)/)
    for (const [name, path] of quick ? [] : SCREENS) figures.push(await open(name, page, path, quick))
    figures.push(await open('Editor', page, '/admin/articles/new', quick))
    return figures
  } finally {
    await browser.close()
  }
}

async function open(name: string, page: Page, path: string, quick: boolean): Promise<ScreenFigure> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.clearBrowserCache')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  await page.goto(path)
  // The app prefetches up to five seconds after its start.
  await page.waitForTimeout(quick ? 0 : AHEAD_MS)
  await untilQuiet(page, quick ? 300 : QUIET_MS)
  const { assets, firstPaint } = await page.evaluate(() => ({
    assets: performance
      .getEntriesByType('resource')
      .map((entry) => entry as PerformanceResourceTiming)
      .filter((entry) => /\.(js|css)(\?|$)/.test(entry.name))
      .map((entry) => ({
        url: entry.name,
        encoded: entry.encodedBodySize,
        ahead: entry.startTime > (performance.getEntriesByName('ahead')[0]?.startTime ?? Infinity),
      })),
    firstPaint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
  }))
  await session.detach()
  // A file counts as prefetched if the screen had not requested it before.
  const files = [...new Map(assets.toReversed().map((asset) => [new URL(asset.url).pathname, asset]))]
  const gzip = (extension: string, counted = files) =>
    counted.filter(([file]) => file.endsWith(extension)).reduce((sum, [file]) => sum + gzipSize(file), 0) / KIB
  return {
    name,
    scriptGzip: gzip(
      '.js',
      files.filter(([, asset]) => !asset.ahead),
    ),
    withAheadGzip: gzip('.js'),
    styleGzip: gzip('.css'),
    transferred: files.reduce((sum, [, asset]) => sum + asset.encoded, 0) / KIB,
    requests: files.length,
    firstPaint,
  }
}

const QUIET_MS = 1500
const AHEAD_MS = 6000

/** Waits until a page has loaded nothing for a while. "networkidle" never occurs, since the live stream stays open. */
async function untilQuiet(page: Page, quietMs: number): Promise<void> {
  const count = () => page.evaluate(() => performance.getEntriesByType('resource').length)
  let before: number
  do {
    before = await count()
    await page.waitForTimeout(quietMs)
  } while ((await count()) !== before)
}

/** Gzip size of a built file, in bytes. */
function gzipSize(path: string): number {
  const name = path.replace(/^.*\//, '')
  for (const folder of FOLDERS) {
    try {
      return gzipSync(readFileSync(join(folder, name)), { level: 9 }).length
    } catch {
      // It is in the other folder.
    }
  }
  throw new Error(`The page loads ${path}, which is not in dist/.`)
}
