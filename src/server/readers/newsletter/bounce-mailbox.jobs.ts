import type { ImapFlow } from 'imapflow'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Job } from '../../platform/job.ts'
import { LARGEST_REPORT, noteReport, readReport } from './bounce-reports.service.ts'
import { newsletterKeys } from './keys.ts'
import type { NewsletterParts } from './subscribing.service.ts'

/** Key in `meta` of the last mail that was read, as `UIDVALIDITY:UID` (RFC 9051, section 2.3.1.1). */
const READ_KEY = 'bounce mailbox'
/** Mails of one run; those behind them are read by the next. */
const AT_ONCE = 200
/** Age in days of the oldest mail that is read from a mailbox that is new here. */
const FIRST_DAYS = 7
/** The same for a mailbox that was set up again and numbers its mails from the start. Reading more days would count mails twice. */
const RENEWED_DAYS = 1
/** Timeouts of a mailbox in milliseconds: connection, greeting, idle. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

/** Reads reports of undeliverable mails from MAIL_BOUNCE_MAILBOX, where it is set (NEWS-8). */
export const readBounceMailbox: Job = {
  name: 'read-bounce-mailbox',
  everySeconds: 300,
  hasWork: ({ config }) => Promise.resolve(config.MAIL_BOUNCE_MAILBOX !== undefined),
  run: readMailbox,
}

/**
 * Notes the reports that came since the last time. The mailbox is opened for reading alone. Each mail of a mailbox counts once: what was
 * read last is written down in the transaction that notes its report. Throws where the mailbox cannot be read; the system
 * check shows the failed job. Anybody can write to a mailbox, so a report counts where it returns a secret of the mail it is about:
 * its return address, or the link that unsubscribes, which stands in the header.
 */
export async function readMailbox(parts: NewsletterParts): Promise<void> {
  const url = new URL(parts.config.MAIL_BOUNCE_MAILBOX ?? '')
  const { ImapFlow: Client } = await import('imapflow')
  const secure = url.protocol === 'imaps:'
  const client = new Client({
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (secure ? 993 : 143),
    secure,
    auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    logger: false,
    disableAutoIdle: true,
    ...TIMEOUTS,
  })
  // An event `error` without a listener would end the process. What was asked for fails by itself.
  client.on('error', () => {})
  try {
    await client.connect()
    await readNew(parts, client, decodeURIComponent(url.pathname.slice(1)) || 'INBOX')
    await client.logout()
  } finally {
    client.close()
  }
}

async function readNew(parts: NewsletterParts, client: ImapFlow, folder: string): Promise<void> {
  const { uidValidity } = await client.mailboxOpen(folder, { readOnly: true })
  let mark = await readMark(parts)
  const [validity, uid] = (mark ?? '').split(':')
  const last = validity === String(uidValidity) ? Number(uid) : 0
  const since = new Date(parts.clock().getTime() - (mark === null ? FIRST_DAYS : RENEWED_DAYS) * 86_400_000)
  const found = await client.search(last > 0 ? { uid: `${last + 1}:*` } : { since }, { uid: true })
  // `n:*` always holds the newest mail, even one below n (RFC 9051, section 9).
  const fresh = (found || []).filter((one) => one > last).toSorted((a, b) => a - b)
  const keys = await newsletterKeys(parts)
  for (const one of fresh.slice(0, AT_ONCE)) {
    const mail = await client.fetchOne(one, { source: { start: 0, maxLength: LARGEST_REPORT } }, { uid: true })
    const report = mail && mail.source ? readReport(mail.source.toString()) : null
    const next = `${uidValidity}:${one}`
    const isOurs = await inTransaction(parts.db, async (tx) => {
      const changed = mark
        ? await tx
            .updateTable('meta')
            .set({ value: next })
            .where('key', '=', READ_KEY)
            .where('value', '=', mark)
            .executeTakeFirst()
        : await tx
            .insertInto('meta')
            .values({ key: READ_KEY, value: next })
            .onConflict((conflict) => conflict.column('key').doNothing())
            .executeTakeFirst()
      const rows = 'numUpdatedRows' in changed ? changed.numUpdatedRows : changed.numInsertedOrUpdatedRows
      if (!rows) return false
      if (report) await noteReport(tx, report, { keys, now: parts.clock(), trusted: false })
      return true
    })
    // Another instance reads the same mails: it goes on alone.
    if (!isOurs) return
    mark = next
  }
}

async function readMark({ db }: NewsletterParts): Promise<string | null> {
  const row = await db.selectFrom('meta').select('value').where('key', '=', READ_KEY).executeTakeFirst()
  return row?.value ?? null
}
