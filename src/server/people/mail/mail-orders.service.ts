import { recordEvent } from '../accounts/audit.service.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import { MailRefused, type Mail, type Mailer } from '../../platform/mail.ts'
import * as queries from './mail-orders.queries.ts'
import type { MailOrderRow } from './mail-orders.queries.ts'

/** A requested mail: its type selects the text; other fields are for its writer. */
export type MailOrder = { kind: string; email: string }

/** An order as its writer sees it. */
export type WrittenOrder = {
  kind: string
  email: string
  /** Those of the order, as JSON. */
  details: unknown
  /** A former attempt ended without an outcome (the process was killed): the mail may have been sent. */
  interrupted: boolean
}

/**
 * Composes the mail of an order, in a transaction of its own shortly before it is sent; null when it must not be sent.
 */
export type WriteMail = (tx: Tx, order: WrittenOrder, now: Date) => Promise<Mail | null>

/** The resources for delivery, shared by requests and the job. */
export type MailDesk = { db: Db; clock: () => Date; log: Log; mailer: Mailer; write: WriteMail }

/** Days after which an undeliverable mail is given up. */
const DAYS_TRIED = 3
/** Seconds until the second attempt; each further one waits twice as long, an hour at most. */
const FIRST_WAIT = 60
const LONGEST_WAIT = 3600

/**
 * Orders a mail in the transaction it belongs to. The request does the same work for every address, known or not; the
 * account is looked up and secrets are made when the mail is composed (docs/reference/auth-protocol.md §7, /recover).
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

/** Sends every due mail. A failed one is retried later, until it is given up with a log entry. */
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
  const { kind, email } = order
  try {
    const details: unknown = JSON.parse(order.details)
    const interrupted = order.attempts > 0 && order.last_error === null
    const mail = await inTransaction(desk.db, (tx) => desk.write(tx, { kind, email, details, interrupted }, now))
    if (mail) await desk.mailer.send(mail)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const old = now.getTime() - Date.parse(order.created_at) > DAYS_TRIED * 86_400_000
    desk.log.error('mail could not be sent', { kind, attempt: order.attempts + 1, given_up: old, error: reason })
    if (!(error instanceof MailRefused) && !old) return queries.noteOrderError(desk.db, order.id, reason)
    await inTransaction(desk.db, (tx) =>
      recordEvent(tx, { event: 'mail_undelivered', at: now, email, details: { kind, reason } }),
    )
  }
  await queries.deleteOrder(desk.db, order.id)
}

/** Unsent mails, for the system check. */
export { listStuckMails } from './mail-orders.queries.ts'
