import { type Kysely } from 'kysely'
import { columnTypes } from './column-types.ts'

/**
 * Pictures can be replaced in place: their present bytes may lie under a name of their own, and those they had before are
 * kept for a while. An upload is also known again by what was written of it.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const { instant } = columnTypes(db)
  await db.schema.alterTable('media_assets').addColumn('stored_as', 'text').execute()
  await db.schema.alterTable('media_assets').addColumn('replaced_at', instant).execute()
  await db.schema.createIndex('media_assets_etag').on('media_assets').column('etag').execute()
  await db.schema
    .createTable('media_former_files')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('media_id', 'text', (c) => c.notNull().references('media_assets.id').onDelete('cascade'))
    .addColumn('stored_as', 'text')
    .addColumn('mime_type', 'text', (c) => c.notNull())
    .addColumn('size_bytes', 'bigint', (c) => c.notNull())
    .addColumn('width', 'integer')
    .addColumn('height', 'integer')
    .addColumn('preview', 'text')
    .addColumn('sha256', 'text')
    .addColumn('etag', 'text')
    .addColumn('replaced_at', instant, (c) => c.notNull())
    .execute()
  await db.schema.createIndex('media_former_files_media').on('media_former_files').column('media_id').execute()
  await db.schema.createIndex('media_former_files_replaced').on('media_former_files').column('replaced_at').execute()
}
