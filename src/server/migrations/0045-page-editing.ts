import { sql, type Kysely } from 'kysely'
import { columnTypes } from './column-types.ts'

/**
 * What articles have beside their text, for pages: who has one open, secret links to it, and what readers saw before its last
 * change. Tables of their own: the former release knows nothing of them and loses nothing by it.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const { instant } = columnTypes(db)
  const { schema } = db
  await schema
    .createTable('page_presences')
    .addColumn('editor_id', 'text', (c) => c.primaryKey())
    .addColumn('page_id', 'text', (c) => c.notNull().references('pages.id').onDelete('cascade'))
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('seen_at', instant, (c) => c.notNull())
    .execute()
  await schema
    .createTable('page_preview_links')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('page_id', 'text', (c) => c.notNull().references('pages.id').onDelete('cascade'))
    .addColumn('token_hash', 'text', (c) => c.notNull().unique())
    .addColumn('author_id', 'text', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('created_at', instant, (c) => c.notNull())
    .addColumn('expires_at', instant, (c) => c.notNull())
    .addColumn('revoked_at', instant)
    .addColumn('last_used_at', instant)
    .execute()
  await schema
    .createTable('page_undos')
    .addColumn('page_id', 'text', (c) => c.primaryKey().references('pages.id').onDelete('cascade'))
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('newest_version', 'integer', (c) => c.notNull())
    .addColumn('before', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute()
  for (const [table, column] of [
    ['page_presences', 'page_id'],
    ['page_presences', 'user_id'],
    ['page_preview_links', 'page_id'],
    ['page_preview_links', 'author_id'],
    ['page_undos', 'user_id'],
    ['page_undos', 'created_at'],
  ] as const)
    await sql`create index ${sql.id(`${table}_${column}`)} on ${sql.table(table)} (${sql.id(column)})`.execute(db)
}
