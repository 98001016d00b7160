import type { SecretBox } from '../../../platform/secret-box.ts'
import type { Sms } from '../../../platform/sms.ts'
import type { AccountContext } from '../account/context.ts'
import type { SessionContext } from '../sessions/context.ts'
import type { RelyingParty } from './webauthn.ts'

/** What second factors need. */
export type FactorContext = AccountContext &
  SessionContext & {
    /** Seals what the database must not hold in clear (RUL-34). */
    box: SecretBox
    /** The SMS gateway; null where none is configured. */
    sms: Sms | null
    /** Whom passkeys are made for; null where the own address is no name. */
    relyingParty: RelyingParty | null
  }
