import * as accounts from '../../accounts/accounts.service.ts'
import { AccountRefused } from '../../accounts/accounts.service.ts'
import { recordEvent } from '../../accounts/audit.service.ts'
import { deleteFormerAddressesFrom, getFormerAddress, restoreAddress } from '../../accounts/former-addresses.service.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { MailContext } from './context.ts'
import type { Visitor } from '../protocol/visitor.ts'
import { AuthFault } from '../protocol/auth-fault.ts'
import { forgetRecoveryCodes } from '../factors/recovery-codes.service.ts'
import { changeEmailIdentity } from '../account/email-identity.service.ts'
import { deleteProviderIdentitiesOf } from '../account/identities.queries.ts'
import { limitClient } from '../account/limits.ts'
import { deleteFactorsOf } from '../factors/factors.queries.ts'
import { deletePasskeysOf } from '../passkeys/passkeys.queries.ts'
import { deleteSessionsOf } from '../sessions/sessions.queries.ts'
import { returnHash } from './address-return-token.ts'
import { deleteEmailChange } from './email-change.queries.ts'
import { orderAccountMail } from './account-mails.service.ts'
import { deleteTokensOf } from '../tokens/tokens.queries.ts'

/**
 * Ways to sign in added within this time before a change of address are removed with it: the attacker may have had a
 * session then.
 */
const SUSPECT_MS = 24 * 3_600_000

/**
 * Restores an account's former address at the request of its mailbox. Every session, the password, mailed links and the
 * ways to sign in added around the change end, later addresses cannot be restored, and a mail for a new password is
 * ordered. Errors: 403 `otp_expired`, 422 `email_exists`; 429.
 */
export async function returnAddress(
  auth: MailContext,
  token: string,
  redirectTo: string,
  visitor: Visitor,
): Promise<void> {
  await limitClient(auth, 'verify', visitor)
  const now = auth.clock()
  await inTransaction(auth.db, async (tx) => {
    const former = await getFormerAddress(tx, { token_hash: returnHash(auth, token) }, now.toISOString())
    const user = former && (await accounts.holdAccount(tx, former.user_id))
    if (!former || !user || !(await deleteFormerAddressesFrom(tx, former))) throw new AuthFault('otp_expired')
    try {
      await restoreAddress(tx, user, former.email, now)
    } catch (error) {
      throw error instanceof AccountRefused ? new AuthFault('email_exists') : error
    }
    const since = new Date(Date.parse(former.changed_at) - SUSPECT_MS).toISOString()
    await changeEmailIdentity(tx, user.id, former.email, { now, verified: true })
    await deleteSessionsOf(tx, user.id)
    await deleteTokensOf(tx, user.id)
    await deleteEmailChange(tx, user.id)
    await deleteProviderIdentitiesOf(tx, user.id, since)
    await deletePasskeysOf(tx, user.id, since)
    if ((await deleteFactorsOf(tx, user.id, since)) > 0) await forgetRecoveryCodes(tx, user.id)
    await recordEvent(tx, {
      event: 'email_changed',
      at: now,
      userId: user.id,
      email: former.email,
      ip: visitor.ip,
      details: { from: user.email, returned: true },
    })
    await orderAccountMail(tx, { kind: 'recovery', email: former.email, redirectTo, ip: visitor.ip }, now)
  })
  auth.sendMails?.()
}
