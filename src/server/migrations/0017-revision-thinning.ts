import { sql, type Kysely } from 'kysely'

/** What thinning versions out looks at, without their texts; it names the kinds in the same words. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create index article_revisions_thinning on article_revisions (article_id, created_at, version, id) where kind not in ('published', 'kept')`.execute(
    db,
  )
}
