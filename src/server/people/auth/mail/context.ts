import type { SetupCode } from '../../accounts/setup-code.ts'
import type { AccountContext } from '../account/context.ts'
import type { OneTimeKeys } from '../tokens/context.ts'
import type { Redirects } from '../protocol/redirects.ts'
import type { SessionContext } from '../sessions/context.ts'

/** What mails to holders of accounts, and their links and codes, need. */
export type MailContext = AccountContext &
  SessionContext &
  OneTimeKeys & {
    /** Where sign-in may lead. */
    redirects: Redirects
    setup: SetupCode
    /** Sends the mails that were ordered, in the background; null where no mail server is configured. */
    sendMails: (() => void) | null
  }
