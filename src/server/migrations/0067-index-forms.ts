import { sql, type Kysely } from 'kysely'

/**
 * Which form of the index of words a row has. The former release does not write the column: what it reads beside this one stays
 * at 0 and is read again by the daily jobs.
 */
export async function up(db: Kysely<never>): Promise<void> {
  for (const table of ['public_texts', 'searched_records'])
    await sql`alter table ${sql.table(table)} add column form smallint not null default 0`.execute(db)
}
