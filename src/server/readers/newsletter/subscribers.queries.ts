import { createHash } from 'node:crypto'
import { sql, type SqlBool } from 'kysely'
import type { Consent, Subscriber } from '../../../contract/newsletter.ts'
import { SUBSCRIBER_STATES, type ConsentKind, type Rhythm, type SubscriberState } from '../../../rules/newsletter.ts'
import type {
  NewsletterConsentsTable,
  NewsletterRequestsTable,
  NewsletterSubscribersTable,
} from '../../newsletter-tables.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { newestFirst, type Page, type PageQuery } from '../../platform/db/keyset.ts'
import { containing } from '../../platform/search/search.ts'
import { newId } from '../../platform/ids.ts'

export type SubscriberRow = {
  [Column in keyof NewsletterSubscribersTable]: Column extends 'soft_bounces' | 'is_unproven'
    ? number
    : NewsletterSubscribersTable[Column]
}

/** Days for which the network address of a consent is kept (RUL-79). */
export const IP_DAYS = 30

export function toSubscriber(row: SubscriberRow): Subscriber {
  const { id, email, state, rhythm, reply, is_unproven, confirmed_at, state_since, created_at } = row
  return {
    id,
    email,
    state: state as SubscriberState,
    rhythm: rhythm as Rhythm,
    reply,
    is_unproven: is_unproven === 1,
    confirmed_at,
    state_since,
    created_at,
  }
}

export async function getSubscriber(db: Db, id: string): Promise<SubscriberRow | null> {
  return (await db.selectFrom('newsletter_subscribers').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

export async function getByToken(db: Db, tokenHash: string): Promise<SubscriberRow | null> {
  const query = db.selectFrom('newsletter_subscribers').selectAll().where('token_hash', '=', tokenHash)
  return (await query.executeTakeFirst()) ?? null
}

export async function getByEmail(db: Db, emailHash: string): Promise<SubscriberRow | null> {
  const query = db.selectFrom('newsletter_subscribers').selectAll().where('email_hash', '=', emailHash)
  return (await query.executeTakeFirst()) ?? null
}

/** A page of subscribers, newest first; `q` is a part of the address. */
export async function listSubscribers(
  db: Db,
  { q, state, ...query }: PageQuery & { q?: string | undefined; state?: SubscriberState | undefined },
): Promise<Page<SubscriberRow>> {
  let select = db.selectFrom('newsletter_subscribers').selectAll()
  if (state) select = select.where('state', '=', state)
  if (q?.trim()) select = select.where(sql<SqlBool>`email like ${containing(q.trim().toLowerCase())} escape '\\'`)
  return newestFirst(select, 'newsletter_subscribers', query)
}

/** The number of subscribers in each state. */
export async function countStates(db: Db): Promise<Record<SubscriberState, number>> {
  const rows = await db
    .selectFrom('newsletter_subscribers')
    .select((field) => ['state', field.fn.countAll().as('count')])
    .groupBy('state')
    .execute()
  const known = new Map(rows.map(({ state, count }) => [state, Number(count)]))
  const counts = SUBSCRIBER_STATES.map((state) => [state, known.get(state) ?? 0] as const)
  return Object.fromEntries(counts) as Record<SubscriberState, number>
}

/**
 * Adds an address as unconfirmed. Of two concurrent additions one adds nothing: the row that is there afterwards is
 * returned.
 */
export async function addSubscriber(
  tx: Tx,
  {
    email,
    emailHash,
    tokenOf,
    rhythm,
  }: { email: string; emailHash: string; tokenOf: (id: string) => string; rhythm: Rhythm },
  now: Date,
): Promise<SubscriberRow> {
  const id = newId()
  const at = now.toISOString()
  await tx
    .insertInto('newsletter_subscribers')
    .values({
      id,
      email,
      email_hash: emailHash,
      token_hash: tokenOf(id),
      state: 'pending',
      rhythm,
      reply: null,
      confirmed_at: null,
      state_since: at,
      created_at: at,
    })
    .onConflict((conflict) => conflict.column('email_hash').doNothing())
    .execute()
  const row = await getByEmail(tx, emailHash)
  if (!row) throw new Error('a subscriber that was just added is missing')
  return row
}

/** Changes a subscriber in one of these states; false where it is in another one. */
export async function changeSubscriber(
  tx: Tx,
  id: string,
  { from, to }: { from: readonly SubscriberState[]; to: Partial<SubscriberRow> },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('newsletter_subscribers')
    .set(to)
    .where('id', '=', id)
    .where('state', 'in', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function removeSubscriber(tx: Tx, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('newsletter_subscribers').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

export async function block(tx: Tx, hash: string, now: Date): Promise<void> {
  await tx
    .insertInto('newsletter_blocked')
    .values({ hash, created_at: now.toISOString() })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .execute()
}

export async function isBlocked(db: Db, hash: string): Promise<boolean> {
  return (await db.selectFrom('newsletter_blocked').select('hash').where('hash', '=', hash).executeTakeFirst()) != null
}

/** Keeps the words of a form once, and returns their hash. */
export async function keepWords(tx: Tx, words: string, now: Date): Promise<string> {
  const hash = createHash('sha256').update(words).digest('base64url')
  await tx
    .insertInto('newsletter_consent_texts')
    .values({ hash, words, created_at: now.toISOString() })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .execute()
  return hash
}

export type NewConsent = Pick<NewsletterConsentsTable, 'subscriber_id' | 'page'> & { kind: ConsentKind } & Partial<
    Pick<NewsletterConsentsTable, 'rhythm' | 'mail_id' | 'words_hash' | 'issue_id' | 'note' | 'ip'>
  >

/** Adds an entry to the proof. The network address goes after 30 days. */
export async function addConsent(tx: Tx, consent: NewConsent, at: Date): Promise<void> {
  const ip = consent.ip ?? null
  await tx
    .insertInto('newsletter_consents')
    .values({
      rhythm: null,
      mail_id: null,
      words_hash: null,
      issue_id: null,
      note: null,
      ...consent,
      id: newId(),
      at: at.toISOString(),
      ip,
      ip_until: ip === null ? null : new Date(at.getTime() + IP_DAYS * 86_400_000).toISOString(),
    })
    .execute()
}

/** The proof of one or several subscribers, oldest entry first. */
export async function listConsents(
  db: Db,
  subscriberIds: string | readonly string[],
): Promise<(Consent & { subscriber_id: string })[]> {
  const rows = await db
    .selectFrom('newsletter_consents as consent')
    .leftJoin('newsletter_consent_texts as wording', 'wording.hash', 'consent.words_hash')
    .select(['consent.id', 'subscriber_id', 'kind', 'at', 'page', 'rhythm', 'mail_id', 'words', 'note', 'ip'])
    .where('subscriber_id', 'in', [subscriberIds].flat())
    .orderBy('at')
    .orderBy('consent.id')
    .execute()
  return rows.map((row) => ({ ...row, kind: row.kind as ConsentKind, rhythm: row.rhythm as Rhythm | null }))
}

/** At most one mail in ten minutes and three a day to one address (NEWS-2). */
const PAUSE_MS = 600_000
const DAY_MS = 86_400_000

/**
 * Counts a confirmation mail to an address. False where the limit is reached. The same mail is counted once, however
 * often its delivery is tried.
 */
export async function mayAsk(
  tx: Tx,
  { emailHash, mailId }: { emailHash: string; mailId: string },
  now: Date,
): Promise<boolean> {
  const at = now.toISOString()
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString()
  const { rows } = await sql`
    insert into newsletter_asks (email_hash, mail_id, at) values (${emailHash}, ${mailId}, ${at})
    on conflict (email_hash) do update set
      third_at = case when newsletter_asks.mail_id = excluded.mail_id
        then newsletter_asks.third_at else newsletter_asks.second_at end,
      second_at = case when newsletter_asks.mail_id = excluded.mail_id
        then newsletter_asks.second_at else newsletter_asks.at end,
      at = case when newsletter_asks.mail_id = excluded.mail_id then newsletter_asks.at else excluded.at end,
      mail_id = excluded.mail_id
    where newsletter_asks.mail_id = excluded.mail_id
      or (newsletter_asks.at <= ${before(PAUSE_MS)}
        and (newsletter_asks.third_at is null or newsletter_asks.third_at <= ${before(DAY_MS)}))
    returning email_hash`.execute(tx)
  return rows.length > 0
}

/** Keeps the token of a confirmation mail; the same mail has the same. */
export async function putRequest(tx: Tx, request: Omit<NewsletterRequestsTable, 'used_at'>): Promise<void> {
  await tx
    .insertInto('newsletter_requests')
    .values({ ...request, used_at: null })
    .onConflict((conflict) => conflict.column('token_hash').doNothing())
    .execute()
}

export async function getRequest(db: Db, tokenHash: string, now: Date): Promise<NewsletterRequestsTable | null> {
  const row = await db
    .selectFrom('newsletter_requests')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst()
  return row ?? null
}

/** Uses up a confirmation: of concurrent ones a single one gets it. */
export async function useRequest(tx: Tx, tokenHash: string, now: Date): Promise<boolean> {
  const at = now.toISOString()
  const { numUpdatedRows } = await tx
    .updateTable('newsletter_requests')
    .set({ used_at: at })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', at)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The last issue that was sent to a subscriber. */
export async function lastIssueOf(db: Db, subscriberId: string): Promise<string | null> {
  const row = await db
    .selectFrom('newsletter_deliveries')
    .select('issue_id')
    .where('subscriber_id', '=', subscriberId)
    .where('state', '=', 'sent')
    .orderBy('finished_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.issue_id ?? null
}

/** Days until an unconfirmed address goes, and years until the proof of a former subscriber does (NEWS-11). */
export const PENDING_DAYS = 30
const PROOF_YEARS = 3

/** Removes what may no longer be kept. */
export async function sweep(tx: Tx, now: Date): Promise<void> {
  const at = now.toISOString()
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS).toISOString()
  const proofUntil = new Date(now)
  proofUntil.setUTCFullYear(now.getUTCFullYear() - PROOF_YEARS)
  await tx
    .deleteFrom('newsletter_subscribers')
    .where('state', '=', 'pending')
    .where('created_at', '<=', before(PENDING_DAYS))
    // The link of a later request is valid for as long.
    .where('id', 'not in', (from) =>
      from.selectFrom('newsletter_requests').select('subscriber_id').where('expires_at', '>', at),
    )
    .execute()
  await tx
    .deleteFrom('newsletter_subscribers')
    .where('state', 'in', ['left', 'bounced', 'complained'])
    .where('state_since', '<=', proofUntil.toISOString())
    .execute()
  await tx.updateTable('newsletter_consents').set({ ip: null, ip_until: null }).where('ip_until', '<=', at).execute()
  await tx.deleteFrom('newsletter_requests').where('expires_at', '<=', at).execute()
  await tx.deleteFrom('newsletter_asks').where('at', '<=', before(1)).execute()
}
