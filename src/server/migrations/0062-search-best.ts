import { sql, type Kysely } from 'kysely'
import { dialectOf } from '../platform/db/dialect.ts'

/**
 * PostgreSQL only: what a search shows of every noun, by one look into the index of words. Asked once for each noun, a word
 * that thousands of records have was read twenty times. SQLite's index gives the newest by itself and stops.
 */
export async function up(db: Kysely<never>): Promise<void> {
  if (dialectOf(db) === 'sqlite') return
  await sql`create function searched_records_best(asked tsquery, title text, most integer)
    returns table (place bigint, noun text, record_id text, title_key text)
    language sql stable set enable_seqscan to off as $$
      with hits as materialized (
        select hit.place, hit.noun, hit.record_id, hit.title_key from searched_records as hit where hit.words @@ asked)
      select best.place, best.noun, best.record_id, best.title_key from (
        select hits.*, row_number() over (partition by hits.noun
          order by hits.title_key = title desc, starts_with(hits.title_key, title) desc, hits.place desc) as nth
        from hits) as best
      where best.nth <= most $$`.execute(db)
}
