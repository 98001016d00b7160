import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'

/**
 * The tables in which what goes with a written text is kept, by the noun that owns them: versions, open editors, secret
 * links and what the last change can be taken back to. They differ in the column that names the text.
 */
export type WrittenTables = {
  texts: 'articles' | 'pages'
  owner: 'article_id' | 'page_id'
  revisions: 'article_revisions' | 'page_revisions'
  presences: 'article_presences' | 'page_presences'
  previewLinks: 'preview_links' | 'page_preview_links'
  undos: 'article_undos' | 'page_undos'
}

export const ARTICLE_TABLES: WrittenTables = {
  texts: 'articles',
  owner: 'article_id',
  revisions: 'article_revisions',
  presences: 'article_presences',
  previewLinks: 'preview_links',
  undos: 'article_undos',
}

/** The version of a living text, or null. */
export async function livingVersion(db: Db, { texts }: WrittenTables, id: string): Promise<number | null> {
  const { rows } = await sql<{ version: number }>`
    select version from ${sql.table(texts)} where id = ${id} and deleted_at is null`.execute(db)
  return rows[0]?.version ?? null
}
