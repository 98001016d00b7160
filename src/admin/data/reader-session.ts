import type { SessionStore } from './session.ts'
import { createContext, use } from 'react'

/** The cookie that opens public pages of a private blog (RUL-2). It is HttpOnly, so the server sets it on request. */
export type ReaderSession = {
  /**
   * Requests the cookie now and after every SIGNED_IN, TOKEN_REFRESHED and MFA_CHALLENGE_VERIFIED. For approved
   * accounts only: for others the server sees no session. Resolves with true if the cookie is set.
   */
  open: () => Promise<boolean>
}

const RENEWING: ReadonlySet<string> = new Set(['SIGNED_IN', 'TOKEN_REFRESHED', 'MFA_CHALLENGE_VERIFIED'])

/**
 * `send` is `fetch`. The auth client repeats SIGNED_IN whenever the tab is focused; one request per access token is
 * enough.
 */
export function createReaderSession(
  session: SessionStore,
  send: (request: Request) => Promise<Response>,
  origin: string,
): ReaderSession {
  let opened = false
  let sent: { token: string; answer: Promise<boolean> } | undefined

  function request(token: string): Promise<boolean> {
    if (sent?.token === token) return sent.answer
    const answer = send(
      new Request(`${origin}/api/reader-session`, { method: 'PUT', headers: { Authorization: `Bearer ${token}` } }),
    ).then(
      (response) => response.ok,
      () => false,
    )
    sent = { token, answer }
    void answer.then((ok) => {
      if (!ok && sent?.token === token) sent = undefined
    })
    return answer
  }

  session.onEvent((event, current) => {
    if (event === 'SIGNED_OUT') opened = false
    // A session that another tab signed in for another account does not belong to this page.
    if (!opened || !current || session.state().status !== 'signed-in') return
    if (RENEWING.has(event)) void request(current.access_token)
  })
  return {
    async open() {
      opened = true
      const token = await session.accessToken()
      return token !== null && request(token)
    },
  }
}

export const ReaderSessionContext = createContext<ReaderSession | null>(null)

export function useReaderSession(): ReaderSession {
  const readerSession = use(ReaderSessionContext)
  if (!readerSession) throw new Error('useReaderSession must be used within a ReaderSessionContext')
  return readerSession
}
