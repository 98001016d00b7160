import { sql, type Kysely } from 'kysely'

/** Length of sound and film of the library, in seconds. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const table of ['media_assets', 'media_former_files'])
    await sql.raw(`alter table ${table} add column seconds double precision`).execute(db)
}
