import type { SearchNoun } from '../../../rules/search-nouns.ts'

/** How a record of a noun is searched and displayed; columns of its table. */
export type SearchedNoun = {
  table: string
  title: string
  /** Searched columns beside the title (the same as `SEARCHED` in `migrations/0001-triggers.ts`). */
  others: readonly string[]
  /** A text with an index of its own, whose words also serve for spelling correction. */
  text?: string
  state: string | null
  /** Columns for the date; the first one that is set counts. */
  at: readonly string[]
}

export const NOUNS: Record<SearchNoun, SearchedNoun> = {
  articles: {
    table: 'articles',
    title: 'title',
    others: ['excerpt'],
    text: 'content_markdown',
    state: 'status',
    at: ['published_at', 'updated_at'],
  },
  pages: { table: 'pages', title: 'title', others: ['content_markdown'], state: 'status', at: ['updated_at'] },
  tasks: { table: 'editorial_tasks', title: 'title', others: ['notes'], state: 'status', at: ['due_at'] },
  events: { table: 'calendar_events', title: 'title', others: [], state: 'type', at: ['starts_at'] },
  research: {
    table: 'research_items',
    title: 'title',
    others: ['url', 'note'],
    state: 'source_type',
    at: ['created_at'],
  },
  inbox: { table: 'inbox_items', title: 'title', others: ['url', 'note'], state: 'status', at: ['created_at'] },
  media: {
    table: 'media_assets',
    title: 'filename',
    others: ['alt', 'caption', 'credit'],
    state: null,
    at: ['created_at'],
  },
  links: {
    table: 'link_library',
    title: 'title',
    others: ['url', 'category', 'description'],
    state: 'category',
    at: ['created_at'],
  },
  prompts: {
    table: 'prompt_library',
    title: 'title',
    others: ['content', 'category', 'description'],
    state: 'category',
    at: ['created_at'],
  },
}
