import * as accounts from '../../accounts/accounts.service.ts'
import { AccountRefused } from '../../accounts/accounts.service.ts'
import { recordEvent } from '../../accounts/audit.service.ts'
import { NO_SETUP, type SetupCheck } from '../../accounts/setup-code.ts'
import type { UsersTable } from '../../../account-tables.ts'
import type { Config } from '../../../config.ts'
import { orderMail, type WriteMail } from '../../mail/mail-orders.service.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import type { Mail } from '../../../platform/mail.ts'
import { ownAddress } from '../../../platform/own-address.ts'
import { openInstallationBox, type SecretBox } from '../../../platform/secret-box.ts'
import { readSettings } from '../../../settings/settings.service.ts'
import { issueReturnToken } from './address-return-token.ts'
import { getEmailChange, getUserIdByNewEmail } from './email-change.queries.ts'
import type { Challenge } from '../tokens/flow-states.service.ts'
import { writeLetter } from './mail-texts.ts'
import { issueSignUpToken, issueToken, type TokenKind } from '../tokens/tokens.service.ts'
import { addEmailIdentity } from '../account/email-identity.service.ts'
import { oneTimeKeys } from '../tokens/context.ts'
import { onlySignUpOf, waitsForSeveral } from '../tokens/sign-ups.service.ts'

/** A mail to the user of an account. `email` need not belong to an account: this is looked up when it is sent. */
export type AccountMail = {
  kind: TokenKind | 'address_notice'
  email: string
  /** Final target of the link: an allowed address. */
  redirectTo: string
  challenge?: Challenge | null
  /** The requester, for the audit log. */
  ip?: string
  /** Data for a new account if the address has none (magiclink). */
  create?: Record<string, unknown>
  /** The sign-up that this mail confirms; without one the mail belongs to the address only (sent again). */
  signUpId?: string | null
  /** The former address that a notice is about (address_notice). */
  formerId?: string
}

/** Orders a mail in the transaction it belongs to; its link and code are made when it is sent. */
export async function orderAccountMail(tx: Tx, mail: AccountMail, now: Date): Promise<void> {
  await orderMail(tx, mail, now)
}

/** What the texts need: the key of links and codes, and the own address, without a trailing slash (RUL-32). */
type Desk = { oneTimeKey: Buffer; own: string }

/** Writers of other modules' mails, by kind of order. */
export type OtherMails = Readonly<Record<string, WriteMail>>

/** Composes the mails of this module, with new links and codes under a key of the installation, and those of others. */
export function accountMails(config: Config, box: SecretBox, others: OtherMails): WriteMail {
  const desk = { ...oneTimeKeys(box), own: ownAddress(config) }
  return (tx, order, now) => {
    const { kind, email, details } = order
    const other = others[kind]
    return other
      ? other(tx, order, now)
      : prepare(tx, desk, { ...(details as Details), kind: kind as AccountMail['kind'], email }, now)
  }
}

/** The same with only the configuration at hand: for the job. */
export async function openAccountMails(
  { config, db }: { config: Config; db: Db },
  others: OtherMails,
): Promise<WriteMail> {
  return accountMails(config, await openInstallationBox(db, config), others)
}

type Details = Omit<AccountMail, 'kind' | 'email'>

/** The mail of an order with a new link and code, or null when it must not be sent. */
async function prepare(tx: Tx, desk: Desk, order: AccountMail, now: Date): Promise<Mail | null> {
  const { kind, email } = order
  if (kind === 'address_notice') return addressNotice(tx, desk, order, now)
  const user = await addressee(tx, kind, order, now)
  if (!user || user.approval === 'blocked') return null
  const { site_title: title } = await readSettings(tx)
  const site = title.trim() || 'Blog'
  if (kind === 'signup' && user.email_confirmed_at)
    return writeLetter('account_exists', { to: email, site, link: `${desk.own}/auth` })
  const change = kind.startsWith('email_change') ? await getEmailChange(tx, user.id, now.toISOString()) : null
  if (kind === 'email_change_current' && (!change || change.current_confirmed || !user.email)) return null
  if (kind === 'email_change_new' && (!change || change.new_confirmed)) return null
  const to = kind === 'email_change_new' ? (change?.new_email ?? '') : (user.email ?? '')
  const challenge = order.challenge ?? null
  // A mail sent again belongs to the only pending sign-up, whose earlier link becomes void; with several it belongs to
  // none.
  const signUpId = kind === 'signup' ? (order.signUpId ?? (await onlySignUpOf(tx, user, now))) : null
  const { token, code } = signUpId
    ? await issueSignUpToken(tx, desk, { signUpId, email: to, challenge }, now)
    : await issueToken(tx, desk, { userId: user.id, kind, email: to, challenge }, now)
  if (kind === 'recovery')
    await recordEvent(tx, { event: 'recovery_requested', at: now, userId: user.id, email: to, ip: order.ip })
  const newEmail = change?.new_email ?? ''
  if (kind === 'reauthentication') return writeLetter(kind, { to, site, code })
  const query = new URLSearchParams({
    token,
    type: kind.startsWith('email_change') ? 'email_change' : kind,
    redirect_to: order.redirectTo,
  })
  const several = kind === 'signup' && (await waitsForSeveral(tx, user, now))
  const letter = several ? 'signup_again' : kind
  return writeLetter(letter, { to, site, code, newEmail, link: `${desk.own}/auth/v1/verify?${query.toString()}` })
}

/** Notifies a former address of the new one, with a link to restore it. */
async function addressNotice(
  tx: Tx,
  desk: Desk,
  { email: to, formerId }: AccountMail,
  now: Date,
): Promise<Mail | null> {
  const issued = await issueReturnToken(tx, desk, formerId ?? '', now)
  const user = issued && (await accounts.getUser(tx, issued.userId))
  if (!user) return null
  const { site_title: title } = await readSettings(tx)
  const query = new URLSearchParams({ token: issued.token, type: 'address_return' })
  const link = `${desk.own}/auth/v1/verify?${query.toString()}`
  return writeLetter('address_notice', { to, site: title.trim() || 'Blog', newEmail: user.email ?? '', link })
}

/**
 * The account that gets the mail. A sign-in by mail creates a missing account, as the registration mode allows (RUL-4).
 */
async function addressee(
  tx: Tx,
  kind: TokenKind,
  { email, create, ip }: AccountMail,
  now: Date,
): Promise<UsersTable | null> {
  const known = await accounts.getUserByEmail(tx, email)
  // Mails of one account are serialised: each voids the earlier ones of its type.
  if (known || kind === 'email_change_current') return known && accounts.holdAccount(tx, known.id)
  if (kind === 'email_change_new') {
    const id = await getUserIdByNewEmail(tx, email)
    return id ? accounts.holdAccount(tx, id) : null
  }
  if (kind !== 'magiclink' || !create) return null
  try {
    // A background job never makes an owner: that needs a request with the setup code.
    return await createMailAccount(tx, { email, metadata: create, setup: NO_SETUP, ip }, now)
  } catch (error) {
    if (error instanceof AccountRefused) return null
    throw error
  }
}

type MailAccount = {
  email: string
  metadata: Record<string, unknown>
  setup: SetupCheck
  setupCode?: string | null
  ip?: string | undefined
}

/** Makes an account without a password, to be confirmed by its first sign-in. Throws AccountRefused. */
export async function createMailAccount(
  tx: Tx,
  { email, metadata, setup, setupCode = null, ip }: MailAccount,
  now: Date,
): Promise<UsersTable> {
  const account = { email, passwordHash: null, metadata, confirmed: false, setupCode }
  const { user } = await accounts.createAccount(tx, account, { now, setup, ...(ip && { ip }) })
  await addEmailIdentity(tx, user.id, email, now)
  return user
}
