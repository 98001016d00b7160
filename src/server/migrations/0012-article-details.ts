import { sql, type Kysely } from 'kysely'

/** Byline, canonical address and description for search engines belong to the working version too (RUL-27). */
export async function up(db: Kysely<never>): Promise<void> {
  for (const column of ['byline', 'canonical_url', 'seo_description']) {
    await db.schema.alterTable('article_working_copies').addColumn(column, 'text').execute()
    const name = sql.id(column)
    await sql`update article_working_copies set ${name} =
      (select ${name} from articles where articles.id = article_working_copies.article_id)`.execute(db)
  }
}
