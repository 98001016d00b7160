import { ApiError, found, invalidField } from '../../../contract/errors.ts'
import type { DigestInput, Issue, IssueInput } from '../../../contract/newsletter.ts'
import type { ActivityVerb } from '../../../rules/activity.ts'
import { ADVERT_WORDS, titleWithAdvert } from '../../../rules/labels.ts'
import type { Config } from '../../config.ts'
import type { Actor } from '../../platform/caller.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { holdRecord } from '../../platform/db/locks.ts'
import { announce, changesOf, inTransaction } from '../../platform/db/transaction.ts'
import { normalizeEmail } from '../../platform/email-address.ts'
import { newId } from '../../platform/ids.ts'
import { createMailer, MailRefused } from '../../platform/mail.ts'
import { readSettings, siteTitle } from '../../settings/settings.service.ts'
import { moveIn } from '../../writing/articles/addresses/place.public.ts'
import { digestSpan, digestSubject, holdDigests, insertDigest } from './digests.service.ts'
import { addressed, type IssueContent, type IssueMail, writeIssue } from './issue-mail.ts'
import * as queries from './issues.queries.ts'
import type { IssueRow } from './issues.queries.ts'
import type { MailContent } from './mail-content.ts'
import { isOffered, newsletterName, readChoices } from './settings.service.ts'

export type IssueParts = { db: Db; config: Config; clock: () => Date }

/** Delay between going live and the first mail (RUL-80): what is taken back at once is not sent. */
export const DELAY_MS = 30_000

function changed(tx: Tx, id: string, verb: 'created' | 'updated', done: ActivityVerb): Promise<void> {
  return announce(tx, { noun: 'issues', id, verb, hidden: true, done })
}

/** Follows the publication of articles in the transaction that changes it. A digest may name any of them. */
export function followPublication({ db, clock }: Pick<IssueParts, 'db' | 'clock'>): void {
  changesOf(db).onChange(async (tx, change) => {
    const { noun, id } = change
    const move = moveIn(change)
    if (move?.was && !move.is) await queries.rewriteDigests(tx, clock().toISOString())
    if (noun !== 'articles' || !(await queries.hasOpenIssue(tx, id))) return
    const due = new Date(clock().getTime() + DELAY_MS).toISOString()
    await queries.followArticle(tx, id, { isLive: await queries.isPublic(tx, id), due })
    if (change.retitled) await queries.followTitle(tx, id, change.retitled)
  })
}

/** The mail of an issue as it is now; null where its article is neither public nor scheduled, or nothing is new. */
export async function composeIssue(
  db: Db,
  content: MailContent,
  wanted: Pick<IssueRow, 'kind' | 'article_id' | 'subject' | 'lead' | 'from_at' | 'until_at'>,
  now: Date,
): Promise<{ mail: IssueMail; isPublic: boolean; title: string } | null> {
  const choices = await readChoices(db)
  const { isClosed, ...site } = await content.site()
  const { subject, lead } = wanted
  const frame = {
    lead,
    name: newsletterName(choices, site.name),
    address: choices.address,
    at: now.toISOString(),
    site,
  }
  if (wanted.kind === 'article') {
    const article = wanted.article_id === null ? null : await content.article(wanted.article_id)
    if (!article) return null
    const { title, advert } = article
    // An editor's own words name the payment, too.
    const isNamed = subject === '' || advert === null || subject.includes(ADVERT_WORDS[advert])
    const words = isNamed ? subject || title : titleWithAdvert(subject, advert)
    const issue: IssueContent = { ...frame, kind: 'article', subject: words, article }
    return { mail: await writeIssue(issue), isPublic: article.isPublic && !isClosed, title: article.title }
  }
  const span = { from: wanted.from_at ?? '', until: wanted.until_at ?? now.toISOString() }
  const entries = await content.entries(await queries.listNew(db, span, MOST_NEW))
  if (entries.length === 0) return null
  const issue: IssueContent = { ...frame, kind: 'digest', subject, entries, isMonthly: wanted.kind === 'monthly' }
  return { mail: await writeIssue(issue), isPublic: !isClosed, title: subject }
}

const MOST_NEW = 50

type Wanted = Parameters<typeof composeIssue>[2]

const NOT_SENT = 'Verschicken lassen sich veröffentlichte und geplante Artikel.'
const NOTHING_NEW = 'In dieser Zeit ist nichts Neues erschienen.'

/** What an editor wants to send, as an issue that is sent at `until`. */
async function wantedBy(
  db: Db,
  { article_id, digest, subject = '', lead = '' }: IssueInput,
  until: string,
): Promise<Wanted> {
  if (!digest) return { kind: 'article', article_id: article_id ?? null, subject, lead, from_at: null, until_at: null }
  const { from: from_at, until: until_at } = await digestSpan(db, digest, until)
  const words = subject || (await usualSubject(db, digest))
  return { kind: digest.rhythm, article_id: null, subject: words, lead, from_at, until_at }
}

async function usualSubject(db: Db, { rhythm }: DigestInput): Promise<string> {
  return digestSubject(rhythm, newsletterName(await readChoices(db), siteTitle(await readSettings(db))))
}

/** The mail for an editor: with the own address in place of a subscriber. */
async function previewed(
  { db, config, clock }: IssueParts,
  content: MailContent,
  input: IssueInput,
): Promise<IssueMail> {
  const field = input.digest ? 'digest' : 'article_id'
  if (!(await isOffered({ db, config }))) throw invalidField(field, 'Der Newsletter ist nicht eingeschaltet.')
  const now = clock()
  const composed = await composeIssue(db, content, await wantedBy(db, input, now.toISOString()), now)
  if (!composed) throw invalidField(field, input.digest ? NOTHING_NEW : NOT_SENT)
  const { dayInWords } = await content.site()
  const rhythm = input.digest?.rhythm ?? 'each'
  return addressed(composed.mail, { token: 'vorschau', since: dayInWords(now.toISOString()), rhythm })
}

/** The mail as a subscriber would get it, and how many get it. 400 `article_id`, `digest`. */
export async function previewIssue(
  parts: IssueParts,
  content: MailContent,
  input: IssueInput,
): Promise<IssueMail & { recipients: number }> {
  const mail = await previewed(parts, content, input)
  return { ...mail, recipients: await queries.countRecipients(parts.db, input.digest?.rhythm ?? 'article') }
}

/** Sends the mail to one address. 400: `to`, `article_id`, `digest`; `to` with the reply where the mail server refuses it. */
export async function sendTest(
  parts: IssueParts,
  content: MailContent,
  { to: typed, ...input }: IssueInput & { to: string },
): Promise<void> {
  const to = normalizeEmail(typed)
  if (to === null) throw invalidField('to', 'Bitte eine E-Mail-Adresse wie name@beispiel.de eingeben.')
  const mail = await previewed(parts, content, input)
  const { name } = await content.site()
  const mailer = createMailer(parts.config)
  try {
    await mailer?.send({
      to,
      fromName: newsletterName(await readChoices(parts.db), name),
      ...mail,
      subject: `[Test] ${mail.subject}`,
    })
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error)
    const reason = error instanceof MailRefused ? 'hat die Testmail abgelehnt' : 'war nicht zu erreichen'
    throw invalidField('to', `Der Mailserver ${reason}: ${words.slice(0, 300)}`)
  }
}

/**
 * Plans an issue of an article (RUL-80), or a digest. 400 `article_id` for one that is neither public nor scheduled,
 * `digest` where nothing is new, `planned_at` for the past; 409 `issue_exists`.
 */
export async function createIssue(
  { db, config }: Pick<IssueParts, 'db' | 'config'>,
  { planned_at = null, ...input }: IssueInput & { planned_at?: string | null | undefined },
  actor: Actor,
): Promise<Issue> {
  const field = input.digest ? 'digest' : 'article_id'
  if (!(await isOffered({ db, config }))) throw invalidField(field, 'Der Newsletter ist nicht eingeschaltet.')
  const now = actor.now.toISOString()
  if (planned_at !== null && planned_at < now) throw invalidField('planned_at', 'Dieser Zeitpunkt ist vorbei.')
  const soon = new Date(actor.now.getTime() + DELAY_MS).toISOString()
  const due = planned_at !== null && planned_at > soon ? planned_at : soon
  return inTransaction(db, async (tx) => {
    const id = input.digest
      ? await createDigest(tx, { ...input, digest: input.digest }, { planned_at, due, actor })
      : await createForArticle(tx, input, { planned_at, due, actor })
    if (id === null) throw new ApiError('issue_exists')
    return found(await queries.getIssue(tx, id))
  })
}

type Planned = { planned_at: string | null; due: string; actor: Actor }

/** A digest by hand has no period, so that there may be several; null as for one of an article. */
async function createDigest(
  tx: Tx,
  { digest, subject, lead = '' }: IssueInput & { digest: DigestInput },
  { planned_at, due, actor }: Planned,
): Promise<string | null> {
  await holdDigests(tx)
  const span = await digestSpan(tx, digest, planned_at ?? actor.now.toISOString())
  if ((await queries.listNew(tx, span, 1)).length === 0) throw invalidField('digest', NOTHING_NEW)
  const words = subject || (await usualSubject(tx, digest))
  const times = { planned_at, due_at: due, span }
  return insertDigest(tx, { kind: digest.rhythm, period: null, subject: words, lead, ...times, actor })
}

async function createForArticle(
  tx: Tx,
  { article_id = '', subject, lead = '' }: IssueInput,
  { planned_at, due, actor: { caller, now } }: Planned,
): Promise<string | null> {
  // A publication at the same time gives the issue its time, or is read here.
  await holdRecord(tx, 'articles', article_id)
  const article = await tx
    .selectFrom('articles')
    .select(['title', 'status'])
    .where('id', '=', article_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!article || (article.status !== 'published' && article.status !== 'scheduled'))
    throw invalidField('article_id', NOT_SENT)
  const id = newId()
  const isNew = await queries.insertIssue(tx, {
    id,
    kind: 'article',
    article_id,
    period: null,
    state: 'planned',
    subject: subject || article.title,
    lead,
    html: null,
    text: null,
    planned_at,
    due_at: article.status === 'published' ? due : null,
    from_at: null,
    until_at: null,
    started_at: null,
    finished_at: null,
    author_id: caller.userId,
    created_at: now.toISOString(),
  })
  if (isNew) await changed(tx, id, 'created', 'scheduled')
  return isNew ? id : null
}

/** Stops a running issue, or withdraws a planned one. 404; 409 `issue_state`. */
export async function stopIssue({ db }: Pick<IssueParts, 'db'>, id: string): Promise<Issue> {
  return inTransaction(db, async (tx) => {
    const isWithdrawn = await queries.changeIssue(tx, id, { from: ['planned'], to: { state: 'withdrawn' } })
    const isStopped =
      isWithdrawn || (await queries.changeIssue(tx, id, { from: ['sending'], to: { state: 'stopped' } }))
    return outcome(tx, id, isStopped, 'withdrawn')
  })
}

/** Goes on with a stopped issue, a digest with what is public now. 404; 409 `issue_state`, also while its article is not public. */
export async function resumeIssue({ db, clock }: Pick<IssueParts, 'db' | 'clock'>, id: string): Promise<Issue> {
  return inTransaction(db, async (tx) => {
    const text = await textToSend(tx, id, clock())
    const to = { state: 'sending', ...text }
    return outcome(tx, id, await queries.changeIssue(tx, id, { from: ['stopped'], to }), 'started')
  })
}

/**
 * What changes of the text of an issue that goes on. 404; 409 `issue_state` while the article of an issue is not public, or none of a
 * digest is. A withdrawal at the same time waits, and stops the issue then.
 */
async function textToSend(tx: Tx, id: string, now: Date): Promise<Partial<IssueRow>> {
  const { article_id, kind, from_at, until_at } = found(await queries.getIssueRow(tx, id))
  if (kind !== 'article') {
    const span = { from: from_at ?? '', until: until_at ?? '' }
    if ((await queries.listNew(tx, span, 1)).length > 0) return queries.unwritten(now.toISOString())
    throw new ApiError('issue_state', { message: 'Von den Artikeln dieser Ausgabe ist keiner mehr öffentlich.' })
  }
  if (article_id !== null) await holdRecord(tx, 'articles', article_id)
  if (article_id === null || !(await queries.isPublic(tx, article_id)))
    throw new ApiError('issue_state', { message: 'Der Artikel ist nicht mehr öffentlich.' })
  return {}
}

/** Sends again to addresses whose outcome is uncertain. 404; 409 `issue_state` where none is, or while the article is not public. */
export async function resendUncertain(
  { db, clock }: Pick<IssueParts, 'db' | 'clock'>,
  id: string,
  subscriberIds: readonly string[],
): Promise<Issue> {
  return inTransaction(db, async (tx) => {
    const text = await textToSend(tx, id, clock())
    // An issue that ends at this moment is read as ended.
    await holdRecord(tx, 'newsletter_issues', id)
    const isAny = (await queries.requeue(tx, id, subscriberIds)) > 0
    const to = { state: 'sending', finished_at: null, ...text }
    if (isAny) await queries.changeIssue(tx, id, { from: ['sent'], to })
    return outcome(tx, id, isAny, 'started')
  })
}

async function outcome(tx: Tx, id: string, isDone: boolean, done: ActivityVerb): Promise<Issue> {
  const issue = found(await queries.getIssue(tx, id))
  if (!isDone) throw new ApiError('issue_state', { current: issue })
  await changed(tx, id, 'updated', done)
  return issue
}
