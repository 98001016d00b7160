import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { instant } from '../fields.ts'

/** What is left of the caller's codes; `created_at` is null where none were made. */
export const recoveryCodesState = z.object({ remaining: z.number().int(), created_at: instant.nullable() })
export type RecoveryCodesState = z.infer<typeof recoveryCodesState>

/** A new set, shown this once. */
export const newRecoveryCodes = z.object({ codes: z.array(z.string()), created_at: instant })
export type NewRecoveryCodes = z.infer<typeof newRecoveryCodes>

/** A session as the auth protocol shows it, for the auth client to take over. */
const authSession = z.object({
  access_token: z.string(),
  token_type: z.literal('bearer'),
  expires_in: z.number(),
  expires_at: z.number(),
  refresh_token: z.string(),
  user: z.looseObject({ id: z.string() }),
})

/** Recovery codes (RUL-11): ten, each once in place of a second factor. */
export const recoveryCodes = {
  get: endpoint('GET', '/account/recovery-codes', 'session').output(recoveryCodesState),
  /** Ten new ones; earlier ones stop working. 409 `no_second_factor` while the account has none. */
  renew: endpoint('POST', '/account/recovery-codes', 'session').output(newRecoveryCodes),
  /** Raises the session to aal2 by one code; for accounts whose second factor is out of reach. 422 `recovery_code_invalid`. */
  use: endpoint('POST', '/account/recovery-codes/use', 'session', 200)
    .meta({ beforeSecondFactor: true })
    .input(z.object({ code: z.string().min(1).max(100) }))
    .output(authSession),
}
