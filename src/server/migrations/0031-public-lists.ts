import { sql, type Kysely, type RawBuilder } from 'kysely'
import { authorSlug } from '../../rules/author-line.ts'
import { columnTypes } from './column-types.ts'
import { dialectOf } from '../platform/db/dialect.ts'

const IS_PUBLIC = sql`new.status = 'published' and new.deleted_at is null`
/** When a link's article was published, null while readers do not see it. */
const LINK_DATE = (article: string | RawBuilder<unknown>) =>
  sql`(select published_at from articles where id = ${typeof article === 'string' ? sql.ref(article) : article} and status = 'published' and deleted_at is null)`

/**
 * Lists of published articles by category, tag and author line, each along an index of its own (RUL-44); the addresses under
 * which an article was ever public (RUL-46); and the former addresses of categories and tags. What depends on an article's
 * state the database keeps itself, so that it is also true of what the former release writes on this schema (RUL-58).
 */
export async function up(db: Kysely<never>): Promise<void> {
  const { instant } = columnTypes(db)
  const isPublic = sql`where status = 'published' and deleted_at is null`
  await db.schema.alterTable('articles').addColumn('author_slug', 'text').execute()
  await nameAuthors(db)
  await sql`create index articles_category_published on articles (category_id, published_at, id) ${isPublic}`.execute(
    db,
  )
  await sql`create index articles_author_published on articles (author_slug, published_at, id) ${isPublic}`.execute(db)

  await db.schema.alterTable('article_tags').addColumn('published_at', instant).execute()
  await sql`update article_tags set published_at = ${LINK_DATE('article_tags.article_id')}`.execute(db)
  await sql`create index article_tags_published on article_tags (tag_id, published_at, article_id) where published_at is not null`.execute(
    db,
  )

  await db.schema
    .createTable('article_public_slugs')
    .addColumn('slug', 'text', (c) => c.notNull())
    .addColumn('article_id', 'text', (c) => c.notNull().references('articles.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('article_public_slugs_key', ['slug', 'article_id'])
    .execute()
  await db.schema.createIndex('article_public_slugs_article').on('article_public_slugs').column('article_id').execute()
  await sql`insert into article_public_slugs (slug, article_id)
    select coalesce(slug, trashed_slug), id from articles
    where first_published_at is not null and coalesce(slug, trashed_slug) is not null
    union select slug, article_id from slug_history`.execute(db)

  for (const table of ['category_former_slugs', 'tag_former_slugs']) {
    const named = table === 'tag_former_slugs' ? 'tags.id' : 'categories.id'
    await db.schema
      .createTable(table)
      .addColumn('slug', 'text', (c) => c.primaryKey())
      .addColumn('record_id', 'text', (c) => c.notNull().references(named).onDelete('cascade'))
      .addColumn('created_at', instant, (c) => c.notNull())
      .execute()
    await db.schema.createIndex(`${table}_record`).on(table).column('record_id').execute()
  }
  await (dialectOf(db) === 'postgres' ? onPostgres(db) : onSqlite(db))
}

/** Bylines there are, each once: their slugs are made where slugs are made. */
async function nameAuthors(db: Kysely<never>): Promise<void> {
  const { rows } = await sql<{ byline: string }>`select distinct byline from articles where byline is not null`.execute(
    db,
  )
  for (const { byline } of rows)
    await sql`update articles set author_slug = ${authorSlug(byline)} where byline = ${byline}`.execute(db)
}

async function onPostgres(db: Kysely<never>): Promise<void> {
  await sql`create function articles_keep_public() returns trigger language plpgsql as $$ begin
    if tg_op = 'UPDATE' then
      update article_tags set published_at = case when ${IS_PUBLIC} then new.published_at end where article_id = new.id;
    end if;
    if ${IS_PUBLIC} and new.slug is not null then
      insert into article_public_slugs (slug, article_id) values (new.slug, new.id) on conflict do nothing;
    end if;
    return null;
  end $$`.execute(db)
  await sql`create trigger articles_keep_public_insert after insert on articles
    for each row execute function articles_keep_public()`.execute(db)
  await sql`create trigger articles_keep_public_update after update of status, published_at, deleted_at, slug on articles
    for each row when ((old.status, old.published_at, old.deleted_at, old.slug) is distinct from (new.status, new.published_at, new.deleted_at, new.slug))
    execute function articles_keep_public()`.execute(db)
  await sql`create function article_tags_keep_published() returns trigger language plpgsql as $$ begin
    new.published_at := ${LINK_DATE(sql`new.article_id`)};
    return new;
  end $$`.execute(db)
  await sql`create trigger article_tags_keep_published before insert on article_tags
    for each row execute function article_tags_keep_published()`.execute(db)
}

async function onSqlite(db: Kysely<never>): Promise<void> {
  const keepSlug = sql`insert or ignore into article_public_slugs (slug, article_id)
    select new.slug, new.id where ${IS_PUBLIC} and new.slug is not null`
  const changed = sql.join(
    ['status', 'published_at', 'deleted_at', 'slug'].map(
      (column) => sql`old.${sql.ref(column)} is not new.${sql.ref(column)}`,
    ),
    sql` or `,
  )
  await sql`create trigger articles_keep_public_insert after insert on articles begin ${keepSlug}; end`.execute(db)
  await sql`create trigger articles_keep_public_update after update of status, published_at, deleted_at, slug on articles
    when ${changed} begin
      update article_tags set published_at = case when ${IS_PUBLIC} then new.published_at end where article_id = new.id;
      ${keepSlug};
    end`.execute(db)
  await sql`create trigger article_tags_keep_published after insert on article_tags begin
    update article_tags set published_at = ${LINK_DATE(sql`new.article_id`)}
    where article_id = new.article_id and tag_id = new.tag_id;
  end`.execute(db)
}
