import { sql, type Kysely, type RawBuilder } from 'kysely'
import { columnTypes } from './column-types.ts'
import { dialectOf } from '../platform/db/dialect.ts'

/** What stands in every address of a picture of the bucket; without its first slash, so that no two of them share a sign. */
const PICTURES = sql.lit('storage/v1/object/public/blog-media/')
/** So many characters after it are kept: whole names of uploads, and of longer ones enough to find the few texts to look into. */
const KEPT = sql.lit(60)

/** Where texts are, the column of their article, and whether they are its working version. */
const SOURCES = [
  { table: 'articles', id: 'id', working: 0 },
  { table: 'article_working_copies', id: 'article_id', working: 1 },
] as const

/**
 * Which articles name which pictures, so that nobody has to search all texts for one. The database keeps it itself, in the
 * transaction that writes a text: so it is also true of what the former release writes on this schema (RUL-58).
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('media_usage')
    .addColumn('article_id', 'text', (c) => c.notNull().references('articles.id').onDelete('cascade'))
    .addColumn('working', 'integer', (c) => c.notNull())
    .addColumn('address', columnTypes(db).codeUnits, (c) => c.notNull())
    .addPrimaryKeyConstraint('media_usage_key', ['address', 'working', 'article_id'])
    .execute()
  await db.schema.createIndex('media_usage_article').on('media_usage').columns(['article_id', 'working']).execute()
  await (dialectOf(db) === 'postgres' ? onPostgres(db) : onSqlite(db))
}

async function onPostgres(db: Kysely<never>): Promise<void> {
  await sql`create function pictures_in(words text) returns setof text language sql immutable parallel safe as $$
    select distinct left(piece, ${KEPT}) from unnest(string_to_array(words, ${PICTURES})) with ordinality as parts(piece, place)
    where place > 1 $$`.execute(db)
  for (const { table, id, working } of SOURCES) {
    const name = sql.table(table)
    const keep = sql.id(`${table}_keep_media_usage`)
    const article = (row: 'new' | 'old') => sql.ref(`${row}.${id}`)
    const words = (row: string) =>
      sql`${sql.id(row)}.content_markdown || ' ' || coalesce(${sql.id(row)}.cover_image_url, '')`
    const insert = (
      row: string,
      from: RawBuilder<unknown>,
    ) => sql`insert into media_usage (article_id, working, address)
      select ${sql.ref(`${row}.${id}`)}, ${sql.lit(working)}, picture from ${from} pictures_in(${words(row)}) as picture`
    await sql`create function ${keep}() returns trigger language plpgsql as $$ begin
      if tg_op <> 'INSERT' then
        delete from media_usage where article_id = ${article('old')} and working = ${sql.lit(working)};
      end if;
      if tg_op <> 'DELETE' then
        ${insert('new', sql``)};
      end if;
      return null;
    end $$`.execute(db)
    await sql`create trigger ${keep} after insert or delete or update of content_markdown, cover_image_url on ${name}
      for each row execute function ${keep}()`.execute(db)
    await insert(table, sql`${name},`).execute(db)
  }
}

async function onSqlite(db: Kysely<never>): Promise<void> {
  for (const { table, id, working } of SOURCES) {
    const name = sql.table(table)
    // SQLite splits no text, but reads lists: the text as a string of JSON becomes a list of strings wherever an address begins.
    const insert = (row: string, from: RawBuilder<unknown>) => {
      const words = sql`(${sql.id(row)}.content_markdown || ' ' || coalesce(${sql.id(row)}.cover_image_url, ''))`
      const pieces = sql`case when instr(${words}, ${PICTURES}) = 0 then '[]'
        else '[' || replace(json_quote(${words}), ${PICTURES}, '","') || ']' end`
      return sql`insert or ignore into media_usage (article_id, working, address)
        select ${sql.ref(`${row}.${id}`)}, ${sql.lit(working)}, substr(pieces.value, 1, ${KEPT})
        from ${from} json_each(${pieces}) as pieces where pieces.key > 0`
    }
    const forget = sql`delete from media_usage where article_id = ${sql.ref(`old.${id}`)} and working = ${sql.lit(working)}`
    const changed = sql`old.content_markdown is not new.content_markdown or old.cover_image_url is not new.cover_image_url`
    const trigger = (event: string, when: RawBuilder<unknown>, body: RawBuilder<unknown>) =>
      sql`create trigger ${sql.id(`${table}_media_usage_${event.slice(0, 6)}`)} after ${sql.raw(event)} on ${name}
        ${when} begin ${body}; end`.execute(db)
    await trigger('insert', sql``, insert('new', sql``))
    await trigger(
      'update of content_markdown, cover_image_url',
      sql`when ${changed}`,
      sql`${forget}; ${insert('new', sql``)}`,
    )
    await trigger('delete', sql``, forget)
    await insert(table, sql`${name},`).execute(db)
  }
}
