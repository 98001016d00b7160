import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Aal } from '../protocol/claims.ts'

/** Content of a refresh token: session, number, and the assurance level at issue. */
export type RefreshToken = { sessionId: string; counter: number; aal: Aal }

const VERSION = 1
const PLAIN_BYTES = 1 + 16 + 4 + 1
const MAC_BYTES = 16

/**
 * Encodes a refresh token. It is derived, so that the current one can be returned again without being stored: version,
 * session id, counter and aal, then an HMAC over them (docs/reference/auth-protocol.md §6).
 */
export function encodeRefreshToken(key: Buffer, { sessionId, counter, aal }: RefreshToken): string {
  const plain = Buffer.alloc(PLAIN_BYTES)
  plain.writeUInt8(VERSION, 0)
  Buffer.from(sessionId.replaceAll('-', ''), 'hex').copy(plain, 1)
  plain.writeUInt32BE(counter, 17)
  plain.writeUInt8(aal === 'aal2' ? 2 : 1, 21)
  return Buffer.concat([plain, macOf(key, plain)]).toString('base64url')
}

/** Decodes a token issued by this installation; null for any other text. */
export function decodeRefreshToken(key: Buffer, token: string): RefreshToken | null {
  if (!/^[\w-]{50,52}$/.test(token)) return null
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== PLAIN_BYTES + MAC_BYTES || bytes.toString('base64url') !== token) return null
  const plain = bytes.subarray(0, PLAIN_BYTES)
  if (!timingSafeEqual(macOf(key, plain), bytes.subarray(PLAIN_BYTES)) || plain.readUInt8(0) !== VERSION) return null
  const hex = plain.subarray(1, 17).toString('hex')
  return {
    sessionId: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
    counter: plain.readUInt32BE(17),
    aal: plain.readUInt8(21) === 2 ? 'aal2' : 'aal1',
  }
}

function macOf(key: Buffer, plain: Buffer): Buffer {
  return createHmac('sha256', key).update(plain).digest().subarray(0, MAC_BYTES)
}

/** The stored state of a session's current refresh token. */
export type RotationState = { counter: number; confirmedCounter: number; aal: Aal; refreshedAt: Date }

/**
 * What to do with a presented refresh token (docs/reference/auth-protocol.md §6, Ours):
 * `advance` to the next token, `repeat` the current one, refuse it as `used`, end the session (`revoke`), or refuse a token
 * of a `lower_aal` than the session's.
 */
export type RotationVerdict = 'advance' | 'repeat' | 'used' | 'revoke' | 'lower_aal'

/** Judges a presented token against its session; `reuseSeconds` is AUTH_REFRESH_REUSE_SECONDS. Pure. */
export function judgeRefresh(
  presented: RefreshToken,
  state: RotationState,
  now: Date,
  reuseSeconds: number,
): RotationVerdict {
  if (presented.aal === 'aal1' && state.aal === 'aal2') return 'lower_aal'
  // Ahead of the database only after a restored backup: genuine, so it counts as the current one.
  if (presented.counter >= state.counter) return 'advance'
  if (Math.abs(now.getTime() - state.refreshedAt.getTime()) < reuseSeconds * 1000) return 'repeat'
  if (presented.counter < state.counter - 1) return 'revoke'
  return state.confirmedCounter < state.counter ? 'repeat' : 'used'
}
