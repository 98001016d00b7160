import { randomBytes, randomUUID } from 'node:crypto'
import {
  decodeProtectedHeader,
  errors,
  exportJWK,
  exportPKCS8,
  generateKeyPair,
  importJWK,
  importPKCS8,
  jwtVerify,
  SignJWT,
} from 'jose'
import type { CryptoKey, JWK } from 'jose'
import type { AuthKeysTable } from '../../../account-tables.ts'
import type { Db } from '../../../platform/db/db.ts'
import { lockFor } from '../../../platform/db/locks.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { ACCESS_TOKEN_SECONDS, type AccessClaims } from '../protocol/claims.ts'
import * as queries from './keys.queries.ts'
import type { SecretBox } from '../../../platform/secret-box.ts'

const ALGORITHM = 'ES256'
const PURPOSE = 'signing-key'
/** Seconds for which verifiers may cache the key set (`Cache-Control` of JWKS). */
export const JWKS_MAX_AGE = 600
/** A new key is announced this long before it signs: longer than verifiers cache the old set. */
const ANNOUNCED_MS = (JWKS_MAX_AGE + 60) * 1000
/** A replaced key is published until the last token it signed has expired. */
const KEPT_MS = (ACCESS_TOKEN_SECONDS + 60) * 1000
/** Other instances notice a new key within this time. */
const RELOAD_MS = 60_000
/** Tokens with an unknown kid reload the keys, at most this often. */
const UNKNOWN_KID_MS = 5_000
const VERIFIED_CACHE = 2_000

type Key = { kid: string; alg: string; publicJwk: JWK; publicKey: CryptoKey; row: AuthKeysTable }
/** Claims of a verified token; the caller checks the issuer. */
type IssuedClaims = AccessClaims & { iss?: string | undefined }
type Verified = { claims: IssuedClaims; expires: number }
type Verification = { claims: IssuedClaims } | { fault: 'invalid' | 'expired' }

/** Signing keys, for sign-in and for verifying tokens. */
export type KeyRing = {
  /** Signs an access token with these claims, valid for an hour from `clock`. */
  sign: (claims: AccessClaims, issuer: string) => Promise<{ token: string; expiresAt: number }>
  /** Checks signature by a known key with its own algorithm, audience and expiry. */
  verify: (token: string) => Promise<Verification>
  /** The public keys, including announced and recently replaced ones. */
  publicKeys: () => Promise<JWK[]>
}

/**
 * Opens the signing keys of the database and makes the first one (RUL-34). Throws when they were sealed under another
 * secret key.
 */
export async function openKeyRing(db: Db, box: SecretBox, clock: () => Date): Promise<KeyRing> {
  if ((await queries.listKeys(db)).length === 0) {
    const row = await makeKey(box, clock(), clock())
    await inTransaction(db, async (tx) => {
      await lockFor(tx, 'auth-keys')
      if ((await queries.listKeys(tx)).length === 0) await queries.insertKey(tx, row)
    })
  }

  let keys: Key[] = []
  let loadedAt = Number.NEGATIVE_INFINITY
  let signer: { kid: string; key: CryptoKey } | undefined
  const verified = new Map<string, Verified>()

  const load = async () => {
    const rows = await queries.listKeys(db)
    const same = rows.length === keys.length && rows.every((row, index) => row.kid === keys[index]?.kid)
    loadedAt = clock().getTime()
    if (same) return
    keys = await Promise.all(rows.map(readKey))
    verified.clear()
  }
  /** Milliseconds since the keys were read, in either direction of a clock change. */
  const age = () => Math.abs(clock().getTime() - loadedAt)
  const fresh = async () => {
    if (age() >= RELOAD_MS) await load()
  }
  /** Keys that may still occur: all except those replaced longer ago than the lifetime of a token. */
  const living = () =>
    keys.filter((_key, index) => {
      const successor = keys[index + 1]
      return !successor || Date.parse(successor.row.active_from) + KEPT_MS > clock().getTime()
    })
  const currentSigner = async () => {
    const now = clock().getTime()
    const active = keys.findLast((key) => Date.parse(key.row.active_from) <= now) ?? keys[0]
    if (!active) throw new Error('no signing key')
    if (signer?.kid !== active.kid)
      signer = { kid: active.kid, key: await importPKCS8(unseal(box, active.row), active.alg) }
    return { ...signer, alg: active.alg }
  }

  await load()
  await currentSigner()

  return {
    async sign(claims, issuer) {
      await fresh()
      const { kid, key, alg } = await currentSigner()
      const issuedAt = Math.floor(clock().getTime() / 1000)
      const expiresAt = issuedAt + ACCESS_TOKEN_SECONDS
      const token = await new SignJWT({ ...claims })
        .setProtectedHeader({ alg, kid, typ: 'JWT' })
        .setIssuer(issuer)
        .setAudience('authenticated')
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(key)
      return { token, expiresAt }
    },

    async verify(token) {
      await fresh()
      const now = clock()
      const known = verified.get(token)
      if (known) return known.expires > now.getTime() / 1000 ? { claims: known.claims } : { fault: 'expired' }
      const kid = kidOf(token)
      if (!kid) return { fault: 'invalid' }
      if (!keys.some((key) => key.kid === kid) && age() >= UNKNOWN_KID_MS) await load()
      const key = living().find((candidate) => candidate.kid === kid)
      if (!key) return { fault: 'invalid' }
      try {
        const { payload } = await jwtVerify<AccessClaims>(token, key.publicKey, {
          algorithms: [key.alg],
          audience: 'authenticated',
          requiredClaims: ['exp', 'iat', 'sub', 'session_id', 'aal', 'jti'],
          currentDate: now,
        })
        if (verified.size >= VERIFIED_CACHE) verified.delete(verified.keys().next().value ?? '')
        verified.set(token, { claims: payload, expires: payload.exp ?? 0 })
        return { claims: payload }
      } catch (error) {
        return { fault: error instanceof errors.JWTExpired ? 'expired' : 'invalid' }
      }
    },

    async publicKeys() {
      await fresh()
      return living().map((key) => key.publicJwk)
    },
  }
}

/**
 * Adds a key that signs once every verifier has had time to load it, and deletes keys whose tokens have all expired.
 * With `atOnce` (a key has leaked) it signs immediately and every older key is deleted: access tokens are then refused
 * within a minute, and clients refresh. Returns the new key's id and the instant from which it signs.
 */
export async function rotateKeys(
  db: Db,
  box: SecretBox,
  now: Date,
  atOnce = false,
): Promise<{ kid: string; activeFrom: Date }> {
  const activeFrom = atOnce ? now : new Date(now.getTime() + ANNOUNCED_MS)
  const row = await makeKey(box, now, activeFrom)
  await inTransaction(db, async (tx) => {
    await lockFor(tx, 'auth-keys')
    const keys = await queries.listKeys(tx)
    const forgotten = keys.filter((_key, index) => {
      const successor = keys[index + 1]
      return atOnce || (successor && Date.parse(successor.active_from) + KEPT_MS <= now.getTime())
    })
    await queries.deleteKeys(
      tx,
      forgotten.map((key) => key.kid),
    )
    await queries.insertKey(tx, row)
  })
  return { kid: row.kid, activeFrom }
}

/** The public anonymous key: an opaque identifier made at first start, no credential (RUL-33). */
export async function ensureAnonKey(db: Db): Promise<string> {
  const made = `anon_${randomBytes(24).toString('base64url')}`
  return (
    (await queries.getMeta(db, 'anon_key')) ??
    inTransaction(db, async (tx) => {
      await lockFor(tx, 'anon-key')
      const existing = await queries.getMeta(tx, 'anon_key')
      if (!existing) await queries.insertMeta(tx, 'anon_key', made)
      return existing ?? made
    })
  )
}

async function makeKey(box: SecretBox, now: Date, activeFrom: Date): Promise<AuthKeysTable> {
  const pair = await generateKeyPair(ALGORITHM, { extractable: true })
  const kid = randomUUID()
  const publicJwk: JWK = { ...(await exportJWK(pair.publicKey)), kid, alg: ALGORITHM, use: 'sig', key_ops: ['verify'] }
  return {
    kid,
    alg: ALGORITHM,
    public_jwk: JSON.stringify(publicJwk),
    private_key: box.seal(PURPOSE, await exportPKCS8(pair.privateKey)),
    created_at: now.toISOString(),
    active_from: activeFrom.toISOString(),
  }
}

async function readKey(row: AuthKeysTable): Promise<Key> {
  const publicJwk = JSON.parse(row.public_jwk) as JWK
  const publicKey = await importJWK(publicJwk, row.alg)
  if (publicKey instanceof Uint8Array) throw new Error(`signing key ${row.kid} is no public key`)
  return { kid: row.kid, alg: row.alg, publicJwk, publicKey, row }
}

function unseal(box: SecretBox, row: AuthKeysTable): string {
  try {
    return box.unseal(PURPOSE, row.private_key)
  } catch (error) {
    throw new Error(
      'Die Signaturschlüssel in der Datenbank gehören zu einem anderen geheimen Schlüssel. ' +
        'Bitte SECRET_KEY oder die Datei secret.key aus der Sicherung wiederherstellen.',
      { cause: error },
    )
  }
}

function kidOf(token: string): string | null {
  try {
    return decodeProtectedHeader(token).kid ?? null
  } catch {
    return null
  }
}
