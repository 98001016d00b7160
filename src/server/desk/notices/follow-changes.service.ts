import { personName } from '../../../rules/person-name.ts'
import type { Tx } from '../../platform/db/db.ts'
import { announce, changesOf, type Change } from '../../platform/db/transaction.ts'
import { notify, type News, type NoticeFacts, type NoticeThing, type Settled } from '../../platform/notify.ts'
import { readersAmong } from '../../platform/guests.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { moveIn } from '../../writing/articles/addresses/place.public.ts'
import { canMail } from './notices.service.ts'
import { addThings, forgetUnreadable, listKnowing, listRecipients, settle } from './notices.queries.ts'
import { feedNewsOf } from '../subscriptions/fetch-feed.service.ts'

/**
 * Writes notices inside the transaction that causes them (RUL-62): those that other modules ask for by `notify`, and
 * those that follow from what they announce. Changes of an import notify nobody.
 */
export function followChanges(runtime: Pick<Runtime, 'db' | 'config' | 'clock'>): void {
  const mails = { canMail: canMail(runtime) }
  changesOf(runtime.db).onChange(async (tx, change) => {
    if (change.quiet) return
    if (change.noun === 'notices') return writeNotices(tx, change, mails)
    if (change.noun === 'articles') await followArticle(tx, change, runtime.clock())
    if (change.noun === 'users') await followAccount(tx, change, runtime.clock())
    if (change.noun === 'feeds') await followFeed(tx, change, runtime.clock())
    // Unread notices no longer name a record that is gone.
    if (change.verb === 'removed') await end(tx, { id: change.id })
  })
}

async function writeNotices(tx: Tx, change: Change, mails: { canMail: boolean }): Promise<void> {
  const facts = change.facts as NoticeFacts | undefined
  if (!facts) return
  change.only = 'news' in facts ? await write(tx, facts.news, mails) : await settle(tx, facts.settled)
  // A guest whose work went to somebody else may not read it any more.
  if ('settled' in facts && facts.settled.of && (await isGuest(tx, facts.settled.of)))
    await forgetUnreadable(tx, facts.settled.of)
}

async function isGuest(tx: Tx, id: string): Promise<boolean> {
  const user = await tx.selectFrom('users').select('lesser_role').where('id', '=', id).executeTakeFirst()
  return user?.lesser_role === 'guest'
}

/** Returns the accounts that were notified: guests only of articles that they read. */
async function write(tx: Tx, news: News, mails: { canMail: boolean }): Promise<string[]> {
  const recipients = await listRecipients(tx, news, mails)
  const fresh = new Map<string, NoticeThing[]>(recipients.map(({ id }) => [id, []]))
  const guests = recipients.flatMap(({ id, isGuest }) => (isGuest ? [id] : []))
  for (const thing of news.things) {
    const knowing = news.once ? await listKnowing(tx, news.kind, thing.id) : []
    const readers = thing.noun === 'articles' ? await readersAmong(tx, guests, thing.id) : null
    for (const { id, isGuest } of recipients)
      if (!knowing.includes(id) && (!isGuest || readers?.has(id))) fresh.get(id)?.push(thing)
  }
  const notified = recipients.flatMap((one) => {
    const things = fresh.get(one.id) ?? []
    return things.length > 0 ? [{ ...one, things }] : []
  })
  await addThings(tx, news, notified)
  return notified.map(({ id }) => id)
}

/** As `settleNotice`, but reported to the live streams only where a notice has changed. */
async function end(tx: Tx, settled: Settled): Promise<void> {
  const only = await settle(tx, settled)
  if (only.length > 0) await announce(tx, { noun: 'notices', id: 'notices', verb: 'updated', hidden: true, only })
}

/** `published`: readers find an article that they did not find before. */
async function followArticle(tx: Tx, change: Change, at: Date): Promise<void> {
  const move = moveIn(change)
  if (!move || change.by === undefined) return
  const { was, is } = move
  const { id, by } = change
  if (was && !is) await end(tx, { kind: 'published', id })
  if (was || !is) return
  await end(tx, { kind: 'not_published', id })
  await notify(tx, { kind: 'published', things: [{ noun: 'articles', id, title: is.title }], by, at })
}

/** `account_waiting`, once an account can be approved (RUL-4). */
async function followAccount(tx: Tx, { id, verb }: Change, at: Date): Promise<void> {
  if (verb === 'removed') return
  const user = await tx
    .selectFrom('users')
    .select(['email', 'display_name', 'approval', 'is_anonymous', 'email_confirmed_at', 'lesser_role'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!user || user.is_anonymous === 1) return
  if (user.lesser_role === 'guest') await forgetUnreadable(tx, id)
  if (user.approval !== 'pending') return end(tx, { kind: 'account_waiting', id })
  if (user.email !== null && user.email_confirmed_at === null) return
  const things = [{ noun: 'users', id, title: personName(user) }]
  await notify(tx, { kind: 'account_waiting', things, by: null, at, once: true })
}

/** `feed_broken`, once until it can be read again. */
async function followFeed(tx: Tx, change: Change, at: Date): Promise<void> {
  const news = feedNewsOf(change)
  if (!news) return
  const { id } = change
  if (news.kind === 'feed-mended') return end(tx, { kind: 'feed_broken', id })
  const things = [{ noun: 'feeds', id, title: news.name, reason: news.reason }]
  await notify(tx, { kind: 'feed_broken', things, by: null, at, group: id, once: true })
}
