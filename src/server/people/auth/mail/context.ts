import type { SetupCode } from '../../accounts/setup-code.ts'
import type { AccountContext } from '../account/context.ts'
import type { OneTimeKeys } from '../tokens/context.ts'
import type { Redirects } from '../protocol/redirects.ts'
import type { SessionContext } from '../sessions/context.ts'

/** Context of mails to users, and their links and codes. */
export type MailContext = AccountContext &
  SessionContext &
  OneTimeKeys & {
    /** Allowed redirect targets of sign-in. */
    redirects: Redirects
    setup: SetupCode
    /** Sends the ordered mails in the background; null where no mail server is configured. */
    sendMails: (() => void) | null
  }
