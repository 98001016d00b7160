import type { Kysely } from 'kysely'
import { columnTypes } from './column-types.ts'

/**
 * Planning (RUL-64): the day an article is planned for, which is not the moment it appears; on which days a team publishes and
 * when it does not; what was moved together and can be taken back; when events happen again; who subscribes to the calendar.
 * The former release knows none of it: to it a recurring event is its first time.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const { instant } = columnTypes(db)
  await db.schema
    .createTable('article_plans')
    .addColumn('article_id', 'text', (c) => c.primaryKey().references('articles.id').onDelete('cascade'))
    .addColumn('planned_on', 'text')
    .addColumn('changes', 'integer', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('article_plans_day').on('article_plans').column('planned_on').execute()
  await db.schema
    .createTable('planning_settings')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('land', 'text')
    .addColumn('weekdays', 'text', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('planning_pauses')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('from_day', 'text', (c) => c.notNull())
    .addColumn('to_day', 'text', (c) => c.notNull())
    .addColumn('author_id', 'text', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('created_at', instant, (c) => c.notNull())
    .execute()
  await db.schema.createIndex('planning_pauses_author').on('planning_pauses').column('author_id').execute()
  await db.schema
    .createTable('planning_moves')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('moves', 'text', (c) => c.notNull())
    .addColumn('undone', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('created_at', instant, (c) => c.notNull())
    .execute()
  await db.schema.createIndex('planning_moves_user').on('planning_moves').columns(['user_id', 'created_at']).execute()
  await db.schema
    .createTable('calendar_links')
    .addColumn('user_id', 'text', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('token_hash', 'text', (c) => c.notNull().unique())
    .addColumn('created_at', instant, (c) => c.notNull())
    .execute()
  await db.schema.alterTable('calendar_events').addColumn('recurrence', 'text').execute()
  await db.schema
    .alterTable('calendar_events')
    .addColumn('exceptions', 'text', (c) => c.notNull().defaultTo('{}'))
    .execute()
  await db.schema
    .alterTable('calendar_events')
    .addColumn('changes', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
}
