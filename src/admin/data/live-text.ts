/**
 * An event of the text that this tab follows on its stream (RUL-75). `open`: a stream has begun, and steps before it may be
 * missing; `closed`: it has ended.
 */
export type LiveTextEvent = { event: 'open' | 'closed' } | { event: 'step' | 'cursor' | 'head'; data: unknown }

type Followed = { name: string; tell: (event: LiveTextEvent) => void }

let followed: Followed | null = null
const listeners = new Set<() => void>()

/** Follows the steps of a text, `articles:<id>` or `pages:<id>`, on the stream of this tab. Returns the function to end it. */
export function followLiveText(name: string, tell: Followed['tell']): () => void {
  const own = { name, tell }
  followed = own
  for (const listener of listeners) listener()
  return () => {
    if (followed !== own) return
    followed = null
    for (const listener of listeners) listener()
  }
}

/** The text to follow, for the stream. */
export function followedText(): Followed | null {
  return followed
}

/** Calls when another text is to be followed. Returns the unsubscribe function. */
export function onFollowedText(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
