import type { Kysely } from 'kysely'
import { columnTypes } from './column-types.ts'

/**
 * Imports (RUL-53, ADR 41): each with the items of its source as they wait and what became of them, and which records have come
 * of which source, so that a second import finds them again.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const { instant } = columnTypes(db)
  await db.schema
    .createTable('imports')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('dry_run', 'integer', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('url', 'text')
    .addColumn('bytes', 'bigint')
    .addColumn('format', 'text')
    .addColumn('source', 'text')
    .addColumn('reason', 'text')
    .addColumn('author_id', 'text')
    .addColumn('created_at', instant, (c) => c.notNull())
    // when it was read to its end; null while its items are not all there
    .addColumn('read_at', instant)
    .addColumn('state_at', instant, (c) => c.notNull())
    .addColumn('state_by', 'text')
    // when it was made real and came to its end
    .addColumn('finished_at', instant)
    // whoever works on it says so every few seconds
    .addColumn('runner', 'text')
    .addColumn('runner_seen_at', instant)
    .execute()
  await db.schema.createIndex('imports_state').on('imports').column('state').execute()
  await db.schema
    .createTable('import_items')
    .addColumn('import_id', 'text', (c) => c.notNull().references('imports.id').onDelete('cascade'))
    .addColumn('place', 'bigint', (c) => c.notNull())
    .addColumn('source_id', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('address', 'text')
    // what is to be written of it; gone once it was
    .addColumn('staged', 'text')
    .addColumn('skip', 'integer', (c) => c.notNull())
    // what its reader said of it, and what became of it: sentences, one a line
    .addColumn('reasons', 'text', (c) => c.notNull())
    .addColumn('outcome', 'text')
    .addColumn('reason', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('noun', 'text')
    .addColumn('record_id', 'text')
    // of a picture: where it is now
    .addColumn('url', 'text')
    // the record as it was before, to bring it back
    .addColumn('before', 'text')
    .addColumn('redirects', 'text', (c) => c.notNull().defaultTo('[]'))
    .addColumn('undone', 'integer', (c) => c.notNull().defaultTo(0))
    .addPrimaryKeyConstraint('import_items_key', ['import_id', 'place'])
    .execute()
  await db.schema.createIndex('import_items_address').on('import_items').columns(['import_id', 'address']).execute()
  await db.schema
    .createTable('imported_records')
    .addColumn('source', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('source_id', 'text', (c) => c.notNull())
    .addColumn('noun', 'text', (c) => c.notNull())
    .addColumn('record_id', 'text', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('imported_records_key', ['source', 'kind', 'source_id'])
    .execute()
  await db.schema.createIndex('imported_records_record').on('imported_records').columns(['noun', 'record_id']).execute()
}
