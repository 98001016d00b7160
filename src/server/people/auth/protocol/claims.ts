export type Aal = 'aal1' | 'aal2'

/** How a session was authenticated, newest first; `timestamp` in unix seconds. */
export type AmrEntry = { method: string; timestamp: number }

/** Lifetime of an access token in seconds. */
export const ACCESS_TOKEN_SECONDS = 3600

/**
 * Claims of an access token (docs/reference/auth-protocol.md §4). `jti` begins with the number of the refresh token
 * issued with it, which distinguishes a lost response from a stolen token (docs/reference/auth-protocol.md §6).
 */
export type AccessClaims = {
  sub: string
  role: 'authenticated'
  email: string
  phone: string
  app_metadata: Record<string, unknown>
  user_metadata: Record<string, unknown>
  session_id: string
  aal: Aal
  amr: AmrEntry[]
  is_anonymous: boolean
  jti: string
}
