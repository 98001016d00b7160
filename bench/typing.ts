import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser, type CDPSession, type Page } from '@playwright/test'
import sharp from 'sharp'
import { CHROMIUM_FLAGS, findChromium } from '../tests/support/chromium.ts'
import type { ServerProcess } from '../tests/support/server-process.ts'
import { placeSession } from '../tests/support/stored-session.ts'
import { documents, type Blog } from './blog.ts'
import { servePage } from './served-page.ts'

export type TypingFigure = { name: string; product: Times; reference: Times; keys: number }
/**
 * Milliseconds from a key press to the end of the frame that shows its character; and main thread CPU milliseconds per
 * key, which are steadier on shared machines and include work after the frame.
 */
type Times = { p50: number; p95: number; cpu: number }

const LENGTH = 50_000
const PAUSE_MS = 60

/** Types into documents of 50 KB in the product and in a bare CodeMirror, alternately. Empty without Chromium. */
export async function measureTyping(server: ServerProcess, blog: Blog, quick: boolean): Promise<TypingFigure[]> {
  const markdown = documents().join('\n\n').slice(0, LENGTH)
  const pictured = withPicturesAndTables(markdown, await uploadPictures(server, blog))
  const plain = { quick, markdown, name: `Key to frame, ${LENGTH / 1000} KB of markdown` }
  return [
    ...(quick ? [] : await measure(server, blog, plain)),
    ...(await measure(server, blog, {
      quick,
      markdown: pictured,
      name: `Key to frame, ${LENGTH / 1000} KB with ${PICTURES} pictures and ${TABLES} tables`,
    })),
    ...(await measure(server, blog, {
      quick,
      rounds: 1,
      sentence: SENTENCE.slice(0, 20),
      markdown: PARAGRAPH.repeat(Math.ceil((quick ? LENGTH : 1_000_000) / PARAGRAPH.length)),
      name: 'Key to frame, 1 MB in one paragraph',
    })),
  ]
}

const PICTURES = 20
const TABLES = 5

/** Own pictures, each in a different colour. */
async function uploadPictures(server: ServerProcess, blog: Blog): Promise<string[]> {
  const urls: string[] = []
  for (let index = 0; index < PICTURES; index += 1) {
    const background = { r: index * 12, g: 120, b: 255 - index * 12 }
    const image = sharp({ create: { width: 1600, height: 1000, channels: 3, background } })
    const response = await fetch(`${server.url}/api/media?filename=messung-${index}.jpg`, {
      method: 'POST',
      headers: { 'content-type': 'image/jpeg', authorization: `Bearer ${blog.accessToken}` },
      body: new Uint8Array(await image.jpeg().toBuffer()),
    })
    urls.push(((await response.json()) as { url: string }).url)
  }
  return urls
}

/** The text with pictures and tables between its paragraphs: four pictures and a table are visible at its top. */
function withPicturesAndTables(markdown: string, urls: string[]): string {
  const table = ['| Gerät | Stunden |', '| --- | --- |', '| Notebook | 11 |', '| Tablet | 9 |'].join('\n')
  const picture = (index: number) => `![Aufnahme ${index + 1}](${urls[index]} "Was darauf zu sehen ist")`
  const start = [picture(0), PLACE, table, picture(1), 'Zwei Bilder nebeneinander.', `${picture(2)} ${picture(3)}`]
  const added = Array.from({ length: PICTURES - 4 }, (_, index) =>
    [picture(index + 4), ...(index % 4 === 0 && index / 4 < TABLES - 1 ? [table] : [])].join('\n\n'),
  )
  const room = LENGTH - [...start, ...added].join('\n\n').length
  const paragraphs = markdown.slice(0, room).replaceAll('```', '').split('\n\n')
  const step = Math.floor(paragraphs.length / added.length)
  const body = paragraphs.flatMap((paragraph, index) =>
    index % step === step - 1 ? [paragraph, added[(index + 1) / step - 1] ?? ''] : [paragraph],
  )
  return [...start, ...body].join('\n\n')
}

type Document = { quick: boolean; markdown: string; name: string; rounds?: number; sentence?: string }

async function measure(
  server: ServerProcess,
  blog: Blog,
  { quick, markdown, name, ...pace }: Document,
): Promise<TypingFigure[]> {
  const rounds = quick ? 1 : (pace.rounds ?? 9)
  const sentence = quick ? SENTENCE.slice(0, 5) : (pace.sentence ?? SENTENCE)
  const executablePath = findChromium()
  if (!executablePath) return []
  const folder = await mkdtemp(join(tmpdir(), 'blog-cms-typing-'))
  const bare = await servePage('bare-editor', folder)
  let browser: Browser | undefined
  try {
    browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS })
    const context = await browser.newContext({ baseURL: server.url, locale: 'de-DE' })
    const [ours, theirs] = [await context.newPage(), await context.newPage()]
    await placeSession(ours, blog.credentials)
    const article = await createArticle(server, blog, markdown)
    await ours.goto(`/admin/articles/${article}`)
    await ours.getByRole('textbox', { name: 'Text', exact: true }).waitFor()
    await theirs.goto(bare.url)
    await theirs.evaluate((text) => (window as unknown as { fill: (text: string) => void }).fill(text), markdown)
    const sides = await Promise.all(
      [ours, theirs].map(async (page) => ({ page, clock: await threadClock(page), keys: [] as number[], cpu: 0 })),
    )
    // The first round warms up the compiler.
    for (let round = 0; round <= rounds; round += 1) {
      for (const side of sides) {
        const before = await threadTime(side.clock)
        const keys = await typeInto(side.page, sentence)
        if (round === 0) continue
        side.keys.push(...keys.map(({ ms }) => ms))
        side.cpu += (await threadTime(side.clock)) - before
      }
    }
    const [product, reference] = sides.map(({ keys, cpu }) => times(keys, cpu)) as [Times, Times]
    return [{ name, product, reference, keys: sides[0]?.keys.length ?? 0 }]
  } finally {
    await browser?.close()
    await bare.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function createArticle(server: ServerProcess, blog: Blog, markdown: string): Promise<string> {
  const response = await fetch(`${server.url}/api/articles`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${blog.accessToken}` },
    body: JSON.stringify({ title: 'Messung beim Tippen', content_markdown: markdown }),
  })
  return ((await response.json()) as { id: string }).id
}

const PLACE = 'An dieser Stelle wird geschrieben.'
const PARAGRAPH = 'Ein Satz mit **fetten** Worten und einem [Verweis](https://example.org/a). '
const SENTENCE = 'Ein Satz mit **fetten** Worten, wie man ihn eben tippt. '

/** When a key was pressed, as time since the epoch, and the milliseconds until the end of the frame that shows its character. */
export type TimedKey = { at: number; ms: number }

/** Types a sentence in the middle of the visible text. */
export async function typeInto(page: Page, sentence: string): Promise<TimedKey[]> {
  await page.bringToFront()
  const place = page.locator('.cm-line').filter({ hasText: 'An dieser Stelle' })
  const lines = page.locator('.cm-line')
  if ((await place.count()) > 0) await place.click()
  else if ((await lines.count()) > 8) await lines.nth(8).click()
  else await lines.first().click({ position: { x: 120, y: 20 } })
  await page.evaluate(() => {
    const seen: TimedKey[] = []
    const onKey = (event: KeyboardEvent) => {
      // A task after the next frame: layout and paint of the character are done.
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        const at = performance.timeOrigin + event.timeStamp
        port1.onmessage = () => seen.push({ at, ms: performance.now() - event.timeStamp })
        port2.postMessage(null)
      })
    }
    window.addEventListener('keydown', onKey, { capture: true })
    const stop = () => window.removeEventListener('keydown', onKey, { capture: true })
    Object.assign(window, { keyTimes: seen, stopTiming: stop })
  })
  await page.keyboard.type(sentence, { delay: PAUSE_MS })
  await page.waitForTimeout(PAUSE_MS * 5)
  const seen = await page.evaluate(() => {
    const { keyTimes, stopTiming } = window as unknown as { keyTimes: TimedKey[]; stopTiming: () => void }
    stopTiming()
    return keyTimes
  })
  return seen.slice(0, sentence.length)
}

async function threadClock(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  return session
}

/** CPU milliseconds of the page's main thread so far. */
async function threadTime(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
}

function times(values: number[], cpu: number): Times {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN
  return { p50: at(0.5), p95: at(0.95), cpu: cpu / values.length }
}
