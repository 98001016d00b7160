import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, expect, type BrowserContext, type Page } from '@playwright/test'
import type { InboxItem } from '../../src/contract/inbox.ts'
import type { Task, TaskChange, TaskStatus } from '../../src/contract/tasks.ts'
import { TASK_STATUSES } from '../../src/rules/planning.ts'
import { approved } from '../support/accounts.ts'
import { Connection } from '../support/bad-connection.ts'
import { CHROMIUM_FLAGS, findTestBrowser } from '../support/chromium.ts'
import { registerOwner, type Account } from '../support/e2e.ts'
import { freePort } from '../support/free-port.ts'
import { restAs, type Rest } from '../support/rest.ts'
import { startServer, type ServerProcess } from '../support/server-process.ts'
import { placeSession } from '../support/stored-session.ts'
import { UNLIMITED } from '../support/unlimited.ts'
import { seededRandom } from './random.ts'

export type OfflineOptions = {
  rounds: number
  /** Repeats the choice of actions and faults. The state of the processes at that moment differs between runs. */
  seed: number
  say?: (line: string) => void
}

export type OfflineReport = {
  rounds: number
  /** Characters typed; entries captured and cards moved, and how many of them without a network. */
  letters: number
  captured: number
  moved: number
  withoutLine: number
  /** Number of comparisons with the server. */
  compared: number
  /** The longest period of typing lost by a fault, in milliseconds; at most a second. */
  longestLoss: number
  blows: Record<Blow, number>
}

const BLOWS = ['tab killed', 'tab closed', 'reload', 'server killed', 'other account', 'none'] as const
type Blow = (typeof BLOWS)[number]

const EVERYTHING = /^\//
const LETTER_MS = 20
const MOST_LOSS_MS = 1000
/** Timeout for delivery once the network is back; the app tries every few seconds. */
const ARRIVES_MS = 90_000
/** Rounds between two comparisons with the server. */
const COMPARED_EACH = 4
const CARDS = 3

/** A captured entry: `sure` if it was stored on this machine or the server before the next fault. */
type Captured = { title: string; sure: boolean }
type Sight = { letters: number; at: number; saved: boolean }

/** The expected state. */
type Model = {
  /** In the order of capture, since the last comparison. */
  captured: Captured[]
  /** The last column of each card, its number of moves, and the order of the board shown then. */
  cards: Map<string, { title: string; status: TaskStatus; moves: number }>
  board: string[]
  /** Characters known to be stored, and those typed since with their time. */
  letters: number
  sights: Sight[]
}

/**
 * A robot writes, captures into the inbox and moves cards in a real browser while its network is cut and restored at
 * random, and its tab, the server and the session are ended. Every few rounds the network is restored and everything is
 * compared with a model: every accepted action has arrived once, in order, under its account, and at most a second of
 * typing is lost. Throws at the first violation; the message names the seed.
 */
export async function offlineRounds({ rounds, seed, say }: OfflineOptions): Promise<OfflineReport> {
  const random = seededRandom(seed)
  const dataDir = mkdtempSync(join(tmpdir(), 'blog-cms-offline-'))
  const profile = mkdtempSync(join(tmpdir(), 'blog-cms-profile-'))
  const connection = new Connection()
  const port = await freePort()
  const start = () => startServer({ dataDir, port, env: { ...UNLIMITED, LOG_LEVEL: 'error' } })
  const report: OfflineReport = {
    rounds: 0,
    letters: 0,
    captured: 0,
    moved: 0,
    withoutLine: 0,
    compared: 0,
    longestLoss: 0,
    blows: { 'tab killed': 0, 'tab closed': 0, reload: 0, 'server killed': 0, 'other account': 0, none: 0 },
  }
  let server: ServerProcess | undefined
  let context: BrowserContext | undefined
  let said: string[] = []
  try {
    server = await start()
    const owner = await registerOwner(server.url)
    const other = await approved(server.url, owner, 'andere')
    context = await chromium.launchPersistentContext(profile, {
      executablePath: findTestBrowser() ?? undefined,
      args: CHROMIUM_FLAGS,
      baseURL: server.url,
      locale: 'de-DE',
      proxy: { server: await connection.open() },
    })
    const desk = await openDesk({
      context,
      connection,
      owner,
      other,
      rest: await restAs(server.url, owner),
      seed,
      report,
    })
    for (let round = 1; round <= rounds; round++) {
      said = []
      for (let deeds = 1 + Math.floor(random() * 4); deeds > 0; deeds -= 1) {
        if (random() < 0.4) desk.line(!desk.isCut())
        const line = desk.isCut() ? '✂' : ''
        const kind = random()
        if (kind < 0.35) said.push(`${line}${await desk.write(5 + Math.floor(random() * 40))} letters`)
        else if (kind < 0.7) said.push(`${line}${await desk.capture()}`)
        else said.push(`${line}${await desk.move(random)}`)
      }
      const blow = BLOWS[Math.floor(random() * BLOWS.length)] ?? 'reload'
      // Some faults occur during a capture.
      await desk.strike(blow, {
        midway: random() < 0.3,
        restart: async () => (server = await restarted(server, start)),
      })
      report.blows[blow] += 1
      const compares = round % COMPARED_EACH === 0 || round === rounds
      if (compares) await desk.compare()
      report.rounds = round
      say?.(`round ${round}: ${said.join(', ')}; ${blow}${compares ? '; all compared' : ''}`)
    }
    return report
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error)
    const page = context?.pages().at(-1)
    const shown = await page?.locator('body').ariaSnapshot({ timeout: 5_000 }).catch(String)
    throw new Error(
      `seed ${seed}, round ${report.rounds + 1} (${said.join(', ')}): ${words}\nat ${page?.url()}:\n${shown}`,
      { cause: error },
    )
  } finally {
    await context?.close().catch(() => undefined)
    await connection.close()
    await server?.kill()
    rmSync(dataDir, { recursive: true, force: true })
    rmSync(profile, { recursive: true, force: true })
  }
}

async function restarted(server: ServerProcess | undefined, start: () => Promise<ServerProcess>) {
  await server?.kill()
  return start()
}

const editor = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true })
const navigation = (page: Page) => page.getByRole('navigation', { name: 'Navigation', exact: true })
const goTo = (page: Page, name: RegExp) => navigation(page).getByRole('link', { name, exact: true }).click()
const captureField = (page: Page) => page.getByLabel('Idee oder Link festhalten', { exact: true })

/** The nth character follows from its index. */
function lettersUpTo(count: number): string {
  return Array.from({ length: count }, (_, index) =>
    index % 10 === 9 ? ' ' : String.fromCodePoint(97 + ((index * 7 + Math.floor(index / 10)) % 26)),
  ).join('')
}

type Scene = {
  context: BrowserContext
  connection: Connection
  owner: Account
  other: Account & { id: string }
  rest: Rest
  seed: number
  report: OfflineReport
}

/** Opens everything once with a network, as a user does before a journey, and returns the robot's actions. */
async function openDesk({ context, connection, owner, other, rest, seed, report }: Scene) {
  const article = await rest.createArticle({ title: `Robotertext ${seed}` })
  const ownerId = String((await rest.send<{ author_id: string }>('GET', `/api/articles/${article.id}`)).author_id)
  const model: Model = { captured: [], cards: new Map(), board: [], letters: 0, sights: [] }
  for (let number = 1; number <= CARDS; number += 1) {
    const { id, title, status } = await rest.send<Task>('POST', '/api/tasks', { title: `Karte ${number} von ${seed}` })
    model.cards.set(id, { title, status, moves: 0 })
  }
  let cut = false
  let number = 0
  let page = await context.newPage()
  await placeSession(page, owner)
  await readAll()
  // All code and the page itself are cached on this machine.
  const isHere = () => page.evaluate(async () => !!(await caches.match('/admin', { cacheName: 'blog-cms-shell' })))
  await expect.poll(isHere, { timeout: ARRIVES_MS }).toBe(true)

  /** Reads everything needed offline; lists are persisted a moment later. */
  async function readAll(): Promise<void> {
    await page.goto('/admin/inbox')
    await captureField(page).waitFor()
    await goTo(page, /^Redaktionsplan/)
    await page.locator('[data-card]').first().waitFor()
    await goTo(page, /^Artikel/)
    await page.getByRole('link', { name: article.title, exact: true }).first().click()
    await editor(page).waitFor()
    const [card = ''] = model.cards.keys()
    const isKept = async () => {
      const queries = (await stored(page, 'blog-cms-lists', 'lists')).map((one) =>
        String((one as { query?: string }).query),
      )
      const has = (...words: string[]) => queries.some((query) => words.every((word) => query.includes(word)))
      return has('"queryKey":["inbox"') && has(card, '"checklist"') && has(article.id, '"content_markdown"')
    }
    await expect.poll(isKept, { timeout: ARRIVES_MS, message: 'what was read is not kept' }).toBe(true)
    await goTo(page, /^Inbox/)
  }

  const line = (next: boolean) => {
    cut = next
    connection.mend()
    if (cut) connection.cut(EVERYTHING)
  }
  const stays = async (is: () => Promise<boolean>, what: string) => {
    await expect.poll(is, { timeout: 15_000, message: what }).toBe(true)
  }
  const count = () => {
    if (cut) report.withoutLine += 1
  }
  const inbox = async () =>
    (await rest.send<{ items: InboxItem[] }>('GET', '/api/inbox?limit=100')).items.filter(({ title }) =>
      title.endsWith(` von ${seed}`),
    )
  const boardOrder = () =>
    page.locator('[data-card]').evaluateAll((cards) => cards.map((card) => card.getAttribute('data-card') ?? ''))

  const openText = async () => {
    await page.goto(`/admin/articles/${article.id}`)
    await editor(page).waitFor()
  }

  async function write(letters: number): Promise<number> {
    await openText()
    await judgeText()
    await editor(page).click()
    await page.keyboard.press('ControlOrMeta+End')
    const from = model.letters
    for (let index = from; index < from + letters; index += 5) {
      const next = Math.min(index + 5, from + letters)
      await page.keyboard.type(lettersUpTo(next).slice(index), { delay: LETTER_MS })
      const chip = await page.locator('[data-sync]').getAttribute('data-sync')
      model.sights.push({ letters: next, at: Date.now(), saved: chip === 'saved' })
    }
    report.letters += letters
    return letters
  }

  /** The text must be a prefix of what was typed, with everything shown as saved. */
  async function judgeText(): Promise<string> {
    const there = await textOf(page)
    const { sights } = model
    if (there !== lettersUpTo(there.length)) throw new Error(`not a beginning of what was typed: „${there.slice(-80)}“`)
    const saved = sights.findLast((sight) => sight.saved)?.letters ?? model.letters
    if (there.length < saved) throw new Error(`${saved} letters were shown as saved, ${there.length} are there`)
    const [missing, last] = [sights.find(({ letters }) => letters > there.length), sights.at(-1)]
    const loss = missing && last ? last.at - missing.at : 0
    if (loss > MOST_LOSS_MS) throw new Error(`${loss} ms of typing are gone: ${there.length} of ${last?.letters}`)
    report.longestLoss = Math.max(report.longestLoss, loss)
    model.letters = there.length
    model.sights = []
    return there
  }

  async function capture(midway = false): Promise<string> {
    const entry: Captured = { title: `Eintrag ${(number += 1)} von ${seed}`, sure: false }
    await goTo(page, /^Inbox/)
    await captureField(page).fill(entry.title)
    model.captured.push(entry)
    await captureField(page).press('Enter')
    if (midway) return entry.title
    await page.getByRole('button', { name: entry.title, exact: true }).waitFor()
    const title = entry.title
    const is = async () => (await waiting(page)).some((deed) => deed.title === title) || has(await inbox(), title)
    await stays(is, `„${title}“ is shown, but neither waits nor has arrived`)
    entry.sure = true
    report.captured += 1
    count()
    return title
  }

  async function move(random: () => number): Promise<string> {
    await goTo(page, /^Redaktionsplan/)
    const [id, card] = [...model.cards][Math.floor(random() * model.cards.size)] ?? []
    if (!id || !card) throw new Error('there is no card')
    const at = TASK_STATUSES.indexOf(card.status)
    const right = at === 0 || (at < TASK_STATUSES.length - 1 && random() < 0.5)
    const status = TASK_STATUSES[at + (right ? 1 : -1)] ?? card.status
    const drawn = page.locator(`[data-card="${id}"]`)
    const button = drawn.getByRole('button', { name: card.title, exact: true })
    await button.focus()
    for (const key of ['Space', right ? 'ArrowRight' : 'ArrowLeft', 'Space']) await page.keyboard.press(key)
    const is = async () =>
      (await waiting(page)).some((deed) => deed.id === id && deed.status === status) ||
      (await rest.send<Task>('GET', `/api/tasks/${id}`)).status === status
    await stays(is, `„${card.title}“ was moved to ${status}, but that neither waits nor has arrived`)
    Object.assign(card, { status, moves: card.moves + 1 })
    // Rendered a moment after the move.
    await page.locator(`[data-column="${status}"] [data-card="${id}"]`).waitFor()
    model.board = await boardOrder()
    report.moved += 1
    count()
    return `${card.title} to ${status}`
  }

  async function strike(blow: Blow, { midway, restart }: { midway: boolean; restart: () => Promise<unknown> }) {
    if (midway) await capture(true)
    if (blow === 'tab killed') {
      const session = await context.newCDPSession(page)
      // The crash ends the session, so no response comes.
      void session.send('Page.crash').catch(() => undefined)
      await page.waitForEvent('crash')
    }
    if (blow === 'server killed') await restart()
    if (blow === 'other account') return visitAs(other)
    if (blow === 'tab killed' || blow === 'tab closed') {
      await page.close()
      page = await context.newPage()
      await page.goto('/admin/inbox')
    }
    if (blow === 'reload') await page.reload()
    await navigation(page).waitFor()
  }

  /**
   * The owner signs out; another account signs in, sees nothing that waits and captures something; then the owner
   * returns.
   */
  async function visitAs({ id, ...account }: Account & { id: string }): Promise<void> {
    await page.getByRole('button', { name: 'Abmelden', exact: true }).click()
    await page.waitForURL(/\/auth/)
    line(false)
    await placeSession(page, account)
    await page.goto('/admin/waiting')
    await page.getByRole('heading', { name: 'Nichts wartet', exact: true }).waitFor()
    const title = `Fremder Eintrag ${(number += 1)} von ${seed}`
    await goTo(page, /^Inbox/)
    await captureField(page).fill(title)
    await captureField(page).press('Enter')
    await stays(async () => has(await inbox(), title), `„${title}“ of the other account has not arrived`)
    const mine = (await inbox()).find((item) => item.title === title)
    if (mine?.author_id !== id) throw new Error(`„${title}“ was captured by another account`)
    await page.getByRole('button', { name: 'Abmelden', exact: true }).click()
    await page.waitForURL(/\/auth/)
    await placeSession(page, owner)
    // Signing out has deleted the persisted lists.
    await readAll()
  }

  /** The text in this browser and on the server, as lengths and numbers of saves. */
  async function sides(): Promise<string> {
    const short = (_key: string, value: unknown) =>
      typeof value === 'object' && value !== null && 'content_markdown' in value
        ? { letters: String(value.content_markdown).length, ...('version' in value && { version: value.version }) }
        : value
    const { version, content_markdown, recent_saves } = await rest.getArticle(article.id)
    const server = { version, letters: content_markdown.length, recent_saves }
    return JSON.stringify({ here: await stored(page, 'blog-cms-drafts', 'drafts'), server }, short)
  }

  /** With a network everything is sent; then the server matches the model, once and in order. */
  async function compare(): Promise<void> {
    line(false)
    if (!/\/admin\//.test(page.url())) await page.goto('/admin/inbox')
    await expect.poll(() => waiting(page), { timeout: ARRIVES_MS, message: 'not everything goes out' }).toEqual([])
    await openText()
    await judgeText()
    await page
      .locator('[data-sync="saved"]')
      .waitFor({ timeout: ARRIVES_MS })
      .catch(async (cause: unknown) => {
        throw new Error(`the text does not arrive: ${await sides()}`, { cause })
      })
    const text = await textOf(page)
    const stored = await rest.getArticle(article.id)
    if (stored.content_markdown !== text) throw new Error('shown as saved, but the server has another text')

    const arrived = (await inbox()).toReversed()
    const titles = arrived.map(({ title }) => title)
    const wanted = model.captured.filter(({ title, sure }) => sure || titles.includes(title)).map(({ title }) => title)
    const own = titles.filter((title) => model.captured.some((entry) => entry.title === title))
    if (own.join() !== wanted.join()) throw new Error(`captured were ${wanted.join()}; the server has ${own.join()}`)
    const foreign = arrived.find(({ title, author_id }) => title.startsWith('Eintrag') && author_id !== ownerId)
    if (foreign) throw new Error(`„${foreign.title}“ arrived under another account`)
    for (const { id } of await inbox()) await rest.send('DELETE', `/api/inbox/${id}`)
    model.captured = []

    const { items } = await rest.send<{ items: Task[] }>('GET', '/api/tasks/board')
    for (const [id, { title, status, moves }] of model.cards) {
      const card = items.find((one) => one.id === id)
      if (card?.status !== status) throw new Error(`„${title}“ was moved to ${status} and is in ${card?.status}`)
      const { items: changes } = await rest.send<{ items: TaskChange[] }>('GET', `/api/tasks/${id}/history`)
      const moved = changes.filter(({ field }) => field === 'status').length
      if (moved !== Math.min(moves, 100 - (changes.length - moved)))
        throw new Error(`„${title}“ was moved ${moves} times, the server knows ${moved}`)
    }
    const order = TASK_STATUSES.flatMap((status) => items.filter((one) => one.status === status)).map(({ id }) => id)
    if (model.board.length > 0 && model.board.join() !== order.join())
      throw new Error(`the board was shown as ${model.board.join()} and is ${order.join()}`)
    report.compared += 1
  }

  return { line, isCut: () => cut, write, capture: () => capture(), move, strike, compare }
}

const has = (items: InboxItem[], title: string) => items.some((item) => item.title === title)

/** The editor renders only the visible part; copying the selection gives all of it. */
async function textOf(page: Page): Promise<string> {
  await editor(page).click()
  await page.keyboard.press('ControlOrMeta+a')
  const text = await editor(page).evaluate((element) => {
    const data = new DataTransfer()
    element.dispatchEvent(new ClipboardEvent('copy', { clipboardData: data, bubbles: true, cancelable: true }))
    return data.getData('text/plain')
  })
  await page.keyboard.press('ControlOrMeta+End')
  return text
}

type Kept = { id: string; title: string; status: string | null }

/** All waiting actions in this browser, of any account. */
async function waiting(page: Page): Promise<Kept[]> {
  const all = (await stored(page, 'blog-cms-outbox', 'deeds')) as {
    kind: string
    title?: string
    input: { id?: string; title?: string; status?: string }
  }[]
  return all.map(({ title, input }) => ({
    id: input.id ?? '',
    title: input.title ?? title ?? '',
    status: input.status ?? null,
  }))
}

/** All records of an object store of this browser; none if it does not exist. */
function stored(page: Page, database: string, table: string): Promise<unknown[]> {
  return page.evaluate(
    ([name, store]) =>
      new Promise<unknown[]>((resolve) => {
        const opening = indexedDB.open(name)
        opening.addEventListener('upgradeneeded', () => opening.transaction?.abort())
        opening.addEventListener('error', () => resolve([]))
        opening.addEventListener('success', () => {
          const asked = opening.result.transaction(store).objectStore(store).getAll()
          asked.addEventListener('success', () => {
            opening.result.close()
            resolve(asked.result)
          })
        })
      }),
    [database, table] as const,
  )
}
