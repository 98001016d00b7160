import { createHash, randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { Rhythm } from '../../../rules/newsletter.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { holdRecord } from '../../platform/db/locks.ts'
import { announce, inTransaction } from '../../platform/db/transaction.ts'
import { createMailer, type Mailer } from '../../platform/mail.ts'
import type { MailOutcome, MailSession } from '../../platform/mail-session.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { runInWorker, workerJob } from '../../platform/workers/worker-pool.ts'
import { publicAddress, readSettings, siteTitle } from '../../settings/settings.service.ts'
import { noteArrival, noteBounce } from './bounces.service.ts'
import { addressed, type IssueMail } from './issue-mail.ts'
import { composeIssue } from './issues.service.ts'
import * as queries from './issues.queries.ts'
import type { Claim, IssueKind, IssueRow } from './issues.queries.ts'
import { newsletterKeys, type NewsletterKeys } from './keys.ts'
import type { MailParts, run as encode } from './mail-bytes.job.ts'
import type { MailContent } from './mail-content.ts'
import { isOffered, newsletterName, readChoices, senderOf } from './settings.service.ts'

type Parts = Pick<Runtime, 'db' | 'config' | 'clock' | 'log'>

const BYTES = workerJob<typeof encode>(new URL('./mail-bytes.job.ts', import.meta.url))

/** Seconds between two runs; each sends its share of a minute. */
export const EVERY_SECONDS = 5
/** Longer than any attempt: its instance is gone. */
const STALE_MS = 600_000
/** Attempts at one address, and the pause after the first; each further pause is twice as long. */
const MOST_ATTEMPTS = 6
const PAUSE_MS = 300_000
const MINUTE_MS = 60_000
/**
 * Time between the beginnings of two mails: this share of the interval of the pace, at most this many milliseconds. Readers are served
 * in between, and a run ends before the next one begins.
 */
const SPACING = { share: 0.8, mostMs: 50 }

/** Whether an issue is due or on its way. */
export async function hasIssues({ db, clock }: Pick<Parts, 'db' | 'clock'>): Promise<boolean> {
  return (await queries.listDue(db, clock().toISOString())).length > 0
}

/**
 * Begins issues that are due, and sends the next mails of running ones at the pace of the settings, over all instances.
 * Every step survives a kill: what was not handed to the mail server is sent later, what was, without a response, is
 * uncertain and never sent again by itself (RUL-80).
 */
export async function sendIssues(parts: Parts, content: MailContent): Promise<void> {
  const { db, config, clock } = parts
  const mailer = createMailer(config)
  if (!mailer || !(await isOffered({ db, config }))) return
  const now = clock()
  const before = new Date(now.getTime() - STALE_MS).toISOString()
  const reply = 'Der Server endete während der Übergabe an den Mailserver.'
  await inTransaction(db, (tx) => queries.releaseStale(tx, { before, now: now.toISOString(), reply }))
  for (const { id, state } of await queries.listDue(db, now.toISOString()))
    if (state === 'planned') await write(parts, content, id)
  // A blog that was closed while an issue goes out: the rest waits until it is open again.
  if ((await content.site()).isClosed) return
  const line = new MailLine(mailer)
  try {
    for (const { id, state } of await queries.listDue(db, now.toISOString()))
      if (state === 'sending') {
        await write(parts, content, id)
        await sendSome(parts, line, id)
      }
  } finally {
    line.close()
  }
}

/**
 * Begins an issue with its text and recipients of this moment, or gives a running digest the text without an article that was withdrawn
 * meanwhile; one that has a text keeps it. Of concurrent calls a single one counts.
 */
async function write({ db, clock }: Parts, content: MailContent, id: string): Promise<void> {
  const row = await queries.getIssueRow(db, id)
  if (!row || row.html !== null) return
  const isFirst = row.state === 'planned'
  const now = clock()
  const composed = await composeIssue(db, content, row, now)
  await inTransaction(db, async (tx) => {
    await holdRecord(tx, 'newsletter_issues', id)
    const held = await queries.getIssueRow(tx, id)
    // Written by another instance, stopped, or an article was withdrawn since: the next run looks again.
    if (held?.html !== null || held.state !== row.state || held.due_at !== row.due_at) return
    const isLive = row.kind !== 'article' || (row.article_id !== null && (await queries.isPublic(tx, row.article_id)))
    const at = now.toISOString()
    if (!composed || !composed.isPublic || !isLive) {
      await queries.changeIssue(tx, id, { from: ['planned'], to: { state: 'withdrawn' } })
      if (!composed) await queries.changeIssue(tx, id, { from: ['sending'], to: { state: 'stopped' } })
    } else if (isFirst) {
      await queries.changeIssue(tx, id, {
        from: ['planned'],
        to: { state: 'sending', ...composed.mail, started_at: at },
      })
      await queries.addDeliveries(tx, { id, kind: row.kind as IssueKind })
      // The page of the newsletter lists it.
      await announce(tx, { noun: 'newsletter', id, verb: 'updated', tags: ['newsletter'] })
    } else {
      await queries.changeIssue(tx, id, { from: ['sending'], to: composed.mail })
    }
    await announce(tx, { noun: 'issues', id, verb: 'updated', hidden: true })
  })
}

/** One connection at a time, opened when it is needed. */
class MailLine {
  readonly #mailer: Mailer
  #session: MailSession | null = null

  constructor(mailer: Mailer) {
    this.#mailer = mailer
  }

  get from(): string {
    return this.#mailer.from
  }

  /** Throws where the mail server cannot be reached. */
  async session(): Promise<MailSession> {
    if (!this.#session?.isOpen()) this.#session = await this.#mailer.open()
    return this.#session
  }

  close(): void {
    this.#session?.close()
  }
}

type Frame = {
  /** The issue and the instant of its text. */
  issue: Pick<IssueRow, 'id' | 'due_at'>
  mail: IssueMail
  name: string
  origin: string
  host: string
  sender: string
  bounces: string | undefined
  dayInWords: (instant: string) => string
  keys: NewsletterKeys
}

async function sendSome(parts: Parts, line: MailLine, id: string): Promise<void> {
  const { db, clock } = parts
  const { pace } = await readChoices(db)
  await inTransaction(db, (tx) => queries.dropLeft(tx, id))
  const frame = await readFrame(parts, id)
  const share = Math.max(1, Math.ceil((pace * EVERY_SECONDS) / 60))
  const spacing = Math.min(SPACING.mostMs, (SPACING.share * MINUTE_MS) / pace)
  let claim = frame && (await claimNext(parts, { issue: frame.issue, pace }))
  for (let sent = 1; frame && claim; sent += 1) {
    const apart = setTimeout(spacing)
    const result = await handOver(parts, line, frame, claim)
    const done = { claim, result }
    // The server has gone; the rest waits for the next run.
    if (result.state === 'unsent' && result.of === 'connection') return note(parts, done)
    if (sent < share) claim = await claimNext(parts, { issue: frame.issue, pace, done })
    else {
      await note(parts, done)
      break
    }
    await apart
  }
  const at = clock().toISOString()
  await inTransaction(db, async (tx) => {
    if (await queries.finishIssue(tx, id, at)) await announce(tx, { noun: 'issues', id, verb: 'updated', hidden: true })
  })
}

async function handOver({ db, log }: Parts, line: MailLine, frame: Frame, claim: Claim): Promise<MailOutcome> {
  let session: MailSession
  try {
    session = await line.session()
  } catch (error) {
    log.error('newsletter: the mail server is away', { error: String(error) })
    return { state: 'unsent', of: 'connection', reply: String(error) }
  }
  return deliver(db, session, frame, { claim, from: line.from })
}

async function readFrame({ db, config }: Parts, id: string): Promise<Frame | null> {
  const row = await queries.getIssueRow(db, id)
  if (!row || row.html === null || row.text === null) return null
  const settings = await readSettings(db)
  const sender = senderOf(config)
  const origin = publicAddress(settings, config)
  const day = new Intl.DateTimeFormat('de-DE', { dateStyle: 'long', timeZone: settings.effective_timezone })
  return {
    issue: row,
    mail: { subject: row.subject, html: row.html, text: row.text },
    name: newsletterName(await readChoices(db), siteTitle(settings)),
    origin,
    host: new URL(origin).hostname,
    sender,
    bounces: config.MAIL_BOUNCE_ADDRESS,
    dayInWords: (instant) => day.format(new Date(instant)),
    keys: await newsletterKeys({ db, config }),
  }
}

type Done = { claim: Claim; result: MailOutcome }

/**
 * Claims the next delivery, unless the minute is used up. The row of the settings serialises all instances. What became of the mail
 * before (`done`) is written down in the same transaction: each commit waits for the disk.
 */
async function claimNext(
  { db, clock }: Parts,
  { issue, pace, done }: { issue: Frame['issue']; pace: number; done?: Done },
): Promise<Claim | null> {
  const now = clock()
  const { id } = issue
  return inTransaction(db, async (tx) => {
    await holdRecord(tx, 'newsletter_issues', id)
    await holdRecord(tx, 'newsletter_settings', 'newsletter')
    if (done) await writeDown(tx, done, now)
    if (!(await queries.isSending(tx, issue))) return null
    const since = new Date(now.getTime() - MINUTE_MS).toISOString()
    if ((await queries.countClaimed(tx, since)) >= pace) return null
    const returnKey = randomBytes(16).toString('hex')
    return queries.claimNext(tx, id, { now: now.toISOString(), returnKey })
  })
}

async function deliver(
  db: Db,
  session: MailSession,
  frame: Frame,
  { claim, from }: { claim: Claim; from: string },
): Promise<MailOutcome> {
  const raw = await toBytes(frame, { claim, from })
  return session.send({
    from: returnAddress(frame, claim),
    to: claim.email,
    raw,
    onAccepted: () =>
      inTransaction(db, (tx) =>
        queries.changeDelivery(tx, claim, {
          from: ['claimed'],
          to: { state: 'handing' },
          whileSending: frame.issue.due_at,
        }),
      ),
  })
}

/** `bounce+KEY@host` where a return address is configured, else the sender. */
function returnAddress({ bounces, sender }: Pick<Frame, 'bounces' | 'sender'>, { return_key }: Claim): string {
  if (bounces === undefined) return sender
  const at = bounces.lastIndexOf('@')
  return `${bounces.slice(0, at)}+${return_key}${bounces.slice(at)}`
}

/** The mail as bytes. They are made in a worker, so that readers do not wait for it, and here where that fails: a mail is at most 200 KB. */
async function toBytes(frame: Frame, { claim, from }: { claim: Claim; from: string }): Promise<Buffer> {
  const token = frame.keys.tokenOf(claim.subscriber_id)
  const since = frame.dayInWords(claim.confirmed_at ?? claim.created_at)
  const { subject, html, text } = addressed(frame.mail, { token, since, rhythm: claim.rhythm as Rhythm })
  const digest = createHash('sha256').update(`${claim.issue_id} ${claim.subscriber_id}`).digest('hex').slice(0, 32)
  const link = `${frame.origin}/newsletter/abmelden/${token}`
  const parts: MailParts = {
    from: from.includes('<') ? from : { name: frame.name, address: from },
    to: claim.email,
    subject,
    text,
    html,
    messageId: `<${digest}@${frame.sender.split('@').pop()}>`,
    headers: {
      'List-Id': `${frame.name.replace(/[^\p{L}\p{N} .-]/gu, '')} <newsletter.${frame.host}>`,
      'List-Unsubscribe': `<${link}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      Precedence: 'bulk',
      'Auto-Submitted': 'auto-generated',
    },
  }
  const bytes = await runInWorker('mails', BYTES, parts).catch(async () => {
    const { run } = await import('./mail-bytes.job.ts')
    return run(parts)
  })
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function note({ db, clock }: Parts, done: Done): Promise<void> {
  return inTransaction(db, (tx) => writeDown(tx, done, clock()))
}

/** Writes down what became of a mail, unless another attempt has taken it over. */
async function writeDown(tx: Tx, { claim, result }: Done, now: Date): Promise<void> {
  const finished_at = now.toISOString()
  const held = ['claimed', 'handing', 'uncertain']
  const reply = 'reply' in result ? result.reply.slice(0, 500) : null
  const change = (to: Parameters<typeof queries.changeDelivery>[2]['to'], from = held) =>
    queries.changeDelivery(tx, claim, { from, to: { smtp_reply: reply, ...to } })
  const id = claim.subscriber_id
  switch (result.state) {
    case 'sent':
      if (await change({ state: 'sent', finished_at })) await noteArrival(tx, id)
      return
    case 'uncertain':
      return void (await change({ state: 'uncertain', finished_at }))
    case 'withdrawn':
      // Stopped meanwhile, or taken over.
      return void (await change({ state: 'waiting', smtp_reply: null }, ['claimed']))
    case 'refused':
      if (await change({ state: 'refused', finished_at }))
        await noteBounce(tx, id, { kind: result.of === 'recipient' ? 'hard' : 'soft', reply: reply ?? '' }, now)
      return
    case 'unsent': {
      if (claim.attempts >= MOST_ATTEMPTS) {
        const isOver = await change({ state: 'failed', finished_at })
        if (isOver && result.of === 'recipient') await noteBounce(tx, id, { kind: 'soft', reply: reply ?? '' }, now)
        return
      }
      const pause = PAUSE_MS * 2 ** (claim.attempts - 1)
      return void (await change({ state: 'waiting', next_at: new Date(now.getTime() + pause).toISOString() }))
    }
  }
}
