import type { SetupCode } from '../../accounts/setup-code.ts'
import type { Log } from '../../../platform/log.ts'
import type { SecretBox } from '../../../platform/secret-box.ts'
import type { AccountContext } from '../account/context.ts'
import type { OneTimeKeys } from '../tokens/context.ts'
import type { Redirects } from '../protocol/redirects.ts'
import type { SessionContext } from '../sessions/context.ts'
import type { Providers } from './providers.ts'

/** Context of sign-in by providers. */
export type ProviderContext = AccountContext &
  SessionContext &
  OneTimeKeys & {
    log: Log
    /** Seals data kept while a browser is at its provider (RUL-34). */
    box: SecretBox
    /** The configured sign-in providers. */
    providers: Providers
    /** Allowed redirect targets of sign-in. */
    redirects: Redirects
    setup: SetupCode
  }
