import type { SessionStore } from './session.ts'

/** The cookie that opens public pages of a private blog (RUL-2); scripts cannot read it, the server sets it on request. */
export type ReaderSession = {
  /**
   * Asks for the cookie, from now on also after every SIGNED_IN, TOKEN_REFRESHED and MFA_CHALLENGE_VERIFIED. Call it for approved accounts: others
   * count as no session. Resolves with true when the cookie is there.
   */
  open: () => Promise<boolean>
}

const RENEWING: ReadonlySet<string> = new Set(['SIGNED_IN', 'TOKEN_REFRESHED', 'MFA_CHALLENGE_VERIFIED'])

/** `send` is `fetch`. The client repeats SIGNED_IN at every return to the tab; one request per access token is enough. */
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
    // Somebody else's session, signed in from another tab, is not this page's to announce.
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
