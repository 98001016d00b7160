import type { EditorView } from '@codemirror/view'

/** What has been typed meanwhile. `release` ends it and gives the focus back. */
export type CaughtTyping = { text: () => string; release: () => void }

/** Takes what is typed while the code of the field it is meant for is on its way. */
export function catchTyping(view: EditorView): CaughtTyping {
  const field = document.createElement('input')
  field.className = 'sr-only'
  field.lang = 'de'
  field.setAttribute('aria-label', 'Wird geöffnet')
  view.dom.append(field)
  field.focus()
  return {
    text: () => field.value,
    release: () => {
      const hadFocus = document.activeElement === field
      field.remove()
      if (hadFocus) view.focus()
    },
  }
}
