import { sql, type Kysely } from 'kysely'
import { columnTypes } from './column-types.ts'
import { dialectOf } from '../platform/db/dialect.ts'

/**
 * What the list still searched for too long at 100,000 articles: those of a tag, which now stand in their order in an index,
 * and words of one or two letters, which have no trigram.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('article_tags').addColumn('article_created_at', columnTypes(db).instant).execute()
  await sql`update article_tags set article_created_at = (select created_at from articles where id = article_id)`.execute(
    db,
  )
  await sql`create index article_tags_created on article_tags (tag_id, article_created_at, article_id)`.execute(db)

  if (dialectOf(db) === 'postgres') {
    await sql`create function letter_pairs(words text) returns text[] language sql immutable parallel safe as
      $$ select array(select distinct substr(words, at, length) from generate_series(1, length(words)) as at, generate_series(1, 2) as length) $$`.execute(
      db,
    )
    await sql`create index articles_letter_pairs on articles using gin (letter_pairs(search_text))`.execute(db)
    return
  }
  await sql`create virtual table articles_terms using fts5vocab(articles_search, instance)`.execute(db)
  // The last two letters of a text begin no trigram unless something follows them.
  const padded = (row: 'old' | 'new') =>
    sql`${sql.ref(`${row}.search_id`)}, ${sql.ref(`${row}.search_text`)} || char(10, 10)`
  const removeOld = sql`insert into articles_search(articles_search, rowid, search_text) values ('delete', ${padded('old')});`
  const addNew = sql`insert into articles_search(rowid, search_text) values (${padded('new')});`
  const triggers = { insert: addNew, delete: removeOld, update: sql`${removeOld} ${addNew}` }
  for (const [event, body] of Object.entries(triggers)) {
    const name = sql.id(`articles_search_${event}`)
    const when = sql.raw(event === 'update' ? 'update of search_text' : event)
    await sql`drop trigger ${name}`.execute(db)
    await sql`create trigger ${name} after ${when} on articles begin ${body} end`.execute(db)
  }
  await sql`insert into articles_search(articles_search) values ('delete-all')`.execute(db)
  await sql`insert into articles_search(rowid, search_text) select search_id, search_text || char(10, 10) from articles`.execute(
    db,
  )
}
