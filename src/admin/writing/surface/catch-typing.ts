import type { EditorView } from '@codemirror/view'

/** Takes what is typed while the code of the field it is meant for is on its way; `release` gives the focus back. */
export function catchTyping(view: EditorView): { text: () => string; release: () => void } {
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
