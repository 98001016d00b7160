import { takesLetters } from './key-takers.ts'

/** The screen, whose frame takes the focus from anywhere else. */
const screen = (): Element => document.querySelector('main') ?? document.body

/** A field out of sight that takes what is typed while the field it is meant for is on its way. */
function hiddenField(parent: Element): HTMLInputElement {
  const field = document.createElement('input')
  field.className = 'sr-only'
  field.lang = 'de'
  field.setAttribute('aria-label', 'Wird geöffnet')
  parent.append(field)
  // The field lies at an end of its parent, which may be a long text: the focus would scroll there.
  field.focus({ preventScroll: true })
  return field
}

/** What has been typed meanwhile. `release` ends it and gives the focus back. */
export type CaughtTyping = { text: () => string; release: () => void }

/**
 * Takes what is typed while the field it is meant for is on its way; in the end `owner` gets the focus back. `parent` is by default the
 * screen.
 */
export function catchTyping(owner: { focus: () => void }, parent = screen()): CaughtTyping {
  const field = hiddenField(parent)
  return {
    text: () => field.value,
    release: () => {
      const hadFocus = document.activeElement === field
      field.remove()
      if (hadFocus) owner.focus()
    },
  }
}

/** A screen that has not come by then is not waited for. */
const GIVE_UP_MS = 10_000

/** Takes what is typed while another screen is on its way, and writes it into the field that gets the focus there. */
export function carryTyping(): void {
  const field = hiddenField(screen())
  const onFocus = ({ target }: FocusEvent) => {
    if (target === field) return
    end()
    if (field.value !== '' && takesLetters(target)) document.execCommand('insertText', false, field.value)
  }
  const timer = setTimeout(() => end(), GIVE_UP_MS)
  const end = () => {
    clearTimeout(timer)
    document.removeEventListener('focusin', onFocus)
    field.remove()
  }
  document.addEventListener('focusin', onFocus)
}
