import type { ActionId } from './registry.ts'

/** What lies over the screen: the palette (at one of its sub-steps), the list of all keys, or the manual. */
export type Opened = { what: 'palette'; step?: ActionId | undefined } | { what: 'shortcuts' } | { what: 'help' }

let listener: ((opened: Opened) => void) | null = null

/** Opens one of them, wherever one is. */
export function open(opened: Opened): void {
  listener?.(opened)
}

/** The shell hears of it. */
export function onOpened(hear: (opened: Opened) => void): () => void {
  listener = hear
  return () => {
    listener = null
  }
}
