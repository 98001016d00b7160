import type { Page } from '@playwright/test'
import { action, type ActionId } from '../../src/admin/actions/registry.ts'
import { settled } from './box-walk.ts'
import { RPC_WRITES } from './contract-writes.ts'

declare global {
  // oxlint-disable-next-line no-var -- the only way to declare a property of `window`
  var actionCalls: string[]
}

/**
 * Records what leaves the page, such as requests that write and chosen files, from the next page load on. Windows, prints,
 * downloads and file choosers are not opened.
 */
export async function recordCalls(page: Page): Promise<void> {
  await page.addInitScript(
    (writes) => {
      globalThis.actionCalls = []
      const note = (what: string) => void globalThis.actionCalls.push(what)
      const send = globalThis.fetch
      globalThis.fetch = (input, init) => {
        const request = new Request(input, init)
        const { pathname } = new URL(request.url)
        if (pathname.startsWith('/api/rpc/') ? writes.includes(pathname) : request.method !== 'GET') note(pathname)
        return send(request)
      }
      globalThis.open = () => {
        note('a window')
        return null
      }
      globalThis.print = () => note('print')
      HTMLInputElement.prototype.click = function (this: HTMLInputElement) {
        note('a file chooser')
      }
      const follow = HTMLAnchorElement.prototype.click
      HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
        if (this.download === '') return follow.call(this)
        note('a download')
      }
      Object.defineProperty(navigator, 'clipboard', {
        value: { writeText: async () => note('the clipboard') },
      })
      // The editor says again and again that it is open and where its cursor is, whatever is done.
    },
    RPC_WRITES.filter((path) => !/presence|point/.test(path)),
  )
}

/**
 * Chooses an action in the palette and waits until something has happened: a request, another address, focus, dialog, or
 * text. Returns what, or null if nothing did within ten seconds; throws if the palette has no such line. It runs in the page, so that all
 * actions of the registry take seconds.
 */
export function runAction(page: Page, id: ActionId): Promise<string | null> {
  return page.evaluate(
    async ({ words }) => {
      const palette = () =>
        document.querySelector<HTMLInputElement>('[role=dialog] input[role=combobox][aria-label^="Suchen oder Befehl"]')
      const frame = () => new Promise((resolve) => setTimeout(resolve, 10))
      const until = async <T>(find: () => T | null | undefined | false, ms = 10_000): Promise<T | null> => {
        for (const end = performance.now() + ms; performance.now() < end; await frame()) {
          const found = find()
          if (found) return found
        }
        return null
      }
      const seen = () => {
        const focus = document.activeElement
        const states = document.querySelectorAll(
          '[aria-expanded], [aria-pressed], [aria-checked], [aria-selected], input',
        )
        return {
          address: location.href,
          boxes: [...document.querySelectorAll('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]')]
            .map((box) => box.textContent)
            .join('|'),
          // The palette gives the focus back to other elements than fields by itself.
          focus: focus?.matches('input, textarea, [contenteditable]')
            ? `${focus.getAttribute('aria-label')} ${focus.id}`
            : '',
          text: document.body.textContent ?? '',
          states: [...states]
            .map((one) =>
              ['expanded', 'pressed', 'checked', 'selected'].map((name) => one.getAttribute(`aria-${name}`)),
            )
            .join('|'),
          look: `${document.documentElement.className} ${document.documentElement.dataset.theme} ${document.body.className}`,
        }
      }
      const before = seen()
      const calls = globalThis.actionCalls.length
      document.body.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true, cancelable: true }),
      )
      const field = await until(palette)
      if (!field) throw new Error(`${words}: the palette does not open`)
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, words)
      field.dispatchEvent(new Event('input', { bubbles: true }))
      const list = field.getAttribute('aria-controls') ?? ''
      const option = await until(() =>
        [...document.querySelectorAll<HTMLElement>(`[id="${list}"] [role=option]`)].find(
          (row) => row.querySelector('[lang=de] > :first-child')?.textContent === words,
        ),
      )
      if (!option) throw new Error(`${words}: the palette has no such line`)
      option.click()
      return until(() => {
        const step = palette()
        if (step) return step.getAttribute('aria-label') === 'Suchen oder Befehl eingeben' ? null : 'a step'
        const sent = globalThis.actionCalls[calls]
        if (sent !== undefined) return sent
        const now = seen()
        return (Object.keys(before) as (keyof typeof before)[]).find((part) => now[part] !== before[part]) ?? null
      })
    },
    { words: action(id).words },
  )
}

/** What is open above the page. */
export const openBoxes = (page: Page): Promise<number> =>
  page.evaluate(
    () => document.querySelectorAll('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]').length,
  )

/** Closes what an action has opened. Returns whether the page is at its address again, with as many boxes open as before. */
export async function isAsBefore(page: Page, at: string, boxes: number): Promise<boolean> {
  const { pathname, search } = new URL(page.url())
  if (pathname + search !== at) return false
  if ((await openBoxes(page)) > boxes) await page.keyboard.press('Escape')
  return (await openBoxes(page)) === boxes
}

/** Leads to an address by way of another screen, so that nothing of the former state is left. */
export async function enterAfresh(page: Page, address: string): Promise<void> {
  const lead = (to: string, isThere: boolean) =>
    page.waitForFunction(
      ([path, there]) => {
        // An action that is still on its way may lead elsewhere.
        if (location.pathname + location.search !== path) history.pushState(null, '', path)
        const title = document.querySelector('h1')
        return title !== null && (title.textContent === 'Wartet auf Verbindung') === there
      },
      [to, isThere] as const,
      { polling: 20 },
    )
  await lead('/admin/waiting', true)
  await lead(address, false)
  await settled(page)
}
