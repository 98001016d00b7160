import type { BackupNoun } from '../../../contract/backups.ts'
import { TEXT_FIELDS } from '../../../rules/article-text.ts'

/** The parts of a noun that a backup can restore. */
export type RecordedNoun = {
  table: string
  /** The column that people recognise a record by. */
  title: string
  /** Edited columns: compared, and written where a record differs. */
  fields: readonly string[]
  /** Dependent tables, by the column that names the record: restored if the record was deleted for good. */
  parts: Readonly<Record<string, string>>
}

export const RECORDED: Record<BackupNoun, RecordedNoun> = {
  articles: {
    table: 'articles',
    title: 'title',
    fields: TEXT_FIELDS,
    parts: {
      article_tags: 'article_id',
      article_texts: 'article_id',
      article_revisions: 'article_id',
      article_working_copies: 'article_id',
      article_public_slugs: 'article_id',
      article_plans: 'article_id',
    },
  },
  pages: {
    table: 'pages',
    title: 'title',
    fields: ['title', 'content_markdown', 'noindex', 'placement', 'position'],
    parts: { page_revisions: 'page_id', page_working_copies: 'page_id' },
  },
  media: {
    table: 'media_assets',
    title: 'filename',
    fields: ['filename', 'alt', 'caption', 'credit', 'ai_share', 'focus_x', 'focus_y'],
    parts: {},
  },
  tasks: {
    table: 'editorial_tasks',
    title: 'title',
    fields: ['title', 'priority', 'status', 'due_at', 'article_id', 'notes', 'checklist', 'assignee_id', 'research_id'],
    parts: { task_changes: 'task_id' },
  },
  events: {
    table: 'calendar_events',
    title: 'title',
    fields: ['title', 'starts_at', 'type', 'recurrence', 'exceptions'],
    parts: {},
  },
  research: {
    table: 'research_items',
    title: 'title',
    fields: ['title', 'url', 'note', 'source_type', 'article_id'],
    parts: { research_links: 'research_item_id' },
  },
  links: { table: 'link_library', title: 'title', fields: ['title', 'url', 'category', 'description'], parts: {} },
  prompts: {
    table: 'prompt_library',
    title: 'title',
    fields: ['title', 'content', 'category', 'description'],
    parts: {},
  },
  inbox: { table: 'inbox_items', title: 'title', fields: ['title', 'type', 'status', 'url', 'note'], parts: {} },
}

/** Tables of working texts: a record also differs if only its working text does. */
export const WORKING: Partial<Record<BackupNoun, { table: string; key: string }>> = {
  articles: { table: 'article_working_copies', key: 'article_id' },
  pages: { table: 'page_working_copies', key: 'page_id' },
}
