import type { NounCard } from './noun-card.ts'

export const research = {
  table: 'research_items',
  title: 'title',
  words: { one: 'Recherche', many: 'Recherche' },
  icon: 'BookOpen',
  screen: {
    path: '/admin/research',
    words: 'Recherche',
    opensGroup: true,
    key: 'q',
    found: 'Quellen Notizen',
    keys: ['lists', 'find'],
    chapter: 'Recherche',
  },
  search: {
    others: ['url', 'note'],
    text: null,
    state: 'source_type',
    at: ['created_at'],
    opens: { path: '/admin/research', parameter: 'item', value: 'id' },
  },
  searched: ['title', 'url', 'note'],
  form: { name: 'research', fields: ['title', 'url', 'note', 'source_type', 'article'] },
  actions: {
    'research.new': { words: 'Neues Element', on: 'lists', found: 'Recherche Quelle Notiz anlegen', opens: true },
    'source.edit': { words: 'Recherche-Element bearbeiten', on: 'lists', found: 'Quelle ändern' },
    'source.remove': { words: 'Recherche-Element löschen', on: 'lists', found: 'Quelle Papierkorb entfernen' },
  },
  trash: 'service',
  backup: {
    fields: ['title', 'url', 'note', 'source_type', 'article_id'],
    parts: { research_links: 'research_item_id' },
    working: null,
  },
  export: {
    file: 'data/research.json',
    fields: ['id', 'title', 'url', 'note', 'source_type', 'article_id', 'created_at', 'updated_at'],
    left: ['author_id', 'deleted_at', 'search_text'],
  },
  imported: {},
  account: 'exported',
  offline: true,
  shownBy: [],
} as const satisfies NounCard

/** Files of a research item, which are listed separately only in the trash. */
export const researchFiles = {
  table: 'research_files',
  title: 'filename',
  words: { one: 'Datei der Recherche', many: 'Dateien der Recherche' },
  icon: null,
  screen: null,
  search: null,
  searched: null,
  form: null,
  actions: {},
  trash: 'service',
  backup: null,
  // Exported with their research.
  export: null,
  imported: null,
  account: ['id', 'research_item_id', 'object_name', 'filename', 'mime_type', 'size_bytes', 'created_at'],
  offline: false,
  shownBy: [],
} as const satisfies NounCard
