import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { faultsAtEveryWidth, hintsInView, type Measuring } from './boxes.ts'
import { expect } from './e2e.ts'
import { englishLines } from './english.ts'
import type { Rest } from './rest.ts'
import { test as base } from './signed-in.ts'

export const LONG =
  'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz und Donaudampfschifffahrtsgesellschaftskapitän'
/** Lines of hints in the first view of a screen. */
const MOST_HINTS = 2
const WIDE = { width: 1440, height: 900 }

export type Filled = { article: string; page: string; category: string; tag: string }

/** Creates one record of every type with overlong words; `article` is published and has unpublished changes. */
export async function fill(rest: Rest, word: string): Promise<Filled> {
  const soon = new Date(Date.now() + 3_600_000).toISOString()
  const category = await rest.send<{ id: string }>('POST', '/api/categories', { name: `${word} ${LONG}`.slice(0, 60) })
  const tag = await rest.send<{ id: string }>('POST', '/api/tags', { name: `${word} ${LONG}`.slice(0, 60) })
  const named = { category_id: category.id, tag_ids: [tag.id] }
  const gone = await rest.createArticle({ title: LONG })
  await Promise.all([
    rest.createArticle({ title: LONG, status: 'scheduled', published_at: soon, ...named }),
    ...Array.from({ length: 4 }, () =>
      rest.send('POST', '/api/events', { title: LONG, type: 'deadline', starts_at: soon }),
    ),
    ...['idea', 'draft', 'ready'].map((status) =>
      rest.send('POST', '/api/tasks', { title: LONG, priority: 'high', due_date: soon.slice(0, 10), status }),
    ),
    rest.send('POST', '/api/research', { title: LONG, source_type: 'note', note: LONG }),
    rest.send('POST', '/api/inbox', { title: LONG }),
    rest.send('POST', '/api/links', {
      title: LONG,
      url: `https://${LONG.slice(0, 20)}.example/${LONG.replaceAll(' ', '-')}`,
    }),
    rest.send('POST', '/api/prompts', { title: LONG, description: LONG, content: LONG }),
    rest.send('POST', '/api/feeds', { url: `https://feed.example/${word}-${LONG.replaceAll(' ', '-')}` }),
    rest.send('DELETE', `/api/articles/${gone.id}`),
  ])
  const published = await rest.createArticle({
    title: LONG,
    status: 'published',
    content_markdown: `Anfang.\n\n## ${LONG}\n\n${'Ein Satz, der etwas sagt. '.repeat(30)}\n\n[Ein Verweis](/article/gibt-es-nicht)`,
    ...named,
  })
  await rest.send('PATCH', `/api/articles/${published.id}`, { version: published.version, excerpt: LONG })
  const page = await rest.send<{ id: string }>('POST', '/api/pages', {
    title: LONG,
    content_markdown: `[so]\n\n${LONG}`,
  })
  return { article: published.id, page: page.id, category: category.id, tag: tag.id }
}

/** A route of the admin app with the ids it needs. */
export function filledIn(address: string, { article, page }: Filled): string {
  return address.replace('$id', address.startsWith('/admin/pages/') ? page : article)
}

/** Navigates within the open page, and reloads for screens outside of the app shell. */
export async function go(page: Page, address: string): Promise<void> {
  const [path] = address.split('?')
  if (path !== '/admin' && new URL(page.url()).pathname === path) await go(page, '/admin')
  await page.evaluate((to) => {
    document.querySelector('main > :last-child')?.setAttribute('data-left', '')
    history.pushState(null, '', to)
  }, address)
  await page.locator('[data-left]').waitFor({ state: 'detached' })
  await page.locator('h1').first().waitFor()
  await settled(page)
}

/** Waits until nothing is loading any more. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      ![...document.querySelectorAll('output')].some((each) => each.textContent === 'Lädt...') &&
      !document.querySelector('[aria-busy="true"]'),
  )
}

/** All routes of the admin app's router, so that new screens are covered automatically. */
export async function addresses(): Promise<string[]> {
  const router = await readFile(join(import.meta.dirname, '..', '..', 'src', 'admin', 'router.tsx'), 'utf8')
  const paths = [...router.matchAll(/(?:screen\(\s*|\bpath: )'(\/[^']*)'/g)].map(([, path]) => path!)
  return [...new Set(paths)].filter((path) => path !== '/admin' && path !== '/auth').map((path) => `/admin${path}`)
}

type Fixtures = {
  /** Measures the page under this name and restores a wide window; errors are reported at the end. */
  look: (name: string, measuring?: Measuring) => Promise<void>
}

/** Test fixture that measures every usable element at the widths of WEEK-1. */
export const test = base.extend<Fixtures>({
  look: async ({ page }, use) => {
    const faults: Record<string, string[]> = {}
    await use(async (name, measuring) => {
      const english = await englishLines(page)
      const found = [...english.map((line) => `English: ${line}`), ...(await faultsAtEveryWidth(page, measuring))]
      await page.setViewportSize(WIDE)
      const hints = await hintsInView(page)
      if (hints.length > MOST_HINTS) found.push(`${hints.length} lines of hints: ${[...new Set(hints)].join(' | ')}`)
      if (found.length > 0) faults[name] = found
    })
    expect(faults).toEqual({})
  },
})
