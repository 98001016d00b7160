import type { Tables } from '../../platform/db/db.ts'

/** A file of records: the exported columns of its table. All others are in no export (RUL-54). */
export type RecordFile<Table extends keyof Tables = keyof Tables> = {
  path: string
  table: Table
  fields: readonly (keyof Tables[Table] & string)[]
  /** Columns that hold booleans, and JSON. */
  yesNo?: readonly (keyof Tables[Table] & string)[]
  /** Excluded columns: internal, personal, or derived ones; a test requires every column to be listed. */
  left: readonly (keyof Tables[Table] & string)[]
}

const file = <Table extends keyof Tables>(entry: RecordFile<Table>): RecordFile => entry as unknown as RecordFile

/** Nouns without files of their own, in the order of the archive. */
export const RECORD_FILES: readonly RecordFile[] = [
  file({
    path: 'data/categories.json',
    table: 'categories',
    fields: ['id', 'name', 'slug', 'created_at'],
    left: ['folded_name'],
  }),
  file({ path: 'data/tags.json', table: 'tags', fields: ['id', 'name', 'slug', 'created_at'], left: ['folded_name'] }),
  file({
    path: 'data/events.json',
    table: 'calendar_events',
    fields: ['id', 'title', 'starts_at', 'type', 'recurrence', 'exceptions', 'created_at', 'updated_at'],
    left: ['author_id', 'deleted_at', 'changes'],
  }),
  file({
    path: 'data/tasks.json',
    table: 'editorial_tasks',
    fields: [
      'id',
      'title',
      'priority',
      'status',
      'position',
      'due_at',
      'article_id',
      'notes',
      'checklist',
      'research_id',
      'created_at',
      'updated_at',
    ],
    left: ['author_id', 'assignee_id', 'deleted_at', 'move_ids'],
  }),
  file({
    path: 'data/research.json',
    table: 'research_items',
    fields: ['id', 'title', 'url', 'note', 'source_type', 'article_id', 'created_at', 'updated_at'],
    left: ['author_id', 'deleted_at', 'search_text'],
  }),
  file({
    path: 'data/inbox.json',
    table: 'inbox_items',
    fields: ['id', 'title', 'type', 'status', 'url', 'note', 'source', 'created_at'],
    left: ['url_key', 'search_text', 'feed_id', 'feed_entry_key', 'title_pending', 'author_id', 'deleted_at'],
  }),
  file({
    path: 'data/links.json',
    table: 'link_library',
    fields: ['id', 'title', 'url', 'category', 'description', 'created_at', 'updated_at'],
    left: ['author_id', 'deleted_at', 'search_text'],
  }),
  file({
    path: 'data/prompts.json',
    table: 'prompt_library',
    fields: ['id', 'title', 'content', 'category', 'description', 'created_at', 'updated_at'],
    left: ['author_id', 'deleted_at', 'search_text'],
  }),
  file({
    path: 'data/feeds.json',
    table: 'rss_feeds',
    fields: ['id', 'url', 'title', 'created_at'],
    left: ['author_id', 'last_fetched', 'etag', 'last_modified', 'last_error', 'hint', 'deleted_at'],
  }),
]

/** Metadata of the pictures in `media/`. */
export const MEDIA_FILE = file({
  path: 'data/media.json',
  table: 'media_assets',
  fields: [
    'id',
    'object_name',
    'filename',
    'mime_type',
    'size_bytes',
    'width',
    'height',
    'alt',
    'caption',
    'credit',
    'ai_share',
    'focus_x',
    'focus_y',
    'created_at',
  ],
  left: [
    'url',
    'preview',
    'sha256',
    'etag',
    'stored_as',
    'replaced_at',
    'sizes_of',
    'sizes',
    'tint',
    'sizes_tries',
    'search_text',
    'author_id',
    'deleted_at',
  ],
})

/** Settings, which are one row each. */
export const SETTINGS_FIELDS = [
  'site_title',
  'site_description',
  'author_name',
  'base_url',
  'timezone',
  'visibility',
  'registration',
  'public_date_format',
] as const

/** Choices of the appearance; its pictures are made from files of the export. */
export const APPEARANCE_FIELDS = ['accent', 'pairing', 'landing', 'navigation', 'footer'] as const
