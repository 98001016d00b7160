import { sql, type SqlBool } from 'kysely'
import type { FullIssue, Issue } from '../../../contract/newsletter.ts'
import type { IssueState, Rhythm } from '../../../rules/newsletter.ts'
import type { NewsletterIssuesTable } from '../../newsletter-tables.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { newestFirst, type Page, type PageQuery } from '../../platform/db/keyset.ts'
import { forUpdateOfFree, holdRecord } from '../../platform/db/locks.ts'

export type IssueRow = NewsletterIssuesTable
export type IssueKind = Issue['kind']

const COLUMNS = [
  'id',
  'kind',
  'article_id',
  'state',
  'subject',
  'lead',
  'planned_at',
  'due_at',
  'started_at',
  'finished_at',
  'created_at',
] as const

/** The rhythm of those who get a kind of issue. */
export const RHYTHM_OF: Record<IssueKind, Rhythm> = { article: 'each', weekly: 'weekly', monthly: 'monthly' }

export async function insertIssue(tx: Tx, row: IssueRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('newsletter_issues')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function getIssueRow(db: Db, id: string): Promise<IssueRow | null> {
  return (await db.selectFrom('newsletter_issues').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

/** Whether an issue is on its way with the text of this instant (`due_at`). Its texts, which may be 200 KB, are not read. */
export async function isSending(db: Db, { id, due_at }: Pick<IssueRow, 'id' | 'due_at'>): Promise<boolean> {
  const row = await db
    .selectFrom('newsletter_issues')
    .select(['state', 'due_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.state === 'sending' && row.due_at === due_at
}

async function withCounts(db: Db, rows: readonly Pick<IssueRow, (typeof COLUMNS)[number]>[]): Promise<Issue[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const states = await db
    .selectFrom('newsletter_deliveries')
    .select((field) => [
      'issue_id',
      'state',
      field.fn.countAll().as('count'),
      // Only a delivery that was tried before has a time of its own.
      field.fn.count('next_at').as('tried'),
    ])
    .where('issue_id', 'in', ids)
    .groupBy(['issue_id', 'state'])
    .execute()
  const left = await db
    .selectFrom('newsletter_consents')
    .select((field) => ['issue_id', field.fn.countAll().as('count')])
    .where('issue_id', 'in', ids)
    .where('kind', '=', 'left')
    .groupBy('issue_id')
    .execute()
  const sum = (id: string, names: readonly string[], what: 'count' | 'tried' = 'count') =>
    states
      .filter(({ issue_id, state }) => issue_id === id && names.includes(state))
      .reduce((total, row) => total + Number(row[what]), 0)
  return rows.map((row) => ({
    ...row,
    kind: row.kind as IssueKind,
    state: row.state as IssueState,
    counts: {
      waiting: sum(row.id, ['waiting', 'claimed', 'handing']),
      delayed: sum(row.id, ['waiting'], 'tried'),
      sent: sum(row.id, ['sent']),
      refused: sum(row.id, ['refused', 'failed']),
      uncertain: sum(row.id, ['uncertain']),
      left: Number(left.find(({ issue_id }) => issue_id === row.id)?.count ?? 0),
    },
  }))
}

export async function getIssue(db: Db, id: string): Promise<Issue | null> {
  const rows = await db.selectFrom('newsletter_issues').select(COLUMNS).where('id', '=', id).execute()
  return (await withCounts(db, rows))[0] ?? null
}

export async function listIssues(db: Db, query: PageQuery): Promise<Page<Issue>> {
  const page = await newestFirst(db.selectFrom('newsletter_issues').select(COLUMNS), 'newsletter_issues', query)
  return { items: await withCounts(db, page.items), next_cursor: page.next_cursor }
}

/** Deliveries that somebody has to know of, with the words of the mail server. */
const MOST_PROBLEMS = 500

export async function listProblems(db: Db, issueId: string): Promise<FullIssue['problems']> {
  const rows = await db
    .selectFrom('newsletter_deliveries as delivery')
    .innerJoin('newsletter_subscribers as subscriber', 'subscriber.id', 'delivery.subscriber_id')
    .select(['subscriber_id', 'email', 'delivery.state', 'smtp_reply', 'next_at'])
    .where('issue_id', '=', issueId)
    .where((where) =>
      where.or([
        where('delivery.state', 'in', ['refused', 'failed', 'uncertain']),
        where.and([where('delivery.state', '=', 'waiting'), where('next_at', 'is not', null)]),
      ]),
    )
    // Those that need somebody first: the others are tried again, or have an outcome.
    .orderBy(sql`case delivery.state when 'uncertain' then 0 when 'waiting' then 2 else 1 end`)
    .orderBy('email')
    .limit(MOST_PROBLEMS)
    .execute()
  return rows.map(({ subscriber_id, email, state, smtp_reply, next_at }) => ({
    subscriber_id,
    email,
    state: state === 'uncertain' ? 'uncertain' : state === 'waiting' ? 'delayed' : 'refused',
    reply: smtp_reply ?? '',
    next_at: state === 'waiting' ? next_at : null,
  }))
}

export async function countRecipients(db: Db, kind: IssueKind): Promise<number> {
  const row = await db
    .selectFrom('newsletter_subscribers')
    .select((field) => field.fn.countAll().as('count'))
    .where('state', '=', 'active')
    .where('rhythm', '=', RHYTHM_OF[kind])
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Changes an issue in one of these states; false where it is in another one. */
export async function changeIssue(
  tx: Tx,
  id: string,
  { from, to }: { from: readonly IssueState[]; to: Partial<IssueRow> },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('newsletter_issues')
    .set(to)
    .where('id', '=', id)
    .where('state', 'in', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Whether an article is public at this moment. */
export async function isPublic(db: Db, articleId: string): Promise<boolean> {
  const row = await db
    .selectFrom('articles')
    .select('id')
    .where('id', '=', articleId)
    .where('status', '=', 'published')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Follows an article: where it is public, its planned issues get their time; where it no longer is, those that had one
 * are withdrawn and a running one stops (RUL-80).
 */
export async function followArticle(
  tx: Tx,
  articleId: string,
  { isLive, due }: { isLive: boolean; due: string },
): Promise<void> {
  if (isLive) {
    await sql`update newsletter_issues
      set due_at = case when planned_at is not null and planned_at > ${due} then planned_at else ${due} end
      where article_id = ${articleId} and state = 'planned' and due_at is null`.execute(tx)
    return
  }
  await sql`update newsletter_issues set state = case when state = 'planned' then 'withdrawn' else 'stopped' end
    where article_id = ${articleId} and (state = 'sending' or (state = 'planned' and due_at is not null))`.execute(tx)
}

/** The subject of a planned issue that is the title of its article stays that title; an editor's own words stay as they are. */
export async function followTitle(tx: Tx, articleId: string, { was, is }: { was: string; is: string }): Promise<void> {
  await tx
    .updateTable('newsletter_issues')
    .set({ subject: is })
    .where('article_id', '=', articleId)
    .where('state', '=', 'planned')
    .where('subject', '=', was)
    .execute()
}

/** What makes a running issue write its text again before the next mail: no mail with the former one is begun. */
export function unwritten(now: string): Pick<IssueRow, 'html' | 'text' | 'due_at'> {
  return { html: null, text: null, due_at: now }
}

/** Running digests are written again; of planned ones, one that is being written at this moment is. */
export async function rewriteDigests(tx: Tx, now: string): Promise<void> {
  await tx
    .updateTable('newsletter_issues')
    .set({
      ...unwritten(now),
      due_at: sql<string>`case when state = 'planned' and due_at > ${now} then due_at else ${now} end`,
    })
    .where('kind', '<>', 'article')
    .where('state', 'in', ['planned', 'sending'])
    .execute()
}

/** Whether a planned or running issue belongs to an article; asked at each change of one. */
export async function hasOpenIssue(db: Db, articleId: string): Promise<boolean> {
  const row = await db
    .selectFrom('newsletter_issues')
    .select('id')
    .where('article_id', '=', articleId)
    .where('state', 'in', ['planned', 'sending'])
    .executeTakeFirst()
  return row !== undefined
}

/** Planned issues whose time has come, and running ones. */
export async function listDue(db: Db, now: string): Promise<{ id: string; state: string }[]> {
  return db
    .selectFrom('newsletter_issues')
    .select(['id', 'state'])
    .where((where) =>
      where.or([
        where('state', '=', 'sending'),
        where.and([where('state', '=', 'planned'), where('due_at', '<=', now)]),
      ]),
    )
    .orderBy('due_at')
    .execute()
}

/** One delivery for each active subscriber with the rhythm of this issue. */
export async function addDeliveries(tx: Tx, { id, kind }: { id: string; kind: IssueKind }): Promise<void> {
  await sql`insert into newsletter_deliveries (issue_id, subscriber_id, state)
    select ${id}, id, 'waiting' from newsletter_subscribers
    where state = 'active' and rhythm = ${RHYTHM_OF[kind]}`.execute(tx)
}

/** Drops waiting deliveries to those who have left since. */
export async function dropLeft(tx: Tx, issueId: string): Promise<void> {
  await sql`delete from newsletter_deliveries where issue_id = ${issueId} and state = 'waiting'
    and subscriber_id in (select id from newsletter_subscribers where state <> 'active')`.execute(tx)
}

export type Claim = {
  issue_id: string
  subscriber_id: string
  attempts: number
  return_key: string
  email: string
  confirmed_at: string | null
  created_at: string
  rhythm: string
}

/** Number of deliveries begun since an instant, of all issues. */
export async function countClaimed(db: Db, since: string): Promise<number> {
  const row = await db
    .selectFrom('newsletter_deliveries')
    .select((field) => field.fn.countAll().as('count'))
    .where('claimed_at', '>', since)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** The conditions of two partial indexes: SQLite uses one only where its condition stands in the statement as it is. */
const OPEN = sql.raw("state in ('waiting', 'claimed', 'handing')")
const HELD = sql<SqlBool>`state in ('claimed', 'handing')`

/**
 * Claims the next delivery of an issue to a subscriber who is still active: of concurrent instances a single one gets it. Null where
 * none is due.
 */
export async function claimNext(
  tx: Tx,
  issueId: string,
  { now, returnKey }: { now: string; returnKey: string },
): Promise<Claim | null> {
  const { rows } = await sql<{ subscriber_id: string; attempts: number; return_key: string }>`
    update newsletter_deliveries set state = 'claimed', attempts = attempts + 1, claimed_at = ${now},
      return_key = coalesce(return_key, ${returnKey})
    where issue_id = ${issueId} and subscriber_id = (
      select delivery.subscriber_id from newsletter_deliveries as delivery
      where delivery.issue_id = ${issueId} and delivery.state = 'waiting' and delivery.${OPEN}
        and (delivery.next_at is null or delivery.next_at <= ${now})
        and exists (select 1 from newsletter_subscribers as subscriber
          where subscriber.id = delivery.subscriber_id and subscriber.state = 'active')
      order by delivery.next_at limit 1 ${forUpdateOfFree(tx)})
    returning subscriber_id, attempts, return_key`.execute(tx)
  const [claimed] = rows
  if (!claimed) return null
  const subscriber = await tx
    .selectFrom('newsletter_subscribers')
    .select(['email', 'confirmed_at', 'created_at', 'rhythm'])
    .where('id', '=', claimed.subscriber_id)
    .executeTakeFirstOrThrow()
  return { issue_id: issueId, ...claimed, ...subscriber }
}

/**
 * Changes a delivery that this attempt still holds, in one of these states; false where it was given to another attempt
 * or its issue was stopped or is written again since (`whileSending`, the instant of the text).
 */
export async function changeDelivery(
  tx: Tx,
  { issue_id, subscriber_id, attempts }: Pick<Claim, 'issue_id' | 'subscriber_id' | 'attempts'>,
  {
    from,
    to,
    whileSending,
  }: {
    from: readonly string[]
    to: { state: string; next_at?: string | null; finished_at?: string; smtp_reply?: string | null }
    whileSending?: string | null
  },
): Promise<boolean> {
  let update = tx
    .updateTable('newsletter_deliveries')
    .set(to)
    .where('issue_id', '=', issue_id)
    .where('subscriber_id', '=', subscriber_id)
    .where('attempts', '=', attempts)
    .where('state', 'in', from)
  if (whileSending !== undefined)
    update = update.where((where) =>
      where.exists(
        where
          .selectFrom('newsletter_issues')
          .select('id')
          .where('id', '=', issue_id)
          .where('state', '=', 'sending')
          .where('due_at', '=', whileSending),
      ),
    )
  return (await update.executeTakeFirst()).numUpdatedRows > 0n
}

/**
 * Deliveries of attempts that ended without an outcome: what was not handed over waits again, what was is uncertain
 * (RUL-80).
 */
export async function releaseStale(
  tx: Tx,
  { before, now, reply }: { before: string; now: string; reply: string },
): Promise<void> {
  await tx
    .updateTable('newsletter_deliveries')
    .set({ state: 'waiting' })
    .where('state', '=', 'claimed')
    .where(HELD)
    .where('claimed_at', '<=', before)
    .execute()
  await tx
    .updateTable('newsletter_deliveries')
    .set({ state: 'uncertain', finished_at: now, smtp_reply: reply })
    .where('state', '=', 'handing')
    .where(HELD)
    .where('claimed_at', '<=', before)
    .execute()
}

/** Ends an issue without open deliveries; false where some are open, also those that a resend has opened just before. */
export async function finishIssue(tx: Tx, id: string, now: string): Promise<boolean> {
  await holdRecord(tx, 'newsletter_issues', id)
  const { rows } = await sql`update newsletter_issues set state = 'sent', finished_at = ${now}
    where id = ${id} and state = 'sending' and not exists (select 1 from newsletter_deliveries
      where issue_id = ${id} and ${OPEN})
    returning id`.execute(tx)
  return rows.length > 0
}

/** Puts uncertain deliveries back into the queue, on the word of the team. */
export async function requeue(tx: Tx, issueId: string, subscriberIds: readonly string[]): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('newsletter_deliveries')
    .set({ state: 'waiting', next_at: null, finished_at: null })
    .where('issue_id', '=', issueId)
    .where('subscriber_id', 'in', subscriberIds)
    .where('state', '=', 'uncertain')
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Articles that were first published in a time and are public now, newest first. */
export async function listNew(
  db: Db,
  { from, until }: { from: string; until: string },
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('articles')
    .select('id')
    .where('status', '=', 'published')
    .where('deleted_at', 'is', null)
    .where('first_published_at', '>', from)
    .where('first_published_at', '<=', until)
    .orderBy('first_published_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** The end of the time that the last digest of a kind covers; null before the first. One taken back covers nothing. */
export async function lastUntil(db: Db, kind: IssueKind): Promise<string | null> {
  const row = await db
    .selectFrom('newsletter_issues')
    .select('until_at')
    .where('kind', '=', kind)
    .where('state', '<>', 'withdrawn')
    .orderBy('until_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.until_at ?? null
}

/** Whether a digest of this period was planned. */
export async function hasPeriod(db: Db, kind: IssueKind, period: string): Promise<boolean> {
  const row = await db
    .selectFrom('newsletter_issues')
    .select('id')
    .where('kind', '=', kind)
    .where('period', '=', period)
    .executeTakeFirst()
  return row !== undefined
}
