import { chromium, type Browser, type Page } from '@playwright/test'
import type { Article } from '../../src/contract/articles.ts'
import { oddDocument } from '../../src/demo/builders/documents.ts'
import { createKit } from '../../src/demo/builders/kit.ts'
import { CHROMIUM_FLAGS, findTestBrowser } from '../support/chromium.ts'
import { registerOwner } from '../support/e2e.ts'
import { restAs, type Rest } from '../support/rest.ts'
import { startServer } from '../support/server-process.ts'
import { placeSession } from '../support/stored-session.ts'
import { UNLIMITED } from '../support/unlimited.ts'
import { words } from '../support/words.ts'

export type BytesOptions = {
  documents: number
  /** Repeats the documents. */
  seed: number
  say?: (line: string) => void
}

const PATIENCE_MS = 20_000

/**
 * Opens generated documents on the real screen and saves each twice: untouched, and after typing and undo. Throws if
 * the bytes on the server differ; the message names seed and document.
 */
export async function bytesRounds({ documents, seed, say }: BytesOptions): Promise<void> {
  const { random } = createKit({ seed: `bytes ${seed}` })
  const server = await startServer({ env: { ...UNLIMITED, LOG_LEVEL: 'error' } })
  let browser: Browser | undefined
  try {
    const account = await registerOwner(server.url)
    const rest = await restAs(server.url, account)
    browser = await chromium.launch({ executablePath: findTestBrowser() ?? undefined, args: CHROMIUM_FLAGS })
    const context = await browser.newContext({ baseURL: server.url, locale: 'de-DE', reducedMotion: 'reduce' })
    const page = await context.newPage()
    await placeSession(page, account)
    await page.goto('/admin/articles')
    for (let round = 1; round <= documents; round++) {
      const markdown = oddDocument(random)
      await sameBytes(page, rest, { title: `Dokument ${round}`, markdown }).catch((error: unknown) => {
        throw new Error(`seed ${seed}, document ${round}: ${String(error)}\n${JSON.stringify(markdown)}`, {
          cause: error,
        })
      })
      if (round % 50 === 0) say?.(`${round} documents, each saved twice: byte for byte the same`)
    }
  } finally {
    await browser?.close()
    await server.stop()
  }
}

async function sameBytes(page: Page, rest: Rest, { title, markdown }: { title: string; markdown: string }) {
  const created = await rest.createArticle({ title, content_markdown: markdown })
  // Like a link within the app: the former editor is unmounted.
  await page.evaluate((address) => history.pushState({}, '', address), `/admin/articles/${created.id}`)
  const titleField = page.getByRole('textbox', { name: 'Titel', exact: true })
  await words(page.getByRole('main'), title).and(titleField).waitFor()

  await page.keyboard.press('ControlOrMeta+s')
  const untouched = await savedSince(page, rest, created)
  expectBytes(untouched, markdown, 'saved untouched')

  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  await text.click()
  await page.keyboard.type('getippt')
  await page.keyboard.press('Enter')
  // Usually after other words.
  const typed = text.locator('.cm-line').filter({ hasText: /getippt/ })
  await typed.first().waitFor()
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('ControlOrMeta+z')
  await typed.first().waitFor({ state: 'detached' })
  await page.keyboard.press('ControlOrMeta+s')
  expectBytes(await savedSince(page, rest, untouched), markdown, 'saved after typing and undo')
}

/** The article once the screen shows it as saved and the server has a newer version. */
async function savedSince(page: Page, rest: Rest, former: Article): Promise<Article> {
  const until = Date.now() + PATIENCE_MS
  while (Date.now() < until) {
    await page.locator('[data-sync="saved"]').waitFor()
    const stored = await rest.getArticle(former.id)
    if (stored.version > former.version && (await page.locator('[data-sync="saved"]').count()) > 0) return stored
  }
  throw new Error('the save did not arrive')
}

function expectBytes(article: Article, markdown: string, when: string): void {
  if (article.content_markdown !== markdown)
    throw new Error(`${when}, other bytes came back: ${JSON.stringify(article.content_markdown)}`)
}
