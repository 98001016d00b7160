import { TEXT_FIELDS } from '../rules/article-text.ts'
import type { NounCard } from './noun-card.ts'

export const articles = {
  table: 'articles',
  title: 'title',
  words: { one: 'Artikel', many: 'Artikel' },
  icon: 'FileText',
  screen: {
    path: '/admin/articles',
    words: 'Artikel',
    opensGroup: false,
    key: 'a',
    found: 'Liste Beiträge Texte',
    keys: ['articles', 'lists', 'find'],
    chapter: 'Artikel',
  },
  search: {
    others: ['excerpt'],
    text: 'content_markdown',
    state: 'status',
    at: ['published_at', 'updated_at'],
    opens: { path: '/admin/articles/$id' },
  },
  searched: ['title', 'excerpt'],
  form: null,
  actions: {},
  trash: 'service',
  backup: {
    fields: TEXT_FIELDS,
    parts: {
      article_tags: 'article_id',
      article_texts: 'article_id',
      article_revisions: 'article_id',
      article_working_copies: 'article_id',
      article_public_slugs: 'article_id',
      article_plans: 'article_id',
    },
    working: { table: 'article_working_copies', key: 'article_id' },
  },
  // Exported as files of markdown.
  export: null,
  imported: null,
  account: [
    'id',
    'slug',
    'status',
    ...TEXT_FIELDS,
    'published_at',
    'first_published_at',
    'assignee_id',
    'version',
    'created_at',
    'updated_at',
    'deleted_at',
  ],
  offline: true,
  shownBy: ['presence', 'events', 'tasks', 'research', 'categories', 'tags', 'dashboard', 'redirects'],
} as const satisfies NounCard
