import type { NoticeKind } from '../../rules/notices.ts'
import type { Tx } from './db/db.ts'
import { announce, type Change } from './db/transaction.ts'

/** A record that people are notified of. */
export type NoticeThing = { noun: string; id: string; title: string; reason?: string | null }

/** An event that people are notified of (RUL-62). */
export type News = {
  kind: NoticeKind
  things: readonly NoticeThing[]
  /** Whose act it is: this account is not notified. Null for the server's own. */
  by: string | null
  at: Date
  /** The accounts, where the kind has named ones. */
  to?: readonly string[]
  /** Events of one kind and group share a row until it is read; by default all of a kind do. */
  group?: string
  /** Nothing happens where an account has been notified of the thing and its state is not over (`settleNotice`). */
  once?: boolean
}

/** A state that is over, such as a feed that can be read again: unread notices, of a kind or all, no longer name the record. */
export type Settled = { kind?: NoticeKind; id: string; of?: string }

/** What the announcement carries to `desk/notices`, which writes the rows in the same transaction. */
export type NoticeFacts = { news: News } | { settled: Settled }

/** Notifies people inside the transaction of the cause. Imports (`quiet`) notify nobody. */
export async function notify(tx: Tx, news: News): Promise<void> {
  if (news.things.length > 0) await announce(tx, changeOf({ news }))
}

/** Takes a record out of unread notices; `of` limits that to one account. */
export async function settleNotice(tx: Tx, settled: Settled): Promise<void> {
  await announce(tx, changeOf({ settled }))
}

/**
 * Notifies the account that a record is handed to, which shares a row with what else the same person hands over. The
 * former account's unread notice no longer names it. Nothing happens where the person stays.
 */
export async function notifyAssignee(
  tx: Tx,
  thing: NoticeThing,
  person: { from: string | null; to: string | null },
  { by, at }: Pick<News, 'by' | 'at'>,
): Promise<void> {
  const { from, to } = person
  if (from === to) return
  if (from !== null) await settleNotice(tx, { kind: 'assigned', id: thing.id, of: from })
  if (to !== null)
    await notify(tx, { kind: 'assigned', things: [thing], to: [to], by, at, group: `${thing.noun} ${by}` })
}

/** The listener adds the accounts whose live streams report it. */
function changeOf(facts: NoticeFacts): Change {
  return { noun: 'notices', id: 'notices', verb: 'updated', hidden: true, only: [], facts }
}
