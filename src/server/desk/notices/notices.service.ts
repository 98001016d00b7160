import type { NoticeChoice, NoticeChoices, ReadNotices, UnreadNotices } from '../../../contract/notices.ts'
import { ApiError, invalidField } from '../../../contract/errors.ts'
import { DIGEST_HOUR, DIGEST_HOURS, noticeKind, type NoticeKind } from '../../../rules/notices.ts'
import type { CallerActor, Caller } from '../../platform/caller.ts'
import type { Db } from '../../platform/db/db.ts'
import { announce, inTransaction } from '../../platform/db/transaction.ts'
import type { Runtime } from '../../platform/runtime.ts'
import * as queries from './notices.queries.ts'
import { countUnread, kindsFor } from './notices.queries.ts'

/** Whether this installation sends mail. */
export const canMail = ({ config }: Pick<Runtime, 'config'>) => config.SMTP_URL !== undefined

/** Marks one of the caller's notices as read or unread. Error: 404. */
export async function markNotice(
  db: Db,
  { id, read }: { id: string; read: boolean },
  { caller, now }: CallerActor,
): Promise<UnreadNotices> {
  return inTransaction(db, async (tx) => {
    if (!(await queries.markRead(tx, caller.userId, id, read ? now.toISOString() : null)))
      throw new ApiError('not_found')
    await announceTo(tx, caller)
    return countUnread(tx, caller)
  })
}

/** Marks the caller's notices up to an instant as read, all or those of a group. */
export async function markAll(db: Db, { up_to: upTo, group }: ReadNotices, actor: CallerActor): Promise<UnreadNotices> {
  const { caller, now } = actor
  return inTransaction(db, async (tx) => {
    await queries.markAllRead(tx, caller, { readAt: now.toISOString(), upTo, group })
    await announceTo(tx, caller)
    return countUnread(tx, caller)
  })
}

/** Further tabs of the same account follow. */
async function announceTo(tx: Parameters<typeof announce>[0], { userId }: Caller): Promise<void> {
  await announce(tx, { noun: 'notices', id: 'notices', verb: 'updated', hidden: true, only: [userId] })
}

/** What the caller has chosen for each kind, with the defaults of the others. */
export async function getChoices(runtime: Pick<Runtime, 'db' | 'config'>, caller: Caller): Promise<NoticeChoices> {
  const { db } = runtime
  const chosen = new Map((await queries.listChoices(db, caller.userId)).map((row) => [row.kind, row]))
  const hour = (await queries.getHour(db, caller.userId)) ?? DIGEST_HOUR
  return {
    mail: canMail(runtime),
    hour: DIGEST_HOURS.find((one) => one === hour) ?? DIGEST_HOUR,
    kinds: kindsFor(caller).map((kind) => ({ kind, ...choiceOf(kind, chosen.get(kind)) })),
  }
}

function choiceOf(kind: NoticeKind, row: { bell: number; mail: number } | undefined): { bell: boolean; mail: boolean } {
  const { bell, mail } = noticeKind(kind)
  return row ? { bell: row.bell === 1, mail: row.mail === 1 } : { bell, mail }
}

/**
 * Chooses for one kind; what is left out stays, so that two tabs at once both take effect. Error: 400 for a kind that the
 * caller is never notified of.
 */
export async function choose(
  runtime: Pick<Runtime, 'db' | 'config'>,
  { kind, bell, mail }: NoticeChoice,
  { caller }: CallerActor,
): Promise<NoticeChoices> {
  if (!kindsFor(caller).includes(kind)) throw invalidField('kind', 'Diese Mitteilungen bekommt Ihre Rolle nicht')
  await inTransaction(runtime.db, async (tx) => {
    const defaults = noticeKind(kind)
    await queries.putChoice(tx, {
      user_id: caller.userId,
      kind,
      chosen: { ...(bell !== undefined && { bell: bell ? 1 : 0 }), ...(mail !== undefined && { mail: mail ? 1 : 0 }) },
      defaults: { bell: defaults.bell ? 1 : 0, mail: defaults.mail ? 1 : 0 },
    })
    await announceTo(tx, caller)
  })
  return getChoices(runtime, caller)
}

/** Sets the hour of the caller's mail with notices. */
export async function setHour(
  runtime: Pick<Runtime, 'db' | 'config'>,
  { hour }: { hour: number },
  { caller }: CallerActor,
): Promise<NoticeChoices> {
  await inTransaction(runtime.db, (tx) => queries.putHour(tx, caller.userId, hour))
  return getChoices(runtime, caller)
}

const DAY_MS = 86_400_000
/** Days after which a notice goes, and one that was read; and the most an account has. */
const DAYS_KEPT = 90
const DAYS_READ = 30
const MOST_KEPT = 500

/** Deletes old notices, so that their number is bounded. */
export async function forgetNotices({ db, clock }: Pick<Runtime, 'db' | 'clock'>): Promise<void> {
  const ago = (days: number) => new Date(clock().getTime() - days * DAY_MS).toISOString()
  await inTransaction(db, (tx) =>
    queries.deleteOld(tx, { before: ago(DAYS_KEPT), readBefore: ago(DAYS_READ), most: MOST_KEPT }),
  )
}
