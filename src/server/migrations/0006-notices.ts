import { sql, type Kysely } from 'kysely'
import { columnTypes } from './column-types.ts'

/** Notices of the bell, the choices of each account, and the person responsible for an article. */
export async function up(db: Kysely<never>): Promise<void> {
  const { instant } = columnTypes(db)
  const user = 'references users (id) on delete cascade'
  const person = 'text references users (id) on delete set null'
  const statements = [
    `create table notices (
      id text primary key,
      user_id text not null ${user},
      kind text not null,
      open_key text,
      actor_id ${person},
      bell integer not null,
      changed_at ${instant} not null,
      read_at ${instant}
    )`,
    'create unique index notices_open on notices (user_id, open_key)',
    'create index notices_newest on notices (user_id, changed_at, id)',
    'create index notices_actor on notices (actor_id)',
    `create table notice_things (
      notice_id text not null references notices (id) on delete cascade,
      record_id text not null,
      noun text not null,
      title text not null,
      reason text,
      noted_at ${instant} not null,
      settled integer not null default 0,
      mail integer not null,
      digest_id text,
      primary key (notice_id, record_id)
    )`,
    'create index notice_things_record on notice_things (record_id)',
    'create index notice_things_mail on notice_things (notice_id) where mail = 1',
    'create index notice_things_digest on notice_things (digest_id) where digest_id is not null',
    `create table notice_choices (
      user_id text not null ${user},
      kind text not null,
      bell integer not null,
      mail integer not null,
      primary key (user_id, kind)
    )`,
    `create table notice_digests (
      user_id text primary key ${user},
      hour integer,
      sent_on text
    )`,
    `alter table articles add column assignee_id ${person}`,
    'create index articles_assignee on articles (assignee_id)',
    'alter table editorial_tasks add column due_noted_on text',
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
