import { useEffect, useEffectEvent, type RefObject } from 'react'
import { takesKeys } from './key-takers.ts'
import { hasSingleKeys } from './single-keys.ts'

const ROW = '[data-row]'
/** Under the header a row counts as out of sight; in px. */
const HEADER = 52

function step(key: string): number {
  const single = hasSingleKeys()
  if (key === 'ArrowDown' || (single && key === 'j')) return 1
  if (key === 'ArrowUp' || (single && key === 'k')) return -1
  return 0
}

/** Where the keys enter the list: at its current row, else at the first one in sight. */
function entrance(rows: HTMLElement[]): HTMLElement | undefined {
  const current = rows.find((row) => row.getAttribute('aria-current') === 'true')
  return current ?? rows.find((row) => row.getBoundingClientRect().top >= HEADER)
}

/**
 * Arrows and j/k go from row to row of a list whose titles carry `data-row`, and enter it from anywhere on the page;
 * Enter is the link's own. `onStep` hears which row they went to.
 */
export function useRowKeys(list: RefObject<HTMLElement | null>, onStep?: (id: string) => void): void {
  const stepped = useEffectEvent(({ dataset }: HTMLElement) => dataset.row !== undefined && onStep?.(dataset.row))
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const by = step(event.key)
      const chord = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey
      const active = document.activeElement
      if (by === 0 || chord || event.defaultPrevented || takesKeys(active)) return
      const rows = [...(list.current?.querySelectorAll<HTMLElement>(ROW) ?? [])]
      const here = rows.findIndex((row) => row.closest('li, tr')?.contains(active))
      // Arrows scroll the page as ever until a row has the focus.
      if (here === -1 && event.key.startsWith('Arrow')) return
      const next = here === -1 ? entrance(rows) : rows[here + by]
      if (!next) return
      event.preventDefault()
      next.focus()
      next.scrollIntoView({ block: 'nearest' })
      stepped(next)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [list])
}
