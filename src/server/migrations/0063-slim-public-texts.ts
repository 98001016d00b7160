import { sql, type Kysely } from 'kysely'
import { dialectOf } from '../platform/db/dialect.ts'

/**
 * PostgreSQL only. Texts and their words lie beside the rows of `public_texts`, whose own table is a tenth as large then: a
 * search reads the rows of all texts that have its words (ADR 31), most of them on pages of their own before. What is there
 * moves as it changes, or all at once by `vacuum full public_texts`: both ways are read alike, and moving a hundred thousand
 * here would keep everybody waiting for a minute.
 *
 * And the functions that give hits take words with several spellings apart from the others: among words that must all be
 * there the index begins with the rarest and passes over what has none of it, which one spelling that is rare would end.
 */
export async function up(db: Kysely<never>): Promise<void> {
  if (dialectOf(db) === 'sqlite') return
  await sql`alter table public_texts set (toast_tuple_target = 128)`.execute(db)
  for (const [hits, table] of [
    ['public_text_hits', 'public_texts'],
    ['searched_record_hits', 'searched_records'],
  ] as const)
    await sql`create function ${sql.id(hits)}(asked tsquery, also tsquery, most integer) returns setof bigint
      language sql stable set enable_seqscan to off as $$
        select place from (
          (select place from ${sql.table(table)} where also is null and words @@ asked offset 0)
          union all
          (select place from ${sql.table(table)} where also is not null and words @@ asked and words @@ also offset 0)
        ) as hits order by place desc limit most $$`.execute(db)
}
