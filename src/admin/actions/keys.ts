import { ACTIONS, type Action, type ActionId } from './registry.ts'
import { hasSingleKeys } from '../lib/single-keys.ts'

/** `Mod` is Strg, on a Mac ⌘; `g a` is one key and then another. */
const WORDS: Record<string, string> = {
  Mod: 'Strg',
  Shift: '⇧',
  Enter: '↵',
  Escape: 'Esc',
  Backspace: '⌫',
  Delete: 'Entf',
  Space: 'Leertaste',
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  PageUp: 'Bild ↑',
  PageDown: 'Bild ↓',
}

/** As keys are called on a German keyboard, one after the other: `Strg ⇧ F`. */
export function keyWords(keys: string): string[] {
  return keys.split(' ').map((chord) =>
    chord
      .split('+')
      .map((key) => WORDS[key] ?? (key.length === 1 ? key.toUpperCase() : key))
      .join(' '),
  )
}

/** The first keys of an action in words, for where it stands: `Strg B`. */
export function shortcutOf(id: ActionId): string | undefined {
  const { keys }: Action = ACTIONS[id]
  return keys?.[0] === undefined ? undefined : keyWords(keys[0]).join(' ')
}

/** True for a key that types a character: it acts alone, and only while nobody writes. */
export function isSingle(keys: string): boolean {
  return !keys.includes('Mod') && !/^((Shift\+)?F\d+|Enter|Escape|Delete|Backspace|\[\[)$/.test(keys)
}

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'> & { code?: string }

/** Whether exactly this chord was pressed; signs such as `?` need whatever keys they need. */
export function isChord(event: Pressed, chord: string): boolean {
  const parts = chord.split('+')
  const key = parts.at(-1) ?? ''
  const isSign = key.length === 1 && !/[a-z0-9]/i.test(key)
  const withAlt = parts.includes('Alt')
  // With Alt a key types another sign: `µ` for M.
  const isKey = event.key.toLowerCase() === key.toLowerCase() || (withAlt && event.code === `Key${key.toUpperCase()}`)
  return (
    isKey &&
    (event.ctrlKey || event.metaKey) === parts.includes('Mod') &&
    event.altKey === withAlt &&
    (isSign && !parts.includes('Shift') ? true : event.shiftKey === parts.includes('Shift'))
  )
}

/** Whether the event is the action's key; single keys only while they are switched on (WCAG 2.1.4). */
export function isKeyOf(event: Pressed, id: ActionId): boolean {
  const { keys = [] }: Action = ACTIONS[id]
  return keys.some((key) => isChord(event, key) && (!isSingle(key) || hasSingleKeys()))
}
