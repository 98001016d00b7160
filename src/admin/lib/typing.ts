import { takesLetters } from './key-takers.ts'

const MODIFIERS = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta'])
let typing = false

if (typeof window !== 'undefined')
  window.addEventListener(
    'keydown',
    ({ key, ctrlKey, metaKey, target }) => {
      if (!MODIFIERS.has(key)) typing = !ctrlKey && !metaKey && key.length === 1 && takesLetters(target)
    },
    true,
  )

/** Whether the last key typed a letter into a field: its writer may be in the middle of a sentence. */
export const isTyping = (): boolean => typing && takesLetters(document.activeElement)
