import type { Page } from '@playwright/test'

/** A text field of the page. `mark` identifies it while it exists, `form` is the index of its form. */
export type FoundField = {
  mark: string
  name: string
  kind: 'typed' | 'secret'
  type: string
  value: string
  form: number
}

/** A button: a stable name for "the same button again", and its current role. */
export type FoundButton = { shape: string; role: string }

type Finder = {
  layer: () => string
  fields: () => FoundField[]
  buttons: () => FoundButton[]
  press: (shape: string) => boolean
  /** A dialog, card or menu is open over the screen. */
  open: () => boolean
}

declare global {
  // oxlint-disable-next-line no-var -- how a global of a page is declared
  var formFinder: Finder
}

/**
 * Lets a test discover forms: the topmost layer (the last dialog, card or menu, else the screen), its text fields and
 * its buttons. Equal buttons in rows of a list count once.
 */
export async function installFormFinder(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const LAYERS = '[role=dialog], [role=alertdialog], [role=menu]'
    const BUTTONS = 'button, [role=button], [role=tab], [role=menuitem], summary'
    const SECRET = ['current-password', 'new-password', 'one-time-code']
    /** Buttons that close or leave, or format text. All others may open something. */
    const NOT_PRESSED = ['Schließen', 'Abbrechen', 'Verwerfen', 'Abmelden']
    let marks = 0

    const seen = (element: Element) => element.checkVisibility({ visibilityProperty: true })
    const layer = () => [...document.querySelectorAll(LAYERS)].filter(seen).at(-1) ?? document.querySelector('main')
    const words = (element: Element) => (element.textContent ?? '').trim().replaceAll(/\s+/g, ' ')
    const nameOf = (element: Element) => element.getAttribute('aria-label') ?? words(element)
    const shapeOf = (element: Element) =>
      `${element.getAttribute('role') ?? element.tagName.toLowerCase()}|${nameOf(element)
        .replaceAll(/„[^“]*“/g, '„“')
        .replaceAll(/\d+/g, '#')
        .replaceAll(/\b(?:Mo|Di|Do|Fr|Sa|So)[a-z]*tag\b|\bMittwoch\b/g, '@')
        .replaceAll(
          /\b(?:Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember)\b/g,
          '@',
        )}`

    const pressable = () =>
      [...(layer()?.querySelectorAll<HTMLElement>(BUTTONS) ?? [])].filter(
        (element) =>
          seen(element) &&
          !element.closest('[role=toolbar]') &&
          !element.matches('[type=submit], :disabled, [aria-disabled=true], [aria-selected=true]') &&
          !NOT_PRESSED.includes(nameOf(element)),
      )
    const fieldName = (field: HTMLInputElement | HTMLTextAreaElement) =>
      field.getAttribute('aria-label') ?? (words(field.labels?.[0] ?? field) || field.placeholder || field.name)
    const typedInto = (field: HTMLInputElement | HTMLTextAreaElement) =>
      seen(field) &&
      !field.readOnly &&
      !field.disabled &&
      // What is looked for is in the address once it can be read, and nobody's work.
      !field.closest('search') &&
      !field.matches('[type=search], [role=combobox], [role=searchbox], [type=radio], [type=checkbox], [type=file]')

    globalThis.formFinder = {
      layer: () => {
        const top = layer()
        const title = top?.querySelector('h1, h2')
        return top === null ? '' : (top.getAttribute('aria-label') ?? words(title ?? top).slice(0, 60))
      },
      fields: () =>
        [...(layer()?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea') ?? [])]
          .filter(typedInto)
          .map((field) => {
            field.dataset.finder ??= String(++marks)
            const secret = field.type === 'password' || SECRET.includes(field.autocomplete)
            return {
              mark: field.dataset.finder,
              name: fieldName(field),
              kind: secret ? 'secret' : 'typed',
              type: field.type,
              value: field.value,
              form: field.form ? [...document.forms].indexOf(field.form) : -1,
            }
          }),
      buttons: () => {
        const shapes = new Map(
          pressable().map((element) => [shapeOf(element), element.getAttribute('role') ?? 'button']),
        )
        return [...shapes].map(([shape, role]) => ({ shape, role }))
      },
      open: () => [...document.querySelectorAll(LAYERS)].some(seen),
      press: (shape) => {
        const element = pressable().find((one) => shapeOf(one) === shape)
        if (!element) return false
        element.scrollIntoView({ block: 'nearest' })
        element.focus()
        // Menus open on pointerdown, everything else on click.
        for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup']) {
          const Kind = type.startsWith('pointer') ? PointerEvent : MouseEvent
          element.dispatchEvent(
            new Kind(type, { bubbles: true, cancelable: true, button: 0, pointerType: 'mouse', pointerId: 1 }),
          )
        }
        element.click()
        return true
      },
    }
  })
}
