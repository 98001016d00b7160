import { sql, type Kysely } from 'kysely'
import { columnTypes } from './column-types.ts'

/** Who did what to which record (TEAM-11). A line gathers the records of one request; a thing is one record. */
export async function up(db: Kysely<never>): Promise<void> {
  const { instant } = columnTypes(db)
  const statements = [
    `create table activity (
      id text primary key,
      line_key text not null,
      request_id text not null,
      begun_at ${instant} not null,
      at ${instant} not null,
      actor_id text references users (id) on delete set null,
      automatic integer not null,
      noun text not null,
      verb text not null,
      undo text
    )`,
    'create unique index activity_line on activity (line_key)',
    'create index activity_newest on activity (at, id)',
    'create index activity_actor on activity (actor_id, at, id)',
    'create index activity_request on activity (request_id)',
    `create table activity_things (
      activity_id text not null references activity (id) on delete cascade,
      record_id text not null,
      at ${instant} not null,
      title text not null,
      times integer not null,
      former text,
      present text,
      primary key (activity_id, record_id)
    )`,
    'create index activity_things_record on activity_things (record_id, at)',
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
