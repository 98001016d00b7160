import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import { olderThan, toPage, type Page, type PageQuery } from '../../platform/db/keyset.ts'
import type { WrittenTables } from '../../writing/texts/written-tables.ts'

/** A text as it is now. */
export type PresentText = {
  id: string
  title: string
  slug: string | null
  status: string
  version: number
  first_published_at: string | null
  created_at: string
  deleted_at: string | null
  /** 1 where an import brought it: its dates are those of its source. */
  is_imported: number
}

/** A page of texts that were made before an instant, also of those in the trash; newest first. */
export async function listMadeBefore(
  db: Db,
  { texts }: WrittenTables,
  before: string,
  { limit, cursor }: PageQuery,
): Promise<Page<PresentText>> {
  const { rows } = await sql<PresentText>`
    select id, title, coalesce(slug, trashed_slug) as slug, status, version, first_published_at, created_at, deleted_at,
      case when exists (select 1 from imported_records where noun = ${texts} and record_id = id) then 1 else 0 end as is_imported
    from ${sql.table(texts)}
    where created_at < ${before} ${cursor ? sql`and ${olderThan(texts, 'created_at', cursor)}` : sql``}
    order by created_at desc, id desc limit ${limit + 1}`.execute(db)
  return toPage(rows, limit, ({ id, created_at: at }) => ({ id, at }))
}

export type StateRow = { record_id: string; title: string; former: string | null; present: string | null }

/** Of each text the last recorded change of its state before an instant, or the first one from then on. */
export async function statesAround(
  db: Db,
  ids: readonly string[],
  { at, side }: { at: string; side: 'before' | 'after' },
): Promise<Map<string, StateRow>> {
  if (ids.length === 0) return new Map()
  const isThere = side === 'before' ? sql`at < ${at}` : sql`at >= ${at}`
  const order = side === 'before' ? sql`at desc, activity_id desc` : sql`at, activity_id`
  const { rows } = await sql<StateRow>`
    select record_id, title, former, present from (
      select record_id, title, former, present, row_number() over (partition by record_id order by ${order}) as place
      from activity_things
      where record_id in (${sql.join(ids)}) and ${isThere} and (former is not null or present is not null)
    ) as ranked where place = 1`.execute(db)
  return new Map(rows.map((row) => [row.record_id, row]))
}

export type DayRevision = { owner: string; id: string; kind: string; title: string; created_at: string }

/**
 * Of each text the newest version before an instant, of any kind and of those that went live, and the first one from then on. Losing
 * texts of a conflict are left out.
 */
export async function revisionsAround(
  db: Db,
  { revisions, owner }: WrittenTables,
  ids: readonly string[],
  at: string,
): Promise<Map<string, { newest?: DayRevision; live?: DayRevision; next?: DayRevision }>> {
  const found = new Map<string, { newest?: DayRevision; live?: DayRevision; next?: DayRevision }>()
  if (ids.length === 0) return found
  const first = (where: ReturnType<typeof sql>, order: ReturnType<typeof sql>) =>
    sql<DayRevision>`
      select owner, id, kind, title, created_at from (
        select ${sql.ref(owner)} as owner, id, kind, title, created_at,
          row_number() over (partition by ${sql.ref(owner)} order by ${order}) as place
        from ${sql.table(revisions)}
        where ${sql.ref(owner)} in (${sql.join(ids)}) and kind <> 'kept' and ${where}
      ) as ranked where place = 1`.execute(db)
  const newestFirst = sql`created_at desc, version desc`
  const sides = {
    newest: await first(sql`created_at < ${at}`, newestFirst),
    live: await first(sql`created_at < ${at} and kind = 'published'`, newestFirst),
    next: await first(sql`created_at >= ${at}`, sql`created_at, version`),
  }
  for (const [side, { rows }] of Object.entries(sides))
    for (const row of rows) found.set(row.owner, { ...found.get(row.owner), [side]: row })
  return found
}

/** Texts that are gone for good and were there at an instant, or were public then; by their titles of then. */
export async function listGone(
  db: Db,
  { texts }: WrittenTables,
  at: string,
  { show, most }: { show: 'all' | 'public'; most: number },
): Promise<{ id: string; title: string }[]> {
  // The state is JSON of our own making. Neither a status nor an address has a quotation mark in it.
  const wanted = show === 'public' ? sql`present like ${'%"status":"published"%'}` : sql`present is not null`
  const { rows } = await sql<{ id: string; title: string }>`
    select record_id as id, title from (
      select record_id, title, present, row_number() over (partition by record_id order by things.at desc, activity_id desc) as place
      from activity_things as things inner join activity on activity.id = activity_id
      where noun = ${texts} and things.at < ${at} and (former is not null or present is not null)
        and not exists (select 1 from ${sql.table(texts)} as living where living.id = record_id)
    ) as ranked where place = 1 and ${wanted} order by title limit ${most}`.execute(db)
  return rows
}

/** When the oldest line that is kept began; null while there is none. */
export async function firstRecorded(db: Db): Promise<string | null> {
  const row = await db.selectFrom('activity').select('begun_at').orderBy('at').orderBy('id').limit(1).executeTakeFirst()
  return row?.begun_at ?? null
}
