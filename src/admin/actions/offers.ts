import { useEffect, useRef } from 'react'
import type { ArticleStatus } from '../../contract/articles.ts'
import type { ActionId } from './registry.ts'

/** Articles an action can be done to: those selected, or else the one that is open. */
export type Meant = {
  items: readonly { id: string; title: string; status: ArticleStatus; slug: string | null }[]
  /** Unmarks what an action has done with. */
  drop?: (ids: string[]) => void
  /** An open article changes itself: its text may not be saved yet. */
  open?: {
    changeStatus: (status: ArticleStatus) => void
    changeCategory: (id: string | null) => void
    addTag: (id: string) => void
    /** Goes to the list. Resolves when the last save of the text has been answered. */
    leave: () => Promise<void>
  }
}

type Offer = { run: Partial<Record<ActionId, (() => void) | null>>; meant: () => Meant | null }

/** Of every mounted screen and part, the newest last. */
const offers: { current: Offer }[] = []

let wished: { id: ActionId; path: string } | null = null

/** What was asked for elsewhere: the screen at `path`, to which it leads, does it once it is there. */
export function wish(id: ActionId, path: string): void {
  wished = { id, path }
}

/** Somebody goes to `path`: what was to be done on another screen is no longer meant. */
export function leaveFor(path: string): void {
  if (wished?.path !== path) wished = null
}

/** Offers actions while the component is there; `null` where one cannot be done just now. `meant` is what they are done to. */
export function useOffers(run: Offer['run'], meant: () => Meant | null = () => null): void {
  const offer = useRef<Offer>({ run, meant })
  useEffect(() => {
    offer.current = { run, meant }
  })
  useEffect(() => {
    offers.push(offer)
    const does = wished && offer.current.run[wished.id]
    if (does) {
      wished = null
      does()
    }
    return () => void offers.splice(offers.indexOf(offer), 1)
  }, [])
}

/** What does the action now; undefined where nobody offers it. */
export function offered(id: ActionId): (() => void) | undefined {
  for (const { current } of offers.toReversed()) {
    const run = current.run[id]
    if (run) return run
    if (run === null) return undefined
  }
  return undefined
}

/** What is selected or open. */
export function whatIsMeant(): Meant | null {
  for (const { current } of offers.toReversed()) {
    const meant = current.meant()
    if (meant && meant.items.length > 0) return meant
  }
  return null
}
