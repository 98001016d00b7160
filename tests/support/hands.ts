import { expect, type Locator, type Page } from '@playwright/test'

/** One way to do things on a screen, counted: a key (with what is held) or a touch is one. */
export type Hands = {
  readonly counted: () => number
  /** Leads to a screen: by its keys, or by the navigation. */
  go: (label: string, key: string) => Promise<void>
  /** Does an action of the palette, found by these words (`typed → shown` where they differ); each further one is a sub-step. */
  act: (...words: string[]) => Promise<void>
  /** Goes to a row: the focus, or a touch that opens it. */
  goTo: (what: Locator) => Promise<void>
  /** A key of the screen; false where there are none. */
  key: (key: string) => Promise<boolean>
  /** Presses what stands there. */
  use: (what: Locator) => Promise<void>
  /** Puts words into a field in place of what is there; the words themselves are no keys. */
  write: (where: Locator, words: string) => Promise<void>
  /** Chooses from a list that opens. */
  choose: (from: Locator, choice: string | RegExp) => Promise<void>
  /** Sends the form in which the last field was filled. */
  send: (form: Locator) => Promise<void>
}

const partsOf = (words: string): [typed: string, shown: RegExp] => {
  const [typed = '', shown = typed] = words.split(' → ')
  return [typed, new RegExp(shown, 'i')]
}
const palette = (page: Page) => page.getByRole('dialog', { name: 'Suchen und Befehle', exact: true })
/** Nobody presses Tab more often to get anywhere. */
const MOST_TABS = 90

/** By keyboard alone: what is to be used is walked to with Tab, past the navigation by the link that is there for it. */
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
    for (let tabs = 0; !(await stands(what)); tabs += 1) {
      if (tabs === MOST_TABS) throw new Error(`Tab does not lead to ${String(what)}`)
      // In the text Tab is the text's own key, and Escape lets it leave the text (RUL-105).
      if (await page.evaluate(() => document.activeElement?.classList.contains('cm-content') === true))
        await press('Escape')
      const within = await page.evaluate(
        () =>
          document.activeElement
            ?.closest('[role=menu], [role=tablist], [role=listbox], [role=radiogroup]')
            ?.getAttribute('role') ?? null,
      )
      await press(!arrows || within === null ? 'Tab' : within === 'tablist' ? 'ArrowRight' : 'ArrowDown')
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
      while (!(await stands(option))) await press('ArrowDown')
      await press('Enter')
    },
    async send(form) {
      const field = await form.evaluate(
        (element) => element.contains(document.activeElement) && document.activeElement?.tagName === 'INPUT',
      )
      if (field) await press('Enter')
      else await this.use(form.locator('[type=submit]'))
    },
  }
}

/** By touch alone. */
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
