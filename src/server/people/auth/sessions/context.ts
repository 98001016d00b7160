import type { Config } from '../../../config.ts'
import { ownAddress } from '../../../platform/own-address.ts'
import type { SecretBox } from '../../../platform/secret-box.ts'
import type { AccountContext } from '../account/context.ts'
import { openKeyRing, type KeyRing } from './keys.service.ts'

/** Context of sessions. */
export type SessionContext = Pick<AccountContext, 'db' | 'clock'> & {
  keys: KeyRing
  /** Key from which refresh tokens are derived. */
  refreshKey: Buffer
  /** AUTH_REFRESH_REUSE_SECONDS. */
  reuseSeconds: number
  /** Claim `iss` of access tokens: the own address (RUL-32). */
  issuer: string
  /** Whether this issuer belongs to this installation. */
  isOwnIssuer: (issuer: string | undefined) => boolean
}

const LOCAL_ISSUER = /^http:\/\/localhost:\d+\/auth\/v1$/

/** Opens the signing keys, which are made at first start. Throws when the secret key does not fit the database. */
export async function openSessions(
  { db, clock }: Pick<AccountContext, 'db' | 'clock'>,
  config: Config,
  box: SecretBox,
): Promise<SessionContext> {
  const issuer = `${ownAddress(config)}/auth/v1`
  return {
    db,
    clock,
    keys: await openKeyRing(db, box, clock),
    refreshKey: box.keyFor('refresh-token'),
    reuseSeconds: config.AUTH_REFRESH_REUSE_SECONDS,
    issuer,
    // Without PUBLIC_URL the own address contains the port, which may change at a restart; sessions outlive that.
    isOwnIssuer: (text) => text === issuer || (!config.PUBLIC_URL && LOCAL_ISSUER.test(text ?? '')),
  }
}
