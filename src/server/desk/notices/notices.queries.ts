import { sql } from 'kysely'
import type { Notice, UnreadNotices } from '../../../contract/notices.ts'
import {
  NOTICE_KIND_NAMES,
  NOTICE_TITLES,
  noticeKind,
  type NoticeGroup,
  type NoticeKind,
} from '../../../rules/notices.ts'
import { personName } from '../../../rules/person-name.ts'
import { may, type Role } from '../../../rules/roles.ts'
import type { Caller } from '../../platform/caller.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { isReadBy } from '../../platform/guests.ts'
import { olderThan, toPage, type Page, type PageQuery } from '../../platform/db/keyset.ts'
import type { News, NoticeThing, Settled } from '../../platform/notify.ts'
import { newId } from '../../platform/ids.ts'

/** An account that is notified, and how. */
export type Recipient = { id: string; isGuest: boolean; bell: boolean; mail: boolean }

/** Kinds that an account may be notified of. */
export function kindsFor({ role }: Pick<Caller, 'role'>, group?: NoticeGroup): NoticeKind[] {
  return NOTICE_KIND_NAMES.filter((name) => {
    const card = noticeKind(name)
    return isToldOf(role, card.to) && (group === undefined || card.group === group)
  })
}

/** Whether a role is notified of a kind with such recipients. */
function isToldOf(role: Role, to: ReturnType<typeof noticeKind>['to']): boolean {
  if (to === 'guests') return !may(role, 'texts.all')
  return to === 'named' || (to === 'owners' ? role === 'owner' : may(role, 'texts.publish'))
}

/**
 * The accounts that an event concerns, without its actor and those who chose neither bell nor mail, by id. Only approved
 * accounts are notified, and only owners of what belongs to owners.
 */
export async function listRecipients(
  tx: Tx,
  { kind, by, to }: Pick<News, 'kind' | 'by' | 'to'>,
  { canMail }: { canMail: boolean },
): Promise<Recipient[]> {
  const card = noticeKind(kind)
  let select = tx
    .selectFrom('users')
    .leftJoin('notice_choices', (join) =>
      join.onRef('notice_choices.user_id', '=', 'users.id').on('notice_choices.kind', '=', kind),
    )
    .select(['users.id', 'users.lesser_role', 'notice_choices.bell', 'notice_choices.mail'])
    .where('approval', '=', 'approved')
    .orderBy('users.id')
  if (card.to === 'owners') select = select.where('role', '=', 'owner')
  // Of what concerns everybody, only those who work at the desk are notified.
  if (card.to === 'approved') select = select.where('lesser_role', 'is', null)
  if (card.to === 'guests') select = select.where('lesser_role', '=', 'guest')
  if (card.to === 'named' || card.to === 'guests') select = select.where('users.id', 'in', to?.length ? to : [''])
  if (by !== null) select = select.where('users.id', '!=', by)
  return (await select.execute())
    .map(({ id, lesser_role, bell, mail }) => ({
      id,
      isGuest: lesser_role === 'guest',
      bell: bell === null ? card.bell : bell === 1,
      mail: canMail && (mail === null ? card.mail : mail === 1),
    }))
    .filter(({ bell, mail }) => bell || mail)
}

/** Of these accounts those that have been notified of the record while its present state lasts. */
export async function listKnowing(tx: Tx, kind: NoticeKind, id: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('notice_things')
    .innerJoin('notices', 'notices.id', 'notice_things.notice_id')
    .select('user_id')
    .where('record_id', '=', id)
    .where('kind', '=', kind)
    .where('settled', '=', 0)
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/**
 * Adds things to the open row of each account, and begins one where there is none. Concurrent events meet at the unique
 * key of the open row, so that many of them make one row.
 */
export async function addThings(
  tx: Tx,
  { kind, group, by, at }: Pick<News, 'kind' | 'group' | 'by' | 'at'>,
  recipients: readonly (Recipient & { things: readonly NoticeThing[] })[],
): Promise<void> {
  if (recipients.length === 0) return
  const now = at.toISOString()
  const rows = await tx
    .insertInto('notices')
    .values(
      recipients.map(({ id: user_id, bell }) => ({
        id: newId(),
        user_id,
        kind,
        open_key: `${kind} ${group ?? ''}`,
        actor_id: by,
        bell: bell ? 1 : 0,
        changed_at: now,
        read_at: null,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'open_key']).doUpdateSet((eb) => ({
        changed_at: now,
        actor_id: by,
        bell: eb.case().when('excluded.bell', '=', 1).then(1).else(eb.ref('notices.bell')).end(),
      })),
    )
    .returning(['id', 'user_id'])
    .execute()
  const idOf = new Map(rows.map((row) => [row.user_id, row.id]))
  await tx
    .insertInto('notice_things')
    .values(
      recipients.flatMap(({ id: user_id, mail, things }) =>
        things.map(({ noun, id, title, reason = null }) => ({
          notice_id: idOf.get(user_id) ?? '',
          record_id: id,
          noun,
          title,
          reason,
          noted_at: now,
          mail: mail ? 1 : 0,
          digest_id: null,
        })),
      ),
    )
    .onConflict((conflict) =>
      conflict.columns(['notice_id', 'record_id']).doUpdateSet((eb) => ({
        title: eb.ref('excluded.title'),
        reason: eb.ref('excluded.reason'),
        noted_at: now,
      })),
    )
    .execute()
}

/**
 * Ends the state of a record: unread notices lose it, read ones keep it as history. A notice without things is not shown.
 * Returns the accounts whose notices changed. Without a kind it holds for all of them.
 */
export async function settle(tx: Tx, { kind, id, of }: Settled): Promise<string[]> {
  let select = tx
    .selectFrom('notice_things')
    .innerJoin('notices', 'notices.id', 'notice_things.notice_id')
    .select(['notices.id', 'user_id', 'read_at'])
    .where('record_id', '=', id)
    .where('settled', '=', 0)
  if (kind) select = select.where('kind', '=', kind)
  if (of) select = select.where('user_id', '=', of)
  const rows = await select.execute()
  const [unread, read] = [rows.filter(({ read_at }) => !read_at), rows.filter(({ read_at }) => read_at)]
  const ids = (found: typeof rows) => found.map((row) => row.id)
  if (unread.length > 0)
    await tx.deleteFrom('notice_things').where('record_id', '=', id).where('notice_id', 'in', ids(unread)).execute()
  if (read.length > 0)
    await tx
      .updateTable('notice_things')
      .set({ settled: 1 })
      .where('record_id', '=', id)
      .where('notice_id', 'in', ids(read))
      .execute()
  return [...new Set(unread.map(({ user_id }) => user_id))]
}

/** Unread notices of an account that is a guest by now lose what it does not read any more. */
export async function forgetUnreadable(tx: Tx, guest: string): Promise<void> {
  await tx
    .deleteFrom('notice_things')
    .where('notice_id', 'in', (from) =>
      from.selectFrom('notices').select('id').where('user_id', '=', guest).where('read_at', 'is', null),
    )
    .where((where) => where.or([where('noun', '!=', 'articles'), where.not(isReadBy(guest, 'record_id'))]))
    .execute()
}

type Reader = Pick<Caller, 'userId' | 'role'>

/** Rows of the bell of an account that have things. */
function selectShown(db: Db, reader: Reader, group?: NoticeGroup) {
  return db
    .selectFrom('notices')
    .where('user_id', '=', reader.userId)
    .where('bell', '=', 1)
    .where('kind', 'in', kindsFor(reader, group))
    .where((where) =>
      where.exists(where.selectFrom('notice_things').select('record_id').whereRef('notice_id', '=', 'notices.id')),
    )
}

/** A page of an account's notices, newest first. */
export async function listNotices(
  db: Db,
  reader: Reader,
  { limit, cursor, group }: PageQuery & { group?: NoticeGroup | undefined },
): Promise<Page<Notice>> {
  let select = selectShown(db, reader, group)
    .leftJoin('users as actor', 'actor.id', 'notices.actor_id')
    .select(['notices.id', 'notices.kind', 'changed_at', 'read_at', 'actor_id', 'actor.email', 'actor.display_name'])
    .orderBy('changed_at', 'desc')
    .orderBy('notices.id', 'desc')
    .limit(limit + 1)
  if (cursor) select = select.where(olderThan('notices', 'changed_at', cursor))
  const { items, next_cursor } = toPage(await select.execute(), limit, ({ id, changed_at: at }) => ({ id, at }))
  const things = await thingsOf(
    db,
    items.map(({ id }) => id),
  )
  return {
    next_cursor,
    items: items.map(({ id, kind, changed_at, read_at, actor_id, email, display_name }) => {
      const own = things.get(id) ?? []
      return {
        id,
        kind: kind as NoticeKind,
        actor: actor_id === null ? null : { id: actor_id, name: personName({ email, display_name }) },
        count: own[0]?.count ?? 0,
        things: own.map(({ noun, record_id, title }) => ({ noun, id: record_id, title })),
        reason: own[0]?.reason ?? null,
        at: changed_at,
        read: read_at !== null,
      }
    }),
  }
}

type ThingRow = {
  notice_id: string
  record_id: string
  noun: string
  title: string
  reason: string | null
  count: number
}

/** The newest things of each notice, each with their number. */
async function thingsOf(db: Db, ids: readonly string[]): Promise<Map<string, ThingRow[]>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<ThingRow>`
    select notice_id, record_id, noun, title, reason, count from (
      select notice_id, record_id, noun, title, reason,
        count(*) over (partition by notice_id) as count,
        row_number() over (partition by notice_id order by noted_at desc, record_id desc) as place
      from notice_things where notice_id in (${sql.join(ids)})
    ) as ranked where place <= ${NOTICE_TITLES} order by notice_id, place`.execute(db)
  return Map.groupBy(
    rows.map((row) => ({ ...row, count: Number(row.count) })),
    (row) => row.notice_id,
  )
}

/** Unread things of an account by group. */
export async function countUnread(db: Db, reader: Reader): Promise<UnreadNotices> {
  const rows = await db
    .selectFrom('notices')
    .innerJoin('notice_things', 'notice_things.notice_id', 'notices.id')
    .select(['kind', (e) => e.fn.countAll<number>().as('count')])
    .where('user_id', '=', reader.userId)
    .where('bell', '=', 1)
    .where('read_at', 'is', null)
    .where('kind', 'in', kindsFor(reader))
    .groupBy('kind')
    .execute()
  const unread = { me: 0, desk: 0, system: 0 }
  for (const { kind, count } of rows) unread[noticeKind(kind as NoticeKind).group] += Number(count)
  return unread
}

/** Marks a notice of the account; whether it has it. A notice that was read takes no further things. */
export async function markRead(tx: Tx, userId: string, id: string, readAt: string | null): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('notices')
    .set({ read_at: readAt, ...(readAt !== null && { open_key: null }) })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('bell', '=', 1)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Marks an account's notices up to an instant as read. */
export async function markAllRead(
  tx: Tx,
  reader: Reader,
  { readAt, upTo, group }: { readAt: string; upTo: string; group: NoticeGroup | undefined },
): Promise<void> {
  await tx
    .updateTable('notices')
    .set({ read_at: readAt, open_key: null })
    .where('user_id', '=', reader.userId)
    .where('bell', '=', 1)
    .where('read_at', 'is', null)
    .where('changed_at', '<=', upTo)
    .where('kind', 'in', kindsFor(reader, group))
    .execute()
}

/** What an account has chosen. */
export async function listChoices(db: Db, userId: string) {
  return db.selectFrom('notice_choices').select(['kind', 'bell', 'mail']).where('user_id', '=', userId).execute()
}

/** Stores what is given of a choice; `defaults` hold for the rest where nothing was chosen before. */
export async function putChoice(
  tx: Tx,
  choice: {
    user_id: string
    kind: NoticeKind
    chosen: { bell?: number; mail?: number }
    defaults: { bell: number; mail: number }
  },
): Promise<void> {
  const { user_id, kind, chosen, defaults } = choice
  await tx
    .insertInto('notice_choices')
    .values({ user_id, kind, ...defaults, ...chosen })
    .onConflict((conflict) => {
      const key = conflict.columns(['user_id', 'kind'])
      return Object.keys(chosen).length > 0 ? key.doUpdateSet(chosen) : key.doNothing()
    })
    .execute()
}

/** The hour of the account's mail; null where it has chosen none. */
export async function getHour(db: Db, userId: string): Promise<number | null> {
  const row = await db.selectFrom('notice_digests').select('hour').where('user_id', '=', userId).executeTakeFirst()
  return row?.hour ?? null
}

/** Sets the hour of the account's mail. */
export async function putHour(tx: Tx, user_id: string, hour: number): Promise<void> {
  await tx
    .insertInto('notice_digests')
    .values({ user_id, hour, sent_on: null })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ hour }))
    .execute()
}

/** Deletes notices last changed before `before`, and read ones last changed before `readBefore`. */
export async function deleteOld(
  tx: Tx,
  { before, readBefore, most }: { before: string; readBefore: string; most: number },
): Promise<void> {
  await tx
    .deleteFrom('notices')
    .where((where) =>
      where.or([
        where('changed_at', '<', before),
        where.and([where('changed_at', '<', readBefore), where('read_at', 'is not', null)]),
      ]),
    )
    .execute()
  await sql`
    delete from notices where id in (
      select id from (
        select id, row_number() over (partition by user_id order by changed_at desc, id desc) as place from notices
      ) as ranked where place > ${most}
    )`.execute(tx)
}
