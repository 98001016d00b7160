import { setTimeout as sleep } from 'node:timers/promises'
import { chromium } from '@playwright/test'
import { inboxRow, researchRow } from '../src/demo/builders/collecting.ts'
import { insertRows } from '../src/demo/builders/insert.ts'
import { createKit } from '../src/demo/builders/kit.ts'
import { linkRow, mediaRow, promptRow } from '../src/demo/builders/libraries.ts'
import { eventRow, taskRow } from '../src/demo/builders/planning.ts'
import type { SearchGroups } from '../src/contract/search.ts'
import { CHROMIUM_FLAGS, findChromium } from '../tests/support/chromium.ts'
import { placeSession } from '../tests/support/stored-session.ts'
import { waitsToBeRead } from '../src/server/desk/search/search.service.ts'
import type { ListBlog } from './lists.ts'
import { quantiles, type SearchFigure } from './search.ts'
import { shownAfter } from './usable.ts'

/** Records beside the articles, by noun. */
const OTHERS = { tasks: 4000, events: 3000, research: 3000, inbox: 5000, media: 3000, links: 1500, prompts: 500 }

const SEARCHES: Record<string, string> = {
  'one character': 'p',
  'two characters': 'pr',
  'a word while it is typed': 'prüfs',
  'a word in 60 titles': 'Messlatte',
  'a word in 30 texts': 'Prüfstein',
  'a word in many': 'Schreibtisch',
  'the beginning of very many': 'ver',
  'a word in nearly all': 'und',
  'two words': 'Fußnoten prüfen',
  'a typing error': 'Messlatet',
  'a typing error in a long word': 'Veröffentlichugnsplan',
  'a word in none': 'Nachtigallengesang',
  'twelve words in nearly all': 'ein der die und mit von auf den für ist das nicht',
}

/** The global search of the palette, from request to complete response. */
export async function measureDeskSearch(
  { account, server, fill, withDb }: ListBlog,
  quick: boolean,
): Promise<SearchFigure[]> {
  await fill(async (db) => {
    const kit = createKit({ now: new Date() })
    const many = <Row>(count: number, build: (at: number) => Row) =>
      Array.from({ length: quick ? Math.ceil(count / 100) : count }, (_, at) => build(at))
    await insertRows(
      db,
      'editorial_tasks',
      many(OTHERS.tasks, () => taskRow(kit)),
    )
    await insertRows(
      db,
      'calendar_events',
      many(OTHERS.events, () => eventRow(kit)),
    )
    await insertRows(
      db,
      'research_items',
      many(OTHERS.research, () => researchRow(kit)),
    )
    await insertRows(
      db,
      'inbox_items',
      many(OTHERS.inbox, () => inboxRow(kit)),
    )
    await insertRows(
      db,
      'media_assets',
      many(OTHERS.media, () => mediaRow(kit)),
    )
    await insertRows(
      db,
      'link_library',
      many(OTHERS.links, () => linkRow(kit)),
    )
    await insertRows(
      db,
      'prompt_library',
      many(OTHERS.prompts, () => promptRow(kit)),
    )
  })
  await withDb(async (db) => {
    while (await waitsToBeRead(db)) await sleep(250)
  })
  const signedIn = await fetch(`${server.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  })
  const { access_token } = (await signedIn.json()) as { access_token: string }
  const figures: SearchFigure[] = []
  for (const [name, words] of Object.entries(SEARCHES)) {
    const times: number[] = []
    let hits = ''
    for (let round = -3; round < (quick ? 1 : 60); round += 1) {
      const started = performance.now()
      const answer = await fetch(`${server.url}/api/search?q=${encodeURIComponent(words)}`, {
        headers: { authorization: `Bearer ${access_token}` },
      })
      const { groups } = (await answer.json()) as SearchGroups
      if (!answer.ok) throw new Error(`${name}: ${answer.status}`)
      if (round >= 0) times.push(performance.now() - started)
      hits = String(groups.reduce((sum, { items }) => sum + items.length, 0))
    }
    figures.push({ name, hits, ...quantiles(times) })
  }
  return figures
}

/** Result groups, without the group of actions. */
const FOUND = ['Artikel', 'Aufgaben', 'Ereignisse', 'Recherche', 'Inbox', 'Medien', 'Links', 'Prompts']
  .map((group) => `[role=listbox] [role=group][aria-label="${group}"] [role=option]`)
  .join(', ')
const TYPED = ['prüfs', 'Messlatte', 'Prüfstein', 'Schreibtisch', 'ver', 'und', 'Fußnoten prüfen']

/**
 * The palette in a browser: milliseconds from the last character to the frame with the results. Empty without Chromium.
 */
export async function measurePalette({ account, server }: ListBlog, quick: boolean): Promise<SearchFigure[]> {
  const executablePath = findChromium()
  if (!executablePath) return []
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS })
  try {
    const context = await browser.newContext({ baseURL: server.url, locale: 'de-DE' })
    const page = await context.newPage()
    await placeSession(page, account)
    await page.goto('/admin')
    await page.getByRole('heading', { level: 1 }).waitFor()
    const figures: SearchFigure[] = []
    for (const words of quick ? TYPED.slice(0, 1) : TYPED) {
      const times: number[] = []
      let found = 0
      for (let round = -3; round < (quick ? 1 : 25); round += 1) {
        await page.keyboard.press('ControlOrMeta+k')
        const field = page.getByRole('combobox')
        await field.waitFor()
        const shown = shownAfter(page, 'input', { record: FOUND })
        // The whole query at once: requests for its prefixes are not awaited.
        await field.fill(words)
        const took = await shown
        if (round >= 0) times.push(took)
        found = await page.getByRole('option').count()
        await page.keyboard.press('Escape')
        await page.keyboard.press('Escape')
        await field.waitFor({ state: 'detached' })
      }
      figures.push({ name: words, hits: String(found), ...quantiles(times) })
    }
    return figures
  } finally {
    await browser.close()
  }
}
