import type { NounCard } from './noun-card.ts'

export const inbox = {
  table: 'inbox_items',
  title: 'title',
  words: { one: 'Inbox', many: 'Inbox' },
  icon: 'Inbox',
  screen: {
    path: '/admin/inbox',
    words: 'Inbox',
    opensGroup: false,
    key: 'i',
    found: 'Eingang Ideen',
    keys: ['inbox', 'lists'],
    chapter: 'Inbox',
  },
  search: {
    others: ['url', 'note'],
    text: null,
    state: 'status',
    at: ['created_at'],
    opens: { path: '/admin/inbox', parameter: 'eintrag', value: 'id' },
  },
  searched: ['title', 'url', 'note'],
  form: null,
  actions: {},
  trash: 'rows',
  backup: { fields: ['title', 'type', 'status', 'url', 'note'], parts: {}, working: null },
  export: {
    file: 'data/inbox.json',
    fields: ['id', 'title', 'type', 'status', 'url', 'note', 'source', 'created_at'],
    left: ['url_key', 'search_text', 'feed_id', 'feed_entry_key', 'title_pending', 'author_id', 'deleted_at'],
  },
  imported: { one: 'Inbox-Eintrag', known: 'url_key' },
  account: 'exported',
  offline: true,
  shownBy: ['dashboard'],
} as const satisfies NounCard
