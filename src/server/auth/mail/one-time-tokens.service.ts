import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import type { Tx } from '../../platform/db/db.ts'
import { newId } from '../../platform/ids.ts'
import type { AuthContext } from '../context.ts'
import type { Challenge } from '../providers/flow-states.service.ts'
import * as queries from './one-time-tokens.queries.ts'
import type { OneTimeTokenRow } from './one-time-tokens.queries.ts'

/** What a mailed link or code is for. */
export type TokenKind =
  | 'signup'
  | 'recovery'
  | 'magiclink'
  | 'email_change_current'
  | 'email_change_new'
  | 'reauthentication'

/** So long a mail may be used (`auth-protocol.md` §7, OTP: at most an hour). */
export const TOKEN_SECONDS = 3600
/** Wrong codes after which six digits are void. */
const MAX_ATTEMPTS = 5

type Keyed = Pick<AuthContext, 'oneTimeKey'>

/**
 * Makes the link's token and the six digits for one purpose and mailbox; either works, once. Earlier ones of that purpose
 * are void. Only keyed hashes are stored.
 */
export async function issueToken(
  tx: Tx,
  auth: Keyed,
  { userId, kind, email, challenge }: { userId: string; kind: TokenKind; email: string; challenge?: Challenge | null },
  now: Date,
): Promise<{ token: string; code: string }> {
  // The prefix lets a link that has run out still say which flow it belongs to.
  const token = `${challenge ? PKCE_PREFIX : ''}${randomBytes(32).toString('base64url')}`
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await queries.replaceToken(tx, {
    id: newId(),
    user_id: userId,
    kind,
    email,
    token_hash: linkHash(auth, token),
    code_hash: codeHash(auth, kind, email, code),
    attempts: 0,
    code_challenge: challenge?.challenge ?? null,
    code_challenge_method: challenge?.method ?? null,
    created_at: now.toISOString(),
    expires_at: new Date(now.getTime() + TOKEN_SECONDS * 1000).toISOString(),
  })
  return { token, code }
}

const PKCE_PREFIX = 'pkce_'

/** Takes the token of a mailed link off the table, or null when it is unknown, used or expired. */
export async function takeLink(
  tx: Tx,
  auth: Keyed,
  { token, kinds }: { token: string; kinds: readonly TokenKind[] },
  now: Date,
): Promise<OneTimeTokenRow | null> {
  const row = await queries.takeByLink(tx, linkHash(auth, token), kinds)
  return row && row.expires_at > now.toISOString() ? row : null
}

/**
 * Takes the token whose six digits were typed off the table, or null. A wrong code counts against every live one of that
 * address: after five they are void, and a sixth, even the right one, finds nothing.
 */
export async function takeCode(
  tx: Tx,
  auth: Keyed,
  { email, code, kinds }: { email: string; code: string; kinds: readonly TokenKind[] },
  now: Date,
): Promise<OneTimeTokenRow | null> {
  const rows = await queries.countGuess(tx, { email, kinds, maxAttempts: MAX_ATTEMPTS, now: now.toISOString() })
  const typed = code.replace(/\s/g, '')
  for (const row of rows) {
    const hash = codeHash(auth, row.kind as TokenKind, email, typed)
    if (timingSafeEqual(Buffer.from(hash), Buffer.from(row.code_hash)) && (await queries.deleteToken(tx, row.id)))
      return row
  }
  return null
}

function linkHash({ oneTimeKey }: Keyed, token: string): string {
  return createHmac('sha256', oneTimeKey).update(`link:${token}`).digest('base64url')
}

function codeHash({ oneTimeKey }: Keyed, kind: TokenKind, email: string, code: string): string {
  return createHmac('sha256', oneTimeKey).update(`code:${kind}:${email}:${code}`).digest('base64url')
}
