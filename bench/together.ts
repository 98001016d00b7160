import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { chromium, type Browser, type Page } from '@playwright/test'
import type { Article } from '../src/contract/articles.ts'
import { openSharedWriter } from '../tests/api/writer.ts'
import { CHROMIUM_FLAGS, findChromium } from '../tests/support/chromium.ts'
import { openLive } from '../tests/support/live-stream.ts'
import type { ServerProcess } from '../tests/support/server-process.ts'
import { placeSession } from '../tests/support/stored-session.ts'
import { callAs, type TestAccount } from '../tests/support/test-app.ts'
import { documents, type Blog } from './blog.ts'
import { cpuSeconds } from './process-stats.ts'
import { servePage } from './served-page.ts'
import { typeInto } from './typing.ts'

/** Several editors of one article. Times are milliseconds; null without Chromium. */
export type TogetherFigure = {
  /** Share of a core that the server takes while nobody types. */
  idle: { editors: number; seconds: number; core: number | null }
  keys: {
    writers: number
    count: number
    /** From a key to the end of the frame that shows its character to another writer. */
    others: Percentiles
    /** From a key to the end of the own frame, with the others typing, and in a bare CodeMirror. */
    own: Percentiles
    bare: Percentiles
  } | null
}
type Percentiles = { p50: number; p95: number }

const IDLE_EDITORS = 50
const BEAT_MS = 5000
/** An account has at most 32 live streams. */
const STREAMS_OF_ACCOUNT = 25
/** Beside the two in browsers. */
const FURTHER_WRITERS = 3
const LENGTH = 50_000
/** Characters that no other writer types, so that each is found in the frames of another one. */
const SENTENCE = 'QZJYVKWXQZJYVKWXQZJYVKWX'
const ROUNDS = 9

export async function measureTogether(server: ServerProcess, blog: Blog, quick: boolean): Promise<TogetherFigure> {
  const idle = await measureIdle(server, blog, quick ? 2 : 60)
  return { idle, keys: await measureKeys(server, blog, quick ? 1 : ROUNDS) }
}

async function createArticle(server: ServerProcess, blog: Blog): Promise<Article> {
  const content_markdown = documents().join('\n\n').slice(0, LENGTH)
  const { body } = await callAs(server.url, blog.accessToken)('POST', '/api/articles', {
    title: 'Gemeinsam',
    content_markdown,
  })
  return body as Article
}

let accounts = 0
async function openAccount(server: ServerProcess, blog: Blog): Promise<TestAccount> {
  const [email, password] = [`hand-${(accounts += 1)}@redaktion.example`, 'ein langes Passwort']
  const { body } = await callAs(server.url)('POST', '/auth/v1/signup', { email, password })
  const { access_token: accessToken, refresh_token: refreshToken, user } = body
  await callAs(server.url, blog.accessToken)('PATCH', `/api/users/${user.id}`, { approval: 'approved' })
  return { id: user.id, email, password, accessToken, refreshToken, call: callAs(server.url, accessToken) }
}

/** What open editors do while nobody types: each has its stream and a heartbeat. */
async function measureIdle(server: ServerProcess, blog: Blog, seconds: number): Promise<TogetherFigure['idle']> {
  const { id } = await createArticle(server, blog)
  const people = [await openAccount(server, blog), await openAccount(server, blog)]
  const ended = new AbortController()
  const editors = await Promise.all(
    Array.from({ length: IDLE_EDITORS }, async (_, index) => {
      const { accessToken, call } = people[Math.floor(index / STREAMS_OF_ACCOUNT)]!
      const stream = await openLive(server.url, accessToken, `?text=articles:${id}`)
      const read = stream.closed().catch(() => undefined)
      await call('POST', `/api/articles/${id}/steps/join`)
      const path = `/api/articles/${id}/presence/${crypto.randomUUID()}`
      const beats = (async () => {
        await pause((index / IDLE_EDITORS) * BEAT_MS)
        while (!ended.signal.aborted) {
          await call('PUT', path, {})
          await pause(BEAT_MS, undefined, { signal: ended.signal }).catch(() => undefined)
        }
      })()
      return async () => {
        await beats
        await stream.close()
        await read
      }
    }),
  )
  // All have arrived, and nothing is left to fold.
  await pause(2 * BEAT_MS)
  const before = cpuSeconds(server.pid)
  await pause(seconds * 1000)
  const after = cpuSeconds(server.pid)
  ended.abort()
  await Promise.all(editors.map((leave) => leave()))
  return { editors: IDLE_EDITORS, seconds, core: before === null || after === null ? null : (after - before) / seconds }
}

async function measureKeys(server: ServerProcess, blog: Blog, rounds: number): Promise<TogetherFigure['keys']> {
  const executablePath = findChromium()
  if (!executablePath) return null
  const article = await createArticle(server, blog)
  const folder = await mkdtemp(join(tmpdir(), 'blog-cms-together-'))
  const bare = await servePage('bare-editor', folder)
  const browsers: Browser[] = []
  // Each in a browser of its own: the page in front alone draws frames at full rate.
  const openPage = async () => {
    const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS })
    browsers.push(browser)
    return (await browser.newContext({ baseURL: server.url, locale: 'de-DE' })).newPage()
  }
  const openEditor = async (account: { email: string; password: string }) => {
    const page = await openPage()
    await placeSession(page, account)
    await page.goto(`/admin/articles/${article.id}`)
    await page.getByRole('textbox', { name: 'Text', exact: true }).waitFor()
    return page
  }
  const writers: ReturnType<typeof openSharedWriter>[] = []
  const ended = new AbortController()
  let typing: Promise<unknown> = Promise.resolve()
  try {
    const writing = await openEditor(blog.credentials)
    const reading = await openEditor(await openAccount(server, blog))
    const theirs = await openPage()
    await theirs.goto(bare.url)
    await theirs.evaluate(
      (text) => (window as unknown as { fill: (text: string) => void }).fill(text),
      article.content_markdown,
    )
    for (let index = 0; index < FURTHER_WRITERS; index += 1) {
      const writer = openSharedWriter(server, await openAccount(server, blog), { article })
      while (!writer.sync.steps) {
        writer.sync.share()
        await pause(50)
      }
      writers.push(writer)
    }
    typing = Promise.all(writers.map((writer, index) => keepTyping(writer, index, ended.signal)))
    const [others, own, plain]: number[][] = [[], [], []]
    // The first round warms up the compiler.
    for (let round = 0; round <= rounds; round += 1) {
      await watch(reading)
      const keys = await typeInto(writing, SENTENCE)
      const seen = await framesOf(reading)
      const bareKeys = await typeInto(theirs, SENTENCE)
      if (round === 0) continue
      own!.push(...keys.map(({ ms }) => ms))
      plain!.push(...bareKeys.map(({ ms }) => ms))
      others!.push(...keys.flatMap(({ at }, index) => (seen[index] === undefined ? [] : seen[index] - at)))
    }
    return {
      writers: FURTHER_WRITERS + 2,
      count: others!.length,
      others: percentiles(others!),
      own: percentiles(own!),
      bare: percentiles(plain!),
    }
  } finally {
    ended.abort()
    await typing
    for (const writer of writers) await writer.close()
    for (const browser of browsers) await browser.close()
    await bare.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** A person who types three characters a second, below what the browsers show, and starts a line now and then. */
async function keepTyping(
  writer: ReturnType<typeof openSharedWriter>,
  index: number,
  signal: AbortSignal,
): Promise<void> {
  const place = () => Math.floor(writer.length() * (0.4 + 0.2 * index))
  for (let turn = 0; !signal.aborted; turn += 1) {
    writer.type(turn % 40 === 39 ? '\n' : 'x', place())
    await pause(330, undefined, { signal }).catch(() => undefined)
  }
}

/** Notes when the frames end in which further characters of `SENTENCE` are seen for the first time. */
async function watch(page: Page): Promise<void> {
  await page.bringToFront()
  await page.evaluate((sentence) => {
    const content = document.querySelector('.cm-content')!
    const count = () => [...(content.textContent ?? '')].filter((sign) => sentence.includes(sign)).length
    const before = count()
    const frames: number[] = []
    const observer = new MutationObserver(() => {
      const shown = count() - before
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => {
          while (frames.length < shown) frames.push(performance.timeOrigin + performance.now())
        }
        port2.postMessage(null)
      })
    })
    observer.observe(content, { childList: true, characterData: true, subtree: true })
    Object.assign(window, { frames, unwatch: () => observer.disconnect() })
  }, SENTENCE)
}

async function framesOf(page: Page): Promise<number[]> {
  await page
    .waitForFunction((count) => (window as unknown as { frames: number[] }).frames.length >= count, SENTENCE.length, {
      timeout: 10_000,
    })
    .catch(() => undefined)
  return page.evaluate(() => {
    const { frames, unwatch } = window as unknown as { frames: number[]; unwatch: () => void }
    unwatch()
    return frames
  })
}

function percentiles(values: number[]): Percentiles {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN
  return { p50: at(0.5), p95: at(0.95) }
}
