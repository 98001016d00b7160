import { sql, type Kysely } from 'kysely'

/** Settings of the website: appearance for readers, front page, tags for machines, formulas (RUL-101, 109, 111, 112). */
export async function up(db: Kysely<never>): Promise<void> {
  const columns = [
    "reader_theme text not null default 'dark'",
    'front_page text',
    "verification text not null default '[]'",
    "profiles text not null default '[]'",
    "security_contact text not null default ''",
    'formulas integer not null default 0',
  ]
  for (const column of columns) await sql.raw(`alter table settings add column ${column}`).execute(db)
}
