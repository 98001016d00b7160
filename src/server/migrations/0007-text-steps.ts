import { sql, type Kysely } from 'kysely'
import { columnTypes } from './column-types.ts'

/** Steps of texts that several people write, and the head of each log (RUL-72). */
export async function up(db: Kysely<never>): Promise<void> {
  const { instant } = columnTypes(db)
  await sql
    .raw(
      `create table text_heads (
        text_id text primary key,
        noun text not null,
        epoch text not null,
        seq integer not null,
        folded_seq integer not null,
        folded_version integer not null,
        since_version integer not null,
        line_ends text not null,
        content text not null,
        hash text not null,
        first_at ${instant},
        last_at ${instant} not null,
        saver_id text,
        saver_until ${instant}
      )`,
    )
    .execute(db)
  await sql.raw('create index text_heads_last_at on text_heads (last_at)').execute(db)
  await sql
    .raw(
      `create table text_steps (
        text_id text not null references text_heads (text_id) on delete cascade,
        epoch text not null,
        seq integer not null,
        editor_id text not null,
        n integer not null,
        author_id text references users (id) on delete set null,
        changes text not null,
        created_at ${instant} not null,
        constraint text_steps_key primary key (text_id, epoch, seq),
        constraint text_steps_editor unique (text_id, editor_id, n)
      )`,
    )
    .execute(db)
  await sql.raw('create index text_steps_created on text_steps (created_at)').execute(db)
  await sql.raw('create index text_steps_author on text_steps (author_id)').execute(db)
}
