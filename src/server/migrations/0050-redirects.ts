import { sql, type Kysely } from 'kysely'
import { columnTypes } from './column-types.ts'

/** Old addresses and where they lead (RUL-56); the former release knows nothing of them and loses nothing. */
export async function up(db: Kysely<never>): Promise<void> {
  const { instant, codeUnits } = columnTypes(db)
  await db.schema
    .createTable('redirects')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('from_address', 'text', (c) => c.notNull())
    // as it is looked up (`readers/redirects/old-address.ts`), and of that the path and the names of the parameters
    .addColumn('from_key', codeUnits, (c) => c.notNull().unique())
    .addColumn('path', codeUnits, (c) => c.notNull())
    .addColumn('shape', codeUnits, (c) => c.notNull())
    .addColumn('to_address', 'text')
    .addColumn('to_path', codeUnits)
    .addColumn('article_id', 'text', (c) => c.references('articles.id').onDelete('cascade'))
    .addColumn('page_id', 'text', (c) => c.references('pages.id').onDelete('cascade'))
    .addColumn('status', 'integer', (c) => c.notNull())
    .addColumn('search_text', 'text', (c) => c.notNull())
    .addColumn('author_id', 'text', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('created_at', instant, (c) => c.notNull())
    .execute()
  await db.schema.createIndex('redirects_created').on('redirects').columns(['created_at', 'id']).execute()
  await sql`create index redirects_shape on redirects (path, shape) where shape <> ''`.execute(db)
  for (const column of ['to_path', 'article_id', 'page_id', 'author_id'])
    await sql`create index ${sql.id(`redirects_${column}`)} on redirects (${sql.id(column)})`.execute(db)
}
