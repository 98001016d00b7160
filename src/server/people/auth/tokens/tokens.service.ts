import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import type { Tx } from '../../../platform/db/db.ts'
import { newId } from '../../../platform/ids.ts'
import type { OneTimeKeys } from './context.ts'
import type { Challenge } from './flow-states.service.ts'
import * as queries from './tokens.queries.ts'
import type { OneTimeTokenRow } from './tokens.queries.ts'
import {
  countSignUpGuess,
  setSignUpToken,
  takeSignUpByLink,
  voidSignUpToken,
  type SignUpRow,
} from './sign-ups.queries.ts'

/** Purpose of a mailed link or code. */
export type TokenKind =
  | 'signup'
  | 'recovery'
  | 'magiclink'
  | 'email_change_current'
  | 'email_change_new'
  | 'reauthentication'

/** Lifetime of a mailed link or code (docs/reference/auth-protocol.md §7, OTP: at most an hour). */
export const TOKEN_SECONDS = 3600
/** Number of wrong codes after which six digits are void. */
const MAX_ATTEMPTS = 5

type Keyed = Pick<OneTimeKeys, 'oneTimeKey'>

/**
 * Makes the link's token and the six digits for one purpose and mailbox; either works, once. Earlier ones of that
 * purpose become void. Only keyed hashes are stored.
 */
export async function issueToken(
  tx: Tx,
  auth: Keyed,
  { userId, kind, email, challenge }: { userId: string; kind: TokenKind; email: string; challenge?: Challenge | null },
  now: Date,
): Promise<{ token: string; code: string }> {
  const { token, code } = newSecrets(challenge)
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

/** The same for the mail of one sign-up, without an effect on other sign-ups (ADR 0015). */
export async function issueSignUpToken(
  tx: Tx,
  auth: Keyed,
  { signUpId, email, challenge }: { signUpId: string; email: string; challenge?: Challenge | null },
  now: Date,
): Promise<{ token: string; code: string }> {
  const { token, code } = newSecrets(challenge)
  await setSignUpToken(tx, signUpId, {
    token_hash: linkHash(auth, token),
    code_hash: codeHash(auth, 'signup', email, code),
    attempts: 0,
    code_challenge: challenge?.challenge ?? null,
    code_challenge_method: challenge?.method ?? null,
    token_expires_at: new Date(now.getTime() + TOKEN_SECONDS * 1000).toISOString(),
  })
  return { token, code }
}

function newSecrets(challenge?: Challenge | null): { token: string; code: string } {
  return {
    // The prefix lets an expired link still name its flow.
    token: `${challenge ? PKCE_PREFIX : ''}${randomBytes(32).toString('base64url')}`,
    code: String(randomInt(1_000_000)).padStart(6, '0'),
  }
}

/** A redeemed link or code; `signUpId` where it was the mail of one sign-up. */
export type TakenToken = Pick<
  OneTimeTokenRow,
  'user_id' | 'kind' | 'email' | 'code_challenge' | 'code_challenge_method'
> & { signUpId: string | null }

/** Deletes and returns the token of a mailed link; null when it is unknown, used or expired. */
export async function takeLink(
  tx: Tx,
  auth: Keyed,
  { token, kinds }: { token: string; kinds: readonly TokenKind[] },
  now: Date,
): Promise<TakenToken | null> {
  const at = now.toISOString()
  const hash = linkHash(auth, token)
  const row = await queries.takeByLink(tx, hash, kinds)
  if (row) return row.expires_at > at ? { ...row, signUpId: null } : null
  const signUp = kinds.includes('signup') ? await takeSignUpByLink(tx, hash) : null
  return signUp && (signUp.token_expires_at ?? '') > at ? tokenOf(signUp) : null
}

function tokenOf(signUp: SignUpRow): TakenToken {
  return { ...signUp, kind: 'signup', signUpId: signUp.id }
}

/**
 * Deletes and returns the token of six digits, or null. A wrong code counts against every valid one of that address:
 * after five they are void, and a sixth, even the right one, is refused.
 */
export async function takeCode(
  tx: Tx,
  auth: Keyed,
  { email, code, kinds }: { email: string; code: string; kinds: readonly TokenKind[] },
  now: Date,
): Promise<TakenToken | null> {
  const guess = { email, kinds, maxAttempts: MAX_ATTEMPTS, now: now.toISOString() }
  const rows = await queries.countGuess(tx, guess)
  const signUps = kinds.includes('signup') ? await countSignUpGuess(tx, guess) : []
  const typed = code.replace(/\s/g, '')
  const fits = (kind: TokenKind, hash: string) =>
    timingSafeEqual(Buffer.from(codeHash(auth, kind, email, typed)), Buffer.from(hash))
  for (const row of rows)
    if (fits(row.kind as TokenKind, row.code_hash) && (await queries.deleteToken(tx, row.id)))
      return { ...row, signUpId: null }
  for (const row of signUps)
    if (row.code_hash && fits('signup', row.code_hash) && (await voidSignUpToken(tx, row))) return tokenOf(row)
  return null
}

function linkHash({ oneTimeKey }: Keyed, token: string): string {
  return createHmac('sha256', oneTimeKey).update(`link:${token}`).digest('base64url')
}

function codeHash({ oneTimeKey }: Keyed, kind: TokenKind, email: string, code: string): string {
  return createHmac('sha256', oneTimeKey).update(`code:${kind}:${email}:${code}`).digest('base64url')
}
