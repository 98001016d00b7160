import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'

/** The tables of one noun's texts, and of their dependents. */
export type WrittenTables = {
  texts: 'articles' | 'pages'
  /** The column that references the text in the other tables. */
  owner: 'article_id' | 'page_id'
  workingCopies: 'article_working_copies' | 'page_working_copies'
  revisions: 'article_revisions' | 'page_revisions'
  presences: 'article_presences' | 'page_presences'
  previewLinks: 'preview_links' | 'page_preview_links'
  undos: 'article_undos' | 'page_undos'
  reviews: 'article_reviews' | 'page_reviews'
  /** Former public slugs (RUL-5). */
  formerSlugs: 'slug_history' | 'page_slug_history'
  /** Columns of a revision that this noun's table lacks. */
  notRevised: readonly ('excerpt' | 'details')[]
}

/** The names for typed queries: both nouns' tables have the columns of the articles' tables, except `notRevised`. */
export function asArticles(tables: WrittenTables) {
  return tables as {
    texts: 'articles'
    owner: 'article_id'
    revisions: 'article_revisions'
    reviews: 'article_reviews'
    formerSlugs: 'slug_history'
  }
}

/** The version of a text outside the trash, or null. */
export async function livingVersion(
  db: Db,
  { texts }: Pick<WrittenTables, 'texts'>,
  id: string,
): Promise<number | null> {
  const { rows } = await sql<{ version: number }>`
    select version from ${sql.table(texts)} where id = ${id} and deleted_at is null`.execute(db)
  return rows[0]?.version ?? null
}
