import { sql, type Insertable } from 'kysely'
import type { PlanningPause } from '../../../contract/planning.ts'
import type { Day } from '../../../rules/days.ts'
import { storedDay } from '../../../rules/instants.ts'
import { USUAL_WEEKDAYS } from '../../../rules/publishing-days.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { StoredRole } from '../../../rules/roles.ts'
import type { PlanningPausesTable } from '../../tables.ts'

export const SETTINGS_ID = 'planning'

export async function getSettings(db: Db): Promise<{ land: string | null; weekdays: string } | undefined> {
  return db
    .selectFrom('planning_settings')
    .select(['land', 'weekdays'])
    .where('id', '=', SETTINGS_ID)
    .executeTakeFirst()
}

/** Writes the given settings; others keep their value or default. */
export async function putSettings(tx: Tx, values: { land?: string | null; weekdays?: string }): Promise<void> {
  await tx
    .insertInto('planning_settings')
    .values({ id: SETTINGS_ID, land: null, weekdays: JSON.stringify(USUAL_WEEKDAYS), ...values })
    .onConflict((conflict) =>
      Object.keys(values).length > 0 ? conflict.column('id').doUpdateSet(values) : conflict.column('id').doNothing(),
    )
    .execute()
}

/** Every pause, in order. */
export async function listPauses(db: Db): Promise<PlanningPause[]> {
  const rows = await db
    .selectFrom('planning_pauses')
    .select(['id', 'name', 'from_day', 'to_day'])
    .orderBy('from_day')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, from_day: storedDay(row.from_day), to_day: storedDay(row.to_day) }))
}

export async function insertPause(tx: Tx, row: Insertable<PlanningPausesTable>): Promise<void> {
  await tx.insertInto('planning_pauses').values(row).execute()
}

/** False when there is no such pause. */
export async function deletePause(tx: Tx, id: string): Promise<boolean> {
  const result = await tx.deleteFrom('planning_pauses').where('id', '=', id).executeTakeFirst()
  return Number(result.numDeletedRows) > 0
}

export type PlannedRow = {
  id: string
  title: string
  status: string
  published_at: string | null
  version: number
  planned_on: string | null
}

function selectPlanned(db: Db) {
  return db
    .selectFrom('articles')
    .leftJoin('article_plans', 'article_plans.article_id', 'articles.id')
    .select(['articles.id', 'title', 'status', 'published_at', 'version', 'planned_on'])
    .where('deleted_at', 'is', null)
}

/** Articles outside the trash with their planned day. */
export async function getArticles(db: Db, ids: string[]): Promise<PlannedRow[]> {
  return selectPlanned(db).where('articles.id', 'in', ids).execute()
}

/** Scheduled articles from an instant on, and drafts planned from a day on; `most` at most. */
export async function listFrom(db: Db, { at, day }: { at: string; day: Day }, most: number): Promise<PlannedRow[]> {
  const [scheduled, drafts] = await Promise.all([
    selectPlanned(db)
      .where('status', '=', 'scheduled')
      .where('published_at', '>=', at)
      .orderBy('published_at')
      .orderBy('articles.id')
      .limit(most)
      .execute(),
    selectPlanned(db)
      .where('status', '=', 'draft')
      .where('planned_on', '>=', day)
      .orderBy('planned_on')
      .orderBy('articles.id')
      .limit(most)
      .execute(),
  ])
  return [...scheduled, ...drafts]
}

type DatedRow = { id: string; title: string; at: string | null; recurring: boolean }

/** Events and tasks outside the trash with their instants. */
export async function getDated(
  db: Db,
  table: 'calendar_events' | 'editorial_tasks',
  ids: string[],
): Promise<DatedRow[]> {
  if (table === 'editorial_tasks') {
    const rows = await db
      .selectFrom(table)
      .select(['id', 'title', 'due_at as at'])
      .where('deleted_at', 'is', null)
      .where('id', 'in', ids)
      .execute()
    return rows.map((row) => ({ ...row, recurring: false }))
  }
  const rows = await db
    .selectFrom(table)
    .select(['id', 'title', 'starts_at as at', 'recurrence'])
    .where('deleted_at', 'is', null)
    .where('id', 'in', ids)
    .execute()
  return rows.map(({ recurrence, ...row }) => ({ ...row, recurring: recurrence !== null }))
}

/** The day an article is planned for, in one statement. */
export async function putPlan(tx: Tx, article_id: string, planned_on: Day | null): Promise<void> {
  await tx
    .insertInto('article_plans')
    .values({ article_id, planned_on, changes: 1 })
    .onConflict((conflict) =>
      conflict.column('article_id').doUpdateSet({ planned_on, changes: sql<number>`article_plans.changes + 1` }),
    )
    .execute()
}

/** The account of a calendar address, by its hash. */
export async function findLink(db: Db, token_hash: string): Promise<(StoredRole & { user_id: string }) | undefined> {
  return db
    .selectFrom('calendar_links')
    .innerJoin('users', 'users.id', 'calendar_links.user_id')
    .select(['user_id', 'role', 'lesser_role'])
    .where('token_hash', '=', token_hash)
    .where('users.approval', '=', 'approved')
    .executeTakeFirst()
}

export async function getLink(db: Db, user_id: string): Promise<{ created_at: string } | undefined> {
  return db.selectFrom('calendar_links').select('created_at').where('user_id', '=', user_id).executeTakeFirst()
}

/** One address per user: a new one replaces the former. */
export async function putLink(tx: Tx, row: { user_id: string; token_hash: string; created_at: string }): Promise<void> {
  const { user_id: _user, ...values } = row
  await tx
    .insertInto('calendar_links')
    .values(row)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute()
}

export async function deleteLink(tx: Tx, user_id: string): Promise<void> {
  await tx.deleteFrom('calendar_links').where('user_id', '=', user_id).execute()
}
