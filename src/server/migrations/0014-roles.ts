import { sql, type Kysely } from 'kysely'

/** Roles with fewer rights than `editor` (RUL-61), beside the column whose check the former release needs. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql
    .raw(`alter table users add column lesser_role text check (lesser_role in ('contributor', 'guest'))`)
    .execute(db)
}
