import { sql, type Kysely } from 'kysely'
import { peopleOf } from '../../rules/authors.ts'
import { authorSlug } from '../../rules/slug.ts'
import { newId } from '../platform/ids.ts'
import { columnTypes } from './column-types.ts'

/**
 * Authors as records, with the people of the author lines in use (RUL-99). Author lines stay where they are: the former release
 * reads and writes them alone.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const { instant } = columnTypes(db)
  const statements = [
    `create table authors (
      id text primary key,
      name text not null,
      slug text not null unique,
      text text not null default '',
      picture text,
      links text not null default '[]',
      account_id text references users (id) on delete set null,
      created_at ${instant} not null,
      updated_at ${instant} not null
    )`,
    'create index authors_account on authors (account_id)',
    `create table author_former_slugs (
      slug text primary key,
      record_id text not null references authors (id) on delete cascade,
      created_at ${instant} not null
    )`,
    'create index author_former_slugs_record on author_former_slugs (record_id)',
    `create table author_lines (
      slug text not null,
      author_id text not null references authors (id) on delete cascade,
      position integer not null,
      constraint author_lines_pk primary key (slug, author_id)
    )`,
    'create index author_lines_author on author_lines (author_id)',
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
  const { rows } = await sql<{ line: string | null }>`
    select distinct byline as line from articles union select author_name as line from settings`.execute(db)
  const ids = new Map<string, string>()
  const now = new Date().toISOString()
  for (const { line } of rows)
    for (const [position, name] of peopleOf(line).entries()) {
      const slug = authorSlug(name) ?? ''
      const id = ids.get(slug) ?? newId()
      if (!ids.has(slug))
        await sql`insert into authors (id, name, slug, created_at, updated_at)
          values (${id}, ${name}, ${slug}, ${now}, ${now})`.execute(db)
      ids.set(slug, id)
      await sql`insert into author_lines (slug, author_id, position)
        values (${authorSlug(line)}, ${id}, ${position}) on conflict do nothing`.execute(db)
    }
}
