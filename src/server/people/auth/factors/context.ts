import type { SecretBox } from '../../../platform/secret-box.ts'
import type { Sms } from '../../../platform/sms.ts'
import type { AccountContext } from '../account/context.ts'
import type { SessionContext } from '../sessions/context.ts'
import type { RelyingParty } from './webauthn.ts'

/** Context of second factors. */
export type FactorContext = AccountContext &
  SessionContext & {
    /** Seals secrets for the database (RUL-34). */
    box: SecretBox
    /** The SMS gateway; null where none is configured. */
    sms: Sms | null
    /** The relying party of passkeys; null where the own address is no domain name. */
    relyingParty: RelyingParty | null
  }
