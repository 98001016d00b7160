import type { Approval, Role } from '../../contract/account.ts'

/** Who sent a request, read from the database at that request, never from the token (RUL-4). */
export type Caller = {
  userId: string
  email: string
  sessionId: string
  aal: 'aal1' | 'aal2'
  /** True when the user has a verified factor, so that an aal1 session reaches no data. */
  needsAal2: boolean
  role: Role
  approval: Approval
  /** True for a token that may add but not read: no answer tells it what was there before. */
  addsOnly?: boolean
}

/** Who acts and when; both come from outside, so that jobs and tests decide them. */
export type Act = { caller: Pick<Caller, 'userId'>; now: Date }

/** An act that may be the server's own (null): a date has come, or a command works before there is an account. */
export type AnyAct = { caller: { userId: string | null }; now: Date }

/** An act of somebody whose request it is. */
export type CallerAct = { caller: Caller; now: Date }

/** Turns an access token into its caller; null when the token or its session is not valid. */
export type Authenticate = (token: string) => Promise<Caller | null>

/** Tokens that open certain rows of the access table and nothing else. */
export type ScopedTokens = {
  /** How they begin, which tells them from access tokens. */
  prefix: string
  opens: (row: { method: string; path: string }) => boolean
  authenticate: Authenticate
}

/** What the auth module gives the rest of the server. */
export type AuthGate = {
  authenticate: Authenticate
  /** The public anonymous key, an identifier that grants nothing (RUL-33). */
  anonKey: string
  /** True when the Cookie header carries a living reader session (RUL-2): it opens public pages, never an API. */
  isReader: (cookieHeader: string | undefined) => Promise<boolean>
}
