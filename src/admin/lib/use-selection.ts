import { useEffect, useState, type RefObject } from 'react'
import { isFocusLost } from './restored-focus.ts'

/**
 * The selected record of a list: the chosen one, initially the first. If it leaves the list, the one at its position follows,
 * and gets the focus if the row had it.
 */
export function useSelection<T extends { id: string }>(items: readonly T[], list: RefObject<HTMLElement | null>) {
  const [chosen, setChosen] = useState<{ id: string; place: number } | null>(null)
  const here = items.findIndex((item) => item.id === chosen?.id)
  const place = here === -1 ? Math.min(chosen?.place ?? 0, items.length - 1) : here
  const selected = items[place] ?? null
  if (chosen && selected && chosen.id !== selected.id) setChosen({ id: selected.id, place })

  const chosenId = chosen?.id
  useEffect(() => {
    if (chosenId === undefined || !isFocusLost()) return
    list.current?.querySelector<HTMLElement>(`[data-row="${chosenId}"]`)?.focus()
  }, [chosenId, list])

  return {
    selected,
    choose: (id: string) => setChosen({ id, place: items.findIndex((item) => item.id === id) }),
  }
}
