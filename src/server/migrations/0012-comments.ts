import { sql, type Kysely } from 'kysely'
import { columnTypes } from './column-types.ts'

/** Comments of articles with their reports, whether readers may comment, and single-use times of previews. */
export async function up(db: Kysely<never>): Promise<void> {
  const { instant } = columnTypes(db)
  const person = 'text references users (id) on delete set null'
  const article = 'text not null references articles (id) on delete cascade'
  const statements = [
    `create table comments (
      id text primary key,
      article_id ${article},
      root_id text not null,
      root_at ${instant} not null,
      user_id ${person},
      team integer not null default 0,
      name text not null,
      text text not null,
      state text not null,
      reason text,
      suspicion text not null default '',
      visible integer not null default 0,
      shown_at ${instant},
      text_hash text,
      token_hash text unique,
      network_hash text,
      network_until ${instant},
      created_at ${instant} not null,
      edited_at ${instant},
      decided_by ${person},
      decided_at ${instant}
    )`,
    'create index comments_page on comments (article_id, root_at, root_id, created_at, id) where visible = 1',
    'create index comments_article on comments (article_id, created_at, id)',
    'create index comments_thread on comments (root_id)',
    'create index comments_state on comments (state, created_at, id)',
    'create index comments_text on comments (text_hash) where text_hash is not null',
    'create index comments_network on comments (network_hash) where network_hash is not null',
    'create index comments_network_until on comments (network_until) where network_until is not null',
    'create index comments_decided_at on comments (decided_at) where decided_at is not null',
    'create index comments_user on comments (user_id)',
    'create index comments_decided_by on comments (decided_by)',
    `create table comment_reports (
      id text primary key,
      comment_id text not null references comments (id) on delete cascade,
      reason text not null,
      text text not null,
      contact text,
      token_hash text not null unique,
      state text not null,
      outcome text not null default '',
      created_at ${instant} not null,
      decided_by ${person},
      decided_at ${instant}
    )`,
    'create index comment_reports_comment on comment_reports (comment_id)',
    'create index comment_reports_state on comment_reports (state, created_at, id)',
    'create index comment_reports_decided_by on comment_reports (decided_by)',
    `create table comment_stamps (
      nonce text primary key,
      used_at ${instant} not null
    )`,
    'create index comment_stamps_used on comment_stamps (used_at)',
    `create table article_comments (
      article_id text primary key references articles (id) on delete cascade,
      mode text,
      close_after_days integer
    )`,
    `create table comment_undos (
      id text primary key,
      user_id text not null references users (id) on delete cascade,
      changes text not null,
      undone integer not null default 0,
      created_at ${instant} not null
    )`,
    'create index comment_undos_user on comment_undos (user_id, created_at)',
    "alter table settings add column comments text not null default 'off'",
    'alter table settings add column comments_close_days integer',
    "alter table settings add column comment_words text not null default ''",
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
