import { useEffect, type RefObject } from 'react'

const CONTROL = 'a[href], button:not(:disabled), [role=tab], input[type=checkbox]'

/** The way back to what had the focus last in the screen, while a menu or a dialog has it. */
let lastInScreen: () => void = focusScreen

function focusScreen(): void {
  document.querySelector('main')?.focus({ preventScroll: true })
}

/**
 * For what opened by its address, when nothing had the focus: the way to the row of the record that the address names, or to the
 * heading of the screen.
 */
function wayToNamed(): () => void {
  const named = [...new URLSearchParams(location.search).values()]
  return () => {
    const rows = document.querySelectorAll<HTMLElement>('main [data-row]')
    const row = [...rows].find(({ dataset }) => named.includes(dataset.row ?? ''))
    const heading = document.querySelector<HTMLElement>('main h1')
    // A heading takes the focus only with a tabindex.
    heading?.setAttribute('tabindex', '-1')
    ;(row ?? heading)?.focus({ preventScroll: true })
  }
}

/** Whether nothing that could be used has the focus. */
export function isFocusLost(): boolean {
  return document.activeElement === document.body || document.activeElement === document.querySelector('main')
}

/** Puts the focus on a control inside: a row's title before all, never a field, for which a phone would open its keyboard. */
function enter(area: Element | undefined, from: 'start' | 'end'): boolean {
  if (!area) return false
  const controls = [area, ...area.querySelectorAll<HTMLElement>(CONTROL)].filter(
    (one): one is HTMLElement => one instanceof HTMLElement && one.matches(CONTROL) && one.tabIndex >= 0,
  )
  if (from === 'end') controls.reverse()
  const rows = [...area.querySelectorAll<HTMLElement>('[data-row]')]
  controls.unshift(...rows.filter((row) => row.tabIndex >= 0))
  // In a list that is one tab stop, the row itself may be none.
  controls.push(...rows)
  // What is hidden does not take the focus.
  return controls.some((one) => {
    one.focus()
    return document.activeElement === one
  })
}

/**
 * Remembers where an element stands, for the time when the focus shall return to it: to the element itself, and where it has
 * gone meanwhile to what stands in its place, before it, or around it.
 */
export function wayBackTo(element: Element): () => void {
  if (element === document.body || element.localName === 'main') return wayToNamed()
  const levels: { parent: Element; siblings: Element[]; index: number; kind: string }[] = []
  let at = element
  while (at.parentElement && at.parentElement !== document.body && at.localName !== 'main') {
    const siblings = [...at.parentElement.children]
    levels.push({ parent: at.parentElement, siblings, index: siblings.indexOf(at), kind: at.localName })
    at = at.parentElement
  }
  const otherwise = at.localName === 'main' ? focusScreen : lastInScreen
  return () => {
    if (element instanceof HTMLElement) element.focus({ preventScroll: true })
    if (document.activeElement === element && element !== document.body) return
    for (const { parent, siblings, index, kind } of levels) {
      if (!parent.isConnected || parent.localName === 'main') continue
      const after = siblings.slice(index + 1)
      const next = after.find((sibling) => sibling.parentElement === parent)
      // Several may have gone, also before it: what stood behind it has moved up. Unless it was rendered again.
      const there = parent.children[index]
      const here = there && !siblings.includes(there) ? there : (next ?? there)
      if (here?.localName === kind && enter(here, 'start')) return
      const before = siblings.slice(0, index).findLast((sibling) => sibling.parentElement === parent)
      if (enter(before ?? parent.children[index - 1], 'end') || enter(here, 'start') || enter(parent, 'start')) return
    }
    otherwise()
  }
}

/**
 * The focus stays on the screen: when the element that has it is removed (a deleted row, a filter taken away), it goes to what
 * is nearest instead of nowhere (WCAG 2.4.3). A button that is switched off while it works gets it back.
 */
export function useKeptFocus(screen: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = screen.current
    if (!root) return
    let held: EventTarget | null = null
    let last: HTMLElement | null = null
    const onFocusIn = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return
      held = target
      last = target instanceof HTMLElement ? target : null
      lastInScreen = wayBackTo(target)
    }
    const onFocusOut = ({ target }: FocusEvent) => {
      // Being removed or switched off takes the focus as well; only what still stands was left on purpose.
      queueMicrotask(() => {
        const left = target instanceof Element && target.isConnected && !target.matches(':disabled')
        if (held === target && left && document.activeElement !== target) held = null
      })
    }
    const observer = new MutationObserver((changes) => {
      const isOnAgain = changes.some(({ type, target }) => type === 'attributes' && target === last)
      if (isOnAgain && document.activeElement === document.body) last?.focus({ preventScroll: true })
      if (!(held instanceof Element) || held.isConnected) return
      held = null
      if (document.activeElement === document.body) lastInScreen()
    })
    root.addEventListener('focusin', onFocusIn)
    root.addEventListener('focusout', onFocusOut)
    observer.observe(root, { childList: true, subtree: true, attributeFilter: ['disabled'] })
    return () => {
      root.removeEventListener('focusin', onFocusIn)
      root.removeEventListener('focusout', onFocusOut)
      observer.disconnect()
    }
  }, [screen])
}
