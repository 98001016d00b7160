import { deleteExpiredFormerAddresses } from '../../accounts/former-addresses.service.ts'
import type { Job } from '../../../platform/job.ts'
import { deleteExpiredEmailChanges } from './email-change.queries.ts'
import { deleteExpiredTokens } from '../tokens/tokens.queries.ts'
import { forgetClients } from '../account/password-guesses.service.ts'
import { deleteExpiredSignUps } from '../tokens/sign-ups.queries.ts'

/** Deletes expired mailed links and codes, and what waits for them. */
export const forgetOneTimeTokens: Job = {
  name: 'forget-one-time-tokens',
  everySeconds: 600,
  run: async ({ db, clock }) => {
    const now = clock().toISOString()
    await deleteExpiredTokens(db, now)
    await deleteExpiredEmailChanges(db, now)
    await deleteExpiredSignUps(db, now)
    await forgetClients(db, clock())
    await deleteExpiredFormerAddresses(db, now)
  },
}
