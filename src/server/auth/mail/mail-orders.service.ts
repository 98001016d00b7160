import * as accounts from '../../accounts/accounts.service.ts'
import { AccountRefused } from '../../accounts/accounts.service.ts'
import { recordEvent } from '../../accounts/audit.service.ts'
import { NO_SETUP, type SetupCheck } from '../../accounts/setup-code.ts'
import type { UsersTable } from '../../account-tables.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import { MailRefused, type Mail, type Mailer } from '../../platform/mail.ts'
import { readSettings } from '../../settings/settings.service.ts'
import { issueReturnToken } from './address-return-token.ts'
import { getEmailChange, getUserIdByNewEmail } from './email-change.queries.ts'
import type { Challenge } from '../one-time/flow-states.service.ts'
import * as queries from './mail-orders.queries.ts'
import type { MailOrderRow } from './mail-orders.queries.ts'
import { writeLetter } from './mail-texts.ts'
import { issueSignUpToken, issueToken, type TokenKind } from '../one-time/one-time-tokens.service.ts'
import { addEmailIdentity } from '../sign-in.service.ts'
import { onlySignUpOf, waitsForSeveral } from '../one-time/sign-ups.service.ts'

/** What the delivery of mails works with: what a request sets going and the job share it. */
export type MailDesk = {
  db: Db
  clock: () => Date
  log: Log
  mailer: Mailer
  oneTimeKey: Buffer
  /** The own address, without a slash at the end (RUL-32). */
  own: string
}

/** A mail somebody asked for. `email` need not belong to an account: that is found out when it is sent. */
export type MailOrder = {
  kind: TokenKind | 'address_notice'
  email: string
  /** Where the link leads in the end: an allowed address. */
  redirectTo: string
  challenge?: Challenge | null
  /** Who asked, for the audit log. */
  ip?: string
  /** Data of an account to be made where the address has none (magiclink). */
  create?: Record<string, unknown>
  /** The sign-up whose own mail this is; without one the mail belongs to the address alone (sent again). */
  signUpId?: string | null
  /** The way back a notice is about (address_notice). */
  formerId?: string
}

/** Days after which a mail that cannot be sent is given up. */
const DAYS_TRIED = 3
/** Seconds until the second attempt; each further one waits twice as long, an hour at most. */
const FIRST_WAIT = 60
const LONGEST_WAIT = 3600

/**
 * Orders a mail in the transaction of what it belongs to. The request does the same work for every address, known or not;
 * accounts are looked up, tokens made and mails sent afterwards (docs/auth-protocol.md §7, /recover).
 */
export async function orderMail(tx: Tx, { kind, email, ...details }: MailOrder, now: Date): Promise<void> {
  const at = now.toISOString()
  await queries.insertOrder(tx, {
    id: newId(),
    kind,
    email,
    details: JSON.stringify(details),
    attempts: 0,
    next_attempt_at: at,
    last_error: null,
    created_at: at,
  })
}

/** Sends every mail that is due. One that fails is tried again later, until it is given up with a line in the log. */
export async function deliverMails(desk: MailDesk): Promise<void> {
  for (;;) {
    const now = desk.clock()
    const latest = new Date(now.getTime() + LONGEST_WAIT * 1000).toISOString()
    const order = await queries.getDueOrder(desk.db, { now: now.toISOString(), latest })
    if (!order) return
    const wait = Math.min(FIRST_WAIT * 2 ** order.attempts, LONGEST_WAIT)
    const next = new Date(now.getTime() + wait * 1000).toISOString()
    if (await queries.claimOrder(desk.db, order, next)) await deliver(desk, order, now)
  }
}

async function deliver(desk: MailDesk, order: MailOrderRow, now: Date): Promise<void> {
  try {
    const mail = await inTransaction(desk.db, (tx) => prepare(tx, desk, order, now))
    if (mail) await desk.mailer.send(mail)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const old = now.getTime() - Date.parse(order.created_at) > DAYS_TRIED * 86_400_000
    desk.log.error('mail could not be sent', {
      kind: order.kind,
      attempt: order.attempts + 1,
      given_up: old,
      error: reason,
    })
    if (!(error instanceof MailRefused) && !old) return queries.noteOrderError(desk.db, order.id, reason)
    await inTransaction(desk.db, (tx) =>
      recordEvent(tx, {
        event: 'mail_undelivered',
        at: now,
        email: order.email,
        details: { kind: order.kind, reason },
      }),
    )
  }
  await queries.deleteOrder(desk.db, order.id)
}

/** The mail of an order with a fresh link and code, or null when nobody is to get one. */
async function prepare(tx: Tx, desk: MailDesk, order: MailOrderRow, now: Date): Promise<Mail | null> {
  const details = JSON.parse(order.details) as Omit<MailOrder, 'kind' | 'email'>
  if (order.kind === 'address_notice') return addressNotice(tx, desk, order.email, details, now)
  const kind = order.kind as TokenKind
  const user = await addressee(tx, kind, order.email, details, now)
  if (!user || user.approval === 'blocked') return null
  const { site_title: title } = await readSettings(tx)
  const site = title.trim() || 'Blog'
  if (kind === 'signup' && user.email_confirmed_at)
    return writeLetter('account_exists', { to: order.email, site, link: `${desk.own}/auth` })
  const change = kind.startsWith('email_change') ? await getEmailChange(tx, user.id, now.toISOString()) : null
  if (kind === 'email_change_current' && (!change || change.current_confirmed || !user.email)) return null
  if (kind === 'email_change_new' && (!change || change.new_confirmed)) return null
  const to = kind === 'email_change_new' ? (change?.new_email ?? '') : (user.email ?? '')
  const challenge = details.challenge ?? null
  // Sent again, the mail is that of the one sign-up there is, whose earlier link is void; of several it is nobody's.
  const signUpId = kind === 'signup' ? (details.signUpId ?? (await onlySignUpOf(tx, user, now))) : null
  const { token, code } = signUpId
    ? await issueSignUpToken(tx, desk, { signUpId, email: to, challenge }, now)
    : await issueToken(tx, desk, { userId: user.id, kind, email: to, challenge }, now)
  if (kind === 'recovery')
    await recordEvent(tx, { event: 'recovery_requested', at: now, userId: user.id, email: to, ip: details.ip })
  const newEmail = change?.new_email ?? ''
  if (kind === 'reauthentication') return writeLetter(kind, { to, site, code })
  const query = new URLSearchParams({
    token,
    type: kind.startsWith('email_change') ? 'email_change' : kind,
    redirect_to: details.redirectTo,
  })
  const several = kind === 'signup' && (await waitsForSeveral(tx, user, now))
  const letter = several ? 'signup_again' : kind
  return writeLetter(letter, { to, site, code, newEmail, link: `${desk.own}/auth/v1/verify?${query.toString()}` })
}

/** Tells a former address what the account has now, with the way back. */
async function addressNotice(
  tx: Tx,
  desk: MailDesk,
  to: string,
  { formerId }: Pick<MailOrder, 'formerId'>,
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

/** Whose mail it is. A sign-in by mail makes the account where there is none, as the registration mode allows (RUL-4). */
async function addressee(
  tx: Tx,
  kind: TokenKind,
  email: string,
  { create, ip }: Omit<MailOrder, 'kind' | 'email'>,
  now: Date,
): Promise<UsersTable | null> {
  const known = await accounts.getUserByEmail(tx, email)
  // Mails of one account wait for each other: each voids the earlier ones of its kind.
  if (known || kind === 'email_change_current') return known && accounts.holdAccount(tx, known.id)
  if (kind === 'email_change_new') {
    const id = await getUserIdByNewEmail(tx, email)
    return id ? accounts.holdAccount(tx, id) : null
  }
  if (kind !== 'magiclink' || !create) return null
  try {
    // Nobody becomes the owner behind the scenes: that needs the request of whoever has the code.
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

/** Mails that could not be sent so far, for the system check. */
export { listStuckMails } from './mail-orders.queries.ts'
