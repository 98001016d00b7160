import { createHash, randomBytes } from 'node:crypto'
import { ApiError } from '../../../../contract/errors.ts'
import { isMissingReference, type Db, type Tx } from '../../../platform/db/db.ts'
import { lockFor } from '../../../platform/db/locks.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Caller } from '../../../platform/caller.ts'
import * as queries from './reader.queries.ts'

const READER_COOKIE = 'blog-cms-reader'
/** Lifetime of a reader's cookie in seconds, unless the admin app renews it. */
const READER_SECONDS = 30 * 86_400
/** Concurrent windows of one session each get a cookie; the oldest are deleted. */
const PER_SESSION = 5

/**
 * Gives the session a reader's cookie (RUL-2): opaque, stored hashed, bound to session and aal. A valid cookie is
 * renewed instead. Returns its value; 401 `unauthorized` when the session has ended in the meantime.
 */
export async function openReaderSession(
  db: Db,
  caller: Caller,
  cookieHeader: string | undefined,
  now: Date,
): Promise<string> {
  const expires = new Date(now.getTime() + READER_SECONDS * 1000).toISOString()
  const presented = readCookie(cookieHeader)
  return inTransaction(db, async (tx: Tx) => {
    // Without the lock concurrent windows would each count only their own.
    await lockFor(tx, `session:${caller.sessionId}`)
    if (presented && (await queries.renewReader(tx, hashOf(presented), caller, { now: now.toISOString(), expires })))
      return presented
    const token = randomBytes(32).toString('base64url')
    await queries.insertReader(tx, {
      token_hash: hashOf(token),
      session_id: caller.sessionId,
      aal: caller.aal,
      created_at: now.toISOString(),
      expires_at: expires,
    })
    await queries.dropOldReaders(tx, caller.sessionId, PER_SESSION)
    return token
  }).catch((error: unknown) => {
    throw isMissingReference(error) ? new ApiError('unauthorized') : error
  })
}

/**
 * True when the Cookie header carries a reader's cookie of a valid session, at the session's aal, whose account is
 * approved and has passed its second factor, if any (RUL-2).
 */
export async function isReader(db: Db, cookieHeader: string | undefined, now: Date): Promise<boolean> {
  const token = readCookie(cookieHeader)
  return token !== null && queries.isLivingReader(db, hashOf(token), now.toISOString())
}

/** Deletes expired cookies. */
export async function forgetExpiredReaders(db: Db, now: Date): Promise<void> {
  await queries.deleteExpiredReaders(db, now.toISOString())
}

/** The `Set-Cookie` header that sets or clears the cookie. */
export function readerCookie(token: string | null, secure: boolean): string {
  const attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
  return token
    ? `${READER_COOKIE}=${token}; Max-Age=${READER_SECONDS}; ${attributes}`
    : `${READER_COOKIE}=; Max-Age=0; ${attributes}`
}

function readCookie(header: string | undefined): string | null {
  return /(?:^|;\s*)blog-cms-reader=([\w-]{43})(?:;|$)/.exec(header ?? '')?.[1] ?? null
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
