import { createStore, type UseStore } from 'idb-keyval'

/** So long what nobody came back for is kept (RUL-28). */
const FOURTEEN_DAYS_MS = 14 * 24 * 60 * 60 * 1000

/** A table of this browser's IndexedDB; it is opened with the first use. */
export function browserStore(database: string, table: string): UseStore {
  let store: UseStore | undefined
  // A browser that keeps nothing may refuse at once instead of later.
  return async (mode, use) => (store ??= createStore(database, table))(mode, use)
}

/**
 * Whether something kept here has waited too long (RUL-28). What belongs to the account that is signed in runs from the day it
 * was told of it: unsent work never goes unseen.
 */
export function isForgotten(
  { savedAt, shownAt }: { savedAt: string; shownAt?: string },
  { own, now }: { own: boolean; now: Date },
): boolean {
  const since = own ? shownAt : savedAt
  return since !== undefined && now.getTime() - Date.parse(since) > FOURTEEN_DAYS_MS
}

/**
 * What editors that are open in some tab hold, of the names that begin with `prefix`, without it. Web Locks tell; without them
 * (plain http) nothing counts as held.
 */
export async function heldLocks(prefix: string): Promise<Set<string>> {
  if (!('locks' in navigator)) return new Set()
  const { held = [] } = await navigator.locks.query()
  return new Set(held.flatMap(({ name }) => (name?.startsWith(prefix) ? [name.slice(prefix.length)] : [])))
}

/** Holds a name until it is let go. `taken` says whether it could be had: false where another tab has it. */
export function holdLock(name: string): { taken: Promise<boolean>; release: () => void } {
  if (!('locks' in navigator)) return { taken: Promise.resolve(true), release: () => undefined }
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: taken, resolve: answer } = Promise.withResolvers<boolean>()
  void navigator.locks.request(name, { ifAvailable: true }, (lock) => {
    answer(lock !== null)
    return lock ? released : undefined
  })
  return { taken, release }
}
