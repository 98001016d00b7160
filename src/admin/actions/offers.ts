import { useEffect, useRef, useSyncExternalStore, type RefObject } from 'react'
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

/** Counts changes of what is offered, for those who draw it. */
let version = 0
const subscribers = new Set<() => void>()

function changed(): void {
  version += 1
  for (const notify of subscribers) notify()
}

function subscribe(notify: () => void): () => void {
  subscribers.add(notify)
  return () => void subscribers.delete(notify)
}

/** Draws the component again when other actions are offered, or the same ones for other records. */
export function useOfferedActions(): void {
  useSyncExternalStore(subscribe, () => version)
}

let wished: { id: ActionId; path: string; until: number } | null = null
/** How long a screen may take to have what it needs: later nobody expects it any more. */
const WISH_MS = 10_000

/** What was asked for elsewhere: the screen at `path`, to which it leads, does it once it is there. */
export function wish(id: ActionId, path: string): void {
  wished = { id, path, until: performance.now() + WISH_MS }
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
    changed()
    // Also once it can be done, such as when the screen has its data.
    const does = wished && performance.now() < wished.until && run[wished.id]
    if (!does) return
    wished = null
    does()
  })
  useEffect(() => {
    offers.push(offer)
    changed()
    return () => {
      offers.splice(offers.indexOf(offer), 1)
      changed()
    }
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

/** `/` leads to the list's search field. */
export function useFindKey(field: RefObject<HTMLInputElement | null>): void {
  useOffers({ 'list.find': () => field.current?.focus() })
}
