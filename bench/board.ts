import { chromium, type Browser, type Page } from '@playwright/test'
import { TASK_PRIORITIES, TASK_STATUSES } from '../src/rules/planning.ts'
import { CHROMIUM_FLAGS, findChromium } from '../tests/support/chromium.ts'
import { registerOwner, type Account } from '../tests/support/e2e.ts'
import { restAs, type Rest } from '../tests/support/rest.ts'
import { startServer, type ServerProcess } from '../tests/support/server-process.ts'
import { placeSession } from '../tests/support/stored-session.ts'
import { UNLIMITED } from '../tests/support/unlimited.ts'

export type BoardFigure = {
  name: string
  cards: number
  /** Milliseconds between two frames while a card is dragged. */
  frame: Times
  /** Milliseconds from a mouse move to the end of the frame that shows it. */
  move: Times
  /** Milliseconds from the mouse move that starts a drag to the frame that shows it. */
  taken: number
  frames: number
}
type Times = { p50: number; p95: number; worst: number }

const CARDS = 1_000
const FEW = 12
const ROUNDS = 5
/** One mouse move per frame. */
const PAUSE_MS = 16
/** Timeout for a frame: headless browsers without a GPU occasionally stop rendering for good. */
const STALLED_MS = 10_000
const ATTEMPTS = 6

/**
 * Drags a card over a board of a thousand cards and over one of a dozen, in columns and in rows by person. Empty
 * without Chromium.
 */
export async function measureBoard(databaseUrl: string | undefined, quick: boolean): Promise<BoardFigure[]> {
  const executablePath = findChromium()
  if (!executablePath) return []
  const server = await startServer({ databaseUrl, env: UNLIMITED })
  try {
    const owner = await registerOwner(server.url)
    const rest = await restAs(server.url, owner)
    const measure = async (name: string, address: string, cards: number) =>
      persistently(executablePath, async (browser) => {
        const page = await openBoard(browser, server, owner, address, cards)
        return dragAround(page, quick ? 1 : ROUNDS, { name, cards })
      })
    await fill(rest, 0, FEW)
    const few = await measure(`Drag, ${FEW} cards`, '/admin/editorial-plan', FEW)
    const many = quick ? 60 : CARDS
    await fill(rest, FEW, many)
    return [
      few,
      await measure(`Drag, ${many} cards`, '/admin/editorial-plan', many),
      await measure(`Drag, ${many} cards in rows by person`, '/admin/editorial-plan?rows=person', many),
    ]
  } finally {
    await server.stop()
  }
}

async function fill(rest: Rest, from: number, to: number): Promise<void> {
  const { id } = await rest.send<{ id: string }>('GET', '/api/account')
  for (let index = from; index < to; index += 1)
    await rest.send('POST', '/api/tasks', {
      title: `Aufgabe ${index + 1}: Bildrechte klären und den Text noch einmal lesen`,
      status: TASK_STATUSES[index % TASK_STATUSES.length],
      priority: TASK_PRIORITIES[index % TASK_PRIORITIES.length],
      due_at: index % 3 === 0 ? null : new Date(Date.UTC(2033, index % 12, 1 + (index % 28))).toISOString(),
      assignee_id: index % 2 === 0 ? id : null,
    })
}

async function persistently<T>(executablePath: string, work: (browser: Browser) => Promise<T | null>): Promise<T> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS })
    try {
      const figure = await work(browser)
      if (figure) return figure
      console.log(`The browser has stopped drawing (attempt ${attempt} of ${ATTEMPTS}).`)
    } finally {
      await browser.close()
    }
  }
  throw new Error('No browser went on drawing.')
}

async function openBoard(
  browser: Browser,
  server: ServerProcess,
  owner: Account,
  address: string,
  cards: number,
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: server.url,
    locale: 'de-DE',
    timezoneId: 'Europe/Berlin',
    viewport: { width: 1440, height: 900 },
  })
  const page = await context.newPage()
  await placeSession(page, owner)
  await page.goto(address)
  await page.waitForFunction((count) => document.querySelectorAll('[data-card]').length === count, cards)
  return page
}

/** Drags the first card over all columns and back, up and down in each, and cancels with Escape. */
async function dragAround(
  page: Page,
  rounds: number,
  { name, cards }: Pick<BoardFigure, 'name' | 'cards'>,
): Promise<BoardFigure | null> {
  const columns = await page.locator('[data-column]').evaluateAll((lists) =>
    lists.slice(0, 6).map((list) => {
      const { left, width, top } = list.getBoundingClientRect()
      return { x: left + width / 2, top }
    }),
  )
  const first = await page.locator('[data-card]').first().boundingBox()
  if (!first) throw new Error('no card to take')
  await page.evaluate(watch)
  const taken: number[] = []
  const [x, y] = [first.x + first.width / 2, first.y + first.height / 2]
  // The first round warms up the compiler.
  for (let round = 0; round <= rounds; round += 1) {
    await page.mouse.move(x, y)
    await page.locator('[data-drag=ready]').waitFor({ state: 'attached' })
    await page.mouse.down()
    await page.mouse.move(x + 3, y + 3)
    const before = Date.now()
    await page.mouse.move(x + 8, y + 8)
    await page.waitForFunction(() => document.querySelector('[data-card].border-dashed') !== null)
    if (round > 0) taken.push(Date.now() - before)
    if (round > 0) await page.evaluate(() => window.boardWatch.start())
    let at = { x: x + 8, y: y + 8 }
    for (const [index, column] of columns.entries()) {
      const heights = index % 2 === 0 ? [column.top + 40, 780] : [780, column.top + 40]
      for (const height of heights) {
        const to = { x: column.x, y: height }
        const steps = Math.max(1, Math.ceil(Math.hypot(to.x - at.x, to.y - at.y) / 24))
        for (let step = 1; step <= steps; step += 1) {
          const paced = page.waitForTimeout(PAUSE_MS)
          await page.mouse.move(at.x + ((to.x - at.x) * step) / steps, at.y + ((to.y - at.y) * step) / steps)
          await paced
        }
        at = to
      }
    }
    if (round > 0) await page.evaluate(() => window.boardWatch.stop())
    await page.keyboard.press('Escape')
    await page.mouse.up()
    await page.waitForFunction(() => document.querySelector('[data-card].border-dashed') === null)
  }
  const { frames, moves } = await page.evaluate(() => window.boardWatch.seen())
  if (frames.length === 0 || Math.max(...frames) > STALLED_MS) return null
  const median = taken.toSorted((a, b) => a - b)[taken.length >> 1] ?? Number.NaN
  return { name, cards, frame: times(frames), move: times(moves), taken: median, frames: frames.length }
}

declare global {
  interface Window {
    boardWatch: { start: () => void; stop: () => void; seen: () => { frames: number[]; moves: number[] } }
  }
}

/** Runs in the page: records the time between frames, and from a move to its frame, while enabled. */
function watch(): void {
  const frames: number[] = []
  const moves: number[] = []
  let watching = false
  let last: number | null = null
  const onFrame = (now: number) => {
    if (watching) {
      if (last !== null) frames.push(now - last)
      last = now
    }
    requestAnimationFrame(onFrame)
  }
  requestAnimationFrame(onFrame)
  window.addEventListener(
    'mousemove',
    (event) => {
      if (!watching) return
      // A task after the next frame: layout and paint are done.
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => moves.push(performance.now() - event.timeStamp)
        port2.postMessage(null)
      })
    },
    { capture: true },
  )
  window.boardWatch = {
    start: () => {
      last = null
      watching = true
    },
    stop: () => {
      watching = false
    },
    seen: () => ({ frames, moves }),
  }
}

function times(values: number[]): Times {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN
  return { p50: at(0.5), p95: at(0.95), worst: sorted.at(-1) ?? Number.NaN }
}
