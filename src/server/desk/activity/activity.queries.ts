import { sql } from 'kysely'
import type { NounCard } from '../../../nouns/noun-card.ts'
import { followedCard, type ActivityNoun } from '../../../nouns/followed.ts'
import { NOUNS, type Noun } from '../../../nouns/nouns.ts'
import { ACTIVITY_STRETCH_MS, type ActivityVerb } from '../../../rules/activity.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { olderThan, toPage, type Page, type PageQuery } from '../../platform/db/keyset.ts'
import { isReadBy } from '../../platform/guests.ts'
import type { RecordState } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'

/** What somebody did to one record. */
export type Deed = {
  noun: string
  recordId: string
  verb: ActivityVerb
  title: string
  /** Null for the server itself. */
  actorId: string | null
  at: Date
  requestId: string
  /** Whether a line of the last hour goes on with it. */
  continues: boolean
  states: { was: RecordState | null; is: RecordState | null } | undefined
}

const json = (state: RecordState | null | undefined) => (state ? JSON.stringify(state) : null)

/**
 * Adds a deed: to the line of its request and verb, or to the line that the same person began within the last hour where the last
 * that they did to the record was the same; otherwise it begins a line. The row of the record is locked by its change.
 */
export async function addDeed(tx: Tx, deed: Deed): Promise<void> {
  const at = deed.at.toISOString()
  const known = deed.continues ? await lineToContinue(tx, deed) : null
  const id = known ?? (await putLine(tx, deed, at))
  if (known !== null) await tx.updateTable('activity').set({ at }).where('id', '=', id).execute()
  await tx
    .insertInto('activity_things')
    .values({
      activity_id: id,
      record_id: deed.recordId,
      at,
      title: deed.title,
      times: 1,
      former: json(deed.states?.was),
      present: json(deed.states?.is),
    })
    .onConflict((conflict) =>
      // What it was before the first of them stays.
      conflict.columns(['activity_id', 'record_id']).doUpdateSet((eb) => ({
        at,
        title: deed.title,
        times: eb('activity_things.times', '+', 1),
        present: eb.ref('excluded.present'),
      })),
    )
    .execute()
}

async function putLine(tx: Tx, { requestId, noun, verb, actorId }: Deed, at: string): Promise<string> {
  const line_key = `${requestId} ${noun} ${verb}`
  const automatic = actorId === null ? 1 : 0
  const row = {
    id: newId(),
    line_key,
    request_id: requestId,
    begun_at: at,
    at,
    actor_id: actorId,
    automatic,
    noun,
    verb,
  }
  const { id } = await tx
    .insertInto('activity')
    .values({ ...row, undo: null })
    .onConflict((conflict) => conflict.column('line_key').doUpdateSet({ at }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The line of the last that the person did to the record, where it is the same verb and began within the last hour. */
async function lineToContinue(tx: Tx, { recordId, actorId, verb, noun, at }: Deed): Promise<string | null> {
  const last = await tx
    .selectFrom('activity_things')
    .innerJoin('activity', 'activity.id', 'activity_things.activity_id')
    .select(['activity.id', 'activity.verb', 'activity.begun_at'])
    .where('record_id', '=', recordId)
    .where('actor_id', '=', actorId)
    .where('noun', '=', noun)
    .orderBy('activity_things.at', 'desc')
    .orderBy('activity.id', 'desc')
    .executeTakeFirst()
  if (last?.verb !== verb || Math.abs(at.getTime() - Date.parse(last.begun_at)) > ACTIVITY_STRETCH_MS) return null
  const others = await tx
    .selectFrom('activity_things')
    .select('record_id')
    .where('activity_id', '=', last.id)
    .where('record_id', '!=', recordId)
    .executeTakeFirst()
  return others ? null : last.id
}

/** What takes a whole request back, for its lines. */
export async function setUndo(tx: Tx, requestId: string, undo: string): Promise<void> {
  await tx.updateTable('activity').set({ undo }).where('request_id', '=', requestId).execute()
}

/** The title of a record, also of one in the trash; null where there is none. */
export async function findTitle(db: Db, noun: ActivityNoun, id: string): Promise<string | null> {
  const { table } = followedCard(noun) ?? NOUNS[noun as Noun]
  const { rows } = await sql<{ title: string }>`
    select ${titleOf(noun)} as title from ${sql.table(table)} where id = ${id}`.execute(db)
  return rows[0]?.title ?? null
}

function titleOf(noun: ActivityNoun) {
  const columns = followedCard(noun)?.title ?? [NOUNS[noun as Noun].title]
  // SQLite wants two values at least.
  return sql`coalesce(${sql.join([...columns.map((column) => sql`nullif(${sql.ref(column)}, '')`), sql`''`, sql`''`])})`
}

/** The title that a record had when something was done to it last. */
export async function findLastTitle(db: Db, recordId: string): Promise<string | null> {
  const row = await db
    .selectFrom('activity_things')
    .select('title')
    .where('record_id', '=', recordId)
    .orderBy('at', 'desc')
    .executeTakeFirst()
  return row?.title ?? null
}

type LineRow = {
  id: string
  begun_at: string
  at: string
  actor_id: string | null
  email: string | null
  display_name: string | null
  automatic: number
  noun: string
  verb: string
  undo: string | null
}

export type LineFilter = {
  nouns: readonly string[]
  verbs: readonly string[] | null
  person?: string | undefined
  record?: string | undefined
  /** Only articles that this guest reads (RUL-61). */
  guest: string | null
  /** Instants: from, and before. */
  span: { from: string; to: string } | null
}

function selectLines(db: Db, nouns: readonly string[]) {
  return db
    .selectFrom('activity')
    .leftJoin('users', 'users.id', 'activity.actor_id')
    .select(['activity.id', 'begun_at', 'at', 'actor_id', 'users.email', 'users.display_name', 'automatic'])
    .select(['noun', 'verb', 'undo'])
    .where('noun', 'in', nouns.length > 0 ? nouns : [''])
}

/** A page of lines, newest first. */
export async function listLines(
  db: Db,
  { nouns, verbs, person, record, guest, span }: LineFilter,
  { limit, cursor }: PageQuery,
): Promise<Page<LineRow>> {
  let select = selectLines(db, nouns)
    .orderBy('at', 'desc')
    .orderBy('activity.id', 'desc')
    .limit(limit + 1)
  if (verbs) select = select.where('verb', 'in', verbs)
  if (person) select = select.where('actor_id', '=', person)
  if (span) select = select.where('at', '>=', span.from).where('at', '<', span.to)
  if (record)
    select = select.where('activity.id', 'in', (eb) =>
      eb.selectFrom('activity_things').select('activity_id').where('record_id', '=', record),
    )
  if (guest !== null)
    select = select.where('activity.id', 'in', (eb) =>
      eb.selectFrom('activity_things').select('activity_id').where(isReadBy(guest, 'record_id')),
    )
  if (cursor) select = select.where(olderThan('activity', 'at', cursor))
  return toPage(await select.execute(), limit, ({ id, at }) => ({ id, at }))
}

/** One line of these nouns, or null. */
export async function findLine(db: Db, id: string, nouns: readonly string[]): Promise<LineRow | null> {
  return (await selectLines(db, nouns).where('activity.id', '=', id).executeTakeFirst()) ?? null
}

export type ThingRow = {
  activity_id: string
  record_id: string
  title: string
  times: number
  former: string | null
  present: string | null
  count: number
}

/** The newest things of each line, up to `most`, each with their number; of a guest those articles that it reads. */
export async function thingsOf(
  db: Db,
  ids: readonly string[],
  { most, guest }: { most: number; guest: string | null },
): Promise<Map<string, ThingRow[]>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<ThingRow>`
    select activity_id, record_id, title, times, former, present, count from (
      select activity_id, record_id, title, times, former, present,
        count(*) over (partition by activity_id) as count,
        row_number() over (partition by activity_id order by at desc, record_id desc) as place
      from activity_things where activity_id in (${sql.join(ids)})
        ${guest === null ? sql`` : sql`and ${isReadBy(guest, 'record_id')}`}
    ) as ranked where place <= ${most} order by activity_id, place`.execute(db)
  return Map.groupBy(rows, ({ activity_id }) => activity_id)
}

/** A record as it is now. Version and status are those of a text, the dates those of an article, and null of all else. */
export type PresentRecord = {
  id: string
  deleted_at: string | null
  title: string
  version: number | null
  status: string | null
  published_at: string | null
  unpublish_at: string | null
}

/** Columns of a table that has them, or nulls of their names. */
const columnsWhere = (has: boolean, names: readonly string[]) =>
  sql.join(names.map((name) => (has ? sql`${sql.ref(name)}` : sql`null as ${sql.ref(name)}`)))

/** The records of a noun by their ids. */
export async function presentRecords(
  db: Db,
  noun: ActivityNoun,
  ids: readonly string[],
): Promise<Map<string, PresentRecord>> {
  const followed = followedCard(noun)
  const { table, trash }: Pick<NounCard, 'table' | 'trash'> = followed
    ? { ...followed, trash: null }
    : NOUNS[noun as Noun]
  const isText = noun === 'articles' || noun === 'pages'
  const { rows } = await sql<PresentRecord>`
    select id, ${titleOf(noun)} as title, ${columnsWhere(trash !== null, ['deleted_at'])}, ${columnsWhere(isText, ['version', 'status'])},
      ${columnsWhere(noun === 'articles', ['published_at', 'unpublish_at'])}
    from ${sql.table(table)} where id in (${sql.join(ids)})`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Deletes lines from before an instant, and the oldest beyond `most`. */
export async function deleteOld(tx: Tx, before: string, most: number): Promise<void> {
  await tx.deleteFrom('activity').where('at', '<', before).execute()
  const oldest = await tx
    .selectFrom('activity')
    .select(['at', 'id'])
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .offset(most)
    .limit(1)
    .executeTakeFirst()
  if (!oldest) return
  await sql`delete from activity where (at, id) <= (${oldest.at}, ${oldest.id})`.execute(tx)
}
