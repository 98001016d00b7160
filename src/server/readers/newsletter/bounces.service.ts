import type { Tx } from '../../platform/db/db.ts'
import { announce } from '../../platform/db/transaction.ts'
import { sql } from 'kysely'
import * as queries from './subscribers.queries.ts'

/** Temporary failures in a row after which a subscription pauses (NEWS-8). */
const MOST_SOFT = 5

/**
 * Notes that an address did not get a mail, with the words of the reply (NEWS-8): `hard` ends the subscription, the fifth
 * `soft` in a row pauses it, a complaint ends it and blocks the address.
 */
export async function noteBounce(
  tx: Tx,
  subscriberId: string,
  { kind, reply }: { kind: 'hard' | 'soft' | 'complaint'; reply: string },
  now: Date,
): Promise<void> {
  const at = now.toISOString()
  const words = reply.slice(0, 500)
  if (kind === 'soft') {
    await sql`update newsletter_subscribers set soft_bounces = soft_bounces + 1, reply = ${words},
      state = case when soft_bounces + 1 >= ${MOST_SOFT} and state = 'active' then 'paused' else state end,
      state_since = case when soft_bounces + 1 >= ${MOST_SOFT} and state = 'active' then ${at} else state_since end
      where id = ${subscriberId}`.execute(tx)
  } else {
    const state = kind === 'hard' ? 'bounced' : 'complained'
    const to = { state, reply: words, state_since: at }
    const changed = await queries.changeSubscriber(tx, subscriberId, { from: ['pending', 'active', 'paused'], to })
    const row = kind === 'complaint' ? await queries.getSubscriber(tx, subscriberId) : null
    if (row) await queries.block(tx, row.email_hash, now)
    if (changed) {
      const note = kind === 'hard' ? 'Unzustellbar' : 'Beschwerde'
      await queries.addConsent(tx, { subscriber_id: subscriberId, kind: 'left', page: 'E-Mail', note }, now)
    }
  }
  await announce(tx, { noun: 'subscribers', id: subscriberId, verb: 'updated', hidden: true })
}

/** A mail arrived: temporary failures count from the beginning. */
export async function noteArrival(tx: Tx, subscriberId: string): Promise<void> {
  await tx
    .updateTable('newsletter_subscribers')
    .set({ soft_bounces: 0, reply: null })
    .where('id', '=', subscriberId)
    .where('soft_bounces', '>', 0)
    .execute()
}
