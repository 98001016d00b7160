import type { KeyboardEvent } from 'react'

const CARD = '[data-card]'

/**
 * Strg A selects all if the focus is on a card or nowhere. In a field it selects its text, and in a dialog it does
 * nothing.
 */
export function isMarkAll(event: KeyboardEvent | globalThis.KeyboardEvent): boolean {
  const chord = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
  return chord && event.key.toLowerCase() === 'a'
}

/** Arrows move between cards of a grid, up and down by its columns; Home and End to the first and last. */
export function onGridKey(event: KeyboardEvent<HTMLElement>): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
  const cards = [...event.currentTarget.querySelectorAll<HTMLElement>(CARD)]
  const here = cards.indexOf(event.target as HTMLElement)
  const first = cards[0]
  if (here === -1 || !first) return
  const top = first.getBoundingClientRect().top
  const columns = cards.findIndex((card) => card.getBoundingClientRect().top > top)
  const row = columns === -1 ? cards.length : columns
  const by = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: row, ArrowUp: -row, Home: -here, End: cards.length - 1 - here }
  const step = by[event.key as keyof typeof by]
  const next = step === undefined ? undefined : cards[here + step]
  if (!next) return
  event.preventDefault()
  next.focus()
  next.scrollIntoView({ block: 'nearest' })
}
