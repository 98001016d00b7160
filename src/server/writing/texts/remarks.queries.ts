import type { Insertable } from 'kysely'
import type { Remark, RemarkAnswer } from '../../../contract/articles/remarks.ts'
import { isGone, type Piece } from '../../../rules/passages.ts'
import { personName } from '../../../rules/person-name.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { RemarksTable } from '../../tables.ts'
import { asArticles, type WrittenTables } from './written-tables.ts'

function selectRemarks(db: Db, tables: WrittenTables, textId: string) {
  return db
    .selectFrom('remarks')
    .leftJoin('users as author', 'author.id', 'remarks.author_id')
    .leftJoin('users as doer', 'doer.id', 'remarks.done_by')
    .where(`remarks.${asArticles(tables).owner}`, '=', textId)
    .selectAll('remarks')
    .select(['author.email as author_email', 'author.display_name as author_name'])
    .select(['doer.email as doer_email', 'doer.display_name as doer_name'])
}
export type RemarkRow = Awaited<ReturnType<ReturnType<typeof selectRemarks>['executeTakeFirstOrThrow']>>

/** The living remarks of a text and their answers, in order of time; with `thread` those of one thread. */
export async function listRemarks(db: Db, tables: WrittenTables, textId: string, thread?: string): Promise<Remark[]> {
  let select = selectRemarks(db, tables, textId).where('remarks.removed_at', 'is', null)
  if (thread !== undefined)
    select = select.where((e) => e.or([e('remarks.id', '=', thread), e('remarks.thread_id', '=', thread)]))
  const rows = await select.orderBy('remarks.created_at').orderBy('remarks.id').execute()
  const answers = Map.groupBy(
    rows.filter(({ thread_id }) => thread_id !== null),
    ({ thread_id }) => thread_id,
  )
  return rows
    .filter(({ thread_id }) => thread_id === null)
    .map((row) => ({ ...toRemark(row), answers: (answers.get(row.id) ?? []).map(written) }))
}

/** One remark or answer of a text, removed ones, too. */
export async function findRemark(db: Db, tables: WrittenTables, textId: string, id: string): Promise<RemarkRow | null> {
  return (await selectRemarks(db, tables, textId).where('remarks.id', '=', id).executeTakeFirst()) ?? null
}

export async function countRemarks(
  tx: Tx,
  tables: WrittenTables,
  textId: string,
): Promise<{ all: number; ofGuests: number }> {
  const { all, guests } = await tx
    .selectFrom('remarks')
    .select((e) => [e.fn.countAll<number>().as('all'), e.fn.count<number>('guest_name').as('guests')])
    .where(asArticles(tables).owner, '=', textId)
    .executeTakeFirstOrThrow()
  return { all: Number(all), ofGuests: Number(guests) }
}

export async function insertRemark(tx: Tx, row: Insertable<RemarksTable>): Promise<void> {
  await tx.insertInto('remarks').values(row).execute()
}

export async function updateRemark(tx: Tx, id: string, columns: Partial<RemarksTable>): Promise<void> {
  await tx.updateTable('remarks').set(columns).where('id', '=', id).execute()
}

/** The living remarks that came by a preview link, in order of time. */
export async function listOfLink(
  db: Db,
  linkId: string,
): Promise<{ id: string; name: string; body: string; at: string }[]> {
  const rows = await db
    .selectFrom('remarks')
    .select(['id', 'guest_name', 'body', 'created_at'])
    .where('link_id', '=', linkId)
    .where('removed_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(({ id, guest_name, body, created_at }) => ({ id, name: guest_name ?? '', body, at: created_at }))
}

/** Deletes what was removed before an instant, with the answers of removed threads. */
export async function deleteRemoved(db: Db, before: string): Promise<void> {
  await db.deleteFrom('remarks').where('removed_at', '<', before).execute()
}

/** Approved accounts whose name is written behind an @ in a text, the longest name first where one begins with another. */
export async function listMentioned(db: Db, body: string): Promise<string[]> {
  if (!body.includes('@')) return []
  const people = await db
    .selectFrom('users')
    .select(['id', 'email', 'display_name'])
    .where('approval', '=', 'approved')
    .execute()
  const named = people
    .map((person) => ({ id: person.id, sign: `@${personName(person)}` }))
    .toSorted((a, b) => b.sign.length - a.sign.length)
  const mentioned: string[] = []
  let rest = body
  for (const sign of new Set(named.map((one) => one.sign))) {
    if (!rest.includes(sign)) continue
    rest = rest.replaceAll(sign, ' ')
    for (const one of named) if (one.sign === sign) mentioned.push(one.id)
  }
  return mentioned
}

const personOf = (id: string | null, email: string | null, display_name: string | null) =>
  id === null ? null : { id, name: personName({ email, display_name }) }

function written(row: RemarkRow): RemarkAnswer {
  const { id, guest_name, body, created_at, changed_at } = row
  const author = personOf(row.author_id, row.author_email, row.author_name)
  return { id, author, guest: guest_name, body, created_at, changed_at }
}

function toRemark(row: RemarkRow): Omit<Remark, 'answers'> {
  const pieces = JSON.parse(row.pieces) as Piece[]
  const { quote, before_text: before, after_text: after, length } = row
  return {
    ...written(row),
    passage: length === 0 ? null : { quote, before, after, pieces, gone: isGone(pieces, length) },
    done_at: row.done_at,
    done_by: personOf(row.done_by, row.doer_email, row.doer_name),
  }
}
