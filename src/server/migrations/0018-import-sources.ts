import { sql, type Kysely } from 'kysely'

/** Items of an import by their id in the source: comments look for their text. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw('create index import_items_source on import_items (import_id, kind, source_id)').execute(db)
}
