import { sql, type Kysely } from 'kysely'

/** Deliveries that an attempt holds: a few, among all that were ever made. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql
    .raw(
      `create index newsletter_deliveries_held on newsletter_deliveries (claimed_at)
        where state in ('claimed', 'handing')`,
    )
    .execute(db)
}
