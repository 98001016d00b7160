import type { WrittenTables } from '../texts/written-tables.ts'

/** The tables of articles, as `texts` reads and writes them. */
export const ARTICLE_TABLES: WrittenTables = {
  texts: 'articles',
  owner: 'article_id',
  workingCopies: 'article_working_copies',
  revisions: 'article_revisions',
  presences: 'article_presences',
  previewLinks: 'preview_links',
  undos: 'article_undos',
  reviews: 'article_reviews',
  formerSlugs: 'slug_history',
  notRevised: [],
}
