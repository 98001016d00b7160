import type { NounCard } from './noun-card.ts'

export const prompts = {
  table: 'prompt_library',
  title: 'title',
  words: { one: 'Prompt', many: 'Prompts' },
  icon: 'MessageSquareText',
  screen: {
    path: '/admin/prompt-library',
    words: 'Prompt-Datenbank',
    opensGroup: false,
    key: 'p',
    found: 'KI Vorlagen',
    keys: ['lists', 'find'],
    chapter: 'Link-Datenbank und Prompt-Datenbank',
  },
  search: {
    others: ['content', 'category', 'description'],
    text: null,
    state: 'category',
    at: ['created_at'],
    opens: { path: '/admin/prompt-library', parameter: 'eintrag', value: 'id' },
  },
  searched: ['title', 'content', 'description'],
  form: { name: 'prompt', fields: ['title', 'content', 'category', 'description'] },
  actions: {
    'prompt.new': { words: 'Neuer Prompt', on: 'lists', found: 'Datenbank anlegen', opens: true },
    'prompt.copy': { words: 'Prompt kopieren', on: 'lists', found: 'Zwischenablage' },
    'prompt.remove': { words: 'Prompt löschen', on: 'lists', found: 'Papierkorb entfernen' },
  },
  trash: 'rows',
  backup: { fields: ['title', 'content', 'category', 'description'], parts: {}, working: null },
  export: {
    file: 'data/prompts.json',
    fields: ['id', 'title', 'content', 'category', 'description', 'created_at', 'updated_at'],
    left: ['author_id', 'deleted_at', 'search_text'],
  },
  imported: {},
  account: 'exported',
  offline: true,
  shownBy: [],
} as const satisfies NounCard
