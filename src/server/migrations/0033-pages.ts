import { sql, type Kysely, type RawBuilder } from 'kysely'
import { LEGAL_TEMPLATES } from '../../rules/legal-templates.ts'
import { LEGAL_SLUGS } from '../../rules/pages.ts'
import { searchableText } from '../../rules/search-text.ts'
import { columnTypes } from './column-types.ts'
import { dialectOf } from '../platform/db/dialect.ts'
import { newId } from '../platform/ids.ts'

/**
 * Pages apart from articles (RUL-48), with working versions, versions and former addresses of their own, and which pictures they
 * use, kept by the database as for articles (ADR 14). The two pages a German site needs are there from the start, as drafts.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const { instant, codeUnits } = columnTypes(db)
  const { schema } = db

  await schema
    .createTable('pages')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('slug', 'text', (c) => c.unique())
    .addColumn('slug_is_custom', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('status', 'text', (c) => c.notNull().check(sql`status in ('draft', 'published')`))
    .addColumn('content_markdown', 'text', (c) => c.notNull())
    .addColumn('noindex', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('placement', 'text', (c) => c.notNull().check(sql`placement in ('header', 'footer', 'none')`))
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('first_published_at', instant)
    .addColumn('author_id', 'text', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('recent_saves', 'text', (c) => c.notNull().defaultTo('[]'))
    .addColumn('search_text', 'text', (c) => c.notNull())
    .addColumn('created_at', instant, (c) => c.notNull())
    .addColumn('updated_at', instant, (c) => c.notNull())
    .addColumn('deleted_at', instant)
    .addColumn('trashed_slug', 'text')
    .execute()
  await schema.createIndex('pages_position').on('pages').columns(['position', 'id']).execute()
  await schema.createIndex('pages_author').on('pages').column('author_id').execute()

  await schema
    .createTable('page_working_copies')
    .addColumn('page_id', 'text', (c) => c.primaryKey().references('pages.id').onDelete('cascade'))
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('slug', 'text', (c) => c.notNull())
    .addColumn('content_markdown', 'text', (c) => c.notNull())
    .addColumn('author_id', 'text', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('updated_at', instant, (c) => c.notNull())
    .execute()
  await schema.createIndex('page_working_copies_author').on('page_working_copies').column('author_id').execute()

  await schema
    .createTable('page_revisions')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('page_id', 'text', (c) => c.notNull().references('pages.id').onDelete('cascade'))
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('content_markdown', 'text', (c) => c.notNull())
    .addColumn('author_id', 'text', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('begun_at', instant)
    .addColumn('lost', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('created_at', instant, (c) => c.notNull())
    .addUniqueConstraint('page_revisions_version', ['page_id', 'version'])
    .execute()
  await schema.createIndex('page_revisions_created').on('page_revisions').column('created_at').execute()
  await schema.createIndex('page_revisions_author').on('page_revisions').column('author_id').execute()

  await schema
    .createTable('page_slug_history')
    .addColumn('slug', 'text', (c) => c.primaryKey())
    .addColumn('page_id', 'text', (c) => c.notNull().references('pages.id').onDelete('cascade'))
    .addColumn('created_at', instant, (c) => c.notNull())
    .execute()
  await schema.createIndex('page_slug_history_page').on('page_slug_history').column('page_id').execute()

  await schema
    .createTable('page_media_usage')
    .addColumn('page_id', 'text', (c) => c.notNull().references('pages.id').onDelete('cascade'))
    .addColumn('working', 'integer', (c) => c.notNull())
    .addColumn('address', codeUnits, (c) => c.notNull())
    .addPrimaryKeyConstraint('page_media_usage_key', ['address', 'working', 'page_id'])
    .execute()
  await schema.createIndex('page_media_usage_page').on('page_media_usage').columns(['page_id', 'working']).execute()
  await (dialectOf(db) === 'postgres' ? keepUsageOnPostgres(db) : keepUsageOnSqlite(db))

  await addLegalPages(db)
}

/** The pages a German site needs, with their templates. */
async function addLegalPages(db: Kysely<never>): Promise<void> {
  const now = new Date().toISOString()
  for (const [index, slug] of LEGAL_SLUGS.entries()) {
    const { title, content_markdown } = LEGAL_TEMPLATES[slug]
    const search = searchableText(`${title}\n${content_markdown}`)
    await sql`insert into pages
      (id, title, slug, slug_is_custom, status, content_markdown, placement, position, search_text, created_at, updated_at)
      values (${newId()}, ${title}, ${slug}, 1, 'draft', ${content_markdown}, 'footer', ${index + 1}, ${search}, ${now}, ${now})`.execute(
      db,
    )
  }
}

/** As in 0019. */
const PICTURES = sql.lit('storage/v1/object/public/blog-media/')
const KEPT = sql.lit(60)
const SOURCES = [
  { table: 'pages', id: 'id', working: 0 },
  { table: 'page_working_copies', id: 'page_id', working: 1 },
] as const

/** With the function `pictures_in` of 0019. */
async function keepUsageOnPostgres(db: Kysely<never>): Promise<void> {
  for (const { table, id, working } of SOURCES) {
    const keep = sql.id(`${table}_keep_media_usage`)
    await sql`create function ${keep}() returns trigger language plpgsql as $$ begin
      if tg_op <> 'INSERT' then
        delete from page_media_usage where page_id = ${sql.ref(`old.${id}`)} and working = ${sql.lit(working)};
      end if;
      if tg_op <> 'DELETE' then
        insert into page_media_usage (page_id, working, address)
          select ${sql.ref(`new.${id}`)}, ${sql.lit(working)}, picture from pictures_in(new.content_markdown) as picture;
      end if;
      return null;
    end $$`.execute(db)
    await sql`create trigger ${keep} after insert or delete or update of content_markdown on ${sql.table(table)}
      for each row execute function ${keep}()`.execute(db)
  }
}

async function keepUsageOnSqlite(db: Kysely<never>): Promise<void> {
  for (const { table, id, working } of SOURCES) {
    const words = sql`new.content_markdown`
    const pieces = sql`case when instr(${words}, ${PICTURES}) = 0 then '[]'
      else '[' || replace(json_quote(${words}), ${PICTURES}, '","') || ']' end`
    const keep = sql`insert or ignore into page_media_usage (page_id, working, address)
      select ${sql.ref(`new.${id}`)}, ${sql.lit(working)}, substr(pieces.value, 1, ${KEPT})
      from json_each(${pieces}) as pieces where pieces.key > 0`
    const forget = sql`delete from page_media_usage where page_id = ${sql.ref(`old.${id}`)} and working = ${sql.lit(working)}`
    const trigger = (event: string, when: RawBuilder<unknown>, body: RawBuilder<unknown>) =>
      sql`create trigger ${sql.id(`${table}_media_usage_${event.slice(0, 6)}`)} after ${sql.raw(event)} on ${sql.table(table)}
        ${when} begin ${body}; end`.execute(db)
    const changed = sql`when old.content_markdown is not new.content_markdown`
    await trigger('insert', sql``, keep)
    await trigger('update of content_markdown', changed, sql`${forget}; ${keep}`)
    await trigger('delete', sql``, forget)
  }
}
