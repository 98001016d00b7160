import { randomBytes } from 'node:crypto'
import type { Approval } from '../../../../contract/account.ts'
import { roleOf } from '../../../../rules/roles.ts'
import { recordEvent } from '../../accounts/audit.service.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import { lockFor } from '../../../platform/db/locks.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { isMoving } from '../../../platform/fleet/read-only.ts'
import type { Caller } from '../../../platform/caller.ts'
import { newId } from '../../../platform/ids.ts'
import { ACCESS_TOKEN_SECONDS, type Aal, type AmrEntry } from '../protocol/claims.ts'
import { getUserParts } from '../account/account.queries.ts'
import type { Visitor } from '../protocol/visitor.ts'
import { AuthFault } from '../protocol/auth-fault.ts'
import type { SessionContext } from './context.ts'
import { rememberClient } from '../account/password-guesses.service.ts'
import { decodeRefreshToken, encodeRefreshToken, judgeRefresh, type RefreshToken } from './refresh-token.ts'
import * as queries from './sessions.queries.ts'
import type { SessionRow } from './sessions.queries.ts'
import { presentUser, userClaims, type AuthSession, type UserParts } from '../protocol/shapes.ts'

/** A session and its account, read in the transaction that made or changed it; tokens are signed after the commit. */
export type OpenSession = { session: SessionRow; parts: UserParts }

/** Starts a session for an account that has just authenticated. `method` goes into amr; aal1 by default. */
export async function startSession(
  tx: Tx,
  userId: string,
  { method, aal = 'aal1', visitor, now }: { method: string; aal?: Aal; visitor: Visitor; now: Date },
): Promise<OpenSession> {
  const at = now.toISOString()
  const amr: AmrEntry[] = [{ method, timestamp: Math.floor(now.getTime() / 1000) }]
  const session: SessionRow = {
    id: newId(),
    user_id: userId,
    aal,
    amr: JSON.stringify(amr),
    refresh_counter: 0,
    confirmed_counter: -1,
    refreshed_at: at,
    created_at: at,
    ip: visitor.ip,
    user_agent: visitor.userAgent,
    factor_id: null,
  }
  await queries.insertSession(tx, session)
  await rememberClient(tx, userId, visitor, now)
  return { session, parts: await partsOf(tx, userId) }
}

/** The current state of a session, to return its present tokens again. Throws 403 `session_not_found`. */
export async function continueSession(tx: Tx, sessionId: string): Promise<OpenSession> {
  const session = await queries.getSession(tx, sessionId)
  if (!session) throw new AuthFault('session_not_found')
  return { session, parts: await partsOf(tx, session.user_id) }
}

/** The tokens of a session in the protocol's shape; the refresh token is derived, the access token newly signed. */
export async function issueTokens(auth: SessionContext, { session, parts }: OpenSession): Promise<AuthSession> {
  const aal = session.aal as Aal
  const { token, expiresAt } = await auth.keys.sign(
    {
      ...userClaims(parts),
      session_id: session.id,
      aal,
      amr: JSON.parse(session.amr) as AmrEntry[],
      jti: `${session.refresh_counter}.${randomBytes(9).toString('base64url')}`,
    },
    auth.issuer,
  )
  return {
    access_token: token,
    token_type: 'bearer',
    expires_in: ACCESS_TOKEN_SECONDS,
    expires_at: expiresAt,
    refresh_token: encodeRefreshToken(auth.refreshKey, {
      sessionId: session.id,
      counter: session.refresh_counter,
      aal,
    }),
    user: presentUser(parts),
  }
}

/**
 * Exchanges a refresh token (docs/reference/auth-protocol.md §6, Ours). Requests of one session are serialised, so that
 * concurrent tabs get the same successor. Errors: 400 `refresh_token_not_found`, `refresh_token_already_used`,
 * `user_banned`.
 */
export async function refreshSession(auth: SessionContext, token: string, visitor: Visitor): Promise<AuthSession> {
  const presented = decodeRefreshToken(auth.refreshKey, token)
  if (!presented) throw new AuthFault('refresh_token_not_found')
  const now = auth.clock()
  const result = await exchangeToken(auth, { presented, now }, visitor).catch((error: unknown) => {
    if (!isMoving(error)) throw error
    return repeatToken(auth, { presented, now })
  })
  if (result instanceof AuthFault) throw result
  return issueTokens(auth, result)
}

type Presented = { presented: RefreshToken; now: Date }

/** Session and account of a refresh token, and what becomes of it; or why it counts for nothing. */
async function judgeToken(db: Db, { presented, now }: Presented, reuseSeconds: number) {
  const session = await queries.getSession(db, presented.sessionId)
  if (!session) return new AuthFault('refresh_token_not_found')
  const parts = await partsOf(db, session.user_id)
  if (parts.user.approval === 'blocked') return new AuthFault('user_banned')
  const state = {
    counter: session.refresh_counter,
    confirmedCounter: session.confirmed_counter,
    aal: session.aal as Aal,
    refreshedAt: new Date(session.refreshed_at),
  }
  return { session, parts, verdict: judgeRefresh(presented, state, now, reuseSeconds) }
}

async function exchangeToken(
  auth: SessionContext,
  token: Presented,
  visitor: Visitor,
): Promise<OpenSession | AuthFault> {
  const { presented, now } = token
  // Refusals are returned, not thrown: their writes (audit, ended sessions) have to be committed.
  return inTransaction(auth.db, async (tx) => {
    await lockFor(tx, `session:${presented.sessionId}`)
    const judged = await judgeToken(tx, token, auth.reuseSeconds)
    if (judged instanceof AuthFault) return judged
    const { session, parts, verdict } = judged
    if (verdict === 'repeat') return { session, parts }
    if (verdict === 'advance') {
      const counter = Math.max(session.refresh_counter, presented.counter) + 1
      const at = now.toISOString()
      if (!(await queries.advanceSession(tx, session.id, counter, { at, ...visitor })))
        return new AuthFault('refresh_token_not_found')
      return { session: { ...session, refresh_counter: counter, refreshed_at: at }, parts }
    }
    if (verdict === 'revoke') await queries.deleteSession(tx, session.id)
    await recordEvent(tx, {
      event: verdict === 'revoke' ? 'session_revoked' : 'refresh_token_reused',
      at: now,
      userId: session.user_id,
      email: parts.user.email,
      ip: visitor.ip,
      details: { session_id: session.id, verdict, presented: presented.counter, current: session.refresh_counter },
    })
    return new AuthFault('refresh_token_already_used')
  })
}

/**
 * A blog that moves, or has moved, takes no writes (RUL-55). The current refresh token stays valid and is given again with a new access
 * token, so that who is signed in goes on reading. Every other token is refused; nothing is recorded.
 */
async function repeatToken(auth: SessionContext, token: Presented): Promise<OpenSession | AuthFault> {
  const judged = await judgeToken(auth.db, token, auth.reuseSeconds)
  if (judged instanceof AuthFault) return judged
  const { verdict, ...opened } = judged
  return verdict === 'advance' || verdict === 'repeat' ? opened : new AuthFault('refresh_token_already_used')
}

/** The caller of a bearer token, or the fault of the token. */
export type Identified = { caller: Caller } | { fault: 'bad_jwt' | 'expired_jwt' | 'session_not_found' }

/**
 * Verifies an access token and reads its session and account from the database (RUL-4). The lower of both assurance
 * levels counts.
 */
export async function identify(auth: SessionContext, token: string): Promise<Identified> {
  const verification = await auth.keys.verify(token)
  if ('fault' in verification) return { fault: verification.fault === 'expired' ? 'expired_jwt' : 'bad_jwt' }
  const { claims } = verification
  if (!auth.isOwnIssuer(claims.iss)) return { fault: 'bad_jwt' }
  const row = await queries.getCallerRow(auth.db, claims.session_id)
  if (!row || row.user_id !== claims.sub || row.approval === 'blocked') return { fault: 'session_not_found' }
  const counter = Number.parseInt(claims.jti, 10)
  if (counter === row.refresh_counter && row.confirmed_counter < counter) {
    await queries.confirmCounter(auth.db, row.session_id, counter).catch((error: unknown) => {
      if (!isMoving(error)) throw error
    })
  }
  const hasFactor = Boolean(row.has_factor)
  const aal = claims.aal === 'aal2' && row.aal === 'aal2' ? 'aal2' : 'aal1'
  return {
    caller: {
      userId: row.user_id,
      email: row.email ?? '',
      sessionId: row.session_id,
      aal,
      needsAal2: hasFactor,
      role: roleOf(row),
      approval: row.approval as Approval,
    },
  }
}

export const LOGOUT_SCOPES = ['global', 'local', 'others'] as const
export type LogoutScope = (typeof LOGOUT_SCOPES)[number]

/** Signs out: this session, the others of the account, or all. */
export async function signOut(
  auth: SessionContext,
  caller: Caller,
  scope: LogoutScope,
  visitor: Visitor,
): Promise<void> {
  await inTransaction(auth.db, async (tx) => {
    if (scope === 'local') await queries.deleteSession(tx, caller.sessionId)
    else await queries.deleteSessionsOf(tx, caller.userId, scope === 'others' ? caller.sessionId : undefined)
    await recordEvent(tx, {
      event: 'sign_out',
      at: auth.clock(),
      userId: caller.userId,
      email: caller.email,
      ip: visitor.ip,
      details: { scope },
    })
  })
}

async function partsOf(db: Db, userId: string): Promise<UserParts> {
  const parts = await getUserParts(db, userId)
  if (!parts) throw new Error(`account ${userId} is missing`)
  return parts
}
