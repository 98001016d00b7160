import { deleteExpiredFormerAddresses } from '../../accounts/former-addresses.service.ts'
import type { Job } from '../../platform/job.ts'
import { deleteExpiredEmailChanges } from './email-change.queries.ts'
import { openMailDesk } from './mail-desk.ts'
import { deliverMails } from './mail-orders.service.ts'
import { deleteExpiredTokens } from '../one-time/one-time-tokens.queries.ts'
import { openSecretBox } from '../../platform/secret-box.ts'
import { forgetClients } from '../account/password-guesses.service.ts'
import { deleteExpiredSignUps } from '../one-time/sign-ups.queries.ts'

/** Mails that could not be sent at once, or whose server ended before. */
export const deliverWaitingMails: Job = {
  name: 'deliver-mails',
  everySeconds: 60,
  run: async (runtime) => {
    const desk = openMailDesk(runtime, await openSecretBox(runtime.config))
    if (desk) await deliverMails(desk)
  },
}

/** Mailed links and codes, and what waits for them, go when they have run out. */
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
