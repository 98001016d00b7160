import { sql, type Kysely } from 'kysely'
import { columnTypes } from './column-types.ts'

/** Every entity of specification §3 and what the rules of docs/rules.md add to them; accounts in their first shape. */
export async function up(db: Kysely<never>): Promise<void> {
  const { instant, codeUnits, searchIndex, searchableTable } = columnTypes(db)
  const schema = db.schema

  await schema
    .createTable('meta')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('value', 'text', (c) => c.notNull())
    .execute()

  await schema
    .createTable('job_runs')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('last_started_at', instant)
    .addColumn('last_finished_at', instant)
    .addColumn('last_error', 'text')
    .execute()

  await schema
    .createTable('settings')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('site_title', 'text', (c) => c.notNull())
    .addColumn('site_description', 'text', (c) => c.notNull())
    .addColumn('author_name', 'text', (c) => c.notNull())
    .addColumn('base_url', 'text', (c) => c.notNull())
    .addColumn('timezone', 'text', (c) => c.notNull())
    .addColumn('visibility', 'text', (c) => c.notNull())
    .addColumn('registration', 'text', (c) => c.notNull())
    .addColumn('updated_at', instant, (c) => c.notNull())
    .execute()

  await schema
    .createTable('users')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('email', 'text', (c) => c.unique())
    .addColumn('phone', 'text', (c) => c.unique())
    .addColumn('password_hash', 'text')
    .addColumn('role', 'text', (c) => c.notNull().check(sql`role in ('owner', 'editor')`))
    .addColumn('approval', 'text', (c) => c.notNull().check(sql`approval in ('pending', 'approved', 'blocked')`))
    .addColumn('user_metadata', 'text', (c) => c.notNull().defaultTo('{}'))
    .addColumn('is_anonymous', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('email_confirmed_at', instant)
    .addColumn('phone_confirmed_at', instant)
    .addColumn('last_sign_in_at', instant)
    .addColumn('created_at', instant, (c) => c.notNull())
    .addColumn('updated_at', instant, (c) => c.notNull())
    .execute()

  for (const table of ['categories', 'tags']) {
    await schema
      .createTable(table)
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('folded_name', 'text', (c) => c.notNull().unique())
      .addColumn('slug', 'text', (c) => c.notNull().unique())
      .addColumn('created_at', instant, (c) => c.notNull())
      .execute()
  }

  await searchableTable(schema.createTable('articles'), 'id')
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('slug', 'text', (c) => c.unique())
    .addColumn('slug_is_custom', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('status', 'text', (c) => c.notNull().check(sql`status in ('draft', 'scheduled', 'published')`))
    .addColumn('excerpt', 'text', (c) => c.notNull())
    .addColumn('content_markdown', 'text', (c) => c.notNull())
    .addColumn('cover_image_url', 'text')
    .addColumn('category_id', 'text', (c) => c.references('categories.id').onDelete('set null'))
    .addColumn('byline', 'text')
    .addColumn('canonical_url', 'text')
    .addColumn('seo_description', 'text')
    .addColumn('published_at', instant)
    .addColumn('unpublish_at', instant)
    .addColumn('first_published_at', instant)
    .addColumn('author_id', 'text', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('search_text', 'text', (c) => c.notNull())
    .addColumn('created_at', instant, (c) => c.notNull())
    .addColumn('updated_at', instant, (c) => c.notNull())
    .addColumn('deleted_at', instant)
    .addColumn('trashed_slug', 'text')
    .execute()
  await searchIndex('articles')

  // One index for each way lists are read: all, by status, public by date; each holds living rows alone.
  for (const [name, columns] of [
    ['articles_created', ['created_at', 'id']],
    ['articles_status_created', ['status', 'created_at', 'id']],
    ['articles_status_published', ['status', 'published_at', 'id']],
    ['articles_category_created', ['category_id', 'created_at', 'id']],
  ] as const) {
    await sql`create index ${sql.id(name)} on articles (${sql.join(columns.map((column) => sql.id(column)))}) where deleted_at is null`.execute(
      db,
    )
  }
  await schema.createIndex('articles_author').on('articles').column('author_id').execute()
  await schema.createIndex('articles_deleted').on('articles').column('deleted_at').execute()

  await schema
    .createTable('article_working_copies')
    .addColumn('article_id', 'text', (c) => c.primaryKey().references('articles.id').onDelete('cascade'))
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('slug', 'text', (c) => c.notNull())
    .addColumn('excerpt', 'text', (c) => c.notNull())
    .addColumn('content_markdown', 'text', (c) => c.notNull())
    .addColumn('cover_image_url', 'text')
    .addColumn('category_id', 'text', (c) => c.references('categories.id').onDelete('set null'))
    .addColumn('author_id', 'text', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('updated_at', instant, (c) => c.notNull())
    .execute()

  await schema
    .createTable('article_revisions')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('article_id', 'text', (c) => c.notNull().references('articles.id').onDelete('cascade'))
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('excerpt', 'text', (c) => c.notNull())
    .addColumn('content_markdown', 'text', (c) => c.notNull())
    .addColumn('author_id', 'text', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('created_at', instant, (c) => c.notNull())
    .addUniqueConstraint('article_revisions_version', ['article_id', 'version'])
    .execute()

  await schema
    .createTable('article_tags')
    .addColumn('article_id', 'text', (c) => c.notNull().references('articles.id').onDelete('cascade'))
    .addColumn('tag_id', 'text', (c) => c.notNull().references('tags.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('article_tags_pk', ['article_id', 'tag_id'])
    .execute()
  await schema.createIndex('article_tags_tag').on('article_tags').column('tag_id').execute()

  await schema
    .createTable('slug_history')
    .addColumn('slug', 'text', (c) => c.primaryKey())
    .addColumn('article_id', 'text', (c) => c.notNull().references('articles.id').onDelete('cascade'))
    .addColumn('created_at', instant, (c) => c.notNull())
    .execute()
  await schema.createIndex('slug_history_article').on('slug_history').column('article_id').execute()

  await schema
    .createTable('preview_links')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('article_id', 'text', (c) => c.notNull().references('articles.id').onDelete('cascade'))
    .addColumn('token_hash', 'text', (c) => c.notNull().unique())
    .addColumn('author_id', 'text', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('created_at', instant, (c) => c.notNull())
    .addColumn('expires_at', instant, (c) => c.notNull())
    .addColumn('revoked_at', instant)
    .execute()
  await schema.createIndex('preview_links_article').on('preview_links').column('article_id').execute()

  await schema
    .createTable('media_assets')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('object_name', 'text', (c) => c.notNull().unique())
    .addColumn('url', 'text', (c) => c.notNull().unique())
    .addColumn('filename', 'text', (c) => c.notNull())
    .addColumn('mime_type', 'text', (c) => c.notNull())
    .addColumn('size_bytes', 'bigint', (c) => c.notNull())
    .addColumn('width', 'integer')
    .addColumn('height', 'integer')
    .addColumn('alt', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('caption', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('credit', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('preview', 'text')
    .addColumn('sha256', 'text')
    .addColumn('search_text', 'text', (c) => c.notNull())
    .addColumn('author_id', 'text', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('created_at', instant, (c) => c.notNull())
    .addColumn('deleted_at', instant)
    .execute()
  await schema.createIndex('media_assets_created').on('media_assets').columns(['created_at', 'id']).execute()
  await schema.createIndex('media_assets_sha256').on('media_assets').column('sha256').execute()

  await schema
    .createTable('calendar_events')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('starts_at', instant, (c) => c.notNull())
    .addColumn('type', 'text', (c) =>
      c
        .notNull()
        .defaultTo('milestone')
        .check(sql`type in ('deadline', 'publish', 'milestone', 'research')`),
    )
    .addColumn('author_id', 'text', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('created_at', instant, (c) => c.notNull())
    .addColumn('updated_at', instant, (c) => c.notNull())
    .addColumn('deleted_at', instant)
    .execute()
  await schema.createIndex('calendar_events_starts').on('calendar_events').column('starts_at').execute()

  await schema
    .createTable('editorial_tasks')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('priority', 'text', (c) =>
      c
        .notNull()
        .defaultTo('med')
        .check(sql`priority in ('low', 'med', 'high')`),
    )
    .addColumn('status', 'text', (c) =>
      c
        .notNull()
        .defaultTo('idea')
        .check(sql`status in ('idea', 'draft', 'editing', 'ready', 'scheduled', 'published')`),
    )
    .addColumn('position', codeUnits, (c) => c.notNull())
    .addColumn('due_at', instant)
    .addColumn('article_id', 'text', (c) => c.references('articles.id').onDelete('set null'))
    .addColumn('author_id', 'text', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('created_at', instant, (c) => c.notNull())
    .addColumn('updated_at', instant, (c) => c.notNull())
    .addColumn('deleted_at', instant)
    .execute()
  await schema.createIndex('editorial_tasks_board').on('editorial_tasks').columns(['status', 'position']).execute()
  await schema.createIndex('editorial_tasks_article').on('editorial_tasks').column('article_id').execute()

  await schema
    .createTable('research_items')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('url', 'text')
    .addColumn('note', 'text')
    .addColumn('source_type', 'text', (c) =>
      c
        .notNull()
        .defaultTo('link')
        .check(sql`source_type in ('link', 'note', 'file')`),
    )
    .addColumn('article_id', 'text', (c) => c.references('articles.id').onDelete('set null'))
    .addColumn('author_id', 'text', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('search_text', 'text', (c) => c.notNull())
    .addColumn('created_at', instant, (c) => c.notNull())
    .addColumn('updated_at', instant, (c) => c.notNull())
    .addColumn('deleted_at', instant)
    .execute()
  await schema.createIndex('research_items_created').on('research_items').columns(['created_at', 'id']).execute()
  await schema.createIndex('research_items_article').on('research_items').column('article_id').execute()

  await schema
    .createTable('research_links')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('research_item_id', 'text', (c) => c.notNull().references('research_items.id').onDelete('cascade'))
    .addColumn('url', 'text', (c) => c.notNull())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('created_at', instant, (c) => c.notNull())
    .execute()
  await schema.createIndex('research_links_item').on('research_links').column('research_item_id').execute()

  await schema
    .createTable('research_files')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('research_item_id', 'text', (c) => c.notNull().references('research_items.id').onDelete('cascade'))
    .addColumn('object_name', 'text', (c) => c.notNull().unique())
    .addColumn('filename', 'text', (c) => c.notNull())
    .addColumn('mime_type', 'text', (c) => c.notNull())
    .addColumn('size_bytes', 'bigint', (c) => c.notNull())
    .addColumn('author_id', 'text', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('created_at', instant, (c) => c.notNull())
    .execute()
  await schema.createIndex('research_files_item').on('research_files').column('research_item_id').execute()

  await schema
    .createTable('rss_feeds')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('url', 'text', (c) => c.notNull())
    .addColumn('title', 'text')
    .addColumn('author_id', 'text', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('last_fetched', instant)
    .addColumn('etag', 'text')
    .addColumn('last_modified', 'text')
    .addColumn('last_error', 'text')
    .addColumn('hint', 'text')
    .addColumn('created_at', instant, (c) => c.notNull())
    .addColumn('deleted_at', instant)
    .execute()

  await schema
    .createTable('inbox_items')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('type', 'text', (c) => c.notNull().check(sql`type in ('link', 'idea', 'note')`))
    .addColumn('status', 'text', (c) =>
      c
        .notNull()
        .defaultTo('open')
        .check(sql`status in ('open', 'processed')`),
    )
    .addColumn('url', 'text')
    .addColumn('url_key', 'text')
    .addColumn('note', 'text')
    .addColumn('feed_id', 'text', (c) => c.references('rss_feeds.id').onDelete('set null'))
    .addColumn('feed_entry_key', 'text')
    .addColumn('author_id', 'text', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('created_at', instant, (c) => c.notNull())
    .addColumn('deleted_at', instant)
    .execute()
  await schema.createIndex('inbox_items_created').on('inbox_items').columns(['created_at', 'id']).execute()
  await schema.createIndex('inbox_items_url').on('inbox_items').column('url_key').execute()
  await schema
    .createIndex('inbox_items_feed')
    .on('inbox_items')
    .columns(['feed_id', 'feed_entry_key'])
    .unique()
    .execute()

  await schema
    .createTable('link_library')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('url', 'text', (c) => c.notNull())
    .addColumn('category', 'text', (c) => c.notNull().defaultTo('KI Tools'))
    .addColumn('description', 'text', (c) => c.notNull())
    .addColumn('search_text', 'text', (c) => c.notNull())
    .addColumn('author_id', 'text', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('created_at', instant, (c) => c.notNull())
    .addColumn('updated_at', instant, (c) => c.notNull())
    .addColumn('deleted_at', instant)
    .execute()

  await schema
    .createTable('prompt_library')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('content', 'text', (c) => c.notNull())
    .addColumn('category', 'text', (c) => c.notNull())
    .addColumn('description', 'text', (c) => c.notNull())
    .addColumn('search_text', 'text', (c) => c.notNull())
    .addColumn('author_id', 'text', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('created_at', instant, (c) => c.notNull())
    .addColumn('updated_at', instant, (c) => c.notNull())
    .addColumn('deleted_at', instant)
    .execute()
}
