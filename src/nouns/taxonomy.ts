import type { NounCard } from './noun-card.ts'

export const categories = {
  table: 'categories',
  title: 'name',
  words: { one: 'Kategorie', many: 'Kategorien' },
  icon: null,
  screen: null,
  search: null,
  searched: null,
  form: { name: 'category', fields: ['name', 'description', 'picture'] },
  actions: {},
  trash: null,
  backup: null,
  export: {
    file: 'data/categories.json',
    fields: ['id', 'name', 'slug', 'description', 'picture', 'created_at'],
    left: ['folded_name'],
  },
  imported: null,
  account: null,
  offline: true,
  shownBy: ['articles'],
} as const satisfies NounCard

export const tags = {
  ...categories,
  table: 'tags',
  words: { one: 'Schlagwort', many: 'Schlagwörter' },
  form: { name: 'tag', fields: ['name', 'description', 'picture'] },
  export: {
    file: 'data/tags.json',
    fields: ['id', 'name', 'slug', 'description', 'picture', 'created_at'],
    left: ['folded_name'],
  },
} as const satisfies NounCard
