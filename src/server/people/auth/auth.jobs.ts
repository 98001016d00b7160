import type { Job } from '../../platform/job.ts'
import { forgetExpiredReaders } from './sessions/reader.service.ts'
import { forgetOldFlows } from './tokens/flow-states.service.ts'
import { deleteExpiredFormerAddresses } from '../accounts/former-addresses.service.ts'
import { deleteExpiredEmailChanges } from './mail/email-change.queries.ts'
import { deleteExpiredPasskeyChallenges } from './passkeys/passkeys.queries.ts'
import { deleteExpiredTokens } from './tokens/tokens.queries.ts'
import { forgetClients } from './account/password-guesses.service.ts'
import { deleteExpiredSignUps } from './tokens/sign-ups.queries.ts'

/** Deletes expired reader cookies. */
export const forgetReaders: Job = {
  name: 'forget-readers',
  everySeconds: 86_400,
  run: ({ db, clock }) => forgetExpiredReaders(db, clock()),
}

/** Deletes unfinished sign-ins after a day. */
export const forgetFlows: Job = {
  name: 'forget-flows',
  everySeconds: 3600,
  run: ({ db, clock }) => forgetOldFlows(db, clock()),
}

/** Deletes expired mailed links and codes, and what waits for them. */
export const forgetOneTimeTokens: Job = {
  name: 'forget-one-time-tokens',
  everySeconds: 600,
  run: async ({ db, clock }) => {
    const now = clock().toISOString()
    await deleteExpiredTokens(db, now)
    await deleteExpiredEmailChanges(db, now)
    await deleteExpiredPasskeyChallenges(db, now)
    await deleteExpiredSignUps(db, now)
    await forgetClients(db, clock())
    await deleteExpiredFormerAddresses(db, now)
  },
}
