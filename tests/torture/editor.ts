import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type BrowserContext, type Page } from '@playwright/test'
import type { Article } from '../../src/contract/articles.ts'
import { CHROMIUM_FLAGS, findTestBrowser } from '../support/chromium.ts'
import { registerOwner, type Account } from '../support/e2e.ts'
import { freePort } from '../support/free-port.ts'
import { restAs, type Rest } from '../support/rest.ts'
import { startServer, type ServerProcess } from '../support/server-process.ts'
import { UNLIMITED } from '../support/unlimited.ts'
import { seededRandom } from './random.ts'

export type EditorOptions = {
  rounds: number
  /** Repeats the choice of faults and pauses. The state of the processes at that moment differs between runs. */
  seed: number
  say?: (line: string) => void
}

export type EditorReport = {
  rounds: number
  /** Characters typed, and those shown as saved or stored when the fault occurred. */
  typed: number
  shown: number
  /** The longest period of typing lost by a fault, in milliseconds; at most a second. */
  longestLoss: number
  blows: Record<Blow, number>
}

const BLOWS = ['tab killed', 'tab closed', 'reload', 'network gone', 'server killed'] as const
type Blow = (typeof BLOWS)[number]

/** A snapshot of the screen: the number of characters typed so far, the time, and the state of the chip. */
type Sight = { letters: number; at: number; chip: string }

const LETTER_MS = 25
const MOST_LOSS_MS = 1000

/**
 * A robot types numbered characters into the real editor while its tab, the network and the server are killed at
 * random. After each fault the article is opened again: everything shown as saved must be present, at most a second of
 * typing may be missing, and the text must be a prefix of what was typed, so that no older text replaced it. Throws at
 * the first violation; the message names the seed.
 */
export async function editorRounds({ rounds, seed, say }: EditorOptions): Promise<EditorReport> {
  const random = seededRandom(seed)
  const dataDir = mkdtempSync(join(tmpdir(), 'blog-cms-typing-'))
  const profile = mkdtempSync(join(tmpdir(), 'blog-cms-profile-'))
  const port = await freePort()
  const start = () => startServer({ dataDir, port, env: { ...UNLIMITED, LOG_LEVEL: 'error' } })
  const report: EditorReport = {
    rounds: 0,
    typed: 0,
    shown: 0,
    longestLoss: 0,
    blows: { 'tab killed': 0, 'tab closed': 0, reload: 0, 'network gone': 0, 'server killed': 0 },
  }
  let server: ServerProcess | undefined
  let context: BrowserContext | undefined
  try {
    server = await start()
    const account = await registerOwner(server.url)
    const rest = await restAs(server.url, account)
    context = await chromium.launchPersistentContext(profile, {
      executablePath: findTestBrowser() ?? undefined,
      args: CHROMIUM_FLAGS,
      baseURL: server.url,
      locale: 'de-DE',
    })
    await signIn(context, account)
    let article = await rest.createArticle({ title: `Robotertext ${seed}` })
    let page = await openEditor(context, article.id)
    let letters = 0
    for (let round = 1; round <= rounds; round++) {
      const blow = BLOWS[Math.floor(random() * BLOWS.length)] ?? 'reload'
      const sights = await typeOn(page, letters, { count: 10 + Math.floor(random() * 90), pause: random() < 0.3 })
      const last = sights.at(-1) ?? { letters, at: Date.now(), chip: '' }
      report.typed += last.letters - letters
      page = await strike(blow, {
        context,
        page,
        id: article.id,
        server,
        restart: async () => (server = await start()),
      })
      const there = await textOf(page)
      letters = judge(there, sights, letters, report)
      await untilSaved(page)
      await expectStored(rest, article.id, there)
      report.blows[blow] += 1
      report.rounds = round
      say?.(`round ${round}: ${blow}, ${last.letters} letters typed, ${letters} there`)
      // A new text now and then keeps articles at a realistic length.
      if (letters > 3000) {
        article = await rest.createArticle({ title: `Robotertext ${seed}, Runde ${round}` })
        await page.close()
        page = await openEditor(context, article.id)
        letters = 0
      }
    }
    return report
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error)
    throw new Error(`seed ${seed}, round ${report.rounds + 1}: ${words}`, { cause: error })
  } finally {
    await context?.close().catch(() => undefined)
    await server?.kill()
    rmSync(dataDir, { recursive: true, force: true })
    rmSync(profile, { recursive: true, force: true })
  }
}

const editor = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true })

async function signIn(context: BrowserContext, { email, password }: Account): Promise<void> {
  const page = await context.newPage()
  await page.goto('/auth')
  await page.getByLabel('E-Mail', { exact: true }).fill(email)
  await page.getByLabel('Passwort', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
  await page.waitForURL(/\/admin(\/|$)/)
  await page.close()
}

async function openEditor(context: BrowserContext, id: string): Promise<Page> {
  const page = await context.newPage()
  const go = () => page.goto(`/admin/articles/${id}`)
  // The service worker notices the network a moment after the pages; a person would reload.
  await go().catch(async (error: Error) => {
    if (!error.message.includes('net::ERR_FAILED')) throw error
    await page.waitForTimeout(1000)
    return go()
  })
  await editor(page).waitFor()
  return page
}

/** The nth character follows from its index: a word with its number every ten characters. */
function letterAt(index: number): string {
  return index % 10 === 9 ? ' ' : String.fromCodePoint(97 + ((index * 7 + Math.floor(index / 10)) % 26))
}

function lettersUpTo(count: number): string {
  return Array.from({ length: count }, (_, index) => letterAt(index)).join('')
}

/** Types and records the state on the screen. */
async function typeOn(page: Page, from: number, { count, pause }: { count: number; pause: boolean }): Promise<Sight[]> {
  await editor(page).click()
  await page.keyboard.press('ControlOrMeta+End')
  const sights: Sight[] = []
  for (let index = from; index < from + count; index += 5) {
    const next = Math.min(index + 5, from + count)
    await page.keyboard.type(lettersUpTo(next).slice(index), { delay: LETTER_MS })
    const at = Date.now()
    const chip = await page.locator('[data-sync]').getAttribute('data-sync')
    sights.push({ letters: next, at, chip: chip ?? '' })
  }
  if (pause) {
    await page.locator('[data-sync="saved"]').waitFor()
    const last = sights.at(-1)
    if (last) sights.push({ ...last, at: Date.now(), chip: 'saved' })
  }
  return sights
}

type Scene = {
  context: BrowserContext
  page: Page
  id: string
  server: ServerProcess
  restart: () => Promise<unknown>
}

/** Applies the fault and returns the page in which the article is open afterwards. */
async function strike(blow: Blow, { context, page, id, server, restart }: Scene): Promise<Page> {
  switch (blow) {
    case 'tab killed': {
      const session = await context.newCDPSession(page)
      // The crash ends the session, so no response comes.
      void session.send('Page.crash').catch(() => undefined)
      await page.waitForEvent('crash')
      await page.close()
      return openEditor(context, id)
    }
    case 'tab closed':
      await page.close()
      return openEditor(context, id)
    case 'reload':
      await page.reload()
      await editor(page).waitFor()
      return page
    case 'network gone':
      await context.setOffline(true)
      await page.close()
      await context.setOffline(false)
      return openEditor(context, id)
    case 'server killed':
      await server.kill()
      await page.close()
      await restart()
      return openEditor(context, id)
  }
}

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

/** Compares the text with the snapshots; returns the number of characters left. */
function judge(there: string, sights: Sight[], before: number, report: EditorReport): number {
  if (there !== lettersUpTo(there.length)) throw new Error(`not a beginning of what was typed: „${there.slice(-80)}“`)
  const saved = sights.findLast(({ chip }) => chip === 'saved')?.letters ?? before
  if (there.length < saved) throw new Error(`${saved} letters were shown as saved, ${there.length} are there`)
  report.shown += saved - before
  const missing = sights.find(({ letters }) => letters > there.length)
  const last = sights.at(-1)
  const loss = missing && last ? last.at - missing.at : 0
  if (loss > MOST_LOSS_MS) throw new Error(`${loss} ms of typing are gone: ${there.length} of ${last?.letters} letters`)
  report.longestLoss = Math.max(report.longestLoss, loss)
  return there.length
}

/** The restored text reaches the server by itself. */
async function untilSaved(page: Page): Promise<void> {
  await page.locator('[data-sync="saved"]').waitFor()
}

async function expectStored(rest: Rest, id: string, text: string): Promise<void> {
  const stored: Article = await rest.getArticle(id)
  if (stored.content_markdown !== text)
    throw new Error(`shown as saved, but the server has ${stored.content_markdown.length} of ${text.length} letters`)
}
