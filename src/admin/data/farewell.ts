import { createContext } from 'react'
import type { SessionStore } from './session.ts'

/** The last thing a page says: an article or page to save. */
export type Farewell = { to: string; input: Record<string, unknown> & { id?: string | undefined } }
type Say = (farewell: Farewell) => boolean

/** Sends what has to leave with the page; `main.tsx` provides it. */
export const FarewellContext = createContext<Say | null>(null)

/** Browsers carry no more than this, all together, for a page that is gone. */
const MOST_BYTES = 60_000

const ADDRESSES: Record<string, (id: string) => [method: string, path: string]> = {
  create: () => ['POST', '/api/articles'],
  'page-create': () => ['POST', '/api/pages'],
  'page-update': (id) => ['PATCH', `/api/pages/${id}`],
  'page-working-copy': (id) => ['PUT', `/api/pages/${id}/working-copy`],
  update: (id) => ['PATCH', `/api/articles/${id}`],
  'working-copy': (id) => ['PUT', `/api/articles/${id}/working-copy`],
}

/**
 * Requests that outlive their page. There is no time left to refresh a token, so the one at hand goes along; false when
 * there is none or the text is too large: it is on this machine all the same.
 */
export function createFarewell({
  origin,
  anonKey,
  session,
}: {
  origin: string
  anonKey: string
  session: Pick<SessionStore, 'heldToken'>
}): Say {
  return ({ to, input }) => {
    const token = session.heldToken()
    const address = ADDRESSES[to]
    const body = JSON.stringify(input)
    if (!token || !address || new Blob([body]).size > MOST_BYTES) return false
    const [method, path] = address(input.id ?? '')
    void fetch(origin + path, {
      method,
      body,
      keepalive: true,
      headers: { 'content-type': 'application/json', apikey: anonKey, Authorization: `Bearer ${token}` },
    }).catch(() => undefined)
    return true
  }
}
