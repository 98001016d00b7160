import { useEffect, type KeyboardEvent as ReactKeyboardEvent, type RefObject } from 'react'

const ROW = '[data-row]'

function step(key: string): number {
  if (key === 'ArrowDown' || key === 'j') return 1
  if (key === 'ArrowUp' || key === 'k') return -1
  return 0
}

function isPlain(event: { ctrlKey: boolean; metaKey: boolean; altKey: boolean; shiftKey: boolean }): boolean {
  return !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey
}

/** Arrows and j/k go from row to row inside a list whose titles carry `data-row`; Enter is the link's own. */
export function moveBetweenRows(event: ReactKeyboardEvent<HTMLElement>): void {
  const by = step(event.key)
  if (by === 0 || !isPlain(event)) return
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>(ROW)]
  const here = rows.findIndex((row) => row.closest('li')?.contains(document.activeElement))
  const next = rows[here + by]
  if (!next) return
  event.preventDefault()
  next.focus()
  next.scrollIntoView({ block: 'nearest' })
}

/** j, k and the arrows enter the list from anywhere on the page where nothing has the focus. */
export function useRowKeys(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const idle =
        document.activeElement === null ||
        document.activeElement === document.body ||
        document.activeElement.tagName === 'MAIN'
      if (!idle || step(event.key) === 0 || !isPlain(event)) return
      const rows = [...(list.current?.querySelectorAll<HTMLElement>(ROW) ?? [])]
      const first = rows.find((row) => row.getBoundingClientRect().top > 0)
      if (!first) return
      event.preventDefault()
      // Focus moved by a key shows its ring; focus by script alone would not after a click.
      first.focus({ focusVisible: true } as FocusOptions)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [list])
}
