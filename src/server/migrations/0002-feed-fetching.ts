import { sql, type Kysely } from 'kysely'
import { columnTypes } from './column-types.ts'

/** State of feeds that are fetched by themselves (RUL-106). `tables.ts` documents the columns. */
export async function up(db: Kysely<never>): Promise<void> {
  const { instant } = columnTypes(db)
  for (const column of [
    // Feeds that exist already, and those that the former release adds meanwhile, are fetched hourly from now on.
    `fetch_every text not null default 'hourly' check (fetch_every in ('off', 'hourly', 'daily'))`,
    `next_fetch_at ${instant}`,
    `not_before ${instant}`,
    `failures integer not null default 0`,
    `failing_since ${instant}`,
    `gone_at ${instant}`,
    `requested_at ${instant}`,
    `claimed_until ${instant}`,
    `title_kept integer not null default 0`,
  ])
    await sql`alter table rss_feeds add column ${sql.raw(column)}`.execute(db)
}
