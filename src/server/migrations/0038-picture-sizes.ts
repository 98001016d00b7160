import { sql, type Kysely } from 'kysely'

/**
 * Pictures come in several widths. They are of one file: `sizes_of` names it, so that a picture replaced meanwhile (by the
 * former release, too) counts as one that has none yet. What was replaced keeps those it had.
 */
export async function up(db: Kysely<never>): Promise<void> {
  for (const table of ['media_assets', 'media_former_files']) {
    for (const column of ['sizes_of', 'sizes', 'tint'])
      await db.schema.alterTable(table).addColumn(column, 'text').execute()
  }
  for (const [column, initial] of [
    ['sizes_tries', 0],
    ['focus_x', 50],
    ['focus_y', 50],
  ] as const) {
    await db.schema
      .alterTable('media_assets')
      .addColumn(column, 'integer', (c) => c.notNull().defaultTo(initial))
      .execute()
  }
  await sql`create index media_assets_unsized on media_assets (created_at, id)
    where sizes_of is null or sizes_of <> coalesce(stored_as, object_name)`.execute(db)
}
