import type { NounCard } from './noun-card.ts'

export const authors = {
  table: 'authors',
  title: 'name',
  words: { one: 'Autorin oder Autor', many: 'Autorinnen und Autoren' },
  icon: null,
  screen: null,
  search: null,
  searched: null,
  form: { name: 'author', fields: ['name', 'slug', 'text', 'picture', 'links', 'account'] },
  actions: {},
  trash: null,
  backup: null,
  export: {
    file: 'data/authors.json',
    fields: ['id', 'name', 'slug', 'text', 'picture', 'links', 'created_at'],
    // Accounts are not exported.
    left: ['account_id', 'updated_at'],
  },
  // Imported with the people of other systems.
  imported: null,
  account: null,
  offline: true,
  shownBy: ['articles'],
} as const satisfies NounCard
