import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Db } from '../../platform/db/db.ts'
import { openInstallationBox, type SecretBox, type SecretSource } from '../../platform/secret-box.ts'

/** A preview is posted at the earliest after this time, and at the latest after that one (RUL-81). */
const SHORTEST_MS = 3000
const LONGEST_MS = 86_400_000
/** Clocks of several instances differ by some seconds. */
const SKEW_MS = 5000

/** What a preview shows: the posted form must say the same. */
export type Stamped = { articleId: string; rootId: string | null; name: string; text: string }

/** What a signed time is worth: `foreign` was signed for another text, or not here. */
export type StampOutcome = { outcome: 'good'; nonce: string; token: string } | { outcome: 'foreign' | 'early' | 'late' }

/** Secrets of comments, each with a key of its own. */
export type CommentSecrets = {
  /** Signs the present time for what a preview shows. */
  stamp: (stamped: Stamped, now: Date) => string
  /**
   * Checks a signed time. Its nonce is for single use; `token` is the secret link of the comment that is stored by it, the same for
   * the same time, so that a form posted twice leads to one comment.
   */
  check: (stamped: Stamped, stamp: string, now: Date) => StampOutcome
  /** Keyed hash of a network address. */
  network: (key: string) => string
  /** Keyed hash of what a text says. */
  text: (comparable: string) => string
}

const boxes = new WeakMap<Db, Promise<SecretBox>>()

/** The secrets of this installation; its key is read once. */
export async function commentSecrets(db: Db, config: SecretSource): Promise<CommentSecrets> {
  let opening = boxes.get(db)
  if (!opening) {
    boxes.set(db, (opening = openInstallationBox(db, config)))
    opening.catch(() => boxes.delete(db))
  }
  return secretsOf(await opening)
}

function secretsOf(box: SecretBox): CommentSecrets {
  const keyed = (purpose: string, text: string) => createHmac('sha256', box.keyFor(purpose)).update(text)
  const sign = ({ articleId, rootId, name, text }: Stamped, nonce: string, at: string) =>
    keyed('comment-stamp', JSON.stringify([nonce, at, articleId, rootId, name, text])).digest()
  return {
    stamp(stamped, now) {
      const nonce = randomBytes(16).toString('base64url')
      const at = String(now.getTime())
      return `${nonce}.${at}.${sign(stamped, nonce, at).toString('base64url')}`
    },
    check(stamped, stamp, now) {
      const [nonce = '', at = '', signature = ''] = stamp.split('.')
      const given = Buffer.from(signature, 'base64url')
      const right = sign(stamped, nonce, at)
      if (!/^\d{1,16}$/.test(at) || given.length !== right.length || !timingSafeEqual(given, right))
        return { outcome: 'foreign' }
      const age = now.getTime() - Number(at)
      if (age > LONGEST_MS || age < -SKEW_MS) return { outcome: 'late' }
      if (age < SHORTEST_MS) return { outcome: 'early' }
      return { outcome: 'good', nonce, token: keyed('comment-link', nonce).digest('base64url') }
    },
    network: (key) => keyed('comment-network', key).digest('base64url'),
    text: (comparable) => keyed('comment-text', comparable).digest('base64url'),
  }
}

/** How a secret link is stored. */
export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** The secret part of an address that is given away once. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}
