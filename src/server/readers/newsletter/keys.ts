import { createHash, createHmac } from 'node:crypto'
import type { Db } from '../../platform/db/db.ts'
import { openInstallationBox, type SecretSource } from '../../platform/secret-box.ts'

/** Hashes and secret links of the newsletter, under keys of the installation. Tokens are 256 bit, in base64url. */
export type NewsletterKeys = {
  /** Keyed hash of a stored address. */
  hashOf: (email: string) => string
  /** The token in all mails to a subscriber; a mail that is sent again has the same. */
  tokenOf: (subscriberId: string) => string
  /** The token of a confirmation mail. */
  requestTokenOf: (mailId: string) => string
}

const opened = new WeakMap<Db, Promise<NewsletterKeys>>()

/** The keys of the installation that this database belongs to. */
export function newsletterKeys({ db, config }: { db: Db; config: SecretSource }): Promise<NewsletterKeys> {
  const known = opened.get(db)
  if (known) return known
  const opening = openInstallationBox(db, config).then((box) => {
    const keyed = (purpose: string) => {
      const key = box.keyFor(purpose)
      return (text: string) => createHmac('sha256', key).update(text).digest('base64url')
    }
    return {
      hashOf: keyed('newsletter-address'),
      tokenOf: keyed('newsletter-subscriber'),
      requestTokenOf: keyed('newsletter-request'),
    }
  })
  opened.set(db, opening)
  opening.catch(() => opened.delete(db))
  return opening
}

/** The form in which a token is stored. */
export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
