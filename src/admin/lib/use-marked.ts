import { useEffect, useState } from 'react'
import { takesKeys } from './key-takers.ts'

type Thing = { id: string }
export type Marked<T extends Thing> = ReturnType<typeof useMarked<T>>

/** Which rows or cards are selected for an action on many. Those that leave the list are no longer meant. */
export function useMarked<T extends Thing>(things: T[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const [last, setLast] = useState<string | null>(null)
  const chosen = things.filter(({ id }) => ids.has(id))
  const some = chosen.length > 0

  useEffect(() => {
    if (!some) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || takesKeys(document.activeElement)) return
      setIds(new Set())
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [some])

  /** Marks or unmarks one row; with `range` everything from the row marked last to this one becomes as this one. */
  const toggle = (id: string, range = false) => {
    const next = new Set(ids)
    const [from, to] = [things.findIndex((one) => one.id === last), things.findIndex((one) => one.id === id)]
    const meant = range && from !== -1 ? things.slice(Math.min(from, to), Math.max(from, to) + 1) : [{ id }]
    const on = !ids.has(id)
    for (const one of meant) {
      if (on) next.add(one.id)
      else next.delete(one.id)
    }
    setIds(next)
    setLast(id)
  }

  return {
    chosen,
    ids,
    has: (id: string) => ids.has(id),
    toggle,
    all: some && chosen.length === things.length,
    markAll: () => setIds(new Set(things.map(({ id }) => id))),
    toggleAll: () => setIds(new Set(some ? [] : things.map(({ id }) => id))),
    clear: () => setIds(new Set()),
    /** Unmarks what an action has done with, and nothing that was marked meanwhile. */
    drop: (done: string[]) => setIds((now) => new Set([...now].filter((id) => !done.includes(id)))),
  }
}
