import { createStore, type UseStore } from 'idb-keyval'

/** How long abandoned work is stored (RUL-28). */
const FOURTEEN_DAYS_MS = 14 * 24 * 60 * 60 * 1000

/** An object store of this browser's IndexedDB, opened on first use. */
export function browserStore(database: string, table: string): UseStore {
  let store: UseStore | undefined
  // A browser that stores nothing may throw synchronously; here that becomes a rejection.
  return async (mode, use) => (store ??= createStore(database, table))(mode, use)
}

/**
 * Whether stored work has expired (RUL-28). For the signed-in account the period starts when the work was first shown,
 * so that unsent work never expires unseen.
 */
export function isForgotten(
  { savedAt, shownAt }: { savedAt: string; shownAt?: string },
  { own, now }: { own: boolean; now: Date },
): boolean {
  const since = own ? shownAt : savedAt
  return since !== undefined && now.getTime() - Date.parse(since) > FOURTEEN_DAYS_MS
}

/**
 * Names held by open editors of any tab, reduced to those with `prefix` and without it. They are Web Locks; without
 * these (plain http) nothing counts as held.
 */
export async function heldLocks(prefix: string): Promise<Set<string>> {
  if (!('locks' in navigator)) return new Set()
  const { held = [] } = await navigator.locks.query()
  return new Set(held.flatMap(({ name }) => (name?.startsWith(prefix) ? [name.slice(prefix.length)] : [])))
}

/** Holds a lock until it is released. `taken` is false if another tab holds it. */
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
