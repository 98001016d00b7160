import type { Kysely } from 'kysely'

/** Articles that search engines are asked to leave out; a part of the text, so of its working version too (RUL-27). */
export async function up(db: Kysely<never>): Promise<void> {
  for (const table of ['articles', 'article_working_copies'])
    await db.schema
      .alterTable(table)
      .addColumn('noindex', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
}
