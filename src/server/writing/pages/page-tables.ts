import type { WrittenTables } from '../texts/written-tables.ts'

export const PAGE_TABLES: WrittenTables = {
  texts: 'pages',
  owner: 'page_id',
  workingCopies: 'page_working_copies',
  revisions: 'page_revisions',
  presences: 'page_presences',
  previewLinks: 'page_preview_links',
  undos: 'page_undos',
  formerSlugs: 'page_slug_history',
  notRevised: ['excerpt', 'details'],
}
