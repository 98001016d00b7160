import type { SessionStore } from './session.ts'

export type ReaderSession = {
  /** Resolves when the last request is through, so that a private page may be opened. */
  settled: () => Promise<void>
}

/**
 * After SIGNED_IN and TOKEN_REFRESHED asks the server for the cookie that opens public pages of a private blog (R2). The
 * client repeats SIGNED_IN at every return to the tab; one request per access token is enough.
 */
export function keepReaderSession(
  session: SessionStore,
  send: (request: Request) => Promise<Response>,
  origin: string,
): ReaderSession {
  let sentFor: string | undefined
  let last = Promise.resolve()
  session.onEvent((event, current) => {
    if ((event !== 'SIGNED_IN' && event !== 'TOKEN_REFRESHED') || !current || current.access_token === sentFor) return
    sentFor = current.access_token
    const request = new Request(`${origin}/api/reader-session`, {
      method: 'PUT',
      headers: { Authorization: `Bearer ${current.access_token}` },
    })
    last = send(request).then(
      (response) => {
        if (!response.ok) sentFor = undefined
      },
      () => {
        sentFor = undefined
      },
    )
  })
  return { settled: () => last }
}
