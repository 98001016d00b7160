import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { ACTION_IDS, action, PLACES, type ActionId } from '../../src/admin/actions/registry.ts'
import { hasTerms, searchableText, searchTerms } from '../../src/rules/search-text.ts'
import { expect } from './e2e.ts'
import type { Rest } from './rest.ts'

export type Desk = Awaited<ReturnType<typeof fillDesk>>

/** A month without other entries. */
export const MONTH = '2034-05'

/** One record of every noun, each titled with this word alone. */
export async function fillDesk(rest: Rest, word: string, page: Page) {
  const make = (path: string, body: object) => rest.send<{ id: string }>('POST', path, body)
  await make('/api/categories', { name: word })
  await make('/api/categories', { name: `${word} ${word}` })
  await make('/api/tags', { name: word })
  const draft = await rest.createArticle({ title: word, content_markdown: 'Ein Wort.' })
  // Two places differ between its versions, so that one can go on from the first.
  const middle = 'Der Absatz in der Mitte bleibt, wie er ist.'
  const content_markdown = `Ein Wort.\n\n${middle}\n\nEnde.`
  const published = await rest.createArticle({ title: word, status: 'published', content_markdown })
  await rest.send('PATCH', `/api/articles/${published.id}`, {
    version: published.version,
    content_markdown: `## Zwei\n\nWorte.\n\n${middle}\n\nSchluss.`,
  })
  const planned = { title: word, status: 'scheduled' as const, published_at: `${MONTH}-10T09:00:00Z` }
  await rest.createArticle(planned)
  await rest.createArticle({ ...planned, published_at: `${MONTH}-11T09:00:00Z` })
  const gone = await rest.createArticle({ title: word })
  await rest.send('DELETE', `/api/articles/${gone.id}`)
  const site = await make('/api/pages', { title: word, content_markdown: 'Wer wir sind.' })
  const event = { title: word, type: 'deadline' }
  await make('/api/events', { ...event, starts_at: `${MONTH}-17T09:00:00Z` })
  const recurrence = { every: 'week', weekdays: [3], count: 2 }
  await make('/api/events', { ...event, starts_at: `${MONTH}-18T09:00:00Z`, recurrence })
  const task = await make('/api/tasks', { title: word })
  await make('/api/tasks', { title: word, status: 'ready' })
  const source = await make('/api/research', { title: word, source_type: 'link', url: 'https://example.org/' })
  const entry = await make('/api/inbox', { title: word, url: 'https://example.org/' })
  await make('/api/links', { title: word, url: 'https://example.org/' })
  await make('/api/prompts', { title: word, content: 'Schlage Überschriften vor.' })
  await make('/api/feeds', { url: `https://feed.example/${word}` })
  await make('/api/redirects', { from: `/${word}`, to: '/' })
  await page.goto('/admin/media')
  const bytes = sharp({ create: { width: 32, height: 24, channels: 3, background: '#888' } })
  await page
    .getByLabel('Bilder zum Hochladen', { exact: true })
    .setInputFiles({ name: `${word}.png`, mimeType: 'image/png', buffer: await bytes.png().toBuffer() })
  await expect(page.getByRole('list', { name: 'Bilder', exact: true }).getByRole('listitem')).toHaveCount(1)
  const { items } = await rest.send<{ items: { id: string }[] }>('GET', '/api/media')
  return { draft, published, site, task, source, entry, picture: items[0]! }
}

/**
 * Controls that are no actions of their own, by role or by the part that contains them: a selector each, with its
 * reason. Everything else must be in the registry.
 */
const KINDS: { reason: string; selector: string; on?: RegExp; ofOpener?: true }[] = [
  {
    reason: 'A value is chosen; its label names it.',
    selector: '[role=tab], [role=combobox], [role=menuitemradio], [aria-pressed], [aria-haspopup=listbox]',
  },
  { reason: 'It opens or unfolds what the walk sees itself.', selector: '[aria-haspopup], [aria-expanded], summary' },
  { reason: 'It belongs to a form, which is sent or left.', selector: 'form *, [form]' },
  {
    reason: 'It closes what is open, as Escape does.',
    selector: '[aria-label="Schließen"], [aria-label="Angaben schließen"]',
  },
  { reason: 'It is a field of the panel, to which `Angaben` leads.', selector: 'aside[aria-label="Angaben"] *' },
  { reason: 'It changes what a preview shows, and nothing else.', selector: 'section[aria-label="Vorschau"] *' },
  {
    reason: 'It opens the record that it names, which the walk opens itself.',
    selector: '[role=dialog] li > button, [aria-label$=" bearbeiten"]',
    on: /^\/admin\/(?:calendar|link-library|prompt-library)/,
  },
  { reason: 'It copies the field beside it.', selector: ':has(> * input[readonly]) > *' },
  {
    reason: 'It acts on its line; the action, which the walk sees, on the line that has the focus.',
    selector: '[aria-label^="Rückgängig: "]',
    on: /^\/admin\/activity/,
  },
  {
    reason: 'It acts on the record of its row, which cannot be opened: the palette cannot know which one is meant.',
    selector: 'main li *',
    ofOpener: true,
    on: /^\/admin\/(?:settings|account|integrations|waiting)/,
  },
]

type Control = { name: string; around: string[]; opener: string | null; kinds: number[] }

/** Every button and every entry of an open menu that can be reached now. */
function controls(page: Page): Promise<Control[]> {
  return page.evaluate(
    (kinds) => {
      const nameOf = (element: Element): string => {
        const label = element.getAttribute('aria-label')
        if (label !== null) return label
        const said: string[] = []
        const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
        for (let text = walker.nextNode(); text; text = walker.nextNode()) {
          const unsaid = text.parentElement?.closest('[aria-hidden=true], kbd, [data-about]')
          if (text.parentElement?.checkVisibility() && !unsaid) said.push(text.textContent ?? '')
        }
        return said.join('').trim() || (element.getAttribute('title') ?? '')
      }
      const opener = document.querySelector('[aria-haspopup=menu][aria-expanded=true]')
      return [...document.querySelectorAll('button, summary, [role=menuitem], [role=menuitemradio]')]
        .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest('[aria-hidden=true]'))
        .map((element) => ({
          name: nameOf(element),
          around: [...document.querySelectorAll('[aria-label]')]
            .filter((one) => one !== element && one.contains(element))
            .map((one) => one.getAttribute('aria-label') ?? ''),
          opener: element.closest('[role=menu]') && opener ? nameOf(opener) : null,
          kinds: kinds.flatMap(({ selector, ofOpener }, index) =>
            (ofOpener && opener && element.closest('[role=menu]') ? opener : element).matches(selector) ? [index] : [],
          ),
        }))
    },
    KINDS.map(({ selector, ofOpener }) => ({ selector, ofOpener })),
  )
}

/** The words of an accessible name without those of the record or column in it. */
function ownWords({ name, around }: Pick<Control, 'name' | 'around'>, word: string): string {
  let words = name
  for (const other of [word, ...around]) words = words.replaceAll(other, ' ')
  return words
    .replaceAll(/„[^“]*“|\.png\b|\S+[/@.]\S+|[\d:,…]/g, ' ')
    .replaceAll(/\b(?:in|von)\b/g, ' ')
    .trim()
}

const texts = new Map(
  ACTION_IDS.map((id) => {
    const { words, found = '', on } = action(id)
    return [id, searchableText(`${words} ${found} ${PLACES[on]}`)]
  }),
)

/** Whether the palette would find one of these actions by these words. */
const finds = (words: string, ids: Iterable<ActionId>) =>
  [...ids].some((id) => hasTerms(texts.get(id) ?? '', searchTerms(words)))

export const palette = (page: Page) => page.getByRole('dialog', { name: 'Suchen und Befehle', exact: true })

/** The actions below `Hier` in the palette. */
async function offeredHere(page: Page): Promise<ActionId[]> {
  await page.keyboard.press('Control+k')
  const here = palette(page).getByRole('group', { name: 'Hier', exact: true }).getByRole('option')
  await here.first().waitFor()
  const titles = new Set(await here.locator('> [lang=de] > :first-child').allTextContents())
  await page.keyboard.press('Control+k')
  await palette(page).waitFor({ state: 'detached' })
  return ACTION_IDS.filter((id) => titles.has(action(id).words))
}

/** Everything seen on one screen, with its records opened one after the other. */
export type Seen = { controls: Map<string, Control>; offered: Set<ActionId> }

/** Collects what the page shows: its controls, the entries of its menus, and the actions of the palette. */
export async function take(page: Page, seen: Seen): Promise<void> {
  const note = async () => {
    for (const control of await controls(page)) {
      const key = JSON.stringify([control.name, control.opener, control.kinds])
      if (!seen.controls.has(key)) seen.controls.set(key, control)
    }
  }
  await note()
  // Controls outside of an open dialog cannot be reached.
  const dialog = page.getByRole('dialog')
  const within = (await dialog.count()) > 0 ? dialog : page
  const triggers = within.getByRole('button').and(page.locator('[aria-haspopup=menu]'))
  for (let index = 0; index < (await triggers.count()); index += 1) {
    await triggers.nth(index).press('Enter')
    await page.getByRole('menu').waitFor()
    await note()
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
    // The focus returns a moment after the menu has closed; that would close the next one.
    await expect(triggers.nth(index)).toBeFocused()
  }
  // Last, since the focus also returns a moment after the palette has closed.
  for (const id of await offeredHere(page)) seen.offered.add(id)
}

/** Buttons and entries of a screen that are neither an action nor of an exempt type. */
export function strangers(path: string, { controls: all, offered }: Seen, word: string): string[] {
  const anywhere = ACTION_IDS.filter((id) => action(id).to || action(id).keysOnly || action(id).on === 'everywhere')
  const known = new Set([...anywhere, ...offered])
  return [...all.values()]
    .filter((control) => {
      const words = ownWords(control, word)
      // A button named by a record or one of its values alone: it opens the record, which is checked then.
      if (words === '' || finds(words, known)) return false
      // The choices of an action are a step of the palette.
      if (control.opener !== null && finds(ownWords({ name: control.opener, around: [] }, word), known)) return false
      return !control.kinds.some((index) => KINDS[index]?.on?.test(path) ?? true)
    })
    .map((control) => [control.opener, control.name].filter((one) => one !== null).join(': '))
}
