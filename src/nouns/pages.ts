import type { NounCard } from './noun-card.ts'

export const pages = {
  table: 'pages',
  title: 'title',
  words: { one: 'Seite', many: 'Seiten' },
  icon: 'Files',
  screen: null,
  search: {
    others: ['content_markdown'],
    text: null,
    state: 'status',
    at: ['updated_at'],
    opens: { path: '/admin/pages/$id' },
  },
  trash: 'service',
  backup: {
    fields: ['title', 'content_markdown', 'noindex', 'placement', 'position'],
    parts: { page_revisions: 'page_id', page_working_copies: 'page_id' },
    working: { table: 'page_working_copies', key: 'page_id' },
  },
  // Exported as files of markdown.
  export: null,
  imported: null,
  account: [
    'id',
    'title',
    'slug',
    'status',
    'content_markdown',
    'noindex',
    'placement',
    'position',
    'first_published_at',
    'version',
    'created_at',
    'updated_at',
    'deleted_at',
  ],
  offline: true,
  shownBy: ['media', 'system', 'redirects'],
} as const satisfies NounCard
