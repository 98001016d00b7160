import { expect, type Locator, type Page } from '@playwright/test'

/** One way to operate a screen, with a counter: each key (with modifiers) or touch counts one. */
export type Hands = {
  readonly counted: () => number
  /** Opens a screen: by its keys, or by the navigation. */
  go: (label: string, key: string) => Promise<void>
  /**
   * Runs an action of the palette, found by these words (`typed → shown` if they differ). Each further one is a
   * sub-step.
   */
  act: (...words: string[]) => Promise<void>
  /** Moves to a row: by focus, or by a touch that opens it. */
  goTo: (what: Locator) => Promise<void>
  /** A shortcut of the screen; false if there are none. */
  key: (key: string) => Promise<boolean>
  /** Activates an element. */
  use: (what: Locator) => Promise<void>
  /** Replaces the content of a field; the typed text does not count. */
  write: (where: Locator, words: string) => Promise<void>
  /** Chooses from a list that opens. */
  choose: (from: Locator, choice: string | RegExp) => Promise<void>
  /** Submits the form of the last field. */
  send: (form: Locator) => Promise<void>
}

const partsOf = (words: string): [typed: string, shown: RegExp] => {
  const [typed = '', shown = typed] = words.split(' → ')
  return [typed, new RegExp(shown, 'i')]
}
const palette = (page: Page) => page.getByRole('dialog', { name: 'Suchen und Befehle', exact: true })
/** The button that sends a form: in it, or elsewhere on the page and tied to it. */
async function submitOf(form: Locator): Promise<Locator> {
  const id = await form.first().getAttribute('id')
  const tied = form.page().locator(`[type=submit][form="${id}"]`)
  return id !== null && (await tied.count()) > 0 ? tied : form.locator('[type=submit]')
}
/** Upper limit of Tab presses to reach anything. */
const MOST_TABS = 90

/** By keyboard only: elements are reached with Tab, past the navigation by the skip link. */
export function keyboard(page: Page): Hands {
  let count = 0
  const press = async (key: string) => {
    count += 1
    await page.keyboard.press(key)
  }
  const stands = (what: Locator) =>
    what.evaluate((element) => element === document.activeElement || element.matches('[data-highlighted]'))
  const reach = async (what: Locator) => {
    await expect(what).toBeVisible()
    const arrows = /^(?:menuitem|menuitemradio|menuitemcheckbox|option|tab|radio)$/.test(
      (await what.getAttribute('role')) ?? '',
    )
    if (!(await stands(what)) && (await page.evaluate(() => document.activeElement === document.body))) {
      await press('Tab')
      if (await page.evaluate(() => document.activeElement?.getAttribute('href') === '#inhalt')) await press('Enter')
    }
    let way = 'Tab'
    for (let tabs = 0; !(await stands(what)); tabs += 1) {
      // The first stop of an open text leads past its bar, to what stands beside the text or behind it.
      const beside = await what.evaluate((element) => {
        const text = document.querySelector('.cm-content')
        if (!text || document.activeElement?.textContent !== 'Zum Text springen') return null
        const isTitle = element.matches('[name=title], [aria-label=Titel]')
        if (isTitle) return 'before'
        const isBehind = (text.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
        return isBehind || element.contains(text) ? 'behind' : null
      })
      if (beside) {
        await press('Enter')
        way = beside === 'before' ? 'Shift+Tab' : 'Tab'
        continue
      }
      if (tabs === MOST_TABS) throw new Error(`Tab does not lead to ${String(what)}`)
      // In the text, Tab belongs to the text, and Escape releases it (RUL-105).
      if (await page.evaluate(() => document.activeElement?.classList.contains('cm-content') === true))
        await press('Escape')
      const within = await page.evaluate(
        () =>
          document.activeElement
            ?.closest('[role=menu], [role=tablist], [role=listbox], [role=radiogroup]')
            ?.getAttribute('role') ?? null,
      )
      await press(!arrows || within === null ? way : within === 'tablist' ? 'ArrowRight' : 'ArrowDown')
    }
  }
  return {
    counted: () => count,
    async go(_label, key) {
      for (const one of key.split(' ')) await press(one)
    },
    async act(...words) {
      await press('Control+k')
      await expect(palette(page).getByRole('combobox')).toBeFocused()
      for (const [typed, shown] of words.map(partsOf)) {
        count += typed.length
        await page.keyboard.type(typed)
        await expect(palette(page).getByRole('option', { selected: true })).toContainText(shown)
        await press('Enter')
      }
      await expect(palette(page)).toBeHidden()
    },
    goTo: reach,
    async key(key) {
      await press(key)
      return true
    },
    async use(what) {
      await reach(what)
      const boxed = await what.evaluate((element) =>
        element.matches('[role=checkbox], input[type=checkbox], input[type=radio]'),
      )
      await press(boxed ? 'Space' : 'Enter')
    },
    async write(where, words) {
      await reach(where)
      await press('Control+a')
      await page.keyboard.type(words)
    },
    async choose(from, choice) {
      await reach(from)
      await press('Enter')
      const option = page.getByRole(
        'option',
        typeof choice === 'string' ? { name: choice, exact: true } : { name: choice },
      )
      await expect(option).toBeVisible()
      await press('Home')
      while (!(await stands(option))) {
        // Lists move their focus a little later than the key.
        const before = await page.evaluateHandle(() => [
          document.activeElement,
          document.querySelector('[data-highlighted]'),
        ])
        await press('ArrowDown')
        await page.waitForFunction(
          ([focus, marked]) =>
            document.activeElement !== focus || document.querySelector('[data-highlighted]') !== marked,
          before,
        )
      }
      await press('Enter')
    },
    async send(form) {
      const field = await form.evaluate(
        (element) => element.contains(document.activeElement) && document.activeElement?.tagName === 'INPUT',
      )
      if (field) await press('Enter')
      else await this.use(await submitOf(form))
    },
  }
}

/** By touch only. */
export function touch(page: Page): Hands {
  let count = 0
  const tap = async (what: Locator) => {
    count += 1
    await what.tap()
  }
  return {
    counted: () => count,
    async go(label) {
      await tap(page.getByRole('button', { name: 'Navigation umschalten', exact: true }))
      await tap(page.getByRole('dialog').getByRole('link', { name: new RegExp(`^${label}( |$)`) }))
    },
    async act(...words) {
      await tap(page.getByRole('button', { name: 'Suchen', exact: true }))
      for (const [typed, shown] of words.map(partsOf)) {
        await page.keyboard.type(typed)
        await tap(palette(page).getByRole('option').filter({ hasText: shown }).first())
      }
      await expect(palette(page)).toBeHidden()
    },
    goTo: tap,
    key: async () => false,
    use: tap,
    async write(where, words) {
      await tap(where)
      await where.fill(words)
    },
    async choose(from, choice) {
      await tap(from)
      await tap(page.getByRole('option', typeof choice === 'string' ? { name: choice, exact: true } : { name: choice }))
    },
    async send(form) {
      await tap(form.locator('[type=submit]'))
    },
  }
}
