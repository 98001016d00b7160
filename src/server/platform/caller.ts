import type { Approval, Role } from '../../contract/account.ts'

/** The sender of a request, read from the database at that request, never from the token (RUL-4). */
export type Caller = {
  userId: string
  email: string
  sessionId: string
  aal: 'aal1' | 'aal2'
  /** True when the user has a verified factor, so that an aal1 session reaches no data. */
  needsAal2: boolean
  role: Role
  approval: Approval
  /** True for a token that may add but not read: no response shows it existing records. */
  addsOnly?: boolean
}

/**
 * Actor and time of a change; both are passed in, so that jobs and tests can set them. An actor without a role is the server itself,
 * which may everything.
 */
export type Actor = { caller: Pick<Caller, 'userId'> & Partial<Pick<Caller, 'role'>>; now: Date }

/** The time while a change waits for others: `now`, and what has passed since. */
export function clockFrom(now: Date): () => Date {
  const began = performance.now()
  return () => new Date(now.getTime() + performance.now() - began)
}

/** An actor that may be the server itself (null): a scheduled job, or a command run before any account exists. */
export type AnyActor = { caller: { userId: string | null; role?: Role }; now: Date }

/** An authenticated actor. */
export type CallerActor = { caller: Caller; now: Date }

/** Returns the caller of an access token; null when the token or its session is not valid. */
export type Authenticate = (token: string) => Promise<Caller | null>

/** Tokens that open certain rows of the access table only. */
export type ScopedTokens = {
  /** Prefix that distinguishes them from access tokens. */
  prefix: string
  opens: (row: { method: string; path: string }) => boolean
  authenticate: Authenticate
}

/** The interface of the auth module for the rest of the server. */
export type AuthGate = {
  authenticate: Authenticate
  /** The public anonymous key, an identifier that grants nothing (RUL-33). */
  anonKey: string
  /** True when the Cookie header carries a valid reader session (RUL-2): it opens public pages, never an API. */
  isReader: (cookieHeader: string | undefined) => Promise<boolean>
}
