import * as accounts from '../../accounts/accounts.service.ts'
import type { UsersTable } from '../../../account-tables.ts'
import { AccountRefused } from '../../accounts/accounts.service.ts'
import { changeAddress } from '../../accounts/former-addresses.service.ts'
import { recordEvent } from '../../accounts/audit.service.ts'
import type { Tx } from '../../../platform/db/db.ts'
import type { Visitor } from '../protocol/visitor.ts'
import * as queries from './email-change.queries.ts'
import { AuthFault } from '../protocol/auth-fault.ts'
import { orderAccountMail, type AccountMail } from './account-mails.service.ts'
import { deleteTokensOf } from '../tokens/tokens.queries.ts'
import { changeEmailIdentity } from '../account/email-identity.service.ts'

/** Time for both mailboxes to confirm. */
const CHANGE_SECONDS = 24 * 3600

type When = { visitor: Visitor; now: Date }
/** `notify`: the former address gets a notice with a link to restore it. */
type Changing = When & { notify: boolean }

/**
 * Starts a change of address that both mailboxes have to confirm; until then the old one counts. Requesting the present
 * address cancels a pending change. Throws 422 `email_exists` when another account has the new one.
 */
export async function requestEmailChange(
  tx: Tx,
  user: UsersTable,
  email: string,
  { redirectTo, challenge, visitor, now }: Pick<AccountMail, 'redirectTo' | 'challenge'> & When,
): Promise<void> {
  if (email === user.email) return queries.deleteEmailChange(tx, user.id)
  if (await accounts.getUserByEmail(tx, email)) throw new AuthFault('email_exists')
  await queries.replaceEmailChange(tx, {
    user_id: user.id,
    new_email: email,
    current_confirmed: user.email ? 0 : 1,
    new_confirmed: 0,
    requested_at: now.toISOString(),
    expires_at: new Date(now.getTime() + CHANGE_SECONDS * 1000).toISOString(),
  })
  const mail = { redirectTo, challenge: challenge ?? null, ip: visitor.ip }
  if (user.email) await orderAccountMail(tx, { ...mail, kind: 'email_change_current', email: user.email }, now)
  await orderAccountMail(tx, { ...mail, kind: 'email_change_new', email }, now)
  await recordEvent(tx, {
    event: 'email_change_requested',
    at: now,
    userId: user.id,
    email: user.email,
    ip: visitor.ip,
    details: { to: email },
  })
}

/**
 * Records that one side has confirmed. The address changes with the second one: true then. Throws 403 `otp_expired`
 * when the change was cancelled, 422 `email_exists` when another account has the address by now.
 */
export async function confirmEmailChange(
  tx: Tx,
  user: UsersTable,
  side: 'email_change_current' | 'email_change_new',
  when: Changing,
): Promise<boolean> {
  const pending = await queries.getEmailChange(tx, user.id, when.now.toISOString())
  if (!pending) throw new AuthFault('otp_expired')
  const confirmed = side === 'email_change_current' ? { current_confirmed: 1 } : { new_confirmed: 1 }
  const change = { ...pending, ...confirmed }
  if (!change.current_confirmed || !change.new_confirmed) {
    await queries.updateEmailChange(tx, user.id, confirmed)
    return false
  }
  await changeEmail(tx, user, change.new_email, { ...when, verified: true })
  return true
}

/**
 * Changes the address of an account; the new one counts as confirmed, and as `verified` if a mail has shown it.
 * Everything mailed before becomes void. With `notify` the former address gets a notice with a link to restore it (72
 * hours).
 */
export async function changeEmail(
  tx: Tx,
  user: UsersTable,
  email: string,
  { verified, notify, visitor, now }: Changing & { verified: boolean },
): Promise<void> {
  let formerId: string | null
  try {
    formerId = await changeAddress(tx, user, email, { keep: notify, now })
  } catch (error) {
    if (error instanceof AccountRefused) throw new AuthFault('email_exists')
    throw error
  }
  await changeEmailIdentity(tx, user.id, email, { now, verified })
  await queries.deleteEmailChange(tx, user.id)
  await deleteTokensOf(tx, user.id)
  await recordEvent(tx, {
    event: 'email_changed',
    at: now,
    userId: user.id,
    email,
    ip: visitor.ip,
    details: { from: user.email },
  })
  if (formerId && user.email) {
    const notice = { kind: 'address_notice', email: user.email, redirectTo: '', formerId } as const
    await orderAccountMail(tx, notice, now)
  }
}
