import type { WrittenTables } from '../texts/written-tables.ts'

/** Where what goes with a page is kept. */
export const PAGE_TABLES: WrittenTables = {
  texts: 'pages',
  owner: 'page_id',
  revisions: 'page_revisions',
  presences: 'page_presences',
  previewLinks: 'page_preview_links',
  undos: 'page_undos',
}
