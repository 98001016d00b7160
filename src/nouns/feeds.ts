import type { NounCard } from './noun-card.ts'

export const feeds = {
  table: 'rss_feeds',
  title: 'url',
  words: { one: 'RSS-Feed', many: 'RSS-Feeds' },
  icon: null,
  screen: null,
  search: null,
  searched: null,
  form: { name: 'feed', fields: ['url'] },
  actions: {},
  trash: 'service',
  backup: null,
  export: {
    file: 'data/feeds.json',
    fields: ['id', 'url', 'title', 'created_at'],
    left: ['author_id', 'last_fetched', 'etag', 'last_modified', 'last_error', 'hint', 'deleted_at'],
  },
  imported: { known: 'url' },
  account: 'exported',
  offline: false,
  shownBy: ['dashboard'],
} as const satisfies NounCard
