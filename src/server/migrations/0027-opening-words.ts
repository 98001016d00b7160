import { sql, type Kysely } from 'kysely'

/** Opening words no longer have marks of alerts, captions, chapters or formulas: all are found again when they are next shown. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`update article_reading_times set opening = null`.execute(db)
}
