import { sql } from 'kysely'
import { TEXT_FIELDS } from '../../../rules/article-text.ts'
import type { Db } from '../../platform/db/db.ts'

type Part = { table: string; owner: string; columns: readonly string[] }

/**
 * Parts of an export beside the account and its articles, by their name in it: the rows that name the account, without
 * secrets (hashes, sealed keys) and without derived data (search text).
 */
const PARTS = {
  identities: {
    table: 'auth_identities',
    owner: 'user_id',
    columns: ['id', 'provider', 'provider_id', 'identity_data', 'email', 'last_sign_in_at', 'created_at'],
  },
  factors: {
    table: 'auth_factors',
    owner: 'user_id',
    columns: ['id', 'friendly_name', 'factor_type', 'status', 'phone', 'last_challenged_at', 'created_at'],
  },
  sessions: {
    table: 'auth_sessions',
    owner: 'user_id',
    columns: ['id', 'aal', 'amr', 'ip', 'user_agent', 'created_at', 'refreshed_at'],
  },
  inbox_tokens: {
    table: 'inbox_tokens',
    owner: 'user_id',
    columns: ['id', 'name', 'created_at', 'last_used_at'],
  },
  security_events: { table: 'audit_log', owner: 'user_id', columns: ['id', 'at', 'event', 'email', 'ip', 'details'] },
  events: {
    table: 'calendar_events',
    owner: 'author_id',
    columns: ['id', 'title', 'starts_at', 'type', 'recurrence', 'exceptions', 'created_at', 'updated_at', 'deleted_at'],
  },
  pauses: {
    table: 'planning_pauses',
    owner: 'author_id',
    columns: ['id', 'name', 'from_day', 'to_day', 'created_at'],
  },
  calendar_links: { table: 'calendar_links', owner: 'user_id', columns: ['user_id', 'created_at'] },
  tasks: {
    table: 'editorial_tasks',
    owner: 'author_id',
    columns: [
      'id',
      'title',
      'priority',
      'status',
      'due_at',
      'article_id',
      'notes',
      'checklist',
      'assignee_id',
      'research_id',
      'created_at',
      'updated_at',
      'deleted_at',
    ],
  },
  research: {
    table: 'research_items',
    owner: 'author_id',
    columns: ['id', 'title', 'url', 'note', 'source_type', 'article_id', 'created_at', 'updated_at', 'deleted_at'],
  },
  research_files: {
    table: 'research_files',
    owner: 'author_id',
    columns: ['id', 'research_item_id', 'object_name', 'filename', 'mime_type', 'size_bytes', 'created_at'],
  },
  inbox: {
    table: 'inbox_items',
    owner: 'author_id',
    columns: ['id', 'title', 'type', 'status', 'url', 'note', 'source', 'created_at', 'deleted_at'],
  },
  media: {
    table: 'media_assets',
    owner: 'author_id',
    columns: [
      'id',
      'url',
      'filename',
      'mime_type',
      'size_bytes',
      'alt',
      'caption',
      'credit',
      'ai_share',
      'created_at',
      'deleted_at',
    ],
  },
  links: {
    table: 'link_library',
    owner: 'author_id',
    columns: ['id', 'title', 'url', 'category', 'description', 'created_at', 'updated_at', 'deleted_at'],
  },
  prompts: {
    table: 'prompt_library',
    owner: 'author_id',
    columns: ['id', 'title', 'content', 'category', 'description', 'created_at', 'updated_at', 'deleted_at'],
  },
  feeds: { table: 'rss_feeds', owner: 'author_id', columns: ['id', 'url', 'title', 'created_at', 'deleted_at'] },
  articles: {
    table: 'articles',
    owner: 'author_id',
    columns: [
      'id',
      'slug',
      'status',
      ...TEXT_FIELDS,
      'published_at',
      'first_published_at',
      'version',
      'created_at',
      'updated_at',
      'deleted_at',
    ],
  },
  unpublished_changes: {
    table: 'article_working_copies',
    owner: 'author_id',
    columns: ['article_id', 'slug', ...TEXT_FIELDS, 'updated_at'],
  },
  pages: {
    table: 'pages',
    owner: 'author_id',
    columns: [
      'id',
      'title',
      'slug',
      'status',
      'content_markdown',
      'noindex',
      'placement',
      'position',
      'first_published_at',
      'version',
      'created_at',
      'updated_at',
      'deleted_at',
    ],
  },
  unpublished_page_changes: {
    table: 'page_working_copies',
    owner: 'author_id',
    columns: ['page_id', 'title', 'slug', 'content_markdown', 'updated_at'],
  },
} as const satisfies Record<string, Part>

export type PartName = keyof typeof PARTS
export const PART_NAMES = Object.keys(PARTS) as PartName[]

const BATCH = 100

/** The rows of one part that belong to an account, in batches, so that an export need not fit into memory. */
export async function* rowsOfPart(db: Db, name: PartName, userId: string): AsyncGenerator<Record<string, unknown>> {
  const { table, owner, columns }: Part = PARTS[name]
  // The first column is the key.
  const key = sql.ref(columns[0] ?? '')
  let after = ''
  for (;;) {
    const { rows } = await sql<Record<string, unknown>>`
      select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(table)}
      where ${sql.ref(owner)} = ${userId} and ${key} > ${after} order by ${key} limit ${BATCH}`.execute(db)
    yield* rows
    if (rows.length < BATCH) return
    after = String(rows.at(-1)?.[columns[0] ?? ''])
  }
}
