/** Where this browser keeps that keys such as `J` or `N` are switched off. */
const KEY = 'blog-cms-single-keys'
const listeners = new Set<() => void>()

/** Whether single keys act while nobody writes; on without a choice, also where nothing can be kept. */
export function hasSingleKeys(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off'
  } catch {
    return true
  }
}

export function setSingleKeys(on: boolean): void {
  try {
    if (on) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, 'off')
  } catch {
    // Without storage there is nothing to switch.
  }
  for (const listener of listeners) listener()
}

export function subscribeToSingleKeys(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
