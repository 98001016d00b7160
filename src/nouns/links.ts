import type { NounCard } from './noun-card.ts'

export const links = {
  table: 'link_library',
  title: 'title',
  words: { one: 'Link', many: 'Links' },
  icon: 'Link',
  screen: {
    path: '/admin/link-library',
    words: 'Link-Datenbank',
    opensGroup: true,
    key: 'l',
    found: 'Adressen Lesezeichen',
    keys: ['lists', 'find'],
    chapter: 'Link-Datenbank und Prompt-Datenbank',
  },
  search: {
    others: ['url', 'category', 'description'],
    text: null,
    state: 'category',
    at: ['created_at'],
    opens: { path: '/admin/link-library', parameter: 'eintrag', value: 'id' },
  },
  searched: ['title', 'url', 'description'],
  form: { name: 'link', fields: ['title', 'url', 'category', 'description'] },
  actions: {
    'link.new': { words: 'Neuer Link', on: 'lists', found: 'Datenbank anlegen', opens: true },
    'link.copy': { words: 'Adresse kopieren', on: 'lists', found: 'Link Zwischenablage' },
    'link.remove': { words: 'Link löschen', on: 'lists', found: 'Papierkorb entfernen' },
  },
  trash: 'rows',
  backup: { fields: ['title', 'url', 'category', 'description'], parts: {}, working: null },
  export: {
    file: 'data/links.json',
    fields: ['id', 'title', 'url', 'category', 'description', 'created_at', 'updated_at'],
    left: ['author_id', 'deleted_at', 'search_text'],
  },
  imported: {},
  account: 'exported',
  offline: true,
  shownBy: [],
} as const satisfies NounCard
