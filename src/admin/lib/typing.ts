import { takesLetters } from './key-takers.ts'

const MODIFIERS = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta'])
let typing = false

if (typeof window !== 'undefined')
  window.addEventListener(
    'keydown',
    ({ key, target }) => {
      if (!MODIFIERS.has(key)) typing = takesLetters(target)
    },
    true,
  )

/**
 * Whether the last key was pressed in a field that still has the focus: its writer may be in the middle of a sentence, also right
 * after Strg S, Enter or Backspace.
 */
export const isTyping = (): boolean => typing && takesLetters(document.activeElement)
