import type { SetupCode } from '../../accounts/setup-code.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Sms } from '../../platform/sms.ts'
import type { Log } from '../../platform/log.ts'
import type { KeyRing } from '../sessions/keys.service.ts'
import type { Providers } from '../providers/providers.ts'
import type { RateLimiter } from '../rate-limits.ts'
import type { Redirects } from '../protocol/redirects.ts'
import type { SecretBox } from '../../platform/secret-box.ts'
import type { RelyingParty } from '../factors/webauthn.ts'

/** What the verbs of the auth module work with; made once per process by `createAuth`. */
export type AuthContext = {
  db: Db
  clock: () => Date
  log: Log
  keys: KeyRing
  limits: RateLimiter
  setup: SetupCode
  /** Seals what the database must not hold in clear (RUL-34). */
  box: SecretBox
  /** Key of the hashes that codes and states of flows are found by. */
  flowKey: Buffer
  /** The SMS gateway; null where none is configured. */
  sms: Sms | null
  /** Whom passkeys are made for; null where the own address is no name. */
  relyingParty: RelyingParty | null
  /** The configured sign-in providers. */
  providers: Providers
  /** Where sign-in may lead. */
  redirects: Redirects
  /** Key of the hashes that mailed links and codes are found by. */
  oneTimeKey: Buffer
  /** Sends the mails that were ordered, in the background; null where no mail server is configured. */
  sendMails: (() => void) | null
  /** Whether addresses have to be confirmed by mail (AUTH_MAIL_CONFIRM). */
  confirmsMail: boolean
  /** Key refresh tokens are derived with. */
  refreshKey: Buffer
  /** AUTH_REFRESH_REUSE_SECONDS. */
  reuseSeconds: number
  /** Claim `iss` of access tokens: the own address (RUL-32). */
  issuer: string
  /** Whether a token of this issuer is one of this installation's. */
  isOwnIssuer: (issuer: string | undefined) => boolean
  /** AUTH_ANONYMOUS. */
  anonymousAllowed: boolean
}

/** What guesses at a password are counted by. */
export type Guesser = Pick<Visitor, 'ip' | 'device'>

/** Who sends a request, as far as one can see. */
export type Visitor = {
  ip: string
  userAgent: string | null
  /** The secret of a browser that has signed in before; null where none is sent. */
  device: string | null
  /** True for a request that names this machine and passed no proxy. */
  local: boolean
  /** True for a local one that no foreign page sends. */
  direct: boolean
}
