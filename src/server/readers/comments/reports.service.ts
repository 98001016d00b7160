import { html } from 'hono/html'
import { letterPage } from '../../platform/letter-page.ts'
import type { Selectable } from 'kysely'
import type { CommentReport } from '../../../contract/comments.ts'
import { ApiError, found } from '../../../contract/errors.ts'
import type { RemovalReason } from '../../../rules/comments.ts'
import type { CallerActor } from '../../platform/caller.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { newestFirst, type Page, type PageQuery } from '../../platform/db/keyset.ts'
import { announce, inTransaction } from '../../platform/db/transaction.ts'
import { holdRecord } from '../../platform/db/locks.ts'
import { newId } from '../../platform/ids.ts'
import type { Mail } from '../../platform/mail.ts'
import { notify, settleNotice } from '../../platform/notify.ts'
import { readSettings, siteTitle } from '../../settings/settings.service.ts'
import type { CommentReportsTable } from '../../tables.ts'
import * as queries from './comments.queries.ts'
import { setState } from './comments.service.ts'
import { hashOfToken, newToken } from './secrets.ts'

type ReportRow = Selectable<CommentReportsTable>

/** The kind of mail order that says how a report was decided. */
export const REPORT_MAIL = 'comment_report_decided'

/** Orders a mail in a transaction (`people/mail`); passed in, since readers do not know that module. */
export type OrderMail = (tx: Tx, mail: { kind: string; email: string; report_id: string }, now: Date) => Promise<void>

/** The report of a page with its outcome; null without one. */
export async function findReport(db: Db, token: string): Promise<ReportRow | null> {
  const row = await db
    .selectFrom('comment_reports')
    .selectAll()
    .where('token_hash', '=', hashOfToken(token))
    .executeTakeFirst()
  return row ?? null
}

/**
 * Stores a report of a shown comment (RUL-83) and notifies the team. Returns the secret part of the page that acknowledges it and
 * later says what was decided; null where readers do not find the comment.
 */
export async function storeReport(
  db: Db,
  report: { commentId: string; reason: RemovalReason; text: string; contact: string | null },
  now: Date,
): Promise<string | null> {
  const token = newToken()
  return inTransaction(db, async (tx) => {
    const comment = await tx
      .selectFrom('comments')
      .innerJoin('articles', 'articles.id', 'comments.article_id')
      .select(['comments.id', 'articles.title'])
      .where('comments.id', '=', report.commentId)
      .where('comments.state', '=', 'shown')
      .where('visible', '=', 1)
      .where('articles.status', '=', 'published')
      .where('articles.deleted_at', 'is', null)
      .executeTakeFirst()
    if (!comment) return null
    const id = newId()
    await tx
      .insertInto('comment_reports')
      .values({
        id,
        comment_id: comment.id,
        reason: report.reason,
        text: report.text,
        contact: report.contact,
        token_hash: hashOfToken(token),
        state: 'open',
        created_at: now.toISOString(),
        decided_by: null,
        decided_at: null,
      })
      .execute()
    await announce(tx, { noun: 'comment-reports', id, verb: 'created', hidden: true })
    const things = [{ noun: 'comments', id: comment.id, title: comment.title }]
    await notify(tx, { kind: 'comment_reported', things, by: null, at: now })
    return token
  })
}

/** A page of reports: open ones, or decided ones, newest first. */
export async function listReports(
  db: Db,
  { state, ...page }: PageQuery & { state: 'open' | 'decided' },
): Promise<Page<CommentReport>> {
  const select = db
    .selectFrom('comment_reports')
    .innerJoin('comments', 'comments.id', 'comment_reports.comment_id')
    .innerJoin('articles', 'articles.id', 'comments.article_id')
    .where('articles.deleted_at', 'is', null)
    .where('comment_reports.state', state === 'open' ? '=' : '!=', 'open')
    .selectAll('comment_reports')
  const { items, next_cursor } = await newestFirst(select, 'comment_reports', page)
  const comments = await queries.getComments(
    db,
    items.map(({ comment_id }) => comment_id),
  )
  return {
    next_cursor,
    items: items.flatMap((row) => {
      const comment = comments.get(row.comment_id)
      return comment ? [toReport(row, comment)] : []
    }),
  }
}

function toReport(row: ReportRow, comment: CommentReport['comment']): CommentReport {
  const { id, text, contact, outcome, created_at, decided_at } = row
  return {
    id,
    reason: row.reason as RemovalReason,
    text,
    contact,
    state: row.state as CommentReport['state'],
    outcome,
    created_at,
    decided_at,
    comment,
  }
}

/**
 * Decides a report with a reason. An upheld one removes the comment for the reported reason, and its writer sees that by the secret
 * link; the reporter sees it on the page of the report, and by mail where an address was given. 409 for a decided one.
 */
export async function decideReport(
  db: Db,
  { id, state, outcome }: { id: string; state: 'upheld' | 'rejected'; outcome: string },
  { caller, now }: CallerActor,
  order: OrderMail | null,
): Promise<CommentReport> {
  const at = now.toISOString()
  return inTransaction(db, async (tx) => {
    const { comment_id } = found((await getReport(tx, id)) ?? null)
    const { root_id } = found(await queries.getRow(tx, comment_id))
    await holdRecord(tx, 'comment_reports', id)
    await holdRecord(tx, 'comments', root_id)
    const [report, comment] = [found(await getReport(tx, id)), found(await queries.getRow(tx, comment_id))]
    if (report.state !== 'open')
      throw new ApiError('version_conflict', { message: 'Über diese Meldung ist schon entschieden.' })
    if (state === 'upheld' && comment.state !== 'removed' && comment.state !== 'deleted')
      await setState(tx, comment, { state: 'removed', reason: report.reason, by: caller.userId, at })
    const isMailed = report.contact !== null && order !== null
    await tx
      .updateTable('comment_reports')
      .set({
        state,
        outcome,
        decided_by: caller.userId,
        decided_at: at,
        // The order keeps the address until the mail is sent.
        contact: null,
      })
      .where('id', '=', id)
      .execute()
    if (isMailed) await order(tx, { kind: REPORT_MAIL, email: report.contact ?? '', report_id: id }, now)
    const others = await tx
      .selectFrom('comment_reports')
      .select('id')
      .where('comment_id', '=', comment_id)
      .where('state', '=', 'open')
      .limit(1)
      .executeTakeFirst()
    if (!others) await settleNotice(tx, { kind: 'comment_reported', id: comment_id })
    await announce(tx, { noun: 'comment-reports', id, verb: 'updated', hidden: true })
    return toReport(found(await getReport(tx, id)), found(await queries.getComment(tx, comment_id)))
  })
}

async function getReport(db: Db, id: string): Promise<ReportRow | null> {
  return (await db.selectFrom('comment_reports').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

/**
 * Composes the mail with the outcome of a report. Null where the report is gone, and where a former attempt may have sent it. The
 * page of the report is not named: its address was given once, and is stored as a hash.
 */
export function reportMail() {
  return async (
    tx: Tx,
    { email, details, interrupted }: { email: string; details: unknown; interrupted: boolean },
  ): Promise<Mail | null> => {
    if (interrupted) return null
    const report = await getReport(tx, (details as { report_id: string }).report_id)
    if (!report) return null
    const site = siteTitle(await readSettings(tx))
    const subject = `${site}: Ihre Meldung eines Kommentars`
    const decided =
      report.state === 'upheld' ? 'Der gemeldete Kommentar wurde entfernt.' : 'Der gemeldete Kommentar bleibt stehen.'
    const paragraphs = [
      'Guten Tag,',
      `Sie haben einen Kommentar gemeldet. ${decided}`,
      `Begründung: ${report.outcome}`,
      site,
    ]
    const body = html` ${paragraphs.map((words) => html`<p>${words}</p>`)} `
    return { to: email, fromName: site, subject, text: `${paragraphs.join('\n\n')}\n`, html: letterPage(subject, body) }
  }
}
