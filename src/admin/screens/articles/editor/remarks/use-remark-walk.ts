import { useEffect, useEffectEvent, useState } from 'react'
import type { Remark } from '../../../../../contract/articles/remarks.ts'
import { afterFrame } from '../../../../lib/after-frame.ts'

export type RemarkFilter = 'open' | 'done' | 'all'

/** In the order of their passages; those about the whole text come first, those whose passage is gone last. */
export function inOrder(items: readonly Remark[], filter: RemarkFilter): Remark[] {
  const placeOf = ({ passage }: Remark) => {
    if (!passage) return -1
    return passage.gone ? Number.MAX_SAFE_INTEGER : (passage.pieces[0]?.[0] ?? 0)
  }
  return items
    .filter(({ done_at }) => filter === 'all' || (filter === 'done') === (done_at !== null))
    .toSorted((a, b) => placeOf(a) - placeOf(b))
}

type Step = -1 | 0 | 1

type Parts = {
  items: readonly Remark[]
  /** False until the list is there: a step waits for it, until another key or a press. */
  isReady: boolean
  current: string | null
  jump: (id: string) => void
  /** Whether the cards are drawn beside the text. */
  beside: boolean
}

/** Goes from one open remark to the next, and to the first when none is open. Its card takes the focus once it is drawn. */
export function useRemarkWalk({ items, isReady, current, jump, beside }: Parts) {
  const [early, setEarly] = useState<Step | null>(null)
  const [sought, setSought] = useState<string | null>(null)
  const open = inOrder(items, 'open')
  const at = open.findIndex(({ id }) => id === current)
  const go = (by: Step): boolean => {
    if (!isReady) setEarly(by)
    const next = at < 0 ? open.at(by === -1 ? -1 : 0) : open[(at + by + open.length) % open.length]
    if (!isReady || !next) return false
    if (beside) setSought(next.id)
    jump(next.id)
    return true
  }
  const goWaiting = useEffectEvent((by: Step) => {
    setEarly(null)
    go(by)
  })
  useEffect(() => {
    if (early === null) return
    if (isReady) return afterFrame(() => goWaiting(early))
    const forget = () => setEarly(null)
    for (const act of ['keydown', 'pointerdown']) addEventListener(act, forget, true)
    return () => {
      for (const act of ['keydown', 'pointerdown']) removeEventListener(act, forget, true)
    }
  }, [early, isReady])
  return {
    open,
    at,
    /** Whether there is a remark to go to, or may be. */
    mayGo: !isReady || open.length > 0,
    /** The remark whose card takes the focus. */
    sought,
    seek: setSought,
    /** By 0 it stays at the current one. False without an open remark. */
    go,
    /** As `go`, for an action: it waits until the palette has returned the focus. Before the list is there the step is stored at once. */
    step: (by: Step): void => {
      if (isReady) afterFrame(() => go(by))
      else setEarly(by)
    },
  }
}

export type RemarkWalk = ReturnType<typeof useRemarkWalk>
