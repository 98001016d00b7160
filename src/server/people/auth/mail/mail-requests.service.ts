import * as accounts from '../../accounts/accounts.service.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Caller } from '../../../platform/caller.ts'
import { readSettings } from '../../../settings/settings.service.ts'
import type { MailContext } from './context.ts'
import type { Visitor } from '../protocol/visitor.ts'
import { AuthFault } from '../protocol/auth-fault.ts'
import { readChallenge } from '../tokens/flow-states.service.ts'
import { createMailAccount, orderAccountMail, type AccountMail } from './account-mails.service.ts'
import type { AccountContext } from '../account/context.ts'
import { limitClient } from '../account/limits.ts'
import { checkMetadata, type Metadata, validEmail } from '../account/user-fields.ts'
import { refusing } from '../account/refusals.ts'

type Challenged = { code_challenge?: string | null; code_challenge_method?: string | null }
export type RecoverInput = Challenged & { email?: string | null }

/**
 * Orders a mail to set a new password. The response and the work are the same whether the address has an account or
 * not, and also where no mail can be sent. Errors: 400 `validation_failed`; 429 per client and per address.
 */
export async function recover(
  auth: MailContext,
  input: RecoverInput,
  redirectTo: string,
  visitor: Visitor,
): Promise<void> {
  await limitClient(auth, 'recover', visitor)
  if (!input.email) throw new AuthFault('missing_email_or_phone')
  const email = validEmail(input.email)
  await order(auth, { kind: 'recovery', email, redirectTo, challenge: readChallenge(input), ip: visitor.ip })
}

export type OtpInput = RecoverInput & { phone?: string | null; create_user?: boolean | null; data?: Metadata | null }

/**
 * Orders a mail to sign in. A missing account is created, as the registration mode allows, unless `create_user` is
 * false. Errors: 422 `otp_disabled` (no account and none wanted, or no mail server), `signup_disabled`, the setup
 * code's; 400 `validation_failed`, `phone_provider_disabled`; 429 per client and per address.
 */
export async function sendMagicLink(
  auth: MailContext,
  input: OtpInput,
  redirectTo: string,
  visitor: Visitor,
): Promise<void> {
  await limitClient(auth, 'otp', visitor)
  if (input.phone) throw new AuthFault('phone_disabled')
  if (!input.email) throw new AuthFault('missing_email_or_phone')
  const email = validEmail(input.email)
  if (!auth.sendMails) throw new AuthFault('otp_disabled')
  const { setup_code: setupCode, invite_token: _inviteToken, ...metadata } = input.data ?? {}
  checkMetadata(metadata)
  const mail = { kind: 'magiclink', email, redirectTo, challenge: readChallenge(input), ip: visitor.ip } as const
  await throttleMail(auth, email)
  const known = await accounts.getUserByEmail(auth.db, email)
  if (input.create_user === false) {
    if (!known) throw new AuthFault('otp_disabled')
    return order(auth, mail, { throttled: true })
  }
  const { registration } = await readSettings(auth.db)
  if (!known && registration === 'geschlossen') throw new AuthFault('signup_disabled')
  if (!(await accounts.isOwned(auth.db))) {
    // The first account needs the setup code of the requester; there are no other addresses to reveal yet.
    const now = auth.clock()
    if (setupCode !== undefined) await limitClient(auth, 'setup_code', visitor)
    const code = typeof setupCode === 'string' ? setupCode : null
    await refusing(() =>
      inTransaction(auth.db, (tx) =>
        createMailAccount(
          tx,
          { email, metadata, setup: auth.setup.for(visitor), setupCode: code, ip: visitor.ip },
          now,
        ),
      ),
    )
  }
  await order(auth, { ...mail, create: metadata }, { throttled: true })
}

export type ResendInput = Challenged & { type?: string | null; email?: string | null; phone?: string | null }

/**
 * Sends the mails of a sign-up or a change of address again; the same response for every address. Errors: 400
 * `validation_failed`; 429 per client and per address.
 */
export async function resend(
  auth: MailContext,
  input: ResendInput,
  redirectTo: string,
  visitor: Visitor,
): Promise<void> {
  await limitClient(auth, 'resend', visitor)
  if (input.phone) throw new AuthFault('phone_disabled')
  if (!input.email) throw new AuthFault('missing_email_or_phone')
  const email = validEmail(input.email)
  const mail = { email, redirectTo, challenge: readChallenge(input), ip: visitor.ip }
  if (input.type === 'signup') return order(auth, { ...mail, kind: 'signup' })
  if (input.type !== 'email_change') throw new AuthFault('unsupported_mail')
  await order(auth, { ...mail, kind: 'email_change_current' })
  await order(auth, { ...mail, kind: 'email_change_new' }, { throttled: true })
}

/**
 * Sends the caller the code that a change of password requires in an old session. Errors: 400 `reauthentication_needed`
 * without a mail server or an address; 429.
 */
export async function sendReauthentication(auth: MailContext, caller: Caller, visitor: Visitor): Promise<void> {
  await limitClient(auth, 'otp', visitor)
  if (!auth.sendMails || !caller.email) throw new AuthFault('reauthentication_needed')
  const redirectTo = auth.redirects.siteUrl
  await order(auth, { kind: 'reauthentication', email: caller.email, redirectTo, ip: visitor.ip })
}

/**
 * Counts a mail requested for an address, known or not. Throws 429 `over_email_send_rate_limit` with the seconds to
 * wait.
 */
export async function throttleMail({ limits }: Pick<AccountContext, 'limits'>, email: string): Promise<void> {
  const wait = await limits.take('mail_address', email)
  if (wait > 0) throw new AuthFault('mail_throttled', wait)
}

async function order(auth: MailContext, mail: AccountMail, { throttled = false } = {}): Promise<void> {
  if (!throttled) await throttleMail(auth, mail.email)
  const { sendMails } = auth
  if (!sendMails) return
  await inTransaction(auth.db, (tx) => orderAccountMail(tx, mail, auth.clock()))
  sendMails()
}
