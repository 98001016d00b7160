import { sql, type CreateTableBuilder, type Kysely, type RawBuilder } from 'kysely'
import { dialectOf } from '../platform/db/dialect.ts'

/**
 * What a migration needs to write one definition for both databases: the types of an instant and of text sorted by code unit, the key of a
 * table that is searched and the trigram index over a folded column `search_text`.
 */
export function columnTypes(db: Kysely<never>) {
  const postgres = dialectOf(db) === 'postgres'
  const instant: RawBuilder<unknown> = postgres ? sql`timestamptz(3)` : sql`text`

  // Fractional indices are compared by code unit, whatever the database's language.
  const codeUnits: RawBuilder<unknown> = postgres ? sql`text collate "C"` : sql`text`

  // On SQLite the trigram index needs an integer key that VACUUM keeps, so rows carry one beside their id.
  const searchableTable = <T extends string, I extends string>(
    table: CreateTableBuilder<T>,
    id: I,
  ): CreateTableBuilder<T, I | 'search_id'> =>
    postgres
      ? table.addColumn(id, 'text', (c) => c.primaryKey())
      : table
          .addColumn('search_id', 'integer', (c) => c.primaryKey())
          .addColumn(id, 'text', (c) => c.notNull().unique())

  return {
    instant,
    codeUnits,

    searchableTable,

    /**
     * The trigram index over the table's folded column `search_text`. Without positions it is a third as large and finds
     * rows by pattern (`glob`) alone: for long texts.
     */
    async searchIndex(table: string, { positions = true } = {}): Promise<void> {
      const index = sql.id(`${table}_search`)
      const name = sql.id(table)
      if (postgres) {
        await sql`create extension if not exists pg_trgm`.execute(db)
        await sql`create index ${index} on ${name} using gin (search_text gin_trgm_ops)`.execute(db)
        return
      }
      await sql`create virtual table ${index} using fts5(search_text, content=${sql.lit(table)}, content_rowid='search_id', tokenize=${sql.lit(positions ? 'trigram' : 'trigram case_sensitive 1')} ${positions ? sql`` : sql`, detail=none`})`.execute(
        db,
      )
      if (!positions) await sql`insert into ${index}(${index}) values ('rebuild')`.execute(db)
      const removeOld = sql`insert into ${index}(${index}, rowid, search_text) values ('delete', old.search_id, old.search_text);`
      const addNew = sql`insert into ${index}(rowid, search_text) values (new.search_id, new.search_text);`
      await sql`create trigger ${sql.id(`${table}_search_insert`)} after insert on ${name} begin ${addNew} end`.execute(
        db,
      )
      await sql`create trigger ${sql.id(`${table}_search_delete`)} after delete on ${name} begin ${removeOld} end`.execute(
        db,
      )
      await sql`create trigger ${sql.id(`${table}_search_update`)} after update of search_text on ${name} ${positions ? sql`` : sql`when old.search_text is not new.search_text`} begin ${removeOld} ${addNew} end`.execute(
        db,
      )
    },
  }
}
